/** What one owner changes for many: a notebook of 100,000 entries, an organization of 50,000 members. */
import type { Sql } from "postgres";
import { loadSavers } from "./drops.ts";
import type { Row } from "./measure.ts";

const entries = 100_000;
const members = 50_000;

/** The platform ends a statement after 8 s. */
const STATEMENT_BAR = 8000;
const JOB_BAR = 4000;

/** Numbers of these users; other benches use other ranges. */
const FIRST = 5_000_000;
const owner = `c0000000-0000-4000-8000-${String(FIRST).padStart(12, "0")}`;

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;

/** A public notebook with its entries; returns its id. */
async function loadNotebook(sql: Sql): Promise<string> {
  const [notebook] = await sql<[{ id: string }]>`
    insert into public.notebooks (user_id, name, metadata_visibility, content_visibility)
    values (${owner}, 'Everything', 'public', 'public') returning id`;
  await sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`
      with made as (
        insert into public.journal_entries (user_id, title, notebook_id, written_at,
          effective_metadata_visibility, effective_content_visibility)
        select ${owner}, 'Entry ' || n, ${notebook.id}, now() - n * interval '1 minute', 'public',
          'public'
        from generate_series(1, ${entries}::int) as n
        returning id, user_id
      ), logged as (
        insert into private.changes (type, id, user_id, xid)
        select 'journal_entry', id, user_id, pg_current_xact_id() from made
      )
      insert into public.journal_entry_contents (entry_id, user_id, content, mentions,
        effective_metadata_visibility, effective_content_visibility)
      select id, user_id, repeat('word ', 60), '[]', 'public', 'public' from made`;
  });
  await sql`vacuum (analyze) public.journal_entries, public.journal_entry_contents,
    private.changes`;
  return notebook.id;
}

/** The time of a change of a notebook, and of the steps of the job that carries it out. */
async function change(sql: Sql, what: string, request: () => Promise<unknown>): Promise<Row> {
  const answer = await timed(request);
  const steps: number[] = [];
  for (let remaining = 1; remaining > 0;) {
    steps.push(
      await timed(async () => {
        const [step] = await sql<[{ result: { remaining: number } }]>`
          select private.continue_notebook_changes() as result`;
        remaining = step.result.remaining;
      }),
    );
  }
  const longest = Math.max(...steps);
  return {
    what: `${what} of a notebook of 100,000 entries`,
    measured: `request ${answer.toFixed(0)} ms, then ${steps.length} calls of the job, longest ${
      seconds(longest)
    }`,
    bar: "100 ms, each call 4 s",
    ok: answer < 100 && longest < JOB_BAR,
  };
}

async function loadOrganization(sql: Sql): Promise<string> {
  const [{ id }] = await sql<[{ id: string }]>`select gen_random_uuid() as id`;
  await sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`insert into public.organizations (id, name, owner_id) values (${id}, 'Huge', ${owner})`;
    await tx`
      insert into public.organization_members (org_id, user_id, role, accepted)
      select ${id}, ('c0000000-0000-4000-8000-' || lpad((${FIRST}::int + n)::text, 12, '0'))::uuid,
        case n when 0 then 'owner' else 'member' end, true
      from generate_series(0, ${members - 1}::int) as n`;
  });
  await sql`vacuum (analyze) public.organization_members`;
  return id;
}

/** Needs the superuser's `sql`. */
export async function benchOwned(sql: Sql, log: (line: string) => void): Promise<Row[]> {
  log("Users, a notebook and an organization");
  await loadSavers(sql, { from: FIRST, to: FIRST + members });
  const notebook = await loadNotebook(sql);
  const organization = await loadOrganization(sql);
  const rows = [
    await change(sql, "visibility", () =>
      sql`
        update public.notebooks set metadata_visibility = 'user', content_visibility = 'user'
        where id = ${notebook}`),
    await change(sql, "deletion", () => sql`delete from public.notebooks where id = ${notebook}`),
  ];
  const deletion = await timed(() =>
    sql`delete from public.organizations where id = ${organization}`
  );
  return [...rows, {
    what: "deletion of an organization of 50,000 members",
    measured: seconds(deletion),
    bar: "8 s",
    ok: deletion < STATEMENT_BAR,
  }];
}
