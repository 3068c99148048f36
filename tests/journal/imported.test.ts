/** Imported entries notify nobody and get no mood, and the service alone marks them as imported. */
import { expect } from "vitest";
import { it } from "../support/it.ts";
import type { Person } from "../support/people.ts";
import { ok } from "../support/requests.ts";
import { sql } from "../support/sql.ts";
import { handleOf } from "../support/people.ts";
import { shared, write } from "./people.ts";

async function imported(who: Person, fields: Record<string, unknown>): Promise<string> {
  const entry = { title: "Old", ...fields };
  const [row] = await sql`
    select private.insert_journal_entry(
      ${who.id}, ${sql.json(entry)}, now(), gen_random_uuid()) as id`;
  return row!.id;
}

it("mention and notify nobody, also after a change", async ({ ana, ben }) => {
  const content = `With @${await handleOf(ben)}`;
  const id = await imported(ana, { content, ...shared });
  const { entry } = await ok(ana, "PUT", `/api/journal/${id}`, { content: `${content}!` });
  expect(entry).toMatchObject({ content: `${content}!`, mentions: [], mood: null });
  expect((await ok(ben, "GET", "/api/notifications")).notifications).toEqual([]);
});

it("get no mood and are left out of analyses", async ({ ana }) => {
  const id = await imported(ana, { content: "I was happy" });
  await ok(ana, "PUT", `/api/journal/${id}`, { content: "I was very happy" });
  const [row] = await sql`
    select mood, mood_due_at, private.entries_of_a_week(user_id) as entries
    from public.journal_entries where id = ${id}`;
  expect(row).toEqual({ mood: null, mood_due_at: null, entries: [] });
});

it("are marked by the service alone: a client cannot set import_id", async ({ ana }) => {
  const mine = { title: "Now", content: "", import_id: crypto.randomUUID() };
  const { data } = await ana.client.rpc("create_journal_entry", { p_entry: mine });
  const { id } = await write(ana);
  const change = { p_entry_id: id, p_changes: { import_id: mine.import_id } };
  await ana.client.rpc("update_journal_entry", change as never);
  const ids = [(data as unknown as { id: string }).id, id];
  const rows = await sql`select import_id from public.journal_entries where id = any (${ids})`;
  expect(rows.map(({ import_id }) => import_id)).toEqual([null, null]);
});
