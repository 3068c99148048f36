/** A blocked user gets 403 before any other refusal of the request. */
import { beforeAll, describe, expect, it } from "vitest";
import { type Person, person } from "../support/people.ts";
import { sql } from "../support/sql.ts";

let blocked: Person;
let deleted: Person;
beforeAll(async () => {
  [blocked, deleted] = await Promise.all([person("Blocked"), person("Deleted")]);
  await sql`update public.profiles set is_active = false where id = ${blocked.id}`;
  await sql`delete from auth.users where id = ${deleted.id}`;
});

describe("a blocked user's request that is also invalid", () => {
  it.each([
    ["POST", "/api/goals", {}],
    ["POST", "/api/goals", "not json"],
    ["GET", "/api/journal?limit=0", undefined],
    ["GET", "/goals/no-uuid", undefined],
    ["PUT", "/api/user/profile", { unknown: 1 }],
  ])("%s %s", async (method, path, body) => {
    expect(await blocked.api(method, path, body)).toMatchObject({
      status: 403,
      body: { error: "This account is blocked" },
    });
    expect(await deleted.api(method, path, body)).toMatchObject({
      status: 401,
      body: { error: "This account no longer exists" },
    });
  });
});

describe("times outside of Postgres's range", () => {
  it.each([
    ["from", "2026-01-01T00:00:00+16:00"],
    ["to", "2026-01-01T00:00:00-23:59"],
    ["from", "0000-01-01"],
  ])("%s=%s is refused by its name", async (name, value) => {
    const ana = await person("Ana");
    const { status, body } = await ana.api(
      "GET",
      `/api/journal?${new URLSearchParams({ [name]: value })}`,
    );
    expect([status, body.error.split(":")[0]]).toEqual([400, name]);
  });

  it("are refused in a cursor too", async () => {
    const ana = await person("Ana");
    for (
      const time of ["2026-01-01T00:00:00+99", "2026-01-01T00:00:00+15:99", "0000-01-01T00:00:00Z"]
    ) {
      const cursor = btoa(JSON.stringify([1, time, ana.id]));
      for (const list of ["goals", "journal", "notebooks", "teams", "organizations"]) {
        expect((await ana.api("GET", `/api/${list}?cursor=${cursor}`)).status).toBe(400);
      }
    }
  });
});
