/** Requests about sealed notebooks that meet: each waits for what it must, and for nothing else. */
import type { ISql } from "postgres";
import { describe, expect } from "vitest";
import { makeTeam, write } from "../journal/people.ts";
import { eventually } from "../support/eventually.ts";
import { it } from "../support/it.ts";
import { type Person, service } from "../support/people.ts";
import { codeOf, ok } from "../support/requests.ts";
import { sql } from "../support/sql.ts";
import { somebodyWaitsFor } from "../support/waiting.ts";
import {
  add,
  commentBody,
  type Device,
  deviceOf,
  entryBody,
  lone,
  makeSealed,
  ofTeam,
  opened,
  replaces,
  sealedPath,
  writeSealed,
} from "./devices.ts";

/** The locks for which requests wait that this transaction keeps waiting, behind others too. */
async function queueBehind(tx: ISql, length: number): Promise<string[]> {
  const [{ pid }] = await tx<[{ pid: number }]>`select pg_backend_pid() as pid`;
  return await eventually(async () => {
    const rows = await sql<{ locktype: string }[]>`
      with recursive held as (
        select ${pid}::integer as pid
        union
        select l.pid from pg_locks as l join held on held.pid = any (pg_blocking_pids(l.pid))
        where not l.granted
      )
      select locktype from pg_locks where not granted and pid in (select pid from held)
      order by locktype`;
    expect(rows).toHaveLength(length);
    return rows.map(({ locktype }) => locktype);
  });
}

/** Holds the count of what a person makes: the next request that makes it waits at this point. */
const holdCount = (tx: ISql, { id }: Person, kind: string) =>
  tx`
    insert into private.quota_days (user_id, kind, day, made)
    values (${id}, ${kind}, private.utc_today(), 0)
    on conflict (user_id, kind) do update set made = quota_days.made`;

/** A transaction as of somebody who changes the notebook. */
async function holdNotebook(tx: ISql, id: string) {
  await tx`select from public.notebooks where id = ${id} for no key update`;
  await tx`select from private.sealed_notebooks where notebook_id = ${id} for no key update`;
}

/** Begins requests while a transaction holds something; ends it, and returns their answers. */
async function during<T>(work: (tx: ISql) => Promise<Promise<T>[]>): Promise<T[]> {
  const { answers } = await sql.begin(async (tx) => ({ answers: await work(tx) }));
  return await Promise.all(answers);
}

/** The answer to a call of the service. */
async function done(call: PromiseLike<{ data: unknown; error: unknown }>) {
  const { data, error } = await call;
  expect(error).toBe(null);
  return data;
}

/** The request that moves an open entry into a sealed notebook, in its present version. */
async function sealing(owner: Device, notebook_id: string, id: string) {
  const { entry } = await ok(owner, "GET", `/api/journal/${id}`);
  const { sealed } = await entryBody(owner, notebook_id, {
    object_id: id,
    version: entry.version + 1,
    text: { written_at: new Date(entry.written_at).toISOString() },
  });
  return () =>
    codeOf(
      owner.api("PUT", `/api/journal/${id}`, { notebook_id, sealed }, replaces(entry.version)),
    );
}

/** A notebook of the first one, of which the others are members. */
async function scene(...people: Person[]) {
  const [owner, ...members] = await Promise.all(people.map((who) => deviceOf(who)));
  const { team_id } = await makeTeam(owner!, members);
  const { id } = await makeSealed(owner!, ofTeam(team_id));
  await add(owner!, id, ...members);
  const leave = (who: Person) =>
    codeOf(who.api("DELETE", `/api/teams/${team_id}/members/${who.id}`));
  return { owner: owner!, members, id, leave };
}

