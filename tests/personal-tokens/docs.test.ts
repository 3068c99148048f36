/** The programs of docs/programs.md, run as a reader would. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { Webhook } from "standardwebhooks";
import { freePort } from "../../packages/local-supabase/helpers.ts";
import { deno, newProject, programsOf } from "../contract/programs.ts";
import { eventually } from "../support/eventually.ts";
import { it } from "../support/it.ts";
import { platform } from "../support/platform.ts";
import { makeToken } from "./support.ts";

const PAGE = "docs/programs.md";
const PATIENCE_MS = 120_000;

/** Runs a program of the machine; null where the machine has none of that name. */
async function printed(name: string, args: string[], env: Record<string, string>) {
  const command = new Deno.Command(name, { args, env: { ...env, NO_COLOR: "1" } });
  const output = await command.output().catch((error) => {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
    console.log(`There is no ${name}: its program is not run`);
  });
  if (!output) return null;
  const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
  expect([text(output.stderr), output.code]).toEqual([expect.anything(), 0]);
  return text(output.stdout).trim();
}

it("curl makes a token and sends it", async ({ ana }) => {
  const [making, sending] = await programsOf(PAGE, "sh");
  const env = { SUPABASE_URL: platform.api_url, ACCESS_TOKEN: ana.token };
  const made = await printed("sh", ["-c", `command -v curl > /dev/null || exit 0\n${making}`], env);
  if (!made) return;
  const { token } = JSON.parse(made);
  expect(token.scopes).toEqual(["goals:write", "journal:read"]);
  const listed = await printed("sh", ["-c", sending!], { ...env, JOURNAL_TOKEN: token.secret });
  expect(JSON.parse(listed!)).toEqual({ entries: [], next_cursor: null });
});

it("Python repeats a request, reads the feed of changes, and is refused", async ({ ana }) => {
  const { secret } = await makeToken(ana, ["journal:read", "goals:write", "account:read"]);
  const [program] = await programsOf(PAGE, "python");
  const lines = await printed("python3", ["-I", "-c", program!], { JOURNAL_TOKEN: secret });
  if (lines === null) return;
  expect(lines.split("\n")).toEqual([
    "201 Read a page a day",
    "201 Read a page a day",
    "['Read a page a day']",
    "403 scope_missing The personal token lacks the scope people:read",
  ]);
}, PATIENCE_MS);

it("TypeScript has the types of the client", async ({ ana }) => {
  const { secret } = await makeToken(ana, ["goals:read"]);
  const [program] = await programsOf(PAGE);
  const folder = await newProject(["@journal/client", "@types/node", "openapi-fetch"]);
  writeFileSync(join(folder, "program.ts"), program!);
  const given = `Deno.env.set("JOURNAL_TOKEN", "${secret}");\nawait import("./program.ts");\n`;
  writeFileSync(join(folder, "start.ts"), given);
  expect(await deno(folder, "check", "program.ts")).toMatchObject({ code: 0, stderr: "" });
  expect(await deno(folder, "run", "-A", "--no-check", "start.ts"))
    .toEqual({ code: 0, stdout: "200 0\n", stderr: "" });
}, PATIENCE_MS);

it("the receiver in Python takes events that are signed, once, and no others", async () => {
  const secret = `whsec_${btoa("a secret of a webhook, 32 bytes.")}`;
  const [, program] = await programsOf(PAGE, "python");
  const port = freePort();
  const env = { WEBHOOK_SECRET: secret, PORT: `${port}` };
  const command = new Deno.Command("python3", {
    args: ["-I", "-c", program!],
    env,
    stdout: "piped",
  });
  let receiver: Deno.ChildProcess;
  try {
    receiver = command.spawn();
  } catch {
    return console.log("There is no python3: its program is not run");
  }
  const post = async (headers: Record<string, string>, body: string) =>
    (await fetch(`http://127.0.0.1:${port}/`, { method: "POST", headers, body })).status;
  const signed = (id: string, at: Date, body: string, by = secret) => ({
    "webhook-id": id,
    "webhook-timestamp": `${Math.floor(at.getTime() / 1000)}`,
    "webhook-signature": `v1,AAAA ${new Webhook(by).sign(id, at, body)}`,
  });
  const body = JSON.stringify({ id: "e1", type: "goal.changed", data: { id: "g1" } });
  const now = new Date();
  try {
    await eventually(async () => expect(await post({}, body)).toBe(401));
    expect(await post(signed("e1", now, body), body)).toBe(204);
    expect(await post(signed("e1", now, body), body)).toBe(204);
    expect(await post(signed("e1", now, body), body.replace("g1", "g2"))).toBe(401);
    expect(await post(signed("e1", new Date(now.getTime() - 400_000), body), body)).toBe(401);
    expect(await post(signed("e1", now, body, `whsec_${btoa("another")}`), body)).toBe(401);
  } finally {
    receiver.kill();
  }
  const { stdout } = await receiver.output();
  expect(new TextDecoder().decode(stdout)).toBe("goal.changed g1\n");
}, PATIENCE_MS);
