/** Direct file operations of owners while the service processes the same files. */
import { beforeAll, expect, it } from "vitest";
import { type Person, person, service } from "../support/people.ts";
import { sql } from "../support/sql.ts";
import { createPack, download, filesOf, type Pack, png, upload } from "./support.ts";

const bucket = (who: { client: Person["client"] }) => who.client.storage.from("tone-packs");
const forged = new Blob(["A".repeat(1000)], { type: "image/png" });
const real = new Blob([png()], { type: "image/png" });

let ana: Person;
let pack: Pack;
beforeAll(async () => {
  ana = await person("Ana");
  pack = await createPack(ana);
});

it("a checked file cannot be replaced before it becomes an image", async () => {
  const path = `${ana.id}/${pack.id}/calm-17.png`;
  await service.rpc("reserve_file", { p_bucket: "tone-packs", p_path: path });
  expect((await bucket(ana).upload(path, forged)).error).not.toBeNull();
  expect((await bucket({ client: service }).upload(path, real)).error).toBeNull();

  await bucket(ana).remove([path]);
  expect(await filesOf(pack.id)).toContain(path);
  expect((await bucket(ana).upload(path, forged, { upsert: true })).error).not.toBeNull();
  expect((await bucket(ana).move(path, path.replace("17", "18"))).error).not.toBeNull();

  const image = await service.rpc("add_tone_pack_image", {
    p_user_id: ana.id,
    p_tone_pack_id: pack.id,
    p_tone: "calm",
    p_path: path,
    p_replace: true,
  });
  expect(image.error).toBeNull();
  const { publicUrl } = bucket(ana).getPublicUrl(path).data;
  expect(await download(publicUrl)).toEqual(png());
});

it("an image is stored under the canonical id of its pack", async () => {
  const answer = await upload(ana, `/api/tone-packs/${pack.id.toUpperCase()}/images`, "tired");
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  expect(answer.body.image.url).toContain(`/${pack.id}/tired-`);
});

it("a file uploaded while its pack is deleted is found and deleted", async () => {
  const [gone, kept] = [await createPack(ana), await createPack(ana)];
  const stray = `${ana.id}/${gone.id}/sad-1.png`;
  const young = `${ana.id}/${gone.id}/sad-2.png`;
  const loose = `${ana.id}/${kept.id}/sad-1.png`;
  await ana.api("DELETE", `/api/tone-packs/${gone.id}`);
  for (const path of [stray, young, loose]) {
    expect((await bucket({ client: service }).upload(path, real)).error).toBeNull();
  }
  await sql`
    update storage.objects set created_at = now() - interval '2 hours'
    where bucket_id = 'tone-packs' and name = any (${[stray, loose]})`;
  await sql`select private.discard_stray_tone_pack_files()`;
  const waiting = await sql`
    select path from private.storage_deletions where path = any (${[stray, young, loose]})`;
  // Another request may have deleted it already.
  const left = [...await filesOf(gone.id), ...await filesOf(kept.id)];
  expect(waiting.length === 1 || !left.includes(stray)).toBe(true);
  expect(waiting.map(({ path }) => path)).not.toContain(young);
  expect(left).toEqual(expect.arrayContaining([young, loose]));
});

it("images of a deleted, purchased pack are kept", async () => {
  const ben = await person("Ben");
  const sold = await createPack(ana, { is_public: true, price_drops: 1 });
  await upload(ana, `/api/tone-packs/${sold.id}/images`, "calm");
  expect((await ben.api("POST", `/api/tone-packs/${sold.id}/purchase`)).status).toBe(201);
  await ana.api("DELETE", `/api/tone-packs/${sold.id}`);
  await sql`
    update storage.objects set created_at = now() - interval '2 hours'
    where bucket_id = 'tone-packs' and name like ${`%/${sold.id}/%`}`;
  await sql`select private.discard_stray_tone_pack_files()`;
  expect(
    await sql`select from private.storage_deletions where path like ${`%/${sold.id}/%`}`,
  ).toHaveLength(0);
});
