/**
 * Compares the mixed day on the primary alone, behind PgBouncer, and with a read replica as well:
 * equal answers to equal requests, processor time and memory. The setups run at the same time, each
 * on a copy of the world, and have their stages in turn.
 */
import { join } from "node:path";
import type { Sql } from "postgres";
import { projectRoot as root } from "../../packages/local-supabase/helpers.ts";
import { type Replica, startReplica } from "../../packages/local-supabase/mod.ts";
import { ms, type Row, summarize } from "../measure.ts";
import { withWorld } from "../world/open.ts";
import { failed, list, type Load, type RunStage, withCrowd } from "./crowd.ts";
import { acts, type Choose, type VirtualUser } from "./day.ts";
import { parts } from "./processes.ts";
import { ask } from "./users.ts";

/** With these the busiest setup leaves half of two processors idle. */
const USERS = 80;
const ROUNDS = 5;
/** Users whose requests are compared. */
const COMPARED = 20;
/** Three for each processor: docs/scaling.md. */
const CONNECTIONS = 3 * navigator.hardwareConcurrency;

interface Setup {
  what: string;
  pooled?: number;
  replicated?: boolean;
}

const setups: Setup[] = [
  { what: "the primary alone" },
  { what: "PgBouncer", pooled: CONNECTIONS },
  { what: "PgBouncer and a replica", pooled: CONNECTIONS, replicated: true },
];

interface Side {
  what: string;
  place: Parameters<typeof ask>[0];
  users: VirtualUser[];
  run: RunStage;
  sql: Sql;
  replica?: Replica;
}

/** Needs PgBouncer, three times the space of the world, and as much again for the replica. */
export function besideThePrimary(
  world: number,
  seconds: number,
  env: Record<string, string>,
  log: (line: string) => void,
): Promise<Row[]> {
  const open = ([setup, ...others]: Setup[], sides: Side[]): Promise<Row[]> => {
    if (!setup) return compare(sides, seconds, log);
    const { what, pooled, replicated } = setup;
    const options = {
      env,
      log,
      dataApi: "postgrest" as const,
      pooled,
      // A replica gets flushed rows, and a commit that does not wait flushes later.
      postgres: { synchronous_commit: "on" },
    };
    return withWorld(world, options, async (platform) => {
      const { status, dir } = platform;
      const replica = replicated
        ? await startReplica({ root, dir, status, to: join(dir, "replica"), pooled })
        : undefined;
      try {
        if (replica) await platform.configure({ ...env, READ_REPLICA_URL: replica.url });
        return await withCrowd(
          platform,
          { most: USERS, jobs: false },
          (run, users, sql) =>
            open(others, [...sides, { what, place: status, users, run, sql, replica }]),
        );
      } finally {
        await replica?.stop();
      }
    });
  };
  return open(setups, []);
}

