/** Files that are stored for a record, with and without the record being written. */
import { beforeAll, expect, it } from "vitest";
import { storeImage } from "../../shared/files/outbox.ts";
import { must } from "../../shared/database/results.ts";
import { useProject } from "../http/project.ts";
import { paint } from "../../stand-ins/png.ts";
import { type Person, person } from "../support/people.ts";
import { sql } from "../support/sql.ts";
import { eventually } from "../support/eventually.ts";

let ana: Person;
beforeAll(async () => {
  await useProject();
  ana = await person("Ana");
});

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

type Db = Parameters<Parameters<typeof storeImage>[1]>[0];

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
  await storeImage(file, record(file.path));
  expect([await isStored(file.path), await waits(file.path)]).toEqual([true, false]);
});

it("a recorded file stays when the answer to its insert is lost", async () => {
  const file = image();
  const lost = storeImage(file, async (db) => {
    await record(file.path)(db);
    throw new Error("the connection was lost");
  });
  await expect(lost).rejects.toThrow("the connection was lost");
  // The sweep of the outbox does not find it.
  await storeImage(image(), () => Promise.reject(new Error("refused"))).catch(() => {});
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect([await isStored(file.path), await waits(file.path)]).toEqual([true, false]);
});

it("a file whose record is refused is deleted", async () => {
  const file = image();
  await expect(storeImage(file, () => Promise.reject(new Error("refused")))).rejects.toThrow();
  await eventually(async () => {
    expect([await isStored(file.path), await waits(file.path)]).toEqual([false, false]);
  });
});

it("a file that is already being deleted cannot be recorded", async () => {
  const file = image();
  const late = storeImage(file, async (db) => {
    // As the sweep does when it takes the file.
    await sql`update private.storage_deletions set attempts = 1 where path = ${file.path}`;
    await record(file.path)(db);
  });
  await expect(late).rejects.toMatchObject({ status: 409 });
  await eventually(async () => {
    expect([await isStored(file.path), await waits(file.path)]).toEqual([false, false]);
  });
});
