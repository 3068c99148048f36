/** What one owner changes for many: a notebook of 100,000 entries, groups of 50,000 members. */
import type { Sql } from "postgres";
import { loadSavers } from "./drops.ts";
import type { Row } from "./measure.ts";

const entries = 100_000;
const members = 50_000;

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
        insert into private.changes (type, id, user_id, position)
        select 'journal_entry', id, user_id, private.sync_position() from made
      )
      insert into private.journal_entry_contents (entry_id, user_id, content, mentions,
        effective_metadata_visibility, effective_content_visibility)
      select id, user_id, repeat('word ', 60), '[]', 'public', 'public' from made`;
  });
  await sql`vacuum (analyze) public.journal_entries, private.journal_entry_contents,
    private.changes`;
  return notebook.id;
}

/** The times of a change, and of the calls of the job that carries it out. */
async function change(
  sql: Sql,
  what: string,
  job: string,
  request: () => Promise<unknown>,
): Promise<Row> {
  const answer = await timed(request);
  const steps: number[] = [];
  for (let remaining = 1; remaining > 0;) {
    steps.push(
      await timed(async () => {
        const [step] = await sql<[{ result: { remaining: number } }]>`
          select private.${sql(job)}() as result`;
        remaining = step.result.remaining;
      }),
    );
  }
  const longest = Math.max(...steps);
  return {
    what,
    measured: `request ${answer.toFixed(0)} ms, then ${steps.length} calls of the job, longest ${
      seconds(longest)
    }`,
    bar: "100 ms, each call 4 s",
    ok: answer < 100 && longest < JOB_BAR,
  };
}

/**
 * An organization whose members are in a team each, and each shares an entry with all of the
 * organization or of the team; returns its id.
 */
async function loadOrganization(sql: Sql, teams: number, shared: "org" | "team"): Promise<string> {
  const [{ id }] = await sql<[{ id: string }]>`select gen_random_uuid() as id`;
  await sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`insert into public.organizations (id, name, owner_id) values (${id}, 'Huge', ${owner})`;
    await tx`
      insert into public.organization_members (org_id, user_id, role, accepted)
      select ${id}, ('c0000000-0000-4000-8000-' || lpad((${FIRST}::int + n)::text, 12, '0'))::uuid,
        case n when 0 then 'owner' else 'member' end, true
      from generate_series(0, ${members - 1}::int) as n`;
    await tx`
      insert into public.teams (org_id, name, admin_id)
      select ${id}, 'Team', user_id from public.organization_members
      where org_id = ${id} order by user_id limit ${teams}::int`;
    await tx`
      insert into public.team_members (team_id, org_id, user_id, role)
      select t.id, t.org_id, m.user_id, case m.user_id when t.admin_id then 'admin' else 'member' end
      from (select *, row_number() over (order by admin_id) - 1 as n from public.teams
            where org_id = ${id}) as t
      join (select *, row_number() over (order by user_id) - 1 as n
            from public.organization_members where org_id = ${id}) as m
        on m.n % ${teams}::int = t.n`;
    await tx`
      with made as (
        insert into public.journal_entries (user_id, title, metadata_visibility,
          content_visibility, org_id, team_id, effective_metadata_visibility,
          effective_metadata_org_id, effective_metadata_team_id, effective_content_visibility,
          effective_content_org_id, effective_content_team_id)
        select m.user_id, 'Shared', v, v, o, t, v, o, t, v, o, t
        from public.team_members as m
        cross join (select ${shared}::text) as s (v)
        cross join lateral (
          select case v when 'org' then m.org_id end, case v when 'team' then m.team_id end
        ) as target (o, t)
        where m.org_id = ${id}
        returning id, user_id, ${shared}::text as v, org_id as o, team_id as t
      ), logged as (
        insert into private.changes (type, id, user_id, position)
        select 'journal_entry', id, user_id, private.sync_position() from made
      )
      insert into private.journal_entry_contents (entry_id, user_id, content, mentions,
        effective_metadata_visibility, effective_metadata_org_id, effective_metadata_team_id,
        effective_content_visibility, effective_content_org_id, effective_content_team_id)
      select id, user_id, repeat('word ', 60), '[]', v, o, t, v, o, t from made`;
  });
  await sql`vacuum (analyze) public.organization_members, public.teams, public.team_members,
    public.journal_entries, private.journal_entry_contents, private.changes`;
  return id;
}

/** Needs the superuser's `sql`. */
export async function benchOwned(sql: Sql, log: (line: string) => void): Promise<Row[]> {
  log("Users, a notebook and two organizations");
  await loadSavers(sql, { from: FIRST, to: FIRST + members });
  const notebook = await loadNotebook(sql);
  const organization = await loadOrganization(sql, 50, "org");
  const withTeam = await loadOrganization(sql, 1, "team");
  const notebookJob = "continue_notebook_changes";
  const groupJob = "continue_organization_deletions";
  const large = "of a notebook of 100,000 entries";
  return [
    await change(sql, `visibility ${large}`, notebookJob, () =>
      sql`
        update public.notebooks set metadata_visibility = 'user', content_visibility = 'user'
        where id = ${notebook}`),
    await change(
      sql,
      `deletion ${large}`,
      notebookJob,
      () => sql`delete from public.notebooks where id = ${notebook}`,
    ),
    await change(
      sql,
      "deletion of an organization of 50,000 members in teams, each with an entry shared",
      groupJob,
      () => sql`delete from public.organizations where id = ${organization}`,
    ),
    await change(
      sql,
      "deletion of a team of 50,000 members, each with an entry shared",
      groupJob,
      () => sql`delete from public.teams where org_id = ${withTeam}`,
    ),
  ];
}
