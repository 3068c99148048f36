/** Attacks on sealed notebooks by a user with a valid token and supabase-js. */
import { describe, expect } from "vitest";
import { makeTeam, write } from "../journal/people.ts";
import { it } from "../support/it.ts";
import type { Person } from "../support/people.ts";
import { ok } from "../support/requests.ts";
import { sql } from "../support/sql.ts";
import {
  add,
  addition,
  deviceOf,
  entryBody,
  makeSealed,
  ofTeam,
  opened,
  removal,
  sealedPath,
  writeSealed,
} from "./devices.ts";

const tables = [
  "sealed_accounts",
  "sealed_slots",
  "sealed_enrolments",
  "sealed_notebooks",
  "sealed_log",
  "sealed_members",
  "sealed_wraps",
  "sealed_previous",
  "sealed_records",
];

/** A notebook of Ana's that Ben reads; Cleo is in the team and no member. */
async function scene(ana: Person, ben: Person, cleo: Person) {
  const [owner, member, mate] = [await deviceOf(ana), await deviceOf(ben), await deviceOf(cleo)];
  const { team_id } = await makeTeam(ana, [ben, cleo]);
  const { id } = await makeSealed(owner, ofTeam(team_id));
  await add(owner, id, member);
  return { owner, member, mate, id, entry: await writeSealed(owner, id) };
}

describe("with supabase-js", () => {
  it("nobody reads or writes the tables, owners and super admins included", async ({ ana, admin }) => {
    const { id } = await makeSealed(await deviceOf(ana));
    for (const who of [ana, admin]) {
      for (const table of tables) {
        const read = await who.client.from(table).select("*");
        expect([table, read.error?.code]).toEqual([
          table,
          expect.stringMatching(/PGRST205|42P01|404/),
        ]);
        const hidden = await who.client.schema("private").from(table).select("*");
        expect([table, hidden.error !== null]).toEqual([table, true]);
        const insert = await who.client.schema("private").from(table).insert({ notebook_id: id });
        expect([table, insert.error !== null]).toEqual([table, true]);
      }
    }
    // The rights of the roles, beside what the Data API exposes.
    const granted = await sql`
      select t, r from unnest(${tables}::text[]) as t, unnest('{anon,authenticated}'::text[]) as r
      where has_table_privilege(r, 'private.' || t, 'select,insert,update,delete')`;
    expect(granted).toEqual([]);
  });

  it("nobody makes an entry or a notebook sealed or open by a column", async ({ ana, ben, cleo }) => {
    const { entry, id } = await scene(ana, ben, cleo);
    const patches = [
      ana.client.from("journal_entries").update({ is_sealed: false }).eq("id", entry.id),
      ana.client.from("journal_entries").update({ title: "open" }).eq("id", entry.id),
      ana.client.from("notebooks").update({ is_sealed: false }).eq("id", id),
      ana.client.from("journal_comments").insert({
        entry_id: entry.id,
        user_id: ana.id,
        content: "x",
      }),
    ];
    for (const patch of patches) expect((await patch).error?.code).toBe("42501");
    const open = await write(ana);
    const made = await ana.client.rpc("create_journal_entry", {
      p_entry: { title: "", content: "", notebook_id: id, is_sealed: true },
    });
    expect(made.error?.code).toBe("PT400");
    const moved = await ana.client.rpc("update_journal_entry", {
      p_entry_id: open.id,
      p_changes: { notebook_id: id },
    });
    expect(moved.error?.code).toBe("PT400");
  });

  it("nobody writes an open text over a sealed one, or another's entry", async ({ ana, ben, cleo }) => {
    const { entry, member, id } = await scene(ana, ben, cleo);
    const change = (who: Person, p_changes: object, p_versions: number[] | null = [1]) =>
      who.client.rpc("update_journal_entry", { p_entry_id: entry.id, p_changes, p_versions });
    expect((await change(ana, { content: "open" })).error?.code).toBe("PT400");
    expect((await change(ana, { sealed: null, title: "x" })).error?.code).toBe("PT400");
    const body = await entryBody(member, id, { object_id: entry.id, version: 2 });
    expect((await change(ben, { sealed: body.sealed })).error?.code).toBe("PT403");
    expect((await change(ana, { sealed: { record: "AAAA", signature: "AAAA" } })).error?.code)
      .toBe("PT400");
    expect((await change(ana, { sealed: body.sealed }, null)).error?.code).toBe("PT428");
    expect((await change(ana, { sealed: body.sealed }, [1, 2])).error?.code).toBe("PT428");
    const comment = await ben.client.rpc("add_entry_comment", {
      p_entry_id: entry.id,
      p_content: "open",
    });
    expect(comment.error?.code).toBe("PT400");
    const kept = await ok(ana, "GET", `/api/journal/${entry.id}`);
    expect(kept.entry.sealed).toEqual(entry.sealed);
  });

  it("nobody gets keys, slots or enrolments of somebody else", async ({ ana, ben, cleo }) => {
    const { id, entry, mate } = await scene(ana, ben, cleo);
    const keys = await cleo.client.rpc("get_sealed_notebook", { p_id: id });
    expect(keys.error?.code).toBe("PT403");
    expect((await cleo.client.rpc("sealed_log_state", { p_id: id })).error?.code).toBe("PT403");
    const archived = await cleo.client.rpc("archived_notebook", { p_id: id });
    expect(archived.data).toEqual({ id, log: [], wrapped: [], previous: [] });
    const records = await ben.client.rpc("archived_records", { p_ids: [entry.id] });
    expect(records.data).toEqual([]);
    const wraps = (await ok(ben, "GET", sealedPath(id))).wrapped.map((w: { wrapped: string }) =>
      w.wrapped
    );
    const own = await sql`select wrapped from private.sealed_wraps where member_id = ${ben.id}`;
    expect(wraps).toEqual(own.map(({ wrapped }) => wrapped));
    const enrolment = { p_id: crypto.randomUUID(), p_public_key: mate.account.x25519 };
    await ana.client.rpc("begin_enrolment", enrolment);
    const answer = { p_id: enrolment.p_id, p_sealed_secret: "A".repeat(107) };
    expect((await ben.client.rpc("answer_enrolment", answer)).error?.code).toBe("PT404");
    expect((await ben.client.rpc("get_enrolment", { p_id: enrolment.p_id })).error?.code).toBe(
      "PT404",
    );
    const slots = (await ok(ana, "GET", "/api/sealed/slots")).slots;
    const { error } = await ben.client.rpc("delete_sealed_slot", { p_id: slots[0].id });
    expect(error?.code).toBe("PT404");
    const taken = await ben.client.rpc("add_sealed_slot", { p_slot: slots[0] });
    expect(taken.error?.code).toBe("PT409");
  });

  it("an export has nobody else's wraps, and a super admin acting as the user gets none", async ({ ana, ben, cleo }) => {
    const { id } = await scene(ana, ben, cleo);
    const section = async (who: Person, name: string) => {
      const { export: exported } = await ok(who, "GET", "/api/user/export");
      return exported[name];
    };
    const wraps = await section(ben, "sealed_keys");
    const own = await sql`select wrapped from private.sealed_wraps where member_id = ${ben.id}`;
    expect(wraps.map(({ wrapped }: { wrapped: string }) => wrapped))
      .toEqual(own.map(({ wrapped }) => wrapped));
    expect((await section(ben, "sealed_logs")).map(({ seq }: { seq: number }) => seq)).toEqual([
      1,
      2,
    ]);
    expect(await section(cleo, "sealed_logs")).toEqual([]);
    expect(await section(cleo, "sealed_keys")).toEqual([]);
    expect(await section(ana, "sealed_slots")).toHaveLength(2);
    expect((await section(ana, "journal_entries"))[0]).toMatchObject({
      notebook_id: id,
      is_sealed: true,
    });
  });
});

