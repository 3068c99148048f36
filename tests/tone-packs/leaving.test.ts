/** Deletion of tone packs and of their owners' accounts. */
import { expect } from "vitest";
import { it } from "../support/it.ts";
import { newWords } from "../ai/support.ts";
import { eventually } from "../support/eventually.ts";
import { filesAreGoing, lastingFiles } from "../support/files.ts";
import { type Person, service } from "../support/people.ts";
import { sql } from "../support/sql.ts";
import { createPack, filesOf, opens, type Pack, pathOf, readPack, upload } from "./support.ts";
import { ok, outcome } from "../support/requests.ts";

async function packWithImage(owner: Person, fields: Record<string, unknown> = {}) {
  const pack = await createPack(owner, fields);
  const { body } = await upload(owner, `/api/tone-packs/${pack.id}/images`, "joyful");
  return { ...pack, url: body.image.url as string };
}

const forSale = { is_public: true, price_drops: 5 };

const buy = async (who: Person, { id }: Pick<Pack, "id">) =>
  expect((await who.api("POST", `/api/tone-packs/${id}/purchase`)).status).toBe(201);

const status = async (who: Person, { id }: Pick<Pack, "id">) =>
  (await who.api("GET", `/api/tone-packs/${id}`)).status;

const leave = (who: Person) => ok(who, "DELETE", "/api/user/account", { confirm: who.email });

const rows = (packId: string) => sql`select * from public.tone_packs where id = ${packId}`;

it("a deleted pack stays only for its purchasers", async ({ ana, ben, cleo }) => {
  const word = newWords();
  const pack = await packWithImage(ana, { ...forSale, name: word });
  await buy(ben, pack);
  await ana.api("POST", `/api/tone-packs/${pack.id}/share`, { user_id: cleo.id });

  expect((await ana.api("DELETE", `/api/tone-packs/${pack.id}`)).status).toBe(200);
  expect([await status(ana, pack), await status(cleo, pack), await status(ben, pack)])
    .toEqual([404, 404, 200]);
  expect(await readPack(ben, pack.id)).toMatchObject({ is_usable: true, is_purchased: true });
  const lists = (await ok(ben, "GET", "/api/tone-packs")).packs;
  expect(lists.purchased.map(({ id }: Pack) => id)).toEqual([pack.id]);
  for (const who of [ana, ben, cleo]) {
    const { body } = await who.api("GET", `/api/tone-packs?q=${word}`);
    expect(body.packs).toEqual([]);
  }
  expect((await ok(ana, "GET", "/api/tone-packs")).packs.own).toEqual([]);
  expect((await ok(cleo, "GET", "/api/tone-packs")).packs.shared).toEqual([]);
  // Its image stays and cannot be changed.
  expect(await lastingFiles("tone-packs", `%/${pack.id}/%`)).toEqual([pathOf(pack.url)]);
  expect(await opens(pack.url)).toBe(true);
  expect((await upload(ana, `/api/tone-packs/${pack.id}/images`, "sad")).status).toBe(404);
});

it("packs of a deleted account are deleted, except purchased ones", async ({ ana, ben, cleo }) => {
  const [sold, shared, retired] = [
    await packWithImage(ana, forSale),
    await packWithImage(ana, { is_public: true }),
    await packWithImage(ana, forSale),
  ];
  await buy(ben, sold);
  await buy(ben, retired);
  await ana.api("DELETE", `/api/tone-packs/${retired.id}`);
  await ana.api("POST", `/api/tone-packs/${sold.id}/share`, { email: cleo.email });
  await ana.api("POST", `/api/tone-packs/${shared.id}/share`, { user_id: cleo.id });
  await cleo.api("POST", `/api/tone-packs/${shared.id}/activate`);

  await leave(ana);
  for (const pack of [sold, retired]) {
    expect(await readPack(ben, pack.id)).toMatchObject({ owner_id: null, is_usable: true });
    expect(await opens(pack.url)).toBe(true);
    expect(await status(cleo, pack)).toBe(404);
  }
  expect(await status(cleo, shared)).toBe(404);
  expect(await rows(shared.id)).toHaveLength(0);
  expect((await ok(cleo, "GET", "/api/tone-packs")).active_tone_pack_id).toBeNull();
  await eventually(async () => {
    expect(await filesOf(shared.id)).toEqual([]);
    expect(await filesOf(sold.id)).toEqual([pathOf(sold.url)]);
    expect(await filesOf(retired.id)).toEqual([pathOf(retired.url)]);
  });
  const shares = await sql`
    select from public.tone_pack_shares where tone_pack_id in ${sql([sold.id, shared.id])}`;
  expect(shares).toHaveLength(0);
});

