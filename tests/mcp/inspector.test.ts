/** The command line of the official inspector. */
import { beforeAll, expect } from "vitest";
import { patience } from "../../packages/local-supabase/helpers.ts";
import { makeToken } from "../personal-tokens/support.ts";
import { foreignProgram } from "../support/foreign-programs.ts";
import { it } from "../support/it.ts";
import { platform } from "../support/platform.ts";
import { path } from "./support.ts";

let program: Awaited<ReturnType<typeof foreignProgram>>;

beforeAll(async () => {
  program = await foreignProgram(
    "@modelcontextprotocol/inspector/clients/launcher/build/index.js",
    "@modelcontextprotocol/inspector@2.12.0",
  );
}, patience(120_000));

/** The output of the inspector about a method, as JSON. */
async function inspect(bearer: string, ...args: string[]) {
  const started = program.start([
    ...["--cli", platform.base_url + path, "--transport", "http"],
    ...["--header", `Authorization: Bearer ${bearer}`],
    ...args,
  ]);
  const { out } = await started.ended;
  try {
    return JSON.parse(out);
  } catch {
    throw new Error(started.said());
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

it("speaks the revision 2026-07-28, and finds the pages of tools", async ({ ana }) => {
  const { secret } = await makeToken(ana, ["journal:read"]);
  const modern = ["--protocol-era", "modern", "--method", "tools/list"];
  const listed = await inspect(secret, ...modern);
  expect(JSON.stringify(listed.tools)).not.toContain("ui://");
  const shown = await inspect(secret, ...modern, "--advertise-apps");
  const views = shown.tools.flatMap(({ name, _meta }: { name: string; _meta?: object }) =>
    _meta ? [[name, _meta]] : []
  );
  expect(views).toEqual([
    ["read_entry", { ui: { resourceUri: "ui://journal/entry" } }],
    ["insights", { ui: { resourceUri: "ui://journal/mood-year" } }],
  ]);
  const info = await inspect(
    secret,
    ...["--protocol-era", "modern", "--advertise-apps", "--app-info"],
    ...["--method", "tools/call", "--tool-name", "insights"],
  );
  expect(info).toMatchObject({ hasApp: true, resourceUri: "ui://journal/mood-year" });
});
