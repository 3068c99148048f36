/** Purchases: price, permission, and concurrent changes. */
import { describe, expect } from "vitest";
import { it } from "../support/it.ts";
import { type Person, persons } from "../support/people.ts";
import { sql } from "../support/sql.ts";
import { NOWHERE, ok, outcome } from "../support/requests.ts";
import { addImages, balanceOf, createPack, readPack } from "./support.ts";

const forSale = async (owner: Person, price_drops: number) => {
  const pack = await createPack(owner, { is_public: true, price_drops });
  await addImages(pack.id, 5);
  return pack;
};

const mismatches = async () => [...await sql`select * from private.ledger_mismatches()`];

const purchases = (packId: string) =>
  sql`select * from public.tone_pack_purchases where tone_pack_id = ${packId}`;

describe("/api/tone-packs/:id/purchase", () => {
  const root = "/api/tone-packs";

  it("charges the drops and gives access to the pack", async ({ ana, ben }) => {
    const pack = await forSale(ana, 20);
    const { purchase, balance } = await ok(ben, "POST", `${root}/${pack.id}/purchase`);
    expect(purchase).toMatchObject({ user_id: ben.id, tone_pack_id: pack.id, price_drops: 20 });
    expect([balance, await balanceOf(ben), await balanceOf(ana)]).toEqual([30, 30, 50]);
    const { transactions } = await ok(ben, "GET", "/api/drops/transactions?type=purchase");
    expect(transactions).toMatchObject([{
      id: purchase.ledger_id,
      amount: -20,
      balance_after: 30,
      type: "purchase",
      description: "Tone pack: Paper moods",
      reference_id: pack.id,
    }]);
    const seen = await readPack(ben, pack.id);
    expect(seen).toMatchObject({ is_usable: true, is_purchased: true });
    expect(seen.images).toHaveLength(5);
  });

  it("refuses another price than the expected one", async ({ ana, ben }) => {
    const pack = await forSale(ana, 20);
    const address = `${root}/${pack.id}/purchase`;
    await ana.api("PUT", `${root}/${pack.id}`, { price_drops: 40 });
    const message = "expected_price: the price of this tone pack is now 40";
    expect(await outcome(ben, "POST", address, { expected_price: 20 })).toBe(`409 ${message}`);
    // A price that became lower is refused as well: the caller decides on the price they see.
    for (const p_expected_price of [39, 41]) {
      const direct = await ben.client.rpc("purchase_tone_pack", {
        p_tone_pack_id: pack.id,
        p_expected_price,
      });
      expect(direct.error).toMatchObject({ code: "PT409", message, details: "price_changed" });
    }
    expect([await balanceOf(ben), await purchases(pack.id)]).toEqual([50, []]);
    await ok(ben, "POST", address, { expected_price: 40 });
    expect(await balanceOf(ben)).toBe(10);
  });

  it("refuses packs that cannot be purchased", async ({ ana, ben }) => {
    const purchase = (who: Person, id: string) => outcome(who, "POST", `${root}/${id}/purchase`);
    const dear = await forSale(ana, 51);
    const free = await createPack(ana, { is_public: true });
    const secret = await createPack(ana, { price_drops: 5 });
    const bought = await forSale(ana, 5);
    expect(await purchase(ben, NOWHERE)).toBe("404 Tone pack not found");
    expect(await purchase(ben, secret.id)).toBe("404 Tone pack not found");
    expect(await purchase(ben, dear.id)).toBe("402 Not enough drops");
    expect(await purchase(ben, free.id)).toBe("409 This tone pack is free");
    expect(await purchase(ana, dear.id)).toBe("409 This is your own tone pack");
    expect(await purchase(ana, secret.id)).toBe("409 This is your own tone pack");
    await ben.api("POST", `${root}/${bought.id}/purchase`);
    const already = "409 You have purchased this tone pack already";
    expect(await purchase(ben, bought.id)).toBe(already);
    await ana.api("PUT", `${root}/${bought.id}`, { is_public: false, price_drops: 9 });
    expect(await purchase(ben, bought.id)).toBe(already);
    await ana.api("DELETE", `${root}/${bought.id}`);
    expect(await purchase(ben, bought.id)).toBe(already);
    expect(await purchase(ana, bought.id)).toBe("404 Tone pack not found");
    await ana.api("POST", `${root}/${secret.id}/share`, { user_id: ben.id });
    expect(await purchase(ben, secret.id)).toBe("409 This tone pack is not for sale");
    expect(await balanceOf(ben)).toBe(45);
  });

  it("lets recipients of a share use a pack that is for sale", async ({ ana, ben }) => {
    const pack = await forSale(ana, 10);
    await ana.api("POST", `${root}/${pack.id}/share`, { user_id: ben.id });
    expect((await ben.api("POST", `${root}/${pack.id}/purchase`)).status).toBe(201);
    await ana.api("DELETE", `${root}/${pack.id}/share/${ben.id}`);
    expect((await readPack(ben, pack.id)).is_usable).toBe(true);
  });
});