it("a pack without an owner is deleted with its last purchaser", async ({ ana, ben, cleo }) => {
  const pack = await packWithImage(ana, forSale);
  await Promise.all([buy(ben, pack), buy(cleo, pack)]);
  await leave(ana);
  await leave(ben);
  expect(await status(cleo, pack)).toBe(200);
  await leave(cleo);
  expect(await rows(pack.id)).toHaveLength(0);
  await filesAreGoing("tone-packs", `%/${pack.id}/%`);
});

it("an account that is being deleted cannot sell", async ({ ana, ben }) => {
  const pack = await packWithImage(ana, forSale);
  await sql`select private.begin_account_deletion(${ana.id}, gen_random_uuid(), ${ana.email})`;
  expect(await outcome(ben, "POST", `/api/tone-packs/${pack.id}/purchase`)).toBe(
    "404 Tone pack not found",
  );
});

it("the owner of a pack does not learn that a shared address had an account", async ({ ana, ben, cleo }) => {
  const pack = await createPack(ana);
  const share = (email: string) => ana.api("POST", `/api/tone-packs/${pack.id}/share`, { email });
  const first = [(await share(ben.email)).body, (await share(cleo.email)).body];
  // Shared with again while the deletion runs.
  await sql`select private.begin_account_deletion(${ben.id}, gen_random_uuid(), ${ben.email})`;
  await sql`select private.erase_person(${ben.id}, 1000)`;
  expect((await share(ben.email)).body).toEqual(first[0]);
  await service.auth.admin.deleteUser(ben.id);
  await leave(cleo);
  expect([(await share(ben.email)).body, (await share(cleo.email)).body]).toEqual(first);
  const rows = await sql`
    select user_id from public.tone_pack_shares where tone_pack_id = ${pack.id}`;
  expect(rows).toEqual([{ user_id: null }, { user_id: null }]);
});

it("packs of a user deleted at auth are not public", async ({ ana, ben }) => {
  const [open, sold] = [
    await packWithImage(ana, { is_public: true }),
    await packWithImage(ana, forSale),
  ];
  await buy(ben, sold);
  const { error } = await service.auth.admin.deleteUser(ana.id);
  expect(error).toBeNull();
  expect([await status(ben, open), await status(ben, sold)]).toEqual([404, 200]);
  await filesAreGoing("tone-packs", `%/${open.id}/%`);
});

it("an export has packs, images, shares and purchases, and not the user behind a shared address", async ({ ana, ben, cleo }) => {
  const pack = await packWithImage(ana, { name: "Exported" });
  const bought = await packWithImage(cleo, forSale);
  await buy(ana, bought);
  await ana.api("POST", `/api/tone-packs/${pack.id}/share`, { user_id: cleo.id });
  await ana.api("POST", `/api/tone-packs/${pack.id}/share`, { email: ben.email });
  const exported = async (who: Person) => (await ok(who, "GET", "/api/user/export")).export;
  const body = await exported(ana);
  expect(body.tone_packs).toMatchObject([{ id: pack.id, name: "Exported" }]);
  expect(body.tone_pack_images).toMatchObject([{ tone: "joyful", path: pathOf(pack.url) }]);
  expect(body.tone_pack_shares_given).toMatchObject([
    { user_id: cleo.id, email: null },
    { user_id: null, email: ben.email },
  ]);
  expect(JSON.stringify(body)).not.toContain(ben.id);
  expect(body.tone_pack_purchases).toMatchObject([{ tone_pack_id: bought.id, price_drops: 5 }]);
  expect((await exported(ben)).tone_pack_shares_received).toMatchObject([
    { tone_pack_id: pack.id, email: ben.email },
  ]);
});
