/** The cost of the service's statements in the database, by `pg_stat_statements`. */
import { readFileSync } from "node:fs";
import type { Sql } from "postgres";

/** Parameters of a server that counts its statements. */
export const counting = {
  shared_preload_libraries: "pg_stat_statements",
  "pg_stat_statements.track_planning": "on",
  // `begin` and `commit` are not counted.
  "pg_stat_statements.track_utility": "off",
  track_io_timing: "on",
};

/** The cost of one call; times in milliseconds, buffers in pages of 8 kB. */
export interface Cost {
  statements: number;
  ms: number;
  rows: number;
  buffers: number;
  /** Milliseconds of reading pages that are not in the memory of Postgres; part of `ms`. */
  reading: number;
}

/** A statement in the words of `pg_stat_statements`, with the time of all its executions. */
export interface Statement {
  query: string;
  ms: number;
}

/** The cost of all statements since the last reset. */
interface Total extends Cost {
  /** Whether a statement is still running. */
  busy: boolean;
  /** The connections of the service. */
  pids: number[];
}

export class Statements {
  constructor(private readonly sql: Sql) {}

  async install(): Promise<void> {
    await this.sql`create extension if not exists pg_stat_statements with schema extensions`;
  }

  /**
   * The cost of `work`; with `settles` also of the work that it leaves for after its answer.
   * Statements that wait for a processor of a busy machine count without the wait: with the
   * processor time of their connections and the time of reads.
   */
  async cost(work: () => Promise<unknown>, settles: boolean): Promise<Cost> {
    await this.sql`select extensions.pg_stat_statements_reset()`;
    const before = processorTimes((await this.total()).pids);
    await work();
    let total = await this.total();
    while (settles) {
      await new Promise((resolve) => setTimeout(resolve, 4));
      const now = await this.total();
      const settled = !now.busy && now.statements === total.statements;
      total = now;
      if (settled) break;
    }
    const { statements, ms, rows, buffers, reading, pids } = total;
    let processor = reading;
    for (const [pid, time] of processorTimes(pids)) processor += time - (before.get(pid) ?? 0);
    return { statements, ms: before.size ? Math.min(ms, processor) : ms, rows, buffers, reading };
  }

  /** Resolves when the service has sent nothing for longer than its background work pauses. */
  async quiet(): Promise<void> {
    for (let seen = -1, tries = 0; tries < 20; tries++) {
      const { statements } = await this.total();
      if (statements === seen) return;
      seen = statements;
      await new Promise((resolve) => setTimeout(resolve, 700));
    }
  }

  /** The statements since the last reset that took longest, in order. */
  longest(count: number): Promise<Statement[]> {
    return this.sql<Statement[]>`
      select query, total_exec_time + total_plan_time as ms
      from extensions.pg_stat_statements where userid <> current_user::regrole
      order by ms desc limit ${count}`;
  }

  /** Of all roles but the superuser, as which only the platform and the bench itself connect. */
  private async total(): Promise<Total> {
    const [row] = await this.sql<[Total]>`
      select s.*, a.busy, a.pids
      from (
        select coalesce(sum(calls), 0)::int as statements,
          coalesce(sum(total_exec_time + total_plan_time), 0) as ms,
          coalesce(sum(rows), 0)::int as rows,
          coalesce(sum(shared_blks_hit + shared_blks_read), 0)::int as buffers,
          coalesce(sum(shared_blk_read_time + temp_blk_read_time), 0) as reading
        from extensions.pg_stat_statements where userid <> current_user::regrole
      ) as s
      cross join (
        select coalesce(bool_or(state in ('active', 'idle in transaction')), false) as busy,
          coalesce(array_agg(pid), '{}') as pids
        from pg_stat_activity where backend_type = 'client backend' and usename <> current_user
      ) as a`;
    return row;
  }
}

/** Milliseconds of processor time by process; empty where the system does not tell. */
function processorTimes(pids: number[]): Map<number, number> {
  return new Map(pids.flatMap((pid) => {
    try {
      const [nanoseconds] = readFileSync(`/proc/${pid}/schedstat`, "utf8").split(" ");
      return [[pid, Number(nanoseconds) / 1e6] as const];
    } catch {
      return [];
    }
  }));
}