describe("concurrently", () => {
  it("five purchases with drops for one make one purchase", async ({ ana, ben }) => {
    const packs = await Promise.all(Array.from({ length: 5 }, () => forSale(ana, 40)));
    const answers = await Promise.all(
      packs.map(({ id }) => ben.api("POST", `/api/tone-packs/${id}/purchase`)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(4).fill(402)]);
    expect(await balanceOf(ben)).toBe(10);
    const [row] = await sql`
      select count(*)::int as count from public.tone_pack_purchases where user_id = ${ben.id}`;
    expect(row!.count).toBe(1);
    expect(await mismatches()).toEqual([]);
  });

  it("ten purchases of one pack make one purchase", async ({ ana, ben }) => {
    const pack = await forSale(ana, 5);
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => ben.api("POST", `/api/tone-packs/${pack.id}/purchase`)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(409)]);
    expect(await balanceOf(ben)).toBe(45);
    expect(await purchases(pack.id)).toHaveLength(1);
  });

  it("users who purchase from each other do not deadlock", async ({ ana, ben }) => {
    const [ofAna, ofBen] = await Promise.all(
      [ana, ben].map((who) => Promise.all(Array.from({ length: 4 }, () => forSale(who, 1)))),
    );
    const answers = await Promise.all([
      ...ofAna!.map(({ id }) => ben.api("POST", `/api/tone-packs/${id}/purchase`)),
      ...ofBen!.map(({ id }) => ana.api("POST", `/api/tone-packs/${id}/purchase`)),
    ]);
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(201));
    expect([await balanceOf(ana), await balanceOf(ben)]).toEqual([46, 46]);
  });

  it("a purchase does not wait for an uncommitted price and charges the one before", async ({ ana, ben }) => {
    const pack = await forSale(ana, 10);
    await sql.begin(async (transaction) => {
      await transaction`update public.tone_packs set price_drops = 30 where id = ${pack.id}`;
      await ok(ben, "POST", `/api/tone-packs/${pack.id}/purchase`, { expected_price: 10 });
    });
    expect(await balanceOf(ben)).toBe(40);
  });

  it("a deletion and a purchase leave the pack purchased or unsold", async () => {
    for (let round = 0; round < 3; round++) {
      const [ana, ben] = await persons("Ana", "Ben");
      const pack = await forSale(ana, 10);
      const [bought, deleted] = await Promise.all([
        ben.api("POST", `/api/tone-packs/${pack.id}/purchase`),
        ana.api("DELETE", `/api/tone-packs/${pack.id}`),
      ]);
      expect(deleted.status).toBe(200);
      if (bought.status === 201) {
        expect((await readPack(ben, pack.id)).images).toHaveLength(5);
      } else {
        expect(bought.status).toBe(404);
        expect(await balanceOf(ben)).toBe(50);
        expect((await ben.api("GET", `/api/tone-packs/${pack.id}`)).status).toBe(404);
      }
    }
    expect(await mismatches()).toEqual([]);
  });
});
