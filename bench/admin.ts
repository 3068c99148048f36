/** The users page of super admins and a user's monthly token usage, over 1,000,000 users. */
import { createHash } from "node:crypto";
import type { Sql } from "postgres";
import { pauseIndexes } from "./world/loading.ts";
import { become } from "./acting.ts";
import { compare, type Row } from "./measure.ts";
import type { Database } from "./superuser.ts";

const pageSize = 50;

/** Token usage rows for each user, spread over ten months; 10,000,000 in all. */
const callsEach = 10;

/** Extra rows in one month for the newest users, who are on the first page. */
const busy = { users: 100, calls: 300 };

/** Numbers of these users; other benches use other ranges. */
const userId = (n: number) => `ad000000-0000-4000-8000-${String(n).padStart(12, "0")}`;

/** The local part of a user's e-mail address. */
const localPart = (n: number) => createHash("md5").update(`${n}x`).digest("hex").slice(0, 8) + n;

const firstNames =
  "Ana Ben Carla Dmitri Elif Farid Grace Hiro Ines Jonas Kofi Lena Mateo Noor Olga";
const lastNames = "Abbott Bauer Castillo Dubois Eriksen Fontaine Garcia Hoffmann Ivanova Jansen " +
  "Kowalski Lindqvist Moreau Nakamura Okafor Petrov Quispe Rossi Schmidt Takahashi";

/**
 * Inserts numbered users, later numbers with later times, and their calls. As superuser with triggers disabled; it writes the rows that the triggers would write.
 */
async function loadUsers(sql: Sql, users: number): Promise<void> {
  const buildIndexes = await pauseIndexes(
    sql,
    "public.profiles",
    "public.profile_cards",
    "private.user_directory",
    "public.token_usage",
  );
  for (let first = 0; first < users; first += 100_000) {
    await sql.begin(async (tx) => {
      await tx`set local session_replication_role = replica`;
      await tx`
        create temporary table people on commit drop as
        select n, ('ad000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid as id,
          f[1 + n * 7 % array_length(f, 1)] || ' ' || l[1 + n * 13 % array_length(l, 1)] as name,
          'person_' || md5(n::text) as handle, left(md5(n || 'x'), 8) || n || '@example.com' as email,
          '2024-01-01'::timestamptz + n * interval '1 minute' as created_at
        from generate_series(${first}::int, ${Math.min(first + 100_000, users) - 1}::int) as n,
          string_to_array(${firstNames}, ' ') as f, string_to_array(${lastNames}, ' ') as l`;
      await tx`
        insert into auth.users
          (instance_id, id, aud, role, email, email_confirmed_at, created_at, updated_at)
        select '00000000-0000-0000-0000-000000000000', id, 'authenticated', 'authenticated',
          email, now(), created_at, created_at from people`;
      await tx`
        insert into public.profiles (id, handle, full_name, role, is_active, created_at)
        select id, left(handle, 30), name,
          case when n % 50000 = 0 then 'super_admin' else 'user' end, n % 1000 <> 1, created_at
        from people`;
      await tx`
        insert into public.profile_cards (id, handle, full_name)
        select id, left(handle, 30), name from people`;
      await tx`
        insert into private.user_directory (user_id, email, words, created_at)
        select id, email, lower(' ' || name || ' ' || left(handle, 30) || ' ' || email), created_at
        from people`;
      await tx`
        insert into public.token_usage
          (user_id, type, model, input_tokens, output_tokens, cost_usd, created_at)
        select id, (array['tone_analysis', 'chat', 'note_analysis'])[1 + n % 3], 'text', 500, 100,
          0.000135, date_trunc('month', now()) + interval '1 hour' - c * interval '1 month'
        from people, generate_series(0, ${callsEach - 1}::int) as c`;
    });
  }
  await buildIndexes();
  await sql`vacuum (analyze) auth.users, public.profiles, public.profile_cards,
    private.user_directory, public.token_usage`;
  await sql`
    insert into public.token_usage
      (user_id, type, model, input_tokens, output_tokens, cost_usd, created_at)
    select p.id, 'tone_analysis', 'text', 500, 100, 0.000135,
      date_trunc('month', now()) + c * interval '1 second'
    from (
      select id from public.profiles where id >= ${userId(0)} and id < ${userId(users)}
      order by created_at desc limit ${busy.users}
    ) as p, generate_series(1, ${busy.calls}::int) as c`;
}

type Step = (round: number) => Promise<void>;

/** The pages of users under several filters, and a user's monthly usage. */
async function pages({ sql }: Database, users: number): Promise<Record<string, Step>> {
  const connection = await sql.reserve();
  await become(connection, userId(0), "super_admin");
  const page = async (expected: number | "some", query = "", values: string[] = []) => {
    const call = `select * from public.admin_list_users(p_limit => ${pageSize}${query})`;
    const { length } = await connection.unsafe(call, values, { prepare: true });
    if (expected === "some" ? length === 0 : length !== expected) {
      throw new Error(`${length} rows, not ${expected}: ${query}`);
    }
  };
  const someone = (round: number) => round * 7919 % users;
  const [middle] = await connection<[{ created_at: Date }]>`
    select created_at from public.profiles where id = ${userId(Math.floor(users / 2))}`;
  return {
    "the first page": () => page(pageSize),
    "a page in the middle": () =>
      page(pageSize, ", p_before_at => $1, p_before_id => $2", [
        middle.created_at.toISOString(),
        userId(0),
      ]),
    "a search that fits one in fifteen": () => page(pageSize, ", p_query => $1", ["matEO"]),
    "a search for an address": (round) =>
      page(1, ", p_query => $1", [`${localPart(someone(round))}@`]),
    "a search that fits nobody": () => page(0, ", p_query => $1", ["zyxwvu"]),
    "a search for one letter": () => page(pageSize, ", p_query => $1", ["k"]),
    "super admins alone": () => page("some", ", p_role => $1", ["super_admin"]),
    "a month of token usage": async (round) => {
      const [row] = await connection`
        select * from public.get_user_token_usage_monthly(${userId(someone(round))},
          extract(year from now())::int, extract(month from now())::int)`;
      if (Number(row!.calls) < 1) throw new Error("nothing was summed");
    },
  };
}

/** Loads 1,000,000 users and 10,000,000 AI calls, and in another database a hundredth of them. */
export async function benchAdmin(
  databases: [Database, Database],
  log: (line: string) => void,
): Promise<Row[]> {
  const steps: Record<string, Step> = {};
  for (const [i, users] of [10_000, 1_000_000].entries()) {
    const [shownUsers, shownCalls] = [users, users * callsEach].map((n) => n.toLocaleString("en"));
    log(`Loading ${shownUsers} users with ${shownCalls} AI calls`);
    await loadUsers(databases[i]!.sql, users);
    for (const [what, step] of Object.entries(await pages(databases[i]!, users))) {
      steps[`${i} ${what}`] = step;
    }
  }
  const times = await compare(40, steps);
  return Object.keys(steps).filter((name) => name.startsWith("1 ")).map((name) => {
    const what = name.slice(2);
    const [before, now] = [times[`0 ${what}`]!.p50, times[name]!.p50];
    // A page is read from an index, so its cost does not depend on the number of users. A search
    // scans more rows, and there are more super admins.
    const flat = /page|month/.test(what);
    return {
      what: `admin: ${what}`,
      measured: `${now.toFixed(1)} ms, of a hundredth ${before.toFixed(1)} ms`,
      ratio: now / before,
      bar: flat ? "<= 1.5" : "< 100 ms",
      ok: flat ? now / before <= 1.5 : now < 100,
    };
  });
}
