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
import { keptRows } from "./kept-rows.ts";

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
     * caller has until it leaves the answer's body, which does not end. Below it, POST `{kid}` to
     * `/keys/<add|use|revoke>` rotates the signing keys, and POST to `/crash` kills the functions.
     */
    secondPlatform: string;
  }
}

let dir: string;
let platform: Platform | undefined;
let starting: Promise<Platform> | undefined;
/** Resolves when the file that has the platform ends. */
let turn = Promise.resolve();
let sql: postgres.Sql;
let second: SecondPlatform;

const pristine = keptRows("pristine");

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
    // Its files run the jobs themselves, and count what these do.
    schedules: false,
    env: testEnvironment,
    log: () => {},
  });
  const keys: Keys = JSON.parse(await Deno.readTextFile(join(dir, "keys.json")));
  const url = new URL(started.status.db_url);
  [url.username, url.password] = ["supabase_admin", keys.database.supabase_admin];
  second = { file: statusFile(dir), superuserUrl: url.href };
  sql = postgres(url.href, { max: 1, onnotice: () => {} });
  await sql.unsafe(pristine.keep);
  return started;
}

/** Serves the platform to test files; it starts when the first one asks. */
export default function setup(project: TestProject): () => Promise<void> {
  const server = Deno.serve(
    { port: 0, hostname: "127.0.0.1", onListen: () => {} },
    async (request) => {
      platform = await (starting ??= start());
      const { pathname } = new URL(request.url);
      if (pathname === "/crash") return Response.json(await platform.crashFunctions() ?? null);
      const step = pathname.split("/keys/")[1] as keyof SigningKeyRotation;
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
        await sql.unsafe(pristine.restore);
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
