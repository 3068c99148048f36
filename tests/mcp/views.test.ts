/** Pages of tools: for clients that say that they show them. */
import { describe, expect } from "vitest";
import { makeToken } from "../personal-tokens/support.ts";
import { it } from "../support/it.ts";
import type { Person } from "../support/people.ts";
import { ask, meta, modern, result } from "./support.ts";

const TYPE = "text/html;profile=mcp-app";

/** The tools with a page, for a client with these abilities. */
async function viewsFor({ api }: Pick<Person, "api">, abilities: object) {
  const _meta = { ...meta.whole, [`${meta.key}clientCapabilities`]: abilities };
  const { tools } = (await modern(api, "tools/list", { _meta })).body.result;
  return tools.flatMap(({ name, _meta }: { name: string; _meta?: { ui: object } }) =>
    _meta ? [[name, _meta]] : []
  );
}

const showing = (mimeTypes: unknown) => ({ extensions: { [`${meta.key}ui`]: { mimeTypes } } });

describe("the list of tools names pages", () => {
  it("for a client that shows them", async ({ ana }) => {
    const entry = { ui: { resourceUri: "ui://journal/entry" } };
    const year = { ui: { resourceUri: "ui://journal/mood-year" } };
    expect(await viewsFor(ana, showing(["image/png", TYPE]))).toEqual([
      ["read_entry", entry],
      ["write_entry", entry],
      ["insights", year],
    ]);
    const reader = await makeToken(ana, ["goals:read"]);
    expect(await viewsFor(reader, showing([TYPE]))).toEqual([]);
  });

  it.for<[string, object]>([
    ["says nothing", {}],
    ["shows other pages", showing(["text/html"])],
    ["names no kind", { extensions: { [`${meta.key}ui`]: {} } }],
    ["has other extensions", { extensions: { [`${meta.key}tasks`]: {} } }],
  ])("for no client that %s", async ([_what, abilities], { ana }) => {
    expect(await viewsFor(ana, abilities)).toEqual([]);
  });

  it("for no client of the revisions before, which say nothing in later requests", async ({ ana }) => {
    const { tools } = await result(ana.api, "tools/list", { _meta: {} });
    expect(tools.filter(({ _meta }: { _meta?: object }) => _meta)).toEqual([]);
  });
});

it.for(["ui://journal/entry", "ui://journal/mood-year"])(
  "%s is the same for everybody, is small, and loads nothing",
  async (uri, { ana, ben }) => {
    const read = async ({ api }: Pick<Person, "api">) =>
      (await ask(api, "resources/read", { uri })).contents;
    const [page, ...others] = await read(ana);
    expect(others).toEqual([]);
    expect(await read(ben)).toEqual([page]);
    expect(await read(await makeToken(ana, ["goals:read"]))).toEqual([page]);
    expect(page).toMatchObject({
      uri,
      mimeType: TYPE,
      _meta: { ui: { csp: { connectDomains: [], resourceDomains: [] } } },
    });
    expect(page.text.length).toBeLessThan(6000);
    expect(page.text).toContain("default-src 'none'");
    expect(page.text).not.toMatch(/https?:|src=|href=|innerHTML|fetch\(|import\(/);
    // The user's own entries alone are listed.
    expect((await ask(ana.api, "resources/list")).resources).toEqual([]);
  },
);