async function compare(
  sides: Side[],
  seconds: number,
  log: (line: string) => void,
): Promise<Row[]> {
  const rows: Row[] = [];
  const add = (row: Row) => {
    log(`${row.what}: ${row.measured}`);
    rows.push(row);
  };
  const [expected, ...others] = await Promise.all(sides.map(answersOf));
  for (const [n, answers] of others.entries()) {
    const different = expected!.flatMap((answer, i) => answer === answers[i] ? [] : [i]);
    for (const i of different.slice(0, 3)) log(difference(expected![i]!, answers[i] ?? ""));
    add({
      what: `${sides[n + 1]!.what}: answers`,
      measured: `${expected!.length - different.length} of ${expected!.length} requests have the ` +
        `answer of the primary alone; ${answers.filter(isRefusal).length} are refused`,
      bar: "all",
      ok: different.length === 0,
    });
  }

  const stages = sides.map((): Load[] => []);
  const seen = sides.map((): Seen[] => []);
  for (let round = -1; round < ROUNDS; round++) { // the first one fills caches
    for (const [n, side] of sides.entries()) {
      const watch = setInterval(() => look(side).then((each) => seen[n]!.push(each)), 500);
      const stage = await side.run({ users: USERS, seconds });
      clearInterval(watch);
      if (round < 0) seen[n] = [];
      else stages[n]!.push(stage);
    }
  }
  for (const [n, { what, replica }] of sides.entries()) {
    const all = stages[n]!;
    const middle = (of: (load: Load) => number) => summarize(all.map(of)).p50;
    const cpu = Object.fromEntries(parts.map((part) => [part, middle((load) => load.cpu[part])]));
    const most = (of: keyof Seen) => Math.max(...seen[n]!.map((each) => each[of] ?? 0));
    const lags = summarize(seen[n]!.flatMap(({ lag }) => lag ?? []));
    add({
      what,
      measured: `${USERS} users: ` +
        `${middle(({ requests, seconds }) => requests / seconds).toFixed(0)} requests a second, ` +
        `p50 ${ms(middle(({ p50 }) => p50))}, p95 ${ms(middle(({ p95 }) => p95))}, ` +
        `${all.reduce((sum, load) => sum + failed(load), 0)} errors; ` +
        `processor ms a request: ${list(cpu, 2)}; connections: at most ${most("primary")}` +
        (replica
          ? ` and ${most("replica")} of the replica, which is ${ms(lags.p50)} behind, ` +
            `at most ${ms(lags.longest)}`
          : "") +
        `; ${middle(({ disturbed }) => disturbed).toFixed(1)} processors with other work`,
    });
    if (n === 0) continue;
    const against = (of: (load: Load) => number) =>
      summarize(all.map((load, round) => of(load) / of(stages[0]![round]!))).p50;
    for (const [whose, of] of Object.entries(costs)) {
      add({
        what: `${what}: ${whose}`,
        measured: `${ms(middle(of), 2)} a request`,
        ratio: against(of),
      });
    }
  }
  return rows;
}

const isRefusal = (answer: string) => /^[^:]*: [45]/.test(answer);

/** The place where two texts begin to differ. */
function difference(one: string, other: string): string {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at++;
  const from = Math.max(0, at - 100);
  return `${one.slice(from, at + 100)}\nbecomes\n${other.slice(from, at + 100)}`;
}

/** Processor time of a request. */
const costs: Record<string, (load: Load) => number> = {
  "the primary's Postgres": ({ cpu }) => cpu.Postgres,
  "all processes": ({ cpu }) =>
    parts.reduce((sum, part) => part === "users" ? sum : sum + cpu[part], 0),
};

interface Seen {
  /** Connections that the Data API holds. */
  primary: number;
  replica?: number;
  /** Milliseconds until a change of the primary is read from the replica; null while nothing changes. */
  lag?: number | null;
}

async function look({ sql, replica }: Side): Promise<Seen> {
  const connections = async (sql: Sql) =>
    (await sql<[{ count: number }]>`
      select count(*)::integer from pg_stat_activity where usename = 'authenticator'`)[0].count;
  if (!replica) return { primary: await connections(sql) };
  const [standby] = await sql<[{ lag: number | null }]>`
    select extract(epoch from replay_lag)::float * 1000 as lag from pg_stat_replication`;
  return {
    primary: await connections(sql),
    replica: await connections(replica.sql),
    lag: standby.lag,
  };
}

/**
 * The answers to each request of the day by some users, one after another and twice, with signs in
 * the place of the values that differ between two runs on the same world: new ids, times, cursors,
 * and addresses of photos. A read waits until the replica has the writes before it.
 */
async function answersOf({ place, users, replica }: Side): Promise<string[]> {
  const start = Date.now();
  const isNew = (time: number) => time >= start;
  const answers: string[] = [];
  const choose: Choose = (list) => list[answers.length % list.length]!;
  for (const user of [...users.slice(0, COMPARED), ...users.slice(0, COMPARED)]) {
    for (const name of Object.keys(acts).filter((name) => name !== "refreshed session")) {
      await replica?.catchUp();
      const { status, text } = await ask(place, user, name, choose);
      const sameText = text
        .replaceAll(place.api_url, "")
        .replace(/"next_cursor":"[^"]*"|\?token=[^"]*/g, "…")
        .replace(
          /([0-9a-f]{8})-([0-9a-f]{4})-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g,
          (id, high, low) => isNew(parseInt(high + low, 16)) ? "new id" : id,
        )
        .replace(
          /\d{4}-\d\d-\d\d[T ][\d:.]+(Z|\+00:00)/g,
          (time) => isNew(Date.parse(time)) ? "now" : time,
        );
      answers.push(`${name}: ${status} ${sameText}`);
    }
  }
  return answers;
}
