/** Cursors of sync: how long they work, and which of them are refused. */
import { beforeAll, describe, expect } from "vitest";
import { it } from "../support/it.ts";
import { type Person, person } from "../support/people.ts";
import { nodesOf, plansOf } from "../support/plans.ts";
import { ok } from "../support/requests.ts";
import { sql } from "../support/sql.ts";
import { changesSince, syncPage } from "./support.ts";

const goalOf = async (who: Person) => (await ok(who, "POST", "/api/goals", { title: "Run" })).goal;

/** The fields of a cursor. */
const decode = (cursor: string) =>
  new TextDecoder().decode(Uint8Array.fromBase64(cursor, { alphabet: "base64url" }));
const encode = (fields: string) =>
  new TextEncoder().encode(fields).toBase64({ alphabet: "base64url", omitPadding: true });

describe("a cursor", () => {
  const refusal = async (cursor: string) => {
    const { status, body } = await ana.api("GET", `/api/sync?${new URLSearchParams({ cursor })}`);
    return [status, body.code, body.error];
  };
  let ana: Person;
  let fields: string;
  beforeAll(async () => {
    ana = await person("Ana");
    fields = decode((await syncPage(ana)).next_cursor);
  });
  const at = /\d{4}-\d\d-\d\d [\d:.]+\+00/;

  it("works for 90 days", async () => {
    const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
    await syncPage(ana, encode(fields.replace(at, daysAgo(89))));
    expect(await refusal(encode(fields.replace(at, daysAgo(91))))).toEqual([
      410,
      "cursor_expired",
      "cursor: too old, start again without one",
    ]);
  });

  it("of the first page expires too", async () => {
    await goalOf(ana);
    const { next_cursor } = await syncPage(ana, null, 1);
    const old = decode(next_cursor).replace(at, "2020-01-01 00:00:00+00");
    expect((await refusal(encode(old)))[1]).toBe("cursor_expired");
  });

  it("of another era is expired", async () => {
    expect((await refusal(encode(fields.replace("(1,", "(2,"))))[1]).toBe("cursor_expired");
  });

  it("that is ahead of the database, or of its clock, is expired", async () => {
    const snapshot = /(?<=[",])\d+:\d+:\d*(,\d+)*(?=[",])/;
    const ahead = fields.replace(snapshot, "9000000000:9000000000:");
    expect(ahead).not.toBe(fields);
    expect((await refusal(encode(ahead)))[1]).toBe("cursor_expired");
    const later = fields.replace(at, "2300-01-01 00:00:00+00");
    expect((await refusal(encode(later)))[1]).toBe("cursor_expired");
  });

  it.each([
    "",
    "x",
    "(1)",
    "(1,,,,,,,)",
    "(,,,,,,,)",
    "(1,2026-01-01,,,,,,)",
    "(1,,1:1:,,,,,)",
    "(1,now,1:x:,,,,,)",
    "(1,,,now,1:1:,5,goal,)",
    "(1,,,,,5,goal,00000000-0000-4000-8000-000000000000)",
    "\0",
  ])("that nobody gave out is refused: %j", async (text) => {
    expect(await refusal(encode(text))).toEqual([
      400,
      "invalid_input",
      "cursor: not one this list has given out",
    ]);
  });

  it("of another user gives the caller's own data", async ({ ben }) => {
    const { cursor } = await changesSince(ben);
    const { id } = await goalOf(ana);
    expect((await changesSince(ana, cursor)).changed).toContain(`goals ${id}`);
    expect((await changesSince(ben, cursor)).changed).toEqual([]);
  });
});

it("a page reads as many changes as it has", async ({ ana }) => {
  // Of several transactions: with one alone the planner expects no row behind its position.
  for (let n = 0; n < 20; n++) {
    await sql`
      insert into public.goals (user_id, title)
      select ${ana.id}, 'Goal ' || n from generate_series(1, 100) as n`;
  }
  await sql`analyze private.changes`;
  const { next_cursor } = await syncPage(ana, null, 10);
  for (const cursor of [null, next_cursor]) {
    const plans = await plansOf(ana.id, "select public.sync($1, 10)", [cursor]);
    const page = plans.find(({ query }) => query.includes("private.user_changes as c"))!;
    const nodes = nodesOf(page.plan).filter((node) => node["Relation Name"] === "changes");
    expect(nodes).toMatchObject([{ "Index Name": "changes_page_idx" }]);
    // One more tells that there are more; the first page begins with the profile.
    expect(nodes[0]!["Actual Rows"]).toBe(cursor ? 11 : 10);
    expect(nodes[0]!["Rows Removed by Filter"] ?? 0).toBeLessThan(2);
  }
});
