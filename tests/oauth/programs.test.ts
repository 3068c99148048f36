/** Programs that others wrote sign a person in: each opens the page in a browser by itself. */
import { expect } from "vitest";
import { freePort, patience, scratchFolder } from "../../packages/local-supabase/helpers.ts";
import { foreignProgram } from "../support/foreign-programs.ts";
import { it } from "../support/it.ts";
import { ok } from "../support/requests.ts";
import { forgetLimits, grantsOf, MCP, visit } from "./support.ts";

const page = /http\S+\/oauth\/authorize\?[^\s"']+/;

const programs: Record<string, {
  packages: [string, ...string[]];
  script: string;
  args: (port: string) => string[];
  env?: Record<string, string>;
  /** The text that the program prints once it has the tools. */
  done?: RegExp;
}> = {
  "the inspector": {
    packages: ["@modelcontextprotocol/inspector@2.12.0"],
    script: "@modelcontextprotocol/inspector/clients/launcher/build/index.js",
    args: (port) => [
      ...["--cli", MCP, "--transport", "http", "--method", "tools/list"],
      ...["--callback-url", `http://127.0.0.1:${port}/oauth/callback`],
    ],
    // Without it, the program asks for a terminal.
    env: { MCP_AUTO_OPEN_ENABLED: "true" },
  },
  "mcp-remote": {
    packages: ["mcp-remote@0.15.1"],
    script: "mcp-remote/dist/client.js",
    args: (port) => [MCP, port],
  },
  mcporter: {
    packages: ["mcporter@0.12.3"],
    script: "mcporter/dist/cli.js",
    args: () => ["auth", "--http-url", MCP, "--allow-http"],
    env: { MCPORTER_LOG_LEVEL: "info" },
    done: /Authorization complete\. [1-9]\d* tools available/,
  },
};

it.for(Object.entries(programs))(
  "%s connects by the address alone",
  { timeout: patience(120_000) },
  async ([_name, each], { ana }) => {
    await ok(ana, "POST", "/api/journal", { title: "Frost", content: "White." });
    const program = await foreignProgram(each.script, ...each.packages);
    await forgetLimits();
    // Nothing is kept from the run before.
    const home = await scratchFolder("home");
    const started = program.start(each.args(String(freePort())), {
      HOME: home,
      // The program's own browser opens nothing.
      BROWSER: "true",
      ...each.env,
    });
    await visit(ana, await started.says(page));
    await started.says(each.done ?? /search_entries/);
    started.kill();
    await started.ended;
    await Deno.remove(home, { recursive: true });
    expect(await grantsOf(ana)).toMatchObject([{ resource: MCP }]);
  },
);
