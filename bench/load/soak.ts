/** A load that stays the same: what grows meanwhile, in memory and on disk, and what is left undone. */
import type { Sql } from "postgres";
import type { DataApiEngine } from "../../packages/local-supabase/helpers.ts";
import { keep } from "../kept.ts";
import { type Part, parts, usage } from "./processes.ts";
import type { Load, RunStage } from "./run.ts";

/** Seconds between two looks. */
const EVERY = 60;

interface Look {
  minute: number;
  load: Pick<Load, "requests" | "p50" | "p95" | "p99" | "errors">;
  /** MB of each part. */
  memory: Record<Part, number>;
  /** Rows of each table that has more than at the beginning. */
  grown: Record<string, number>;
  connections: number;
  /** The jobs that are late. */
  overdue: string[];
}

export interface Soak {
  engine: DataApiEngine;
  users: number;
  looks: Look[];
}

const rowsOf = async (sql: Sql): Promise<Map<string, number>> =>
  new Map(
    (await sql<{ name: string; rows: number }[]>`
      select schemaname || '.' || relname as name, (n_tup_ins - n_tup_del)::float8 as rows
      from pg_stat_user_tables`).map(({ name, rows }) => [name, rows]),
  );

export interface SoakOptions {
  sql: Sql;
  run: RunStage;
  users: number;
  minutes: number;
  engine: DataApiEngine;
  log: (line: string) => void;
}

export async function soak({ sql, run, users, minutes, engine, log }: SoakOptions): Promise<void> {
  const first = await rowsOf(sql);
  const looks: Look[] = [];
  for (let minute = 1; minute <= minutes; minute++) {
    const { requests, p50, p95, p99, errors } = await run({ users, seconds: EVERY });
    const now = await rowsOf(sql);
    const memory = usage({ memory: true });
    const [activity] = await sql<[{ connections: number }]>`
      select count(*)::int as connections from pg_stat_activity where backend_type = 'client backend'`;
    const overdue = await sql<{ job: string }[]>`
      select job from private.job_states() where overdue order by job`;
    const look: Look = {
      minute,
      load: { requests, p50, p95, p99, errors },
      memory: Object.fromEntries(
        parts.map((part) => [part, Math.round(memory[part].memory)]),
      ) as Look["memory"],
      grown: Object.fromEntries(
        [...now].map(([name, rows]) => [name, rows - (first.get(name) ?? 0)] as const)
          .filter(([, more]) => more > 0),
      ),
      connections: activity.connections,
      overdue: overdue.map(({ job }) => job),
    };
    looks.push(look);
    keep(`soak-${engine}`, { engine, users, looks } satisfies Soak);
    log(
      `${minute} min: p95 ${p95.toFixed(0)} ms, errors ${JSON.stringify(errors)}, memory ` +
        `${JSON.stringify(look.memory)}, overdue ${JSON.stringify(look.overdue)}`,
    );
  }
}