describe("an exit", () => {
  it("during a rotation makes another one due", async ({ ana, ben, cleo }) => {
    const { id, leave } = await scene(ana, ben, cleo);
    expect(await leave(ben)).toBe("200");
    const left = await during(async (tx) => {
      await holdNotebook(tx, id);
      await tx`update private.sealed_members set until_seq = 100
        where notebook_id = ${id} and user_id = ${ben.id}`;
      await tx`update private.sealed_notebooks set rotation_due = false where notebook_id = ${id}`;
      const answer = leave(cleo);
      await somebodyWaitsFor(tx);
      return [answer];
    });
    expect(left).toEqual(["200"]);
    const state = await sql`
      select rotation_due, private.gone_from_notebook(notebook_id) as gone
      from private.sealed_notebooks where notebook_id = ${id}`;
    expect(state).toEqual([{ rotation_due: true, gone: [cleo.id] }]);
  });

  it("waits for one write of each member: the next ones queue outside of the notebook", async ({ ana, ben }) => {
    const { members: [member], id } = await scene(ana, ben);
    const kept = await opened(member!, id);
    const bodies = [await entryBody(member!, id, { kept }), await entryBody(member!, id, { kept })];
    const written = await during(async (tx) => {
      await holdCount(tx, ben, "bytes of text");
      const answers = bodies.map((body) => codeOf(ben.api("POST", "/api/journal", body)));
      expect(await queueBehind(tx, 2)).toEqual(["advisory", "transactionid"]);
      return answers;
    });
    expect(written).toEqual(["201", "201"]);
  });

  it("of a new owner waits for the hand-over, and ends the sharing", async ({ ana, ben }) => {
    const { owner, id, leave } = await scene(ana, ben);
    const body = await lone(owner, id, { type: "owner", member_id: ben.id });
    const answers = await during(async (tx) => {
      await holdCount(tx, ana, "sealed statements");
      const given = codeOf(ana.api("POST", sealedPath(id), body));
      await somebodyWaitsFor(tx);
      const left = leave(ben);
      await queueBehind(tx, 2);
      return [given, left];
    });
    expect(answers).toEqual(["200", "200"]);
    expect(await sql`select user_id, metadata_visibility from public.notebooks where id = ${id}`)
      .toEqual([{ user_id: ben.id, metadata_visibility: "user" }]);
  });
});

describe("a write", () => {
  it("of a stranger locks nothing of a sealed notebook", async ({ ana, cleo }) => {
    const [owner, stranger] = [await deviceOf(ana), await deviceOf(cleo)];
    const { id } = await makeSealed(owner);
    const own = await makeSealed(stranger);
    const open = await write(cleo);
    const { sealed } = await entryBody(stranger, own.id, { object_id: open.id, version: 2 });
    await sql.begin(async (tx) => {
      await holdNotebook(tx, id);
      const put = (body: object) =>
        codeOf(cleo.api("PUT", `/api/journal/${open.id}`, body, replaces(1)));
      expect(await put({ notebook_id: id })).toBe("400 invalid_input");
      expect(await put({ notebook_id: id, sealed })).toBe("400 invalid_input");
      const made = cleo.api("POST", "/api/journal", { title: "A", content: "a", notebook_id: id });
      expect(await codeOf(made)).toBe("400 invalid_input");
    });
  });

  it("that names no notebook waits for a change of it before the entry", async ({ ana }) => {
    const owner = await deviceOf(ana);
    const { id } = await makeSealed(owner);
    const entry = await writeSealed(owner, id);
    const path = `/api/journal/${entry.id}`;
    const { sealed } = await entryBody(owner, id, { object_id: entry.id, version: 2 });
    const written = await during(async (tx) => {
      await holdNotebook(tx, id);
      const answer = codeOf(ana.api("PUT", path, { sealed }, replaces(1)));
      await somebodyWaitsFor(tx);
      const free = await sql`
        select from public.journal_entries where id = ${entry.id} for update skip locked`;
      expect(free).toHaveLength(1);
      return [answer];
    });
    expect(written).toEqual(["200"]);
  });

  it("of a comment waits for another one of the same user before the entry", async ({ ana, ben }) => {
    const { owner, id } = await scene(ana, ben);
    const entry = await writeSealed(owner, id);
    const body = await commentBody(owner, entry);
    const written = await during(async (tx) => {
      await tx`select private.lock_sealed_account(${ana.id})`;
      const answer = codeOf(ana.api("POST", `/api/journal/${entry.id}/comments`, body));
      await somebodyWaitsFor(tx);
      const free = await sql`
        select from public.journal_entries where id = ${entry.id} for update skip locked`;
      expect(free).toHaveLength(1);
      return [answer];
    });
    expect(written).toEqual(["201"]);
  });
});

