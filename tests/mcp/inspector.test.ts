/**
 * The command line of the official inspector. It has 110 MB, so that this test alone installs it, in
 * a folder of its own.
 */
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect } from "vitest";
import { npm, printed } from "../../tools/pack.ts";
import { root } from "../contract/programs.ts";
import { makeToken } from "../personal-tokens/support.ts";
import { it } from "../support/it.ts";
import { platform } from "../support/platform.ts";
import { path } from "./support.ts";
import { patience } from "../../packages/local-supabase/helpers.ts";

const VERSION = "2.12.0";
const folder = join(root, ".local", `inspector-${VERSION}`);
const program = join(
  folder,
  "node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js",
);
/** The Node that runs npm. */
const node = Deno.env.get("npm_node_execpath") ?? "node";

beforeAll(async () => {
  if (existsSync(program)) return;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), '{"private": true}');
  const quiet = ["--ignore-scripts", "--no-audit", "--no-fund", "--prefer-offline"];
  const wanted = `@modelcontextprotocol/inspector@${VERSION}`;
  await printed([...npm(), "install", ...quiet, wanted], folder);
}, patience(120_000));

/** The output of the inspector about a method, as JSON. */
async function inspect(bearer: string, ...args: string[]) {
  const { stdout, stderr } = await new Deno.Command(node, {
    args: [
      program,
      "--cli",
      platform.base_url + path,
      "--transport",
      "http",
      "--header",
      `Authorization: Bearer ${bearer}`,
      ...args,
    ],
    cwd: folder,
    env: { NO_COLOR: "1", HOME: folder },
  }).output();
  const text = new TextDecoder().decode(stdout);
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(text + new TextDecoder().decode(stderr));
  }
}

it("lists the tools of a token, and calls them", async ({ ana }) => {
  const { secret } = await makeToken(ana, ["journal:write"]);
  const [{ tools }, written] = await Promise.all([
    inspect(secret, "--method", "tools/list"),
    inspect(
      secret,
      ...["--method", "tools/call", "--tool-name", "write_entry"],
      ...["--tool-arg", "title=First frost", "--tool-arg", "content=By the river"],
    ),
  ]);
  expect(tools.map(({ name }: { name: string }) => name)).toContain("search_entries");
  expect(written.structuredContent.entry).toMatchObject({ title: "First frost" });
  const found = await inspect(
    secret,
    ...["--method", "tools/call", "--tool-name", "search_entries", "--tool-arg", "query=river"],
  );
  expect(found.structuredContent.entries).toMatchObject([{ title: "First frost" }]);
});
