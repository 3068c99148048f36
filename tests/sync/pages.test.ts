/** The size of a page of changes, and the position that it reaches. */
import { expect } from "vitest";
import { write } from "../journal/people.ts";
import { eventually } from "../support/eventually.ts";
import { it } from "../support/it.ts";
import { listen } from "../support/live.ts";
import { ok } from "../support/requests.ts";
import { sql } from "../support/sql.ts";
import { type Page, syncPage } from "./support.ts";

it("a page has up to 1,000 changes, and fifty without a limit", async ({ ana }) => {
  await sql`
    insert into public.goals (user_id, title)
    select ${ana.id}, 'Goal ' || n from generate_series(1, 1200) as n`;
  const { next_cursor } = await syncPage(ana, null, 1);
  const sizeOf = ({ changes }: Page) => changes.goals.length;
  expect(sizeOf(await syncPage(ana, next_cursor))).toBe(50);
  const first = await syncPage(ana, next_cursor, 1000);
  expect([sizeOf(first), first.has_more]).toEqual([1000, true]);
  const rest = await syncPage(ana, first.next_cursor, 1000);
  expect([sizeOf(rest), rest.has_more]).toEqual([200, false]);
  const refused = await ana.api("GET", "/api/sync?limit=1001");
  expect([refused.status, refused.body.fields[0].path]).toEqual([400, "limit"]);
  const { data } = await ana.client.rpc("sync", { p_cursor: next_cursor, p_limit: 5000 });
  expect(sizeOf(data)).toBe(1000);
});

it("a page ends at 2 MB of JSON, whatever its characters and kinds", async ({ ana }) => {
  // A text of control characters is six times as long in JSON.
  await sql`
    insert into public.goals (user_id, title, description)
    select ${ana.id}, 'Goal ' || n, repeat(chr(1), 2000) from generate_series(1, 400) as n`;
  await write(ana, { content: "Fog" });
  const seen: string[] = [];
  let page: Page;
  do {
    page = await syncPage(ana, page?.next_cursor, 1000);
    expect(JSON.stringify(page).length).toBeLessThan(2_050_000);
    seen.push(...page.changes.goals.map(({ id }: { id: string }) => id));
  } while (page.has_more);
  expect(new Set(seen).size).toBe(400);
  expect(seen).toHaveLength(400);
});

it("a page tells which changes it has seen, as live messages name them", async ({ ana, ben }) => {
  const { heard } = await listen(ana.client, `user:${ana.id}`);
  const toldOf = (id: string, nth = 0) =>
    eventually(() => {
      const found = heard.filter(([, payload]) => payload.id === id)[nth];
      expect(found).toBeDefined();
      return found![1];
    });
  const isSeen = ({ seen }: Page, position: string) =>
    position < seen.before && !seen.without.includes(position);

  const before = await syncPage(ana);
  const { goal } = await ok(ana, "POST", "/api/goals", { title: "Swim" });
  const created = await toldOf(goal.id);
  expect([isSeen(before, created.before), isSeen(before, created.after)]).toEqual([true, false]);
  const page = await syncPage(ana);
  expect(isSeen(page, created.after)).toBe(true);

  let meanwhile: Page;
  await sql.begin(async (transaction) => {
    await transaction`update public.goals set status = 'paused' where id = ${goal.id}`;
    // Without a later one the snapshot would end before it.
    await ok(ben, "POST", "/api/goals", { title: "Run" });
    meanwhile = await syncPage(ana);
  });
  const late = await toldOf(goal.id, 1);
  expect(isSeen(meanwhile!, late.after)).toBe(false);
  expect(isSeen(await syncPage(ana), late.after)).toBe(true);
});

it("a page before the last names the next cursor before its body", async ({ ana }) => {
  await sql`
    insert into public.goals (user_id, title)
    select ${ana.id}, 'Goal ' || n from generate_series(1, 3) as n`;
  const { headers, body } = await ana.api("GET", "/api/sync?limit=2");
  expect([body.has_more, headers.get("next-cursor")]).toEqual([true, body.next_cursor]);
  const last = await ana.api("GET", `/api/sync?cursor=${body.next_cursor}`);
  expect([last.body.has_more, last.headers.get("next-cursor")]).toEqual([false, null]);
});

it("the answer to a write of an entry names its change as live messages do", async ({ ana }) => {
  const { heard } = await listen(ana.client, `user:${ana.id}`);
  const changeOf = async (...request: Parameters<typeof ana.api>) => {
    const { headers, body } = await ana.api(...request);
    return { change: headers.get("sync-change"), body };
  };
  const isTold = (change: string | null) =>
    eventually(() =>
      expect(heard.map(([, { type, id, after }]) => `${type} ${id} ${after}`)).toContain(change)
    );
  // The first entry of a day continues the streak.
  const first = await changeOf("POST", "/api/journal", { title: "A", content: "a" });
  expect(first.change).toBe("several");
  const { change, body: { entry } } = await changeOf("POST", "/api/journal", {
    title: "B",
    content: "b",
  });
  expect(change).toMatch(`journal_entry ${entry.id} `);
  await isTold(change);
  // A text and its words are one change.
  const text = await changeOf("PUT", `/api/journal/${entry.id}`, { title: "C", content: "c" });
  expect(text.change).toMatch(`journal_entry ${entry.id} `);
  expect(text.change).not.toBe(change);
  await isTold(text.change);
  const gone = await changeOf("DELETE", `/api/journal/${entry.id}`);
  expect(gone.change).toMatch(`journal_entry ${entry.id} `);
  await isTold(gone.change);
  expect((await changeOf("GET", "/api/journal")).change).toBeNull();
  expect((await changeOf("PUT", `/api/journal/${entry.id}`, { title: "D" })).change).toBeNull();
});

it("an answer names no change of others, such as whether an invitation has reached somebody", async ({ ana, ben }) => {
  const { organization } = await ok(ana, "POST", "/api/organizations", { name: "Rowers" });
  const invite = async (email: string) => {
    const path = `/api/organizations/${organization.id}/invitations`;
    const { status, headers } = await ana.api("POST", path, { email });
    return [status, headers.get("sync-change")];
  };
  const nobody = `${crypto.randomUUID()}@example.com`;
  expect([await invite(ben.email), await invite(nobody)]).toEqual([[201, null], [201, null]]);
  const heard = await sql`select from public.notifications where user_id = ${ben.id}`;
  expect(heard.length).toBeGreaterThan(0);
});
