/** Reading the bucket of tone packs, by person, with real tokens at the Storage API. */
import { expect, it } from "vitest";
import { anonymous, person, service } from "../support/people.ts";
import { sql } from "../support/sql.ts";
import { makeWorld, type Role, roles, type World } from "../support/world.ts";
import { createPack, opens, pathOf, upload } from "./support.ts";

const world = await makeWorld();
const { owner, teammate } = world.people;
const pack = await createPack(owner);
await owner.api("POST", `/api/tone-packs/${pack.id}/share`, { user_id: teammate.id });
const url = (await upload(owner, `/api/tone-packs/${pack.id}/images`, "calm")).body.image.url;

const list = async (client: World["client"][Role], path: string) =>
  (await client.storage.from("tone-packs").list(path.slice(0, path.lastIndexOf("/")))).data ?? [];

it("the people who may see an image list its file, and no others", async () => {
  const able: Role[] = [];
  for (const role of roles) {
    if ((await list(world.client[role], pathOf(url))).length > 0) able.push(role);
  }
  expect(able.sort()).toEqual(["owner", "superAdmin", "teammate"]);
});

it("a file can be read by anyone who has its address", async () => {
  const { publicUrl } = anonymous.client.storage.from("tone-packs").getPublicUrl(pathOf(url)).data;
  expect(await opens(publicUrl)).toBe(true);
});

it("a blocked owner lists nothing", async () => {
  const cyd = await person("Cyd");
  const own = await createPack(cyd);
  const { body } = await upload(cyd, `/api/tone-packs/${own.id}/images`, "calm");
  const path = pathOf(body.image.url);
  expect(await list(cyd.client, path)).toHaveLength(1);
  await sql`update public.profiles set is_active = false where id = ${cyd.id}`;
  expect(await list(cyd.client, path)).toEqual([]);
});

it("the bucket is public, limited to 5 MB and to images", async () => {
  const { data } = await service.storage.getBucket("tone-packs");
  expect(data).toMatchObject({
    public: true,
    file_size_limit: 5 * 1024 * 1024,
    allowed_mime_types: ["image/png", "image/jpeg", "image/jpg", "image/webp"],
  });
});
