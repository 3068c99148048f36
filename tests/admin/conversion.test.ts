/** Conversion rates: they take effect at once and stay in the history. */
import { describe, expect, it } from "vitest";
import { person, service, superAdmin } from "../support/people.ts";
import { eventually } from "../support/eventually.ts";
import { sql } from "../support/sql.ts";
import { ok, outcome, walk } from "../support/requests.ts";

const admin = await superAdmin("Rate Admin");

const path = "/api/admin/conversion/rates";
const rates = (query = "") => ok(admin, "GET", path + query);

describe("conversion rates", () => {
  it("take effect at once and stay in the history", async () => {
    const set = [];
    for (const tokens_per_drop of [1250, 0.5]) {
      const body = await ok(admin, "POST", path, { tokens_per_drop, note: "A try" });
      expect(body.rate).toMatchObject({
        tokens_per_drop,
        set_by: admin.id,
        note: "A try",
      });
      set.push(body.rate);
      const seen = await ok(admin, "GET", path);
      // Another test may have set a rate meanwhile.
      expect(seen.rates).toEqual(expect.arrayContaining(set));
      expect(seen.current.effective_from >= body.rate.effective_from).toBe(true);
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

  it("take effect at their effective_from", async () => {
    const [row] = await sql`
      insert into public.currency_conversion_rates (tokens_per_drop, effective_from)
      values (77, now() + interval '1 second') returning id, effective_from`;
    const { current } = await rates();
    expect(Date.parse(current.effective_from)).toBeLessThan(+row!.effective_from);
    await eventually(async () => {
      const { current } = await rates();
      expect(Date.parse(current.effective_from)).toBeGreaterThanOrEqual(+row!.effective_from);
    });
  });

  it("convert a user's tokens of the month to drops", async () => {
    const ana = await person("Ana");
    await service.rpc("record_token_usage", {
      p_user_id: ana.id,
      p_type: "chat",
      p_model: "m",
      p_input_tokens: 2500,
    });
    const drops = async () => {
      const { body } = await admin.api("GET", `/api/admin/users?q=${ana.email}`);
      return body.users[0].token_usage.drops_equivalent;
    };
    for (const [tokens_per_drop, expected] of [[1000, 2.5], [0.5, 5000], [333, 7.51]]) {
      const mine = await admin.api("POST", path, { tokens_per_drop });
      const seen = await drops();
      // Other tests set rates too.
      const stillMine = (await rates()).current.id === mine.body.rate.id;
      expect(seen === expected || !stillMine).toBe(true);
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
