/**
 * Files: buckets are written by the functions alone, and a file is stored for a record, with and
 * without the record being written.
 */
import { afterAll, expect, it } from "vitest";
import { impersonate } from "../auth/impersonating.ts";
import { type Client, person, service, superAdmin } from "../support/people.ts";
import { sql } from "../support/sql.ts";
import { makeWorld, type Role, roles } from "../support/world.ts";
import { createPack } from "../tone-packs/support.ts";
import { storeFile } from "../../shared/files/outbox.ts";
import { must } from "../../shared/database/results.ts";
import { useProject } from "../http/project.ts";
import { paint } from "../../packages/stand-ins/png.ts";
import { eventually } from "../support/eventually.ts";

afterAll(async () => {
  for (const { id } of buckets) await service.storage.from(id).remove([place("owner")]);
});

const file = (type: string) => new Blob(["bytes"], { type });

/** A path in the role's folder, of the form that the functions give to images of packs. */
const place = (role: Role, tone = "calm") =>
  `${role === "anonymous" ? crypto.randomUUID() : world.people[role].id}/${pack.id}/${tone}-1.png`;

const world = await makeWorld();
const pack = await createPack(world.people.owner);
/** The buckets of the schemas, with a type of file that each of them takes. */
const buckets = await sql`
  select id, public as shown, allowed_mime_types[1] as type from storage.buckets
  where id !~ '^(local|routes|test)-' order by id`;
for (const { id, type } of buckets) {
  const { error } = await service.storage.from(id).upload(place("owner"), file(type));
  if (error) throw error;
}

it.each(roles)("no file is uploaded, updated or removed by the role %s", async (role) => {
  const stored = () =>
    sql`select * from storage.objects where path_tokens[2] = ${pack.id} order by id`;
  const before = await stored();
  expect(before).toHaveLength(buckets.length);
  for (const { id, type } of buckets) {
    const bucket = world.client[role].storage.from(id);
    const [old, body] = [place("owner"), file(type)];
    for (const path of [place("owner", "sad"), place(role, "sad")]) {
      const attempts = {
        upload: bucket.upload(path, body),
        sign: bucket.createSignedUploadUrl(path),
        move: bucket.move(old, path),
        copy: bucket.copy(old, path),
      };
      for (const [what, attempt] of Object.entries(attempts)) {
        expect((await attempt).error, `${what} ${id}/${path}`).not.toBeNull();
      }
    }
    expect((await bucket.update(old, body)).error, `update ${id}`).not.toBeNull();
    expect((await bucket.upload(old, body, { upsert: true })).error, `upsert ${id}`).not.toBeNull();
    await bucket.remove([old]);
  }
  expect(await stored()).toEqual(before);
});

it.each(roles.filter((role) => role !== "owner"))(
  "no file in another user's folder is read, listed or signed by the role %s",
  async (role) => {
    for (const { id, shown } of buckets) {
      const bucket = world.client[role].storage.from(id);
      const [path, folder] = [place("owner"), place("owner").replace(/\/[^/]+$/, "")];
      expect((await bucket.download(path)).error === null, `download ${id}`).toBe(shown);
      expect((await bucket.createSignedUrl(path, 60)).error, `sign ${id}`).not.toBeNull();
      expect((await bucket.list(folder)).data ?? [], `list ${id}`).toEqual([]);
      const { publicUrl } = bucket.getPublicUrl(path).data;
      const { ok, body } = await fetch(publicUrl);
      await body?.cancel();
      expect(ok, `open ${id}`).toBe(shown);
    }
  },
);

/** Whether a client may sign, sign in a list, list and download the file of a path. */
async function reaches(client: Client, id: string, path: string): Promise<boolean[]> {
  const bucket = client.storage.from(id);
  return [
    (await bucket.createSignedUrl(path, 315_360_000)).error === null,
    (await bucket.createSignedUrls([path], 60)).data?.[0]?.error === null,
    (await bucket.list(path.replace(/\/[^/]+$/, ""))).data?.length === 1,
    (await bucket.download(path)).error === null,
  ];
}

