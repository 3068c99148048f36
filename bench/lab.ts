/** The lab: a replication among a million, and the leaderboard of a hundred thousand entrants. */
import type { Sql } from "postgres";
import { compare, type Row } from "./measure.ts";

const replications = 1_000_000;
const entrants = 100_000;
const events = 1_000_000;
const rounds = 200;

/** As superuser with triggers and foreign keys disabled. */
const load = (sql: Sql, write: (tx: Sql) => Promise<unknown>) =>
  sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await write(tx as unknown as Sql);
  });

const template = async (sql: Sql): Promise<string> => {
  const spec = {
    calculator: "coil",
    optimal_inputs: {},
    outputs: [{ label: "L", value: 1, unit: "H" }],
  };
  const [row] = await sql`
    insert into public.dreams (title, is_template, is_public, predicted_values, spec_version)
    values ('Bench', true, true, ${sql.json(spec)}, 1) returning id`;
  return row!.id;
};

async function benchReplications(sql: Sql, log: (line: string) => void): Promise<Row> {
  const [empty, full] = [await template(sql), await template(sql)];
  log(`Loading ${replications.toLocaleString("en")} replications of one template`);
  await load(sql, async (tx) => {
    await tx`
      insert into public.dream_replications (dream_id, template_id, spec_version, user_id,
        status, measured_values, delta_values, anomalies, is_counted)
      select ${full}, ${full}, 1, gen_random_uuid(), 'confirmed', '{"L": 1.01}', '{"L": 0.01}', '{}', true
      from generate_series(1, ${replications})`;
    await tx`insert into public.dream_convergence (template_id, confirmations, robust_at)
      values (${full}, ${replications}, now())`;
    await tx`insert into public.dream_convergence_values (template_id, label, n, mean, m2)
      values (${full}, 'L', ${replications}, 1.01, 1)`;
    await tx`
      insert into auth.users (id, email)
      select gen_random_uuid(), 'replicator' || n || '@example.com'
      from generate_series(1, ${3 * rounds}) as n`;
    await tx`
      insert into public.profiles (id, handle)
      select id, split_part(email, '@', 1) from auth.users where email like 'replicator%'`;
  });
  await sql`vacuum (analyze) public.dream_replications`;

  const users = await sql<{ id: string }[]>`
    select id from public.profiles where handle like 'replicator%'`;
  const free = { [empty]: 0, [full]: 0 };
  const replicate = (id: string) =>
    sql.begin(async (tx) => {
      const sub = users[free[id]!++]!.id;
      await tx`select set_config('request.jwt.claims', ${JSON.stringify({ sub })}, true)`;
      await tx`select private.replicate_dream(${id}, '{"L": 1.02}')`;
    });
  const times = await compare(rounds, {
    first: () => replicate(empty),
    among: () => replicate(full),
  });
  const ratio = times.among.p50 / times.first.p50;
  return {
    what: "a replication of a template with 1,000,000, against one with few",
    measured: `${times.among.p50.toFixed(2)} ms, ${times.first.p50.toFixed(2)} ms`,
    ratio,
    bar: "<= 1.3",
    ok: ratio <= 1.3,
  };
}

async function benchScores(sql: Sql, log: (line: string) => void): Promise<Row[]> {
  log(`Loading ${entrants.toLocaleString("en")} entrants with ${events.toLocaleString("en")} acts`);
  const [row] = await sql`
    insert into public.competitions (title, starts_at, ends_at)
    values ('Bench', now() - interval '1 day', now() + interval '1 day') returning id`;
  const id: string = row!.id;
  await load(sql, async (tx) => {
    await tx`
      create temporary table entrants on commit drop as
      select n, gen_random_uuid() as user_id, gen_random_uuid() as dream_id
      from generate_series(0, ${entrants - 1}) as n`;
    await tx`insert into auth.users (id, email)
      select user_id, 'entrant' || n || '@example.com' from entrants`;
    await tx`insert into public.profiles (id, handle) select user_id, 'entrant' || n from entrants`;
    await tx`insert into public.profile_cards (id, handle)
      select user_id, 'entrant' || n from entrants`;
    await tx`insert into public.dreams (id, user_id, title)
      select dream_id, user_id, 'Bench' from entrants`;
    await tx`insert into public.competition_entries (competition_id, user_id, dream_id)
      select ${id}, user_id, dream_id from entrants`;
    await tx`
      insert into private.dream_events (dream_id, user_id, kind)
      select e.dream_id, actor.user_id, (array['clone', 'completion', 'build'])[1 + i % 3]
      from entrants as e
      cross join generate_series(1, ${events / entrants}) as i
      join entrants as actor on actor.n = (e.n + i) % ${entrants}`;
  });
  await sql`vacuum (analyze) public.competition_entries, public.dreams, public.profiles,
    private.dream_events`;

  log("Computing the leaderboard, and updating as many bare rows");
  const compute = () => sql`select private.score_competition(${id})`;
  const start = performance.now();
  await compute();
  const first = (performance.now() - start) / 1000;
  await sql`vacuum (analyze) public.competition_scores`;
  await sql`create unlogged table public.bench_scores as
    select user_id, score, rank from public.competition_scores`;
  const times = await compare(3, {
    compute,
    update: () => sql`update public.bench_scores set score = score + 1`,
  });
  await sql`drop table public.bench_scores`;
  const seconds = Math.max(first, times.compute.p99 / 1000);
  return [{
    what: "leaderboard of 100,000 entrants with 1,000,000 acts, slowest call in seconds",
    measured: `first ${first.toFixed(2)} s, again ${(times.compute.p50 / 1000).toFixed(2)} s; ` +
      `bare update of as many rows ${(times.update.p50 / 1000).toFixed(2)} s`,
    ratio: seconds,
    bar: "< 4",
    ok: seconds < 4,
  }];
}

export async function benchLab(sql: Sql, log: (line: string) => void): Promise<Row[]> {
  return [await benchReplications(sql, log), ...await benchScores(sql, log)];
}
