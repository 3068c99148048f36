/** Rows for the benches: the same in every run. */
import type { Sql } from "postgres";
import { pauseIndexes } from "./world/loading.ts";

/** Numbers users: user 7 has the same id in every database. */
export const userId = (n: number) => `b0000000-0000-4000-8000-${String(n).padStart(12, "0")}`;

/**
 * Inserts users, organizations and teams. Every user belongs to one organization and to one or two
 * of its teams, and has one notebook. As superuser with triggers disabled; it writes the rows that the triggers would
 * write.
 */
export async function loadPeople(
  sql: Sql,
  { users, organizations, teams }: { users: number; organizations: number; teams: number },
): Promise<void> {
  await sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`
      create temporary table people on commit drop as
      select n, ('b0000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid as id
      from generate_series(0, ${users - 1}::int) as n`;
    await tx`
      insert into auth.users (instance_id, id, aud, role, email, email_confirmed_at, created_at, updated_at)
      select '00000000-0000-0000-0000-000000000000', id, 'authenticated', 'authenticated',
        'bench' || n || '@example.com', now(), now(), now() from people`;
    await tx`
      insert into public.profiles (id, handle, full_name)
      select id, 'bench_' || n, 'Bench ' || n from people`;
    await tx`
      insert into public.profile_cards (id, handle, full_name)
      select id, 'bench_' || n, 'Bench ' || n from people`;
    await tx`
      create temporary table bench_orgs on commit drop as
      select o, gen_random_uuid() as id from generate_series(0, ${organizations - 1}::int) as o`;
    await tx`
      insert into public.organizations (id, name, owner_id)
      select b.id, 'Organization ' || o, p.id from bench_orgs b join people p on p.n = b.o`;
    await tx`
      insert into public.organization_members (org_id, user_id, role)
      select b.id, p.id, case when p.n = b.o then 'owner' else 'member' end
      from people p join bench_orgs b on b.o = p.n % ${organizations}::int`;
    await tx`
      create temporary table bench_teams on commit drop as
      select t, gen_random_uuid() as id, b.id as org_id, b.o
      from generate_series(0, ${teams - 1}::int) as t
      join bench_orgs b on b.o = t % ${organizations}::int`;
    await tx`
      create temporary table bench_team_members on commit drop as
      select distinct on (t.id, p.id) t.id as team_id, t.org_id, p.id as user_id, p.n
      from people p
      join bench_teams t on t.o = p.n % ${organizations}::int
        and (t.t / ${organizations}::int in
          (p.n / ${organizations}::int % ${teams / organizations}::int,
           p.n / 7 % ${teams / organizations}::int))`;
    await tx`
      insert into public.teams (id, org_id, name, admin_id)
      select t.id, t.org_id, 'Team ' || t.t,
        (select user_id from bench_team_members m where m.team_id = t.id order by n limit 1)
      from bench_teams t`;
    await tx`
      insert into public.team_members (team_id, org_id, user_id, role)
      select m.team_id, m.org_id, m.user_id,
        case when t.admin_id = m.user_id then 'admin' else 'member' end
      from bench_team_members m join public.teams t on t.id = m.team_id`;
    // A third private, a third for a team, a third public.
    await tx`
      insert into public.notebooks (user_id, name, metadata_visibility, team_id)
      select p.id, 'Notebook of ' || p.n, (array['user', 'team', 'public'])[p.n % 3 + 1],
        case when p.n % 3 = 1 then (
          select m.team_id from bench_team_members m where m.user_id = p.id order by m.team_id limit 1
        ) end
      from people p`;
  });
  await sql`analyze`;
}

/**
 * Adds entries until there are `total`, spread over the users and over two years: 60 % private, 15
 * % for a team, 15 % for the organization, 10 % public; a fifth of the shared entries have private
 * content. Two in three are in their author's notebook.
 */
export async function loadEntries(sql: Sql, total: number): Promise<void> {
  const [{ have, users }] = await sql<[{ have: number; users: number }]>`
    select (select count(*)::int from public.journal_entries) as have,
      (select count(*)::int from public.profiles where handle like 'bench\\_%') as users`;
  const tables = [
    "public.journal_entries",
    "public.journal_entry_contents",
    "private.journal_entry_documents",
  ];
  const buildIndexes = await pauseIndexes(sql, ...tables);
  for (let from = have; from < total; from += 100_000) {
    const to = Math.min(from + 100_000, total) - 1;
    await sql.begin(async (tx) => {
      await tx`set local session_replication_role = replica`;
      await tx`
        create temporary table batch on commit drop as
        select i, gen_random_uuid() as id, p.id as user_id, v.visibility,
          case when v.visibility = 'team' then m.team_id end as team_id,
          case when v.visibility = 'org' then om.org_id end as org_id,
          case when i % 5 = 0 then 'user' else v.visibility end as content_visibility,
          case when i % 3 > 0 then n.id end as notebook_id,
          now() - (i::bigint * 7919 % ${total}) * interval '2 years' / ${total} as created_at
        from generate_series(${from}::int, ${to}::int) as i
        join public.profiles p on p.handle = 'bench_' || (i * 31 % ${users})
        join public.organization_members om on om.user_id = p.id
        join public.notebooks n on n.user_id = p.id
        cross join lateral (
          select team_id from public.team_members where user_id = p.id order by team_id limit 1
        ) m
        cross join lateral (
          select case when i % 20 < 12 then 'user' when i % 20 < 15 then 'team'
            when i % 20 < 18 then 'org' else 'public' end as visibility
        ) v`;
      await tx`
        insert into public.journal_entries (id, user_id, title, mood, tags, notebook_id,
          metadata_visibility, content_visibility, team_id, org_id,
          effective_metadata_visibility, effective_metadata_team_id, effective_metadata_org_id,
          effective_content_visibility, effective_content_team_id, effective_content_org_id,
          written_at, created_at, updated_at)
        select id, user_id, 'Entry ' || i, (array['joyful', 'calm', 'tired', null])[i % 4 + 1],
          array['tag' || i % 1000, 'daily'], notebook_id, visibility, content_visibility, team_id, org_id,
          visibility, team_id, org_id, content_visibility,
          case when content_visibility <> 'user' then team_id end,
          case when content_visibility <> 'user' then org_id end, created_at, created_at, created_at
        from batch`;
      await tx`
        insert into public.journal_entry_contents
        select id, user_id, 'Today word' || i % 5000 || ' and common words of a day. ' ||
            repeat('Lorem ipsum dolor sit amet. ', 10), '[]',
          visibility, team_id, org_id, content_visibility,
          case when content_visibility <> 'user' then team_id end,
          case when content_visibility <> 'user' then org_id end
        from batch`;
      await tx`
        insert into private.journal_entry_documents (entry_id, words)
        select e.id, to_tsvector('english', e.title || ' ' || c.content)
        from batch b join public.journal_entries e on e.id = b.id
        join public.journal_entry_contents c on c.entry_id = b.id`;
    });
  }
  await buildIndexes();
  await sql.unsafe(`vacuum (analyze) ${tables}`);
}
