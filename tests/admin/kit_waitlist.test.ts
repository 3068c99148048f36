/** The kit's waitlist and its decision gate, on a platform without other signups. */
import { describe, expect, it } from "vitest";
import { ownPlatform } from "../support/own-platform.ts";

await ownPlatform();
const { superAdmin } = await import("../support/people.ts");
const { sql } = await import("../support/sql.ts");
const admin = await superAdmin("Waitlist Admin");

const page = async (query = "") => {
  const { status, body } = await admin.api("GET", `/api/admin/kit-waitlist${query}`);
  expect(status).toBe(200);
  return body;
};

const signUp = (count: number, ago: string) =>
  sql`insert into public.kit_waitlist (email, created_at)
    select gen_random_uuid() || '@example.com', now() - ${ago}::interval
    from generate_series(1, ${count})`;

describe("GET /admin/kit-waitlist", () => {
  it("starts empty, with green_light false", async () => {
    const { status, body } = await admin.api("GET", "/api/admin/kit-waitlist");
    expect([status, body]).toEqual([200, {
      signups: [],
      next_cursor: null,
      total: 0,
      last_30_days: 0,
      green_light: false,
    }]);
  });

  it("gives green light above 200 signups within 30 days, not at 200", async () => {
    await signUp(500, "30 days 1 hour");
    await signUp(200, "29 days 23 hours");
    expect(await page("?limit=1")).toMatchObject({
      total: 700,
      last_30_days: 200,
      green_light: false,
    });
    const details = { email: "Ana@Example.com", name: "Ana", notes: "Two, please", country: "ES" };
    await sql`insert into public.kit_waitlist ${sql(details)}`;
    expect(await page("?limit=1")).toEqual({
      signups: [{ id: expect.any(String), ...details, created_at: expect.any(String) }],
      next_cursor: expect.any(String),
      total: 701,
      last_30_days: 201,
      green_light: true,
    });
  });

  it("lists each signup once over all pages", async () => {
    const seen = new Set<string>();
    let cursor = "";
    do {
      const { signups, next_cursor, total } = await page(`?limit=100${cursor}`);
      expect(total).toBe(701);
      for (const { id } of signups) seen.add(id);
      cursor = next_cursor && `&cursor=${next_cursor}`;
    } while (cursor);
    expect(seen.size).toBe(701);
  });

  it.each([
    [{ email: "ana@example.com" }, "23505"],
    [{ email: "no address" }, "23514"],
    [{ email: "b@example.com", country: "es" }, "23514"],
    [{ email: "c@example.com", name: "" }, "23514"],
  ])("refuses %o", async (row, code) => {
    await expect(sql`insert into public.kit_waitlist ${sql(row)}`).rejects.toMatchObject({ code });
  });
});