it("no file is signed or read in a session in which a super admin acts as its owner", async () => {
  const { owner, superAdmin } = world.people;
  const { client } = await impersonate(superAdmin, owner);
  const readByOwner: string[] = [];
  for (const { id, shown } of buckets) {
    expect(await reaches(client, id, place("owner")), id).toEqual([false, false, false, shown]);
    const own = await reaches(owner.client, id, place("owner"));
    if (!shown && own.every(Boolean)) readByOwner.push(id);
  }
  expect(readByOwner).toEqual([
    "cheers",
    "entry-attachments",
    "entry-backgrounds",
    "workout-photos",
  ]);
});

it("a demoted user's former sessions no longer read the user's own files", async () => {
  const demoted = await superAdmin();
  const path = place("owner").replace(world.people.owner.id, demoted.id);
  const bucket = "entry-backgrounds";
  await service.storage.from(bucket).upload(path, file("image/png"));
  expect(await reaches(demoted.client, bucket, path)).toEqual([true, true, true, true]);
  await sql`update public.profiles set role = 'user' where id = ${demoted.id}`;
  expect(await reaches(demoted.client, bucket, path)).toEqual([false, false, false, false]);
  await service.storage.from(bucket).remove([path]);
});

it("policies of storage let clients read alone", async () => {
  const writing = await sql`
    select policyname from pg_policies
    where schemaname = 'storage' and permissive = 'PERMISSIVE' and cmd <> 'SELECT'
      and policyname not like 'local_objects_%'`;
  expect(writing).toEqual([]);
});

await useProject();
const ana = await person("Ana");

const image = () => ({
  bucket: "entry-backgrounds",
  path: `${ana.id}/${crypto.randomUUID()}.png`,
  bytes: paint("a lake") as Uint8Array<ArrayBuffer>,
  type: "image/png",
});

const isStored = async (path: string) =>
  (await sql`select from storage.objects where name = ${path}`).length === 1;
const waits = async (path: string) =>
  (await sql`select from private.storage_deletions where path = ${path}`).length === 1;

type Db = Parameters<Parameters<typeof storeFile>[1]>[0];

const record = (path: string) => async (db: Db) =>
  must(
    await db.rpc("record_entry_background", {
      p_user_id: ana.id,
      p_path: path,
      p_prompt: "a lake",
      p_tone: "calm",
      p_quality: "standard",
    }),
  );

it("a recorded file stays", async () => {
  const file = image();
  await storeFile(file, record(file.path));
  expect([await isStored(file.path), await waits(file.path)]).toEqual([true, false]);
});

it("a recorded file stays when the answer to its insert is lost", async () => {
  const file = image();
  const lost = storeFile(file, async (db) => {
    await record(file.path)(db);
    throw new Error("the connection was lost");
  });
  await expect(lost).rejects.toThrow("the connection was lost");
  // The sweep of the outbox, which deletes another file, does not find it.
  const other = image();
  await storeFile(other, () => Promise.reject(new Error("refused"))).catch(() => {});
  await eventually(async () => expect(await isStored(other.path)).toBe(false));
  expect([await isStored(file.path), await waits(file.path)]).toEqual([true, false]);
});

it("a file whose record is refused is deleted", async () => {
  const file = image();
  await expect(storeFile(file, () => Promise.reject(new Error("refused")))).rejects.toThrow();
  await eventually(async () => {
    expect([await isStored(file.path), await waits(file.path)]).toEqual([false, false]);
  });
});

it("a file that is already being deleted cannot be recorded", async () => {
  const file = image();
  const late = storeFile(file, async (db) => {
    // As the sweep does when it takes the file.
    await sql`update private.storage_deletions set attempts = 1 where path = ${file.path}`;
    await record(file.path)(db);
  });
  await expect(late).rejects.toMatchObject({ status: 409 });
  await eventually(async () => {
    expect([await isStored(file.path), await waits(file.path)]).toEqual([false, false]);
  });
});
