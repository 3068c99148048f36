/** The configurations and commands of docs/agents.md, used as a reader would. */
import { expect } from "vitest";
import { programsOf } from "../contract/programs.ts";
import { makeToken } from "../personal-tokens/support.ts";
import { it } from "../support/it.ts";
import { platform } from "../support/platform.ts";
import { tools } from "../../functions/tools.ts";

const PAGE = "docs/agents.md";

it("each configuration leads to the tools", async ({ ana }) => {
  const { secret } = await makeToken(ana, ["goals:read"]);
  const configurations = await programsOf(PAGE, "json");
  expect(configurations).toHaveLength(2);
  for (const text of configurations) {
    const { mcpServers, servers } = JSON.parse(text.replace("<personal token>", secret));
    const { url, headers } = (mcpServers ?? servers).journal;
    const answer = await fetch(url, {
      method: "POST",
      headers: { ...headers, "content-type": "application/json" },
      body: '{"jsonrpc": "2.0", "id": 1, "method": "tools/list"}',
    });
    expect((await answer.json()).result.tools).toMatchObject([{ name: "list_goals" }]);
  }
});

it("curl lists the tools of a token", async ({ ana }) => {
  const { secret } = await makeToken(ana, ["journal:read"]);
  const [, listing] = await programsOf(PAGE, "sh");
  const { stdout } = await new Deno.Command("sh", {
    args: ["-c", `command -v curl > /dev/null || exit 0\n${listing}`],
    env: { SUPABASE_URL: platform.api_url, JOURNAL_TOKEN: secret },
  }).output();
  const text = new TextDecoder().decode(stdout);
  if (text) expect(JSON.parse(text).result.tools).toHaveLength(7);
});

it("the page names every tool with its scope", async () => {
  const page = await Deno.readTextFile(PAGE);
  const rows = [...page.matchAll(/^\| `(\w+)` +\| `([\w:]+)`/gm)].map(([, ...row]) => row);
  expect(rows.sort()).toEqual(tools.map(({ name, scopes }) => [name, scopes.join()]).sort());
});
