/** PostgREST as the Data API: selected by name, restarted, and stopped with its platform. */
import { afterAll, describe, expect, it } from "vitest";
import { dataApiEngine } from "../../local/data/engines.ts";
import { postgrestBinary } from "../../local/data/postgrest.ts";
import { eventually } from "../support/eventually.ts";
import { ownPlatform } from "../support/own_platform.ts";

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

// Hooks run in reverse order: this one runs after the platform has stopped.
afterAll(() => eventually(async () => expect(await processes()).toEqual([])));
const own = postgrestBinary() ? await ownPlatform({}, "postgrest") : null;

describe.runIf(own)("a platform with PostgREST", () => {
  const ask = (headers: Record<string, string>) => {
    const { api_url, publishable_key } = own!.status;
    return fetch(`${api_url}/rest/v1/?apikey=${publishable_key}`, { headers });
  };

  it("reports PostgREST as its engine", () => {
    expect(own!.status.data_api).toBe("postgrest");
  });

  it("serves PostgREST's own document behind the gateway's keys", async () => {
    const response = await ask({});
    expect(response.status).toBe(200);
    const { info, host, basePath } = await response.json();
    expect(info.version).toMatch(/^12\.0\.2/);
    expect(`http://${host}${basePath}`).toBe(`${own!.status.api_url}/rest/v1`);
    const wrong = await ask({ apikey: "sb_publishable_wrong" });
    await wrong.body?.cancel();
    expect(wrong.status).toBe(401);
  });

  it("restarts it when it dies, and answers 503 meanwhile", async () => {
    const [first, ...others] = await processes();
    expect(others).toEqual([]);
    Deno.kill(first!, "SIGKILL");
    await eventually(async () => {
      const response = await ask({});
      await response.body?.cancel();
      if (response.status !== 200) expect(response.status).toBe(503);
      const [now] = await processes();
      expect([response.status, now !== undefined && now !== first]).toEqual([200, true]);
    });
  });
});
