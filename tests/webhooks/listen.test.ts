/** `npm run listen`, with which a developer sees what a webhook gets. */
import { dirname } from "node:path";
import process from "node:process";
import { describe, expect } from "vitest";
import { freePort, projectRoot } from "../../packages/local-supabase/helpers.ts";
import { eventually } from "../support/eventually.ts";
import { ownPlatform } from "../support/own-platform.ts";

const port = freePort();
await ownPlatform({
  WEBHOOK_KEY: process.env.WEBHOOK_KEY!,
  WEBHOOK_ORIGINS: `http://127.0.0.1:${port}`,
});
const { it } = await import("../support/it.ts");
const { ok } = await import("../support/requests.ts");
const { PATH, run } = await import("./support.ts");

/** Starts the command; `said` is what it has printed until now. */
function listen(...args: string[]) {
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "tools/listen.ts", ...args],
    cwd: projectRoot,
    env: { NO_COLOR: "1", LOCAL_DIR: dirname(process.env.STATUS_FILE!) },
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const said = { text: "" };
  for (const stream of [child.stdout, child.stderr]) {
    void (async () => {
      for await (const part of stream.pipeThrough(new TextDecoderStream())) said.text += part;
    })();
  }
  return { child, said };
}

describe("npm run listen", () => {
  it("prints what arrives, verified, and takes its webhook back", async ({ ana }) => {
    const account = ["--email", ana.email, "--password", ana.password];
    const { child, said } = listen(...account, "--port", `${port}`);
    await eventually(() => expect(said.text).toContain("Ctrl-C ends."));
    const { goal } = await ok(ana, "POST", "/api/goals", { title: "Run" });
    await run();
    await eventually(() => {
      expect(said.text).toMatch(/verified ping/);
      expect(said.text).toContain(`verified goal.changed  ${goal.id}`);
    });
    const forged = await fetch(`http://127.0.0.1:${port}/`, { method: "POST", body: "{}" });
    expect(forged.status).toBe(401);
    await eventually(() => expect(said.text).toContain("NOT VERIFIED (Missing required headers)"));
    child.kill("SIGTERM");
    expect((await child.status).code).toBe(0);
    expect((await ok(ana, "GET", PATH)).webhooks).toEqual([]);
  });

  it("says what to set where the platform does not admit its address", async ({ ana }) => {
    const other = freePort();
    const account = ["--email", ana.email, "--password", ana.password];
    const { child, said } = listen(...account, "--port", `${other}`);
    expect((await child.status).code).toBe(1);
    await eventually(() =>
      expect(said.text).toContain(`WEBHOOK_ORIGINS=http://127.0.0.1:${other} npm start`)
    );
  });
});
