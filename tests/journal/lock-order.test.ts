/** Transactions that change an entry or a goal at once lock their shared rows in one order. */
import { afterEach, expect } from "vitest";
import type { ISql, ReservedSql } from "postgres";
import { it } from "../support/it.ts";
import type { Person } from "../support/people.ts";
import { ok } from "../support/requests.ts";
import { sql } from "../support/sql.ts";
import { somebodyWaitsFor } from "../support/waiting.ts";
import { write } from "./people.ts";

const open = new Set<ReservedSql>();

/** A transaction on a connection of its own, of a user or of the service. */
async function begun(who?: Person): Promise<ReservedSql> {
  const connection = await sql.reserve();
  open.add(connection);
  await connection`begin`;
  if (who) {
    await connection`select set_config('request.jwt.claims', ${
      JSON.stringify({ role: "authenticated", sub: who.id })
    }, true)`;
  }
  return connection;
}

async function end(connection: ReservedSql, how: "commit" | "rollback") {
  open.delete(connection);
  await connection.unsafe(how);
  connection.release();
}

afterEach(async () => {
  for (const connection of open) await end(connection, "rollback");
});

/** The two locks of an edit: the entry, then the count of the text. */
const lockEntry = (db: ISql, id: string) => db`select private.require_own_entry(${id}, null)`;
const lockCount = (db: ISql, { id }: Person) =>
  db`select private.count_text(${id}, 'Title', 'Text', '{}'::text[])`;

it("the removal of a reported entry does not deadlock with its edit", async ({ ana, ben, admin }) => {
  const entry = await write(ana, {
    content: "Reported",
    metadata_visibility: "public",
    content_visibility: "public",
  });
  const { report } = await ok(ben, "POST", "/api/reports", {
    about: "journal_entry",
    id: entry.id,
    reason: "spam",
  });
  const edit = await begun(ana);
  await lockEntry(edit, entry.id);
  const removal = admin.api("POST", `/api/admin/reports/${report.id}/resolve`, {
    action: "removed",
  });
  await somebodyWaitsFor(edit);
  await lockCount(edit, ana);
  await end(edit, "commit");
  expect((await removal).status).toBe(200);
});

it("a new entry does not deadlock with an edit and a synchronization of music", async ({ ana }) => {
  const { id } = await write(ana, { content: "Heard" });
  await sql`
    insert into public.spotify_accounts (user_id, provider_user_id, scope)
    values (${ana.id}, ${ana.id}, '')`;
  const music = await begun();
  await music`select from public.spotify_accounts where user_id = ${ana.id} for update`;
  const edit = await begun(ana);
  await lockEntry(edit, id);
  const creation = ana.api("POST", "/api/journal", { title: "New", content: "New" });
  await somebodyWaitsFor(music);
  const stored = music`update public.journal_entries set spotify_track_id = null where id = ${id}`
    .execute();
  await somebodyWaitsFor(edit);
  await lockCount(edit, ana);
  await end(edit, "commit");
  await stored;
  await end(music, "commit");
  expect((await creation).status).toBe(201);
});

it("the deletion of a goal does not deadlock with changes of its check-ins, which wait for each other", async ({ ana }) => {
  const { goal } = await ok(ana, "POST", "/api/goals", { title: "Run" });
  const rows = ana.client.from("goal_check_ins");
  const { data } = await rows
    .insert(Array(3).fill({ goal_id: goal.id, status: "missed" })).select("id");
  // A change of all three, taken apart: it begins, locks one of them, and then the others.
  const change = await begun(ana);
  const complete = (db: ISql, by: "id" | "goal_id") =>
    db`update public.goal_check_ins set status = 'completed' where ${sql(by)} = ${goal.id}`;
  await complete(change, "id");
  await change`select from public.goal_check_ins where id = ${data![1]!.id} for no key update`;
  const other = await begun(ana);
  const second = complete(other, "goal_id").execute();
  await somebodyWaitsFor(change);
  const deletion = ana.api("DELETE", `/api/goals/${goal.id}`);
  await complete(change, "goal_id");
  await end(change, "commit");
  expect((await second).count).toBe(3);
  await somebodyWaitsFor(other);
  await end(other, "commit");
  expect((await deletion).status).toBe(200);
  expect((await rows.select("id").eq("goal_id", goal.id)).data).toEqual([]);
});
