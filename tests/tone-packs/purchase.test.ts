/** Purchases: price, permission, and concurrent changes. */
import { describe, expect, it } from "vitest";
import { eventually } from "../support/eventually.ts";
import { type Answer, type Person, person } from "../support/people.ts";
import { sql } from "../support/sql.ts";
import { expectOneAnswer } from "../support/once.ts";
import { NOWHERE } from "../support/requests.ts";
import { addImages, balanceOf, createPack, readPack, setDrops } from "./support.ts";

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

  it("charges the drops and gives access to the pack", async () => {
    const [ana, ben] = await Promise.all([person("Ana"), person("Ben")]);
    const pack = await forSale(ana, 20);
    const { status, body } = await ben.api("POST", `${root}/${pack.id}/purchase`);
    expect(status).toBe(201);
    expect(body).toEqual({
      purchase: {
        id: expect.any(String),
        user_id: ben.id,
        tone_pack_id: pack.id,
        price_drops: 20,
        ledger_id: expect.any(Number),
        created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      },
      balance: 30,
    });
    expect([await balanceOf(ben), await balanceOf(ana)]).toEqual([30, 50]);
    const history = await ben.api("GET", "/api/drops/transactions?type=purchase");
    expect(history.body.transactions).toMatchObject([{
      id: body.purchase.ledger_id,
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

  it("refuses another price than the expected one", async () => {
    const [ana, ben] = await Promise.all([person("Ana"), person("Ben")]);
    const pack = await forSale(ana, 20);
    const address = `${root}/${pack.id}/purchase`;
    await ana.api("PUT", `${root}/${pack.id}`, { price_drops: 40 });
    const refused = await ben.api("POST", address, { expected_price: 20 });
    const message = "expected_price: the price of this tone pack is now 40";
    expect([refused.status, refused.body.error]).toEqual([409, message]);
    // A price that became lower is refused as well: the caller decides on the price they see.
    for (const p_expected_price of [39, 41]) {
      const direct = await ben.client.rpc("purchase_tone_pack", {
        p_tone_pack_id: pack.id,
        p_expected_price,
      });
      expect(direct.error).toMatchObject({ code: "PT409", message, details: "price_changed" });
    }
    expect([await balanceOf(ben), await purchases(pack.id)]).toEqual([50, []]);
    expect((await ben.api("POST", address, { expected_price: 40 })).status).toBe(201);
    expect(await balanceOf(ben)).toBe(10);
    expect((await ben.api("POST", address, { expected_price: "40" })).status).toBe(400);
  });

  it("charges nobody a price that changes during the purchase", async () => {
    const [ana, ben] = await Promise.all([person("Ana"), person("Ben")]);
    const pack = await forSale(ana, 20);
    let bought: Promise<Answer>;
    await sql.begin(async (transaction) => {
      await transaction`update public.tone_packs set price_drops = 45 where id = ${pack.id}`;
      bought = ben.api("POST", `${root}/${pack.id}/purchase`, { expected_price: 20 });
      // The purchase waits for the lock of the change.
      await eventually(async () =>
        expect(
          await sql`select from pg_stat_activity
            where wait_event_type = 'Lock' and query like '%purchase_tone_pack%'`,
        ).not.toHaveLength(0)
      );
    });
    expect((await bought!).status).toBe(409);
    expect(await balanceOf(ben)).toBe(50);
  });

  it("refuses packs that cannot be purchased", async () => {
    const [ana, ben] = await Promise.all([person("Ana"), person("Ben")]);
    const purchase = async (who: Person, id: string) => {
      const { status, body } = await who.api("POST", `${root}/${id}/purchase`);
      return [status, body.error];
    };
    const dear = await forSale(ana, 51);
    const free = await createPack(ana, { is_public: true });
    const secret = await createPack(ana, { price_drops: 5 });
    const bought = await forSale(ana, 5);
    expect(await purchase(ben, NOWHERE)).toEqual([404, "Tone pack not found"]);
    expect(await purchase(ben, "x")).toEqual([400, "id: expected a UUID"]);
    expect(await purchase(ben, secret.id)).toEqual([404, "Tone pack not found"]);
    expect(await purchase(ben, dear.id)).toEqual([402, "Not enough drops"]);
    expect(await purchase(ben, free.id)).toEqual([409, "This tone pack is free"]);
    expect(await purchase(ana, dear.id)).toEqual([409, "This is your own tone pack"]);
    expect(await purchase(ana, secret.id)).toEqual([409, "This is your own tone pack"]);
    await ben.api("POST", `${root}/${bought.id}/purchase`);
    const already = [409, "You have purchased this tone pack already"];
    expect(await purchase(ben, bought.id)).toEqual(already);
    await ana.api("PUT", `${root}/${bought.id}`, { is_public: false, price_drops: 9 });
    expect(await purchase(ben, bought.id)).toEqual(already);
    await ana.api("DELETE", `${root}/${bought.id}`);
    expect(await purchase(ben, bought.id)).toEqual(already);
    expect(await purchase(ana, bought.id)).toEqual([404, "Tone pack not found"]);
    await ana.api("POST", `${root}/${secret.id}/share`, { user_id: ben.id });
    expect(await purchase(ben, secret.id)).toEqual([409, "This tone pack is not for sale"]);
    expect(await balanceOf(ben)).toBe(45);
  });

  it("lets recipients of a share use a pack that is for sale", async () => {
    const [ana, ben] = await Promise.all([person("Ana"), person("Ben")]);
    const pack = await forSale(ana, 10);
    await ana.api("POST", `${root}/${pack.id}/share`, { user_id: ben.id });
    expect((await ben.api("POST", `${root}/${pack.id}/purchase`)).status).toBe(201);
    await ana.api("DELETE", `${root}/${pack.id}/share/${ben.id}`);
    expect((await readPack(ben, pack.id)).is_usable).toBe(true);
  });

  it("repeats the first answer for one idempotency key", async () => {
    const [ana, ben] = await Promise.all([person("Ana"), person("Ben")]);
    const pack = await forSale(ana, 10);
    const send = () =>
      ben.api("POST", `${root}/${pack.id}/purchase`, undefined, { "idempotency-key": "buy" });
    const answers = await Promise.all(Array.from({ length: 10 }, send));
    const first = expectOneAnswer(answers, 201);
    expect((await send()).body).toEqual(first.body);
    expect(await balanceOf(ben)).toBe(40);
  });
});

describe("concurrently", () => {
  it("ten purchases with drops for one make one purchase", async () => {
    const [ana, ben] = await Promise.all([person("Ana"), person("Ben")]);
    const packs = await Promise.all(Array.from({ length: 10 }, () => forSale(ana, 40)));
    const answers = await Promise.all(
      packs.map(({ id }) => ben.api("POST", `/api/tone-packs/${id}/purchase`)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(402)]);
    expect(await balanceOf(ben)).toBe(10);
    const [row] = await sql`
      select count(*)::int as count from public.tone_pack_purchases where user_id = ${ben.id}`;
    expect(row!.count).toBe(1);
    expect(await mismatches()).toEqual([]);
  });

  it("ten purchases of one pack make one purchase", async () => {
    const [ana, ben] = await Promise.all([person("Ana"), person("Ben")]);
    const pack = await forSale(ana, 5);
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => ben.api("POST", `/api/tone-packs/${pack.id}/purchase`)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(409)]);
    expect(await balanceOf(ben)).toBe(45);
    expect(await purchases(pack.id)).toHaveLength(1);
  });

  it("users who purchase from each other do not deadlock", async () => {
    const [ana, ben] = await Promise.all([person("Ana"), person("Ben")]);
    const [ofAna, ofBen] = await Promise.all(
      [ana, ben].map((who) => Promise.all(Array.from({ length: 8 }, () => forSale(who, 1)))),
    );
    const answers = await Promise.all([
      ...ofAna!.map(({ id }) => ben.api("POST", `/api/tone-packs/${id}/purchase`)),
      ...ofBen!.map(({ id }) => ana.api("POST", `/api/tone-packs/${id}/purchase`)),
    ]);
    expect(answers.map(({ status }) => status)).toEqual(Array(16).fill(201));
    expect([await balanceOf(ana), await balanceOf(ben)]).toEqual([42, 42]);
  });

  it("a purchase during a change of price charges the recorded price", async () => {
    const ana = await person("Ana");
    const buyers = await Promise.all(Array.from({ length: 6 }, (_, n) => person(`Buyer ${n}`)));
    const pack = await forSale(ana, 10);
    const prices = [10, 11, 12, 13, 14, 15];
    const work = [
      ...prices.map((price_drops) => ana.api("PUT", `/api/tone-packs/${pack.id}`, { price_drops })),
      ...buyers.map((buyer) => buyer.api("POST", `/api/tone-packs/${pack.id}/purchase`)),
    ];
    const answers = (await Promise.all(work)).slice(prices.length);
    for (const [n, { status, body }] of answers.entries()) {
      expect(status).toBe(201);
      expect(prices).toContain(body.purchase.price_drops);
      expect(body.balance).toBe(50 - body.purchase.price_drops);
      expect(await balanceOf(buyers[n]!)).toBe(body.balance);
    }
  });

  it("a purchase waits for an uncommitted price and charges it", async () => {
    const [ana, ben] = await Promise.all([person("Ana"), person("Ben")]);
    const pack = await forSale(ana, 10);
    let purchase: Promise<{ status: number; body: { purchase: { price_drops: number } } }>;
    await sql.begin(async (transaction) => {
      await transaction`update public.tone_packs set price_drops = 30 where id = ${pack.id}`;
      purchase = ben.api("POST", `/api/tone-packs/${pack.id}/purchase`);
      await new Promise((resolve) => setTimeout(resolve, 300));
    });
    expect((await purchase!).body.purchase.price_drops).toBe(30);
    expect(await balanceOf(ben)).toBe(20);
  });

  it("a deletion and a purchase leave the pack purchased or unsold", async () => {
    for (let round = 0; round < 6; round++) {
      const [ana, ben] = await Promise.all([person("Ana"), person("Ben")]);
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

it("a blocked buyer has no access, and only the buyer sees a purchase", async () => {
  const [ana, ben, cyd] = await Promise.all([person("Ana"), person("Ben"), person("Cyd")]);
  const pack = await forSale(ana, 10);
  await setDrops(ben, 10);
  expect((await ben.api("POST", `/api/tone-packs/${pack.id}/purchase`)).status).toBe(201);
  for (const [who, count] of [[ana, 0], [ben, 1], [cyd, 0]] as const) {
    const seen = await who.client.from("tone_pack_purchases").select("*", { count: "exact" });
    expect(seen.count).toBe(count);
  }
  await sql`update public.profiles set is_active = false where id = ${cyd.id}`;
  expect((await cyd.api("POST", `/api/tone-packs/${pack.id}/purchase`)).status).toBe(403);
  expect(await purchases(pack.id)).toHaveLength(1);
});
