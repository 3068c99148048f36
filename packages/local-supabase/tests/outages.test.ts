/** Crashes of Postgres below a running platform: it keeps running and reports the outage. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { loadKeys } from "../base/keys.ts";
import { freePort } from "../base/ports.ts";
import { scratchFolder } from "../base/scratch.ts";
import { startPlatform } from "../platform/platform.ts";
import { eventually, project, urlOf } from "./support/platform.ts";

const dir = await scratchFolder("outages");
const dataDir = join(dir, "postgres");
const { status, stop } = await startPlatform({
  root: project,
  dir,
  port: freePort(),
  ephemeral: true,
  seed: false,
  watch: false,
  env: {},
  log: () => {},
});
/** Bypasses triggers, and can end connections. */
const superuser = postgres(
  urlOf("supabase_admin", status, await loadKeys(join(dir, "keys.json"))),
  { max: 4, onnotice: () => {} },
);
afterAll(async () => {
  await superuser.end({ timeout: 5 });
  await stop();
  await Deno.remove(dir, { recursive: true });
});

const serverPid = () =>
  Number(readFileSync(join(dataDir, "postmaster.pid"), "utf8").split("\n")[0]);
const headers = { apikey: status.secret_key };

/** One request to each service that needs the database, and one to a function. */
const requests = {
  auth: () => fetch(`${status.api_url}/auth/v1/admin/users`, { headers }),
  rest: () => fetch(`${status.api_url}/rest/v1/books?select=id`, { headers }),
  storage: () => fetch(`${status.api_url}/storage/v1/bucket`, { headers }),
  functions: () => fetch(`${status.base_url}/echo`),
};

async function health(): Promise<{ code: number; status: string; postgres: string }> {
  const response = await fetch(status.health_url);
  return { code: response.status, ...await response.json() };
}

/** Expects that every service answers and health reports no outage. */
async function serves(): Promise<void> {
  expect(await health()).toMatchObject({ code: 200, status: "ok", postgres: "ready" });
  for (const request of Object.values(requests)) {
    const response = await request();
    await response.body?.cancel();
    expect(response.status).toBe(200);
  }
}

/** Sends requests one after the other until it is stopped; returns the statuses of the answers. */
function traffic(request: () => Promise<Response>) {
  const statuses = new Set<number>();
  let going = true;
  const done = (async () => {
    while (going) {
      const response = await request();
      if (response.status === 503) expect(response.headers.get("retry-after")).toBe("1");
      await response.body?.cancel();
      statuses.add(response.status);
    }
  })();
  return {
    async stop() {
      going = false;
      await done;
      return [...statuses].sort();
    },
  };
}

beforeAll(async () => {
  await eventually(serves);
});

describe("a terminated backend", () => {
  test("fails only the request that uses it", async () => {
    const lock = await superuser.reserve();
    try {
      await lock`begin`;
      await lock`lock table public.books, auth.users`;
      const waiting = Promise.all([requests.rest(), requests.auth()]);
      const blocked = () =>
        superuser`
        select pid from pg_stat_activity where wait_event_type = 'Lock'`;
      await eventually(async () => expect(await blocked()).toHaveLength(2));
      await superuser`
        select pg_terminate_backend(pid) from pg_stat_activity where wait_event_type = 'Lock'`;
      for (const response of await waiting) {
        await response.body?.cancel();
        expect(response.status).toBeGreaterThanOrEqual(500);
      }
    } finally {
      await lock`rollback`;
      lock.release();
    }
    await serves();
  });

  test("is replaced, also when every idle one ends at once", async () => {
    for (let round = 0; round < 5; round++) {
      await superuser`
        select pg_terminate_backend(pid) from pg_stat_activity
        where backend_type = 'client backend' and pid <> pg_backend_pid()`;
      await eventually(serves);
    }
  });

  test("does not end the platform when it runs a scheduled job", async () => {
    const [{ id }] = await superuser<[{ id: string }]>`
      select cron.schedule('sleeps', '1 second', 'select pg_sleep(60)') as id`;
    await eventually(async () => {
      const ended = await superuser`
        select pg_terminate_backend(pid) from pg_stat_activity
        where query = 'select pg_sleep(60)'`;
      expect(ended).toHaveLength(1);
    });
    await superuser`select cron.unschedule(${id}::bigint)`;
    await eventually(serves);
  });
});

describe("a crash", () => {
  const backends = async () => {
    const rows = await superuser<{ pid: number }[]>`
      select pid from pg_stat_activity where backend_type = 'client backend'`;
    return rows.map(({ pid }) => pid);
  };
  const settled = async (kill: () => void | Promise<void>) => {
    const running = Object.values(requests).map(traffic);
    const before = await backends();
    await kill();
    // All connections end with one backend. The outage may be too short to be seen.
    await eventually(async () => {
      expect((await backends()).filter((pid) => before.includes(pid))).toEqual([]);
    });
    await eventually(serves);
    return await Promise.all(running.map(({ stop }) => stop()));
  };

  test("of a backend is a short outage, answered with 503", async () => {
    const seen = await settled(async () => {
      const [{ pid }] = await superuser<[{ pid: number }]>`
        select pid from pg_stat_activity
        where backend_type = 'client backend' and pid <> pg_backend_pid() limit 1`;
      process.kill(pid, "SIGKILL");
    });
    // 500: the request that the backend was serving.
    for (const statuses of seen.slice(0, 3)) {
      expect([200, 500, 503]).toEqual(expect.arrayContaining(statuses));
    }
  });

  test("of the server restarts it with all committed rows", async () => {
    const name = `kept-${crypto.randomUUID()}`;
    await fetch(`${status.api_url}/storage/v1/bucket`, {
      method: "POST",
      headers: { ...headers, "content-type": "application/json" },
      body: JSON.stringify({ id: name, name }),
    });
    // A throwaway server commits without waiting for the disk.
    await superuser`checkpoint`;
    const before = serverPid();
    const seen = await settled(() => void process.kill(before, "SIGKILL"));
    expect(serverPid()).not.toBe(before);
    for (const statuses of seen.slice(0, 3)) expect(statuses).toEqual([200, 503]);

    const kept = await fetch(`${status.api_url}/storage/v1/bucket/${name}`, { headers });
    expect(await kept.json()).toMatchObject({ id: name });
    // Schedules and their requests run again.
    await superuser`select net.http_get(${status.health_url})`;
    await eventually(async () => {
      const [answer] = await superuser`select status_code from net._http_response`;
      expect(answer).toEqual({ status_code: 200 });
    });
  });

  test("reports degraded while the server cannot start, and recovers", async () => {
    const settings = join(dataDir, "postgresql.auto.conf");
    const before = readFileSync(settings, "utf8");
    writeFileSync(settings, `${before}no_such_setting = on\n`);
    process.kill(serverPid(), "SIGKILL");
    try {
      await eventually(async () => {
        expect(await health()).toMatchObject({
          code: 503,
          status: "degraded",
          postgres: "failing",
          functions: "ready",
        });
      });
      const answers = await Promise.all(Object.values(requests).map((request) => request()));
      for (const response of answers) {
        expect(response.status).toBe(503);
        expect(response.headers.get("retry-after")).toBe("1");
        expect(response.headers.get("content-type")).toContain("application/json");
        await response.body?.cancel();
      }
    } finally {
      writeFileSync(settings, before);
    }
    await eventually(serves);
  });
});
