/** Restarts below connected clients: they come back by themselves, and hear again. */
import { readFileSync } from "node:fs";
import { join as joinPath } from "node:path";
import process from "node:process";
import { createClient } from "@supabase/supabase-js";
import postgres from "postgres";
import { expect, onTestFinished, test } from "vitest";
import { freePort } from "../base/ports.ts";
import { scratchFolder } from "../base/scratch.ts";
import { type Platform, startPlatform } from "../platform/platform.ts";
import { join } from "./support/live.ts";
import { eventually, project } from "./support/platform.ts";
import { patience } from "../base/patience.ts";

test("clients rejoin after a restart of Postgres, and of the platform", async () => {
  const dir = await scratchFolder("realtime");
  const port = freePort();
  const start = () =>
    startPlatform({
      root: project,
      dir,
      port,
      // The data outlives the platform.
      ephemeral: false,
      seed: false,
      watch: false,
      env: {},
      log: () => {},
    });
  let running: Platform = await start();
  onTestFinished(async () => {
    await running.stop();
    await Deno.remove(dir, { recursive: true });
  });
  const { status } = running;
  const client = createClient(status.api_url, status.publishable_key, {
    realtime: { reconnectAfterMs: () => 200 },
  });
  const { heard, states } = await join(client, "news");
  const tell = async (event: string) => {
    const sql = postgres(running.status.db_url, { max: 1 });
    await sql`select realtime.send('{"id": null}', ${event}, 'news', false)`;
    await sql.end();
    await eventually(() => expect(heard.at(-1)).toEqual([event, { id: null }]));
  };
  await tell("first");

  const pid = Number(
    readFileSync(joinPath(dir, "postgres", "postmaster.pid"), "utf8").split("\n")[0],
  );
  process.kill(pid, "SIGKILL");
  await eventually(
    () => expect(states.filter((state) => state === "SUBSCRIBED")).toHaveLength(2),
  );
  await tell("second");

  await running.stop();
  running = await start();
  await eventually(
    () => expect(states.filter((state) => state === "SUBSCRIBED")).toHaveLength(3),
  );
  await tell("third");
}, patience(90_000));
