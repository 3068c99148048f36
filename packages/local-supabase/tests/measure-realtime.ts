/**
 * Measures the memory that sockets cost the platform: `node packages/local-supabase/cli.mjs
 * packages/local-supabase/tests/measure-realtime.ts`. The clients are another process, so that the
 * memory of this process is the platform's.
 */
import { createClient } from "@supabase/supabase-js";
import { join } from "node:path";
import postgres from "postgres";
import { withThrowaway } from "../platform/throwaway.ts";

const SOCKETS = 500;

if (Deno.args[0]) {
  const [url, key] = Deno.args as [string, string];
  let [joined, heard] = [0, 0];
  for (let n = 0; n < SOCKETS; n++) {
    createClient(url, key).channel("all")
      .on("broadcast", { event: "*" }, () => ++heard === SOCKETS && console.log("heard"))
      .subscribe((state) =>
        state === "SUBSCRIBED" && ++joined === SOCKETS && console.log("joined")
      );
  }
} else {
  await withThrowaway({
    root: join(import.meta.dirname!, "project"),
    env: {},
    log: () => {},
  }, async ({ status }) => {
    const sql = postgres(status.db_url, { max: 1 });
    const memory = () => {
      (globalThis as unknown as { gc?: () => void }).gc?.();
      return Deno.memoryUsage().rss / 2 ** 20;
    };
    const before = memory();
    const clients = new Deno.Command(Deno.execPath(), {
      args: ["run", "-A", import.meta.filename!, status.api_url, status.publishable_key],
      stdout: "piped",
    }).spawn();
    const reader = clients.stdout.pipeThrough(new TextDecoderStream()).getReader();
    let started = performance.now();
    await reader.read();
    const joining = performance.now() - started;
    const after = memory();
    started = performance.now();
    await sql`select realtime.send('{}', 'said', 'all', false)`;
    await reader.read();
    const hearing = performance.now() - started;
    clients.kill();
    await sql.end();
    console.log(`${SOCKETS} sockets joined in ${joining.toFixed(0)} ms`);
    console.log(`${before.toFixed(0)} MB without them, ${after.toFixed(0)} MB with them`);
    console.log(`all heard a broadcast of the database after ${hearing.toFixed(0)} ms`);
  });
  Deno.exit(0);
}