describe("sealing an entry", () => {
  it("waits for an open comment that is being added, and is refused", async ({ ana, ben }) => {
    const { owner, id } = await scene(ana, ben);
    const entry = await write(ana, { metadata_visibility: "public", content_visibility: "public" });
    const seal = await sealing(owner, id, entry.id);
    const answers = await during(async (tx) => {
      await tx`select from public.journal_entries where id = ${entry.id} for key share`;
      await tx`insert into public.journal_comments (entry_id, user_id, content)
        values (${entry.id}, ${ben.id}, 'Nice')`;
      const answer = seal();
      await somebodyWaitsFor(tx);
      return [answer];
    });
    expect(answers).toEqual(["409 has_comments"]);
  });

  it("keeps a late answer, analysis or drop about its text from being stored", async ({ ana }) => {
    const owner = await deviceOf(ana);
    const { id } = await makeSealed(owner);
    await ok(ana, "PUT", "/api/chat/settings", {
      read_notes_enabled: true,
      check_in_enabled: true,
    });
    const word = `zq${crypto.randomUUID().slice(0, 8)}`;
    const entry = await write(ana, { title: word });
    const analysis = {
      summary: word,
      mood_trends: {},
      topics: [],
      patterns: [],
      recommendations: "",
      insights: { gratitude: [], challenges: [], goals: [], achievements: [] },
    };
    const [{ today }] = await sql<[{ today: string }]>`
      select private.utc_today()::text as today, private.record_note_analysis(
        ${ana.id}, private.utc_today(), 1, ${sql.json(analysis)})`;
    const [{ question }] = await sql<[{ question: string }]>`
      insert into public.chat_messages (user_id, role, content)
      values (${ana.id}, 'user', 'What did I write?') returning id as question`;
    await sql`insert into private.chat_claims (user_id, question_id, lease_until)
      values (${ana.id}, ${question}, now() + interval '1 minute')`;
    const seal = await sealing(owner, id, entry.id);
    const answers = await during<unknown>(async (tx) => {
      // The sealing has erased the traces when it waits for the content.
      await tx`select from private.journal_entry_contents where entry_id = ${entry.id} for share`;
      const sealed = seal();
      await somebodyWaitsFor(tx);
      const p_user_id = ana.id;
      const late = [
        done(service.rpc("end_chat_answer", {
          p_user_id,
          p_question_id: question,
          p_content: `You wrote ${word} [1]`,
          p_incomplete: false,
          p_source_ids: [entry.id],
        })),
        done(service.rpc("record_note_analysis", {
          p_user_id,
          p_analysis_date: "2026-01-01",
          p_entry_count: 1,
          p_analysis: analysis,
        })),
        done(service.rpc("record_daily_drop", {
          p_user_id,
          p_id: crypto.randomUUID(),
          p_message: word,
          p_analysis_date: today,
        })),
      ];
      await queueBehind(tx, 4);
      return [sealed, ...late];
    });
    expect(answers).toEqual(["200", null, false, true]);
    expect(
      await sql`
      select content from public.chat_messages where user_id = ${ana.id} and role = 'assistant'
      union all select summary from public.note_analyses where user_id = ${ana.id}
      union all select content from public.drops_sent
        where recipient_id = ${ana.id} and strpos(content, ${word}) > 0`,
    ).toEqual([]);
    // In place of the drop about the text there is one for everybody.
    expect(await sql`select from public.drops_sent where recipient_id = ${ana.id}`).toHaveLength(1);
  });
});
