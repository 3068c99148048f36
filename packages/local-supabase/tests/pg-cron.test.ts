/**
 * Compares the stand-in for pg_cron with the real extension, where it is installed (Debian's
 * postgresql-15-cron): the same calls, the same schedules accepted and refused, the same answers.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { installExtensions } from "../postgres/extensions.ts";
import { freePort } from "../base/ports.ts";
import { serverFolder } from "../postgres/server.ts";
import { scratchFolder } from "../base/scratch.ts";
import { eventually, sql } from "./support/platform.ts";

const realServer = "/usr/lib/postgresql/15";
const installed = existsSync(join(realServer, "lib", "pg_cron.so"));

// Debian's is 1.4: seconds and `$`, the last day of a month, came with 1.5.
const schedules = [
  "* * * * *",
  "*/15 * * * *",
  "0 0 * * 1",
  "0 9 * jan-mar mon-fri",
  "0 0 1,15 * *",
  "59 23 31 12 7",
  "10-20/3 * * * *",
  "60 seconds",
  "0 seconds",
  "* * * *",
  "60 * * * *",
  "* 24 * * *",
  "* * 0 * *",
  "* * 32 * *",
  "* * * 13 *",
  "* * * * 8",
  "*/0 * * * *",
  "a * * * *",
  "every day",
  "",
];

describe.skipIf(!installed)("the stand-in beside the real pg_cron", () => {
  let dir: string;
  let server: Deno.ChildProcess;
  let real: postgres.Sql;

  beforeAll(async () => {
    dir = await scratchFolder("pg-cron");
    const port = freePort();
    // Postgres refuses to run as root.
    const nobody = Deno.uid() === 0 ? { uid: 65534, gid: 65534 } : {};
    if (Deno.uid() === 0) await Deno.chown(dir, 65534, 65534);
    const program = (name: string, args: string[]) =>
      new Deno.Command(join(realServer, "bin", name), {
        args,
        ...nobody,
        cwd: dir,
        stdout: "null",
        stderr: "null",
      });
    const data = join(dir, "data");
    const made = await program("initdb", ["-D", data, "-U", "postgres", "-A", "trust", "-N"])
      .output();
    expect(made.success).toBe(true);
    const settings = [
      "shared_preload_libraries=pg_cron",
      "cron.launch_active_jobs=off",
      "listen_addresses=127.0.0.1",
      `unix_socket_directories=${dir}`,
      "fsync=off",
    ];
    const flags = settings.flatMap((setting) => ["-c", setting]);
    server = program("postgres", ["-D", data, "-p", String(port), ...flags]).spawn();
    real = postgres(`postgres://postgres@127.0.0.1:${port}/postgres`, {
      max: 1,
      onnotice: () => {},
    });
    await eventually(() => real`select`);
    await real`create extension if not exists pg_cron with schema pg_catalog`;
    await installExtensions(serverFolder());
  });

  afterAll(async () => {
    await real?.end();
    server?.kill("SIGINT");
    await server?.status;
    await Deno.remove(dir, { recursive: true });
  });

  /** Runs `work` on the stand-in in a transaction that is rolled back. */
  async function standIn<T>(work: (sql: postgres.Sql) => Promise<T>): Promise<T> {
    let result: T;
    const undo = new Error("undo");
    await sql.begin(async (transaction) => {
      await transaction`create extension if not exists pg_cron with schema pg_catalog`;
      result = await work(transaction as unknown as postgres.Sql);
      throw undo;
    }).catch((error) => {
      if (error !== undo) throw error;
    });
    return result!;
  }

  const attempt = (sql: postgres.Sql, statement: string, values: string[] = []) =>
    sql.unsafe(statement, values).then(
      (rows) => rows.map((row) => Object.values(row)),
      (error: Error) => `refused: ${error.message}`,
    );

  test.each(schedules)("accepts or refuses the schedule %j alike", async (schedule) => {
    const statement = "select cron.schedule('probe', $1, 'select 1') is not null";
    const theirs = await attempt(real, statement, [schedule]);
    expect(await standIn((sql) => attempt(sql, statement, [schedule]))).toEqual(theirs);
  });

  test("gives the same answers from creating to removing a job", async () => {
    const life = async (sql: postgres.Sql) => {
      const answers = [];
      for (
        const statement of [
          "select cron.schedule('0 1 * * *', 'select 1') is not null",
          "select cron.schedule('life', '0 2 * * *', 'select 2') is not null",
          "select cron.schedule('life', '0 3 * * *', 'select 3') is not null",
          "select cron.alter_job((select jobid from cron.job where jobname = 'life'), active := false)",
          "select jobname, schedule, command, database, username, active from cron.job order by schedule",
          "select cron.unschedule('life')",
          "select cron.unschedule(jobid) from cron.job where jobname is null",
          "select count(*)::int from cron.job where jobname is distinct from 'probe'",
        ]
      ) answers.push(await attempt(sql, statement));
      return answers;
    };
    await real`delete from cron.job`;
    const theirs = await life(real);
    const ours = await standIn(async (sql) => {
      await sql`select cron.unschedule(jobid) from cron.job`;
      return await life(sql);
    });
    expect(ours).toEqual(theirs);
  });

  test("has the columns of the real tables; hosted's 1.6 has jobname as text", async () => {
    const columns = (sql: postgres.Sql) =>
      attempt(
        sql,
        `select table_name, column_name, replace(data_type, 'name', 'text') from information_schema.columns
        where table_schema = 'cron' order by 1, 2`,
      );
    expect(await standIn(columns)).toEqual(await columns(real));
  });
});
