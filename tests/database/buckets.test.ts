/** Buckets are written by the functions alone: no client stores, changes or removes a file. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { service } from "../support/people.ts";
import { sql } from "../support/sql.ts";
import { makeWorld, type Role, roles, type World } from "../support/world.ts";
import { createPack, type Pack } from "../tone-packs/support.ts";

let world: World;
let pack: Pack;
/** The buckets of the migrations, with a type of file that each of them takes. */
let buckets: { id: string; type: string }[];
beforeAll(async () => {
  world = await makeWorld();
  pack = await createPack(world.people.owner);
  buckets = await sql`
    select id, allowed_mime_types[1] as type from storage.buckets
    where id !~ '^(local|routes|test)-' order by id`;
  for (const { id, type } of buckets) {
    const { error } = await service.storage.from(id).upload(place("owner"), file(type));
    if (error) throw error;
  }
});
afterAll(async () => {
  for (const { id } of buckets) await service.storage.from(id).remove([place("owner")]);
});

const file = (type: string) => new Blob(["bytes"], { type });

/** A path in the role's folder, of the form that the functions give to images of packs. */
const place = (role: Role, tone = "calm") =>
  `${role === "anonymous" ? crypto.randomUUID() : world.people[role].id}/${pack.id}/${tone}-1.png`;

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

it("policies of storage let clients read alone", async () => {
  const writing = await sql`
    select policyname from pg_policies
    where schemaname = 'storage' and permissive = 'PERMISSIVE' and cmd <> 'SELECT'
      and policyname not like 'local_objects_%'`;
  expect(writing).toEqual([]);
});