describe("a removed member", () => {
  it("gets no later statement, wrap or former key, not even in an export", async ({ ana, ben, cleo }) => {
    const { owner, id } = await scene(ana, ben, cleo);
    await ok(ana, "POST", sealedPath(id), await removal(owner, id, [ben.id]));
    await ok(ana, "POST", sealedPath(id), await removal(owner, id, []));
    const { export: exported } = await ok(ben, "GET", "/api/user/export");
    const numbers = exported.sealed_logs.map(({ seq }: { seq: number }) => seq);
    expect(numbers).toEqual([1, 2, 3]);
    expect(exported.sealed_keys.map(({ epoch }: { epoch: number }) => epoch)).toEqual([1]);
    expect(exported.sealed_previous).toEqual([]);
  });
});

describe("two requests at once", () => {
  it("append one after the other, and the second reads the log again", async ({ ana, ben, cleo }) => {
    const [owner, first, second] = [await deviceOf(ana), await deviceOf(ben), await deviceOf(cleo)];
    const { team_id } = await makeTeam(ana, [ben, cleo]);
    const { id } = await makeSealed(owner, ofTeam(team_id));
    const requests = await Promise.all([
      addition(owner, id, [first]),
      addition(owner, id, [second]),
    ]);
    const answers = await Promise.all(
      requests.map((body) => ana.api("POST", sealedPath(id), body)),
    );
    expect(answers.map(({ status, body }) => body.code ?? status).sort()).toEqual([
      200,
      "log_moved",
    ]);
    expect((await opened(owner, id)).log.seq).toBe(2);
  });

  it("never add a member who leaves meanwhile without making a new key due", async ({ ana, ben }) => {
    const [owner, member] = [await deviceOf(ana), await deviceOf(ben)];
    const { team_id } = await makeTeam(ana, [ben]);
    const { id } = await makeSealed(owner, ofTeam(team_id));
    const adding = await addition(owner, id, [member]);
    const [added] = await Promise.all([
      ana.api("POST", sealedPath(id), adding),
      ben.api("DELETE", `/api/teams/${team_id}/members/${ben.id}`),
    ]);
    const [row] = await sql`
      select rotation_due, private.gone_from_notebook(notebook_id) as gone
      from private.sealed_notebooks where notebook_id = ${id}`;
    expect(row).toEqual(
      added.status === 200
        ? { rotation_due: true, gone: [ben.id] }
        : { rotation_due: false, gone: [] },
    );
  });
});
