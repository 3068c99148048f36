/**
 * A second platform, without demo data, for the test files that affect all users or break
 * connections. One of them has it at a time, and finds it as the migrations leave it.
 */
import { join } from "node:path";
import postgres from "postgres";
import type { TestProject } from "vitest/node";
import {
  freePort,
  type Keys,
  projectRoot,
  scratchFolder,
  statusFile,
} from "../../packages/local-supabase/helpers.ts";
import {
  type Platform,
  type SigningKeyRotation,
  startPlatform,
} from "../../packages/local-supabase/mod.ts";
import { functionsUnderTest } from "./built.ts";
import { testEnvironment } from "./environment.ts";

/** Where a test file gets the platform. */
export interface SecondPlatform {
  /** The path of its `status.json`. */
  file: string;
  /** Address of the database for the platform's superuser. */
  superuserUrl: string;
}

declare module "vitest" {
  interface ProvidedContext {
    /**
     * POST variables of the functions to this address: the answer is a `SecondPlatform`, which the
     * caller has until it leaves the answer's body, which does not end. POST `{kid}` to
     * `/keys/<add|use|revoke>` below it to rotate the signing keys.
     */
    secondPlatform: string;
  }
}

let dir: string;
let platform: Platform | undefined;
let starting: Promise<Platform> | undefined;
/** Until the file that has the platform ends. */
let turn = Promise.resolve();
let sql: postgres.Sql;
let second: SecondPlatform;

/** Starts the platform and keeps a copy of all rows. */
async function start(): Promise<Platform> {
  dir = await scratchFolder("second");
  const started = await startPlatform({
    root: projectRoot,
    dir,
    port: freePort(),
    ephemeral: true,
    seed: false,
    ...functionsUnderTest(),
    watch: false,
    env: testEnvironment,
    log: () => {},
  });
  const keys: Keys = JSON.parse(await Deno.readTextFile(join(dir, "keys.json")));
  const url = new URL(started.status.db_url);
  [url.username, url.password] = ["supabase_admin", keys.database.supabase_admin];
  second = { file: statusFile(dir), superuserUrl: url.href };
  sql = postgres(url.href, { max: 1, onnotice: () => {} });
  await sql.unsafe(keepRows);
  return started;
}

/** Every table with rows of the service, and how to fill it again. Generated columns fill themselves. */
const keepRows = `
  create schema pristine;
  create table pristine.tables as
    select c.oid::regclass::text as name, 'pristine.t' || c.oid as copy,
      string_agg(quote_ident(a.attname), ', ' order by a.attnum) as columns
    from pg_class as c
    join pg_attribute as a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      and a.attgenerated = ''
    where c.relkind = 'r' and c.relnamespace in (
      select oid from pg_namespace
      where nspname in ('public', 'private', 'auth', 'storage', 'cron', 'net', 'vault'))
    group by c.oid;
  create table pristine.sequences as
    select c.oid::regclass::text as name, pg_sequence_last_value(c.oid) as value, s.seqstart as start
    from pg_class as c join pg_sequence as s on s.seqrelid = c.oid;
  do $$
  declare kept record;
  begin
    for kept in select * from pristine.tables loop
      execute format('create table %s as table %s', kept.copy, kept.name);
    end loop;
  end $$`;

const restoreRows = `
  set session_replication_role = replica;
  do $$
  declare kept record;
  begin
    execute 'truncate ' || (select string_agg(name, ', ') from pristine.tables);
    for kept in select * from pristine.tables loop
      execute format('insert into %s (%s) overriding system value select %s from %s',
        kept.name, kept.columns, kept.columns, kept.copy);
    end loop;
    perform setval(name, coalesce(value, start), value is not null) from pristine.sequences;
  end $$;
  reset session_replication_role;`;

/** Serves the platform to test files; it starts when the first one asks. */
export default function setup(project: TestProject): () => Promise<void> {
  const server = Deno.serve(
    { port: 0, hostname: "127.0.0.1", onListen: () => {} },
    async (request) => {
      platform = await (starting ??= start());
      const step = new URL(request.url).pathname.split("/keys/")[1] as keyof SigningKeyRotation;
      if (step) {
        return Response.json(await platform.signingKeys[step]((await request.json()).kid) ?? null);
      }
      const env = await request.json();
      const before = turn;
      const ended = Promise.withResolvers<void>();
      turn = ended.promise;
      await before;
      try {
        await platform.configure({ ...testEnvironment, ...env });
        await sql.unsafe(restoreRows);
      } catch (error) {
        ended.resolve();
        throw error;
      }
      const answer = new TextEncoder().encode(JSON.stringify(second));
      return new Response(
        new ReadableStream({
          start: (controller) => controller.enqueue(answer),
          cancel: () => ended.resolve(),
        }),
      );
    },
  );
  project.provide("secondPlatform", `http://127.0.0.1:${server.addr.port}`);
  return async () => {
    await server.shutdown();
    if (!platform) return;
    await sql.end();
    await platform.stop();
    await Deno.remove(dir, { recursive: true });
  };
}
