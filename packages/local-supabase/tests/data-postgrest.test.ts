/** PostgREST as the Data API: selected by name, restarted, and stopped with its platform. */
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { scratchFolder } from "../base/scratch.ts";
import { dataApiEngine, startDataApi } from "../data/engines.ts";
import { postgrestBinary, startPostgrest } from "../data/postgrest.ts";
import { poolerProgram } from "../postgres/pooler.ts";
import { eventually, sql, urlOf } from "./support/platform.ts";

describe("DATA_API", () => {
  it("is the library by default and refuses unknown values", () => {
    expect(dataApiEngine("library")).toBe("library");
    expect(() => dataApiEngine("postgres")).toThrow(
      'DATA_API must be "library" or "postgrest", not "postgres"',
    );
  });

  it("names the next step on a system without a PostgREST package", () => {
    expect(dataApiEngine("postgrest", "/bin/postgrest")).toBe("postgrest");
    expect(() => dataApiEngine("postgrest", null)).toThrow(/no PostgREST for .*without DATA_API/);
  });
});

/** Processes of PostgREST that this process has started. */
async function processes(): Promise<number[]> {
  const { stdout } = await new Deno.Command("ps", {
    args: ["-o", "pid=,args=", "--ppid", String(Deno.pid)],
  }).output();
  return new TextDecoder().decode(stdout).split("\n")
    .filter((line) => line.includes("/postgrest")).map((line) => Number.parseInt(line));
}

const publicUrl = "http://127.0.0.1:54321/rest/v1";
const options = {
  databaseUrl: urlOf("authenticator"),
  publicUrl,
  api: { schemas: ["public"], extraSearchPath: ["public", "extensions"], maxRows: 1000 },
  log: () => {},
};
const started = postgrestBinary() ? await startPostgrest(options) : null;
afterAll(async () => {
  await started?.stop();
  expect(await processes()).toEqual([]);
});

describe.runIf(started)("PostgREST behind the gateway", () => {
  const ask = () => started!.handler(new Request(`${publicUrl}/?apikey=key`), { role: "anon" });

  it("serves its own document, with the address of the gateway", async () => {
    const response = await ask();
    expect(response.status).toBe(200);
    const { info, host, basePath } = await response.json();
    expect(info.version).toMatch(/^12\.0\.2/);
    expect(`http://${host}${basePath}`).toBe(publicUrl);
  });

  it("restarts when it dies, and answers 503 meanwhile", async () => {
    const [first, ...others] = await processes();
    expect(others).toEqual([]);
    Deno.kill(first!, "SIGKILL");
    await eventually(async () => {
      const response = await ask();
      await response.body?.cancel();
      if (response.status !== 200) expect(response.status).toBe(503);
      const [now] = await processes();
      expect([response.status, now !== undefined && now !== first]).toEqual([200, true]);
    });
  });
});

const hasPooler = await poolerProgram().then(() => true, () => false);

describe.runIf(started && hasPooler)("PostgREST behind PgBouncer", () => {
  it("answers each of many callers with their own rows, through two connections", async () => {
    const folder = await scratchFolder("pooler");
    const pooled = await startDataApi("postgrest", null as never, {
      ...options,
      pooler: { folder: join(folder, "pgbouncer"), connections: 2 },
    });
    const callers = Array.from({ length: 40 }, () => crypto.randomUUID());
    const send = (sub: string, init?: RequestInit, path = "local_shelves?select=name") =>
      pooled.handler(new Request(`${publicUrl}/${path}`, init), {
        role: "authenticated",
        sub,
      });
    try {
      const made = await Promise.all(callers.map((sub) =>
        send(sub, {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify({ name: sub }),
        })
      ));
      expect(made.map(({ status }) => status)).toEqual(callers.map(() => 201));
      const read = await Promise.all(
        [...callers, ...callers].map(async (sub) => await (await send(sub)).json()),
      );
      expect(read).toEqual([...callers, ...callers].map((name) => [{ name }]));
      const connections = await Promise.all(
        callers.map(async (sub) =>
          await (await send(sub, { method: "POST" }, "rpc/local_connection")).json()
        ),
      );
      expect(new Set(connections).size).toBeLessThanOrEqual(2);
      expect(connections).toEqual(callers.map(() => expect.any(Number)));
    } finally {
      await pooled.stop();
      await sql`truncate public.local_shelves cascade`;
      await Deno.remove(folder, { recursive: true });
    }
  });
});
