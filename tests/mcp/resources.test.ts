/** Entries as resources, and prompts: the user's own alone, with the scopes of the bearer. */
import { describe, expect } from "vitest";
import { makeToken } from "../personal-tokens/support.ts";
import { it } from "../support/it.ts";
import { ok } from "../support/requests.ts";
import { post, result } from "./support.ts";

const isPublic = { metadata_visibility: "public", content_visibility: "public" };
const addressOf = (id: string) => `journal://entries/${id}`;

describe("resources", () => {
  it("are read in pages, latest first", async ({ ana }) => {
    const ids: string[] = [];
    for (let n = 0; n < 51; n++) {
      const written_at = `2026-05-01T08:${String(n).padStart(2, "0")}:00Z`;
      const { entry } = await ok(ana, "POST", "/api/journal", {
        title: `Entry ${n}`,
        content: "",
        written_at,
      });
      ids.unshift(addressOf(entry.id));
    }
    const first = await result(ana.api, "resources/list");
    const rest = await result(ana.api, "resources/list", { cursor: first.nextCursor });
    const addresses = [...first.resources, ...rest.resources].map(({ uri }) => uri);
    expect([addresses, first.resources.length, rest.nextCursor]).toEqual([ids, 50, undefined]);
  });

  it("are the user's own alone", async ({ ana, ben, admin }) => {
    const { entry } = await ok(ben, "POST", "/api/journal", {
      title: "Ben's",
      content: "",
      ...isPublic,
    });
    for (const { api } of [ana, admin]) {
      expect((await result(api, "resources/list")).resources).toEqual([]);
      const { status, body } = await post(api, "resources/read", { uri: addressOf(entry.id) });
      expect([status, body.error.code]).toEqual([200, -32002]);
    }
  });

  it.for<[string, object, number]>([
    ["resources/read", { uri: "journal://entries/x" }, -32002],
    ["resources/read", { uri: "https://example.com/journal" }, -32002],
    ["resources/read", {}, -32602],
    ["resources/list", { cursor: "x" }, -32602],
    ["resources/list", { cursor: 1 }, -32602],
    ["prompts/get", { name: "read_mind" }, -32602],
    ["prompts/get", {}, -32602],
  ])("%s of %j is refused by the protocol", async ([method, params, code], { ana }) => {
    const { status, body } = await post(ana.api, method, params);
    expect([status, body.error?.code]).toEqual([200, code]);
  });

  it("need the scope of the journal", async ({ ana }) => {
    const { entry } = await ok(ana, "POST", "/api/journal", { title: "Frost", content: "" });
    const { api } = await makeToken(ana, ["goals:write"]);
    expect(await result(api, "resources/templates/list")).toEqual({ resourceTemplates: [] });
    for (
      const [method, params] of [
        ["resources/list", {}],
        ["resources/read", { uri: addressOf(entry.id) }],
      ] as const
    ) {
      const { status, body } = await post(api, method, params);
      expect([status, body.code]).toEqual([403, "scope_missing"]);
    }
  });
});

it("a bearer finds the prompts whose tools it may use", async ({ ana }) => {
  const names = async (scopes: Parameters<typeof makeToken>[1]) => {
    const { api } = await makeToken(ana, scopes);
    const { prompts } = await result(api, "prompts/list");
    return prompts.map(({ name }: { name: string }) => name);
  };
  expect(await names(["goals:write"])).toEqual([]);
  expect(await names(["journal:read"])).toEqual(["look_back"]);
  expect(await names(["journal:write"])).toEqual(["look_back", "write_down"]);
});
