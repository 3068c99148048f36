/** The bucket of tone packs, by person and verb, with real tokens at the Storage API. */
import { beforeAll, describe, expect, it } from "vitest";
import { anonymous, type Client, type Person, person, service } from "../support/people.ts";
import { sql } from "../support/sql.ts";
import { makeWorld, type Role, roles, type World } from "../support/world.ts";
import { createPack, filesOf, opens, type Pack, pathOf, png, readPack, upload } from "./support.ts";

let world: World;
let pack: Pack;

beforeAll(async () => {
  world = await makeWorld();
  const { owner, teammate } = world.people;
  pack = await createPack(owner);
  await owner.api("POST", `/api/tone-packs/${pack.id}/share`, { user_id: teammate.id });
});

const bucket = (client: Client) => client.storage.from("tone-packs");

const put = async (client: Client, path: string, contentType = "image/png", bytes = png()) =>
  (await bucket(client).upload(path, bytes, { contentType })).error === null;

let count = 1;
/** A new path in the owner's pack. */
const place = (tone = "joyful") => `${world.people.owner.id}/${pack.id}/${tone}-${count++}.png`;

/** The people for whom an operation succeeds. */
async function who(attempt: (role: Role) => Promise<boolean>): Promise<Role[]> {
  const able: Role[] = [];
  for (const role of roles) if (await attempt(role)) able.push(role);
  return able.sort();
}

const everywhere = () => filesOf(pack.id);

describe("a file in the owner's pack", () => {
  it("can be uploaded by the owner", async () => {
    expect(await who((role) => put(world.client[role], place()))).toEqual(["owner"]);
  });

  it("is listed by the owner, and as an image by those who may see it", async () => {
    const { owner } = world.people;
    const image = await upload(owner, `/api/tone-packs/${pack.id}/images`, "calm");
    const [name] = pathOf(image.body.image.url).split("/").slice(-1);
    const loose = place("tired");
    await put(world.client.owner, loose);
    const listed = async (role: Role, file: string) => {
      const { data } = await bucket(world.client[role]).list(`${owner.id}/${pack.id}`);
      return data?.some((each) => each.name === file) ?? false;
    };
    expect(await who((role) => listed(role, name!))).toEqual(["owner", "superAdmin", "teammate"]);
    expect(await who((role) => listed(role, loose.split("/").at(-1)!))).toEqual(["owner"]);
  });

  it("cannot be overwritten", async () => {
    const path = place();
    await put(world.client.owner, path);
    const able = await who(async (role) => {
      const { error } = await bucket(world.client[role])
        .upload(path, png("other"), { contentType: "image/png", upsert: true });
      return error === null;
    });
    expect(able).toEqual([]);
    const updated = await who(async (role) =>
      (await bucket(world.client[role]).update(path, png("other"), { contentType: "image/png" }))
        .error === null
    );
    expect(updated).toEqual([]);
    const moved = await who(async (role) =>
      (await bucket(world.client[role]).move(path, place())).error === null
    );
    expect(moved).toEqual([]);
    expect(await everywhere()).toContain(path);
  });

  it("can be deleted by the owner from the next day on when no image uses it", async () => {
    const removed = async (role: Role) => {
      const path = place();
      await put(world.client.owner, path);
      await sql`update storage.objects set created_at = created_at - interval '1 day'
        where name = ${path}`;
      await bucket(world.client[role]).remove([path]);
      return !(await everywhere()).includes(path);
    };
    expect(await who(removed)).toEqual(["owner"]);
    const { owner } = world.people;
    const image = await upload(owner, `/api/tone-packs/${pack.id}/images`, "sad");
    const path = pathOf(image.body.image.url);
    const gone = await who(async (role) => {
      await bucket(world.client[role]).remove([path]);
      return !(await everywhere()).includes(path);
    });
    expect(gone).toEqual([]);
    expect(await opens(image.body.image.url)).toBe(true);
  });

  it("can be read by anyone who has its address", async () => {
    const path = place();
    await put(world.client.owner, path);
    expect(await opens(bucket(anonymous.client).getPublicUrl(path).data.publicUrl)).toBe(true);
  });
});

describe("a file", () => {
  it("must be in a pack of the owner, named after a tone", async () => {
    const { owner, stranger } = world.people;
    const other = await createPack(stranger);
    const deleted = await createPack(owner);
    await owner.api("DELETE", `/api/tone-packs/${deleted.id}`);
    for (
      const path of [
        "joyful-1.png",
        `${owner.id}/joyful-1.png`,
        `${owner.id}/${other.id}/joyful-1.png`,
        `${stranger.id}/${other.id}/joyful-1.png`,
        `${stranger.id}/${pack.id}/joyful-1.png`,
        `${owner.id}/${deleted.id}/joyful-1.png`,
        `${owner.id}/${pack.id}/deeper/joyful-1.png`,
        `${owner.id}/${pack.id}/happy-1.png`,
        `${owner.id}/${pack.id}/joyful.png`,
        `${owner.id}/${pack.id}/joyful-x.png`,
        `${owner.id}/${pack.id}/joyful-1.html`,
        `${owner.id}/${pack.id}/joyful-1.png.html`,
        `${owner.id}/${pack.id}/../${other.id}/joyful-1.png`,
        `${owner.id.toUpperCase()}/${pack.id}/joyful-1.png`,
      ]
    ) {
      expect(await put(owner.client, path), path).toBe(false);
    }
    expect(await filesOf(other.id)).toEqual([]);
  });

  it("must be of an allowed type and at most 5 MB", async () => {
    const { owner } = world.people;
    for (const type of ["image/png", "image/jpeg", "image/jpg", "image/webp"]) {
      expect(await put(owner.client, place(), type), type).toBe(true);
    }
    for (const type of ["text/html", "image/svg+xml", "image/gif", "application/octet-stream"]) {
      expect(await put(owner.client, place(), type), type).toBe(false);
    }
    const large = new Uint8Array(5 * 1024 * 1024 + 1);
    expect(await put(owner.client, place(), "image/png", large)).toBe(false);
  });

  it("that is uploaded directly does not become an image of the pack", async () => {
    const { owner } = world.people;
    const before = await readPack(owner, pack.id);
    expect(await put(owner.client, place("energetic"))).toBe(true);
    expect(await readPack(owner, pack.id)).toEqual(before);
  });

  it("of a blocked owner cannot be changed", async () => {
    const cyd: Person = await person("Cyd");
    const own = await createPack(cyd);
    const path = `${cyd.id}/${own.id}/joyful-1.png`;
    expect(await put(cyd.client, path)).toBe(true);
    await sql`update public.profiles set is_active = false where id = ${cyd.id}`;
    expect(await put(cyd.client, path.replace("-1", "-2"))).toBe(false);
    expect((await bucket(cyd.client).list(`${cyd.id}/${own.id}`)).data ?? []).toEqual([]);
    await bucket(cyd.client).remove([path]);
    expect(await filesOf(own.id)).toEqual([path]);
  });
});

it("the bucket is public, limited to 5 MB and to images", async () => {
  const { data } = await service.storage.getBucket("tone-packs");
  expect(data).toMatchObject({
    public: true,
    file_size_limit: 5 * 1024 * 1024,
    allowed_mime_types: ["image/png", "image/jpeg", "image/jpg", "image/webp"],
  });
});
