/** Conversion rates: they take effect at once and stay in the history. No other file sets one. */
import { describe, expect, it } from "vitest";
import { person, service, superAdmin } from "../support/people.ts";
import { sql } from "../support/sql.ts";
import { ok, outcome, walk } from "../support/requests.ts";

const admin = await superAdmin("Rate Admin");

const path = "/api/admin/conversion/rates";
const rates = (query = "") => ok(admin, "GET", path + query);

describe("conversion rates", () => {
  it("take effect at once and stay in the history", async () => {
    for (const tokens_per_drop of [1250, 0.5]) {
      const body = await ok(admin, "POST", path, { tokens_per_drop, note: "A try" });
      expect(body.rate).toMatchObject({
        tokens_per_drop,
        set_by: admin.id,
        note: "A try",
      });
      const { current, rates: [newest] } = await rates();
      expect([current, newest]).toEqual([body.rate, body.rate]);
    }
    const acts = await sql`
      select after, reason from public.audit_log
      where act = 'conversion_rate.set' and actor_id = ${admin.id} order by id`;
    expect(acts).toEqual([
      { after: { tokens_per_drop: 1250 }, reason: "A try" },
      { after: { tokens_per_drop: 0.5 }, reason: "A try" },
    ]);
  });

  it("are listed newest first in pages, each with the current rate", async () => {
    for (const tokens_per_drop of [1, 2, 3]) {
      await admin.api("POST", path, { tokens_per_drop });
    }
    const { current, next_cursor } = await rates("?limit=2");
    expect(current).toEqual((await rates(`?limit=2&cursor=${next_cursor}`)).current);
    const seen = await walk(admin, path, "rates", 2);
    const moments = seen.map(({ effective_from }) => effective_from);
    expect(moments).toEqual(moments.toSorted().reverse());
    expect(new Set(seen.map(({ id }) => id)).size).toBe(seen.length);
    expect(seen.length).toBeGreaterThanOrEqual(3);
  });

  it("do not take effect before their effective_from", async () => {
    const { current } = await rates();
    await sql`
      insert into public.currency_conversion_rates (tokens_per_drop, effective_from)
      values (77, now() + interval '1 year')`;
    expect((await rates()).current).toEqual(current);
  });

  it.each([
    "update public.currency_conversion_rates set tokens_per_drop = 1",
    "delete from public.currency_conversion_rates",
    "truncate public.currency_conversion_rates",
  ])("are append-only, also for the owner of the database: %s", async (statement) => {
    await expect(sql.unsafe(statement)).rejects.toMatchObject({ code: "42501" });
  });

  it("convert a user's tokens of the month to drops", async () => {
    const ana = await person("Ana");
    await service.rpc("record_token_usage", {
      p_user_id: ana.id,
      p_type: "chat",
      p_model: "m",
      p_input_tokens: 2500,
    });
    for (const [tokens_per_drop, drops_equivalent] of [[1000, 2.5], [0.5, 5000], [333, 7.51]]) {
      await ok(admin, "POST", path, { tokens_per_drop });
      const { users } = await ok(admin, "GET", `/api/admin/users?q=${ana.email}`);
      expect(users[0].token_usage).toMatchObject({ drops_equivalent });
    }
  });

  it.each([
    [{}, "tokens_per_drop: required"],
    [{ tokens_per_drop: 0 }, "tokens_per_drop: expected more than 0"],
    [{ tokens_per_drop: 0.00001 }, "tokens_per_drop: expected at most 4 decimal places"],
    [{ tokens_per_drop: 1e12 }, "tokens_per_drop: expected at most 1000000000"],
  ])("refuses %o", async (body, error) => {
    expect(await outcome(admin, "POST", path, body)).toBe(`400 ${error}`);
  });
});
