/**
 * The client of the official SDK, which checks every answer with the schemas of the protocol: as it
 * begins with `initialize`, and in the revision 2026-07-28.
 */
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { describe, expect } from "vitest";
import { makeToken } from "../personal-tokens/support.ts";
import { it } from "../support/it.ts";
import { platform } from "../support/platform.ts";
import { ok } from "../support/requests.ts";
import { MODERN, path } from "./support.ts";

async function connect(bearer: string, revision = MODERN): Promise<Client> {
  const mode = revision === MODERN ? { pin: MODERN } : "legacy";
  const client = new Client({ name: "test", version: "1.0.0" }, { versionNegotiation: { mode } });
  await client.connect(
    new StreamableHTTPClientTransport(new URL(platform.base_url + path), {
      requestInit: { headers: { authorization: `Bearer ${bearer}` } },
    }),
  );
  return client;
}

describe.each([MODERN, "2025-11-25"])("the client of the official SDK, in %s", (revision) => {
  it("connects with a personal token, and calls every tool as its schemas say", async ({ ana }) => {
    const { secret } = await makeToken(ana, ["journal:write", "goals:write"]);
    const { goal } = await ok(ana, "POST", "/api/goals", { title: "Run" });
    const client = await connect(secret, revision);
    expect(client.getNegotiatedProtocolVersion()).toBe(revision);
    expect(client.getServerVersion()).toMatchObject({ name: "journal" });
    expect(client.getServerCapabilities()).toMatchObject({ tools: {}, resources: {}, prompts: {} });
    // From then on the client compares what a tool answers with its schema.
    const { tools } = await client.listTools();
    const id = crypto.randomUUID();
    const calls: Record<string, Record<string, unknown>> = {
      write_entry: {
        id,
        title: "First frost",
        content: "By the river",
        mood: "calm",
        tags: ["run"],
      },
      search_entries: { query: "river" },
      list_entries: { limit: 1 },
      read_entry: { id },
      on_this_day: { date: "2027-11-22" },
      insights: {},
      create_goal: { title: "Swim" },
      check_in_goal: { goal_id: goal.id, status: "completed" },
      list_goals: {},
      streaks: {},
      daily_prompt: {},
    };
    expect(tools.map(({ name }) => name).sort()).toEqual(Object.keys(calls).sort());
    for (const [name, given] of Object.entries(calls)) {
      const { isError, structuredContent, content } = await client.callTool({
        name,
        arguments: given,
      });
      expect([name, isError, content]).toEqual([name, false, [
        { type: "text", text: JSON.stringify(structuredContent) },
      ]]);
    }
    await client.close();
  });

  it("attaches entries as resources, and begins with prompts", async ({ ana }) => {
    const { entry } = await ok(ana, "POST", "/api/journal", { title: "Frost", content: "White." });
    const { secret } = await makeToken(ana, ["journal:read"]);
    const client = await connect(secret, revision);
    const { resources } = await client.listResources();
    expect(resources).toMatchObject([{ name: "Frost", description: "White." }]);
    const { contents } = await client.readResource({ uri: resources[0]!.uri });
    expect(contents).toMatchObject([{
      mimeType: "text/markdown",
      text: expect.stringMatching(/^# Frost\n\n.*\n\nWhite\.\n$/),
    }]);
    const { resourceTemplates: [template] } = await client.listResourceTemplates();
    expect(template!.uriTemplate.replace("{id}", entry.id)).toBe(resources[0]!.uri);
    const { prompts } = await client.listPrompts();
    expect(prompts.map(({ name }) => name)).toEqual(["look_back"]);
    const { messages } = await client.getPrompt({ name: "look_back" });
    expect(messages).toMatchObject([{ role: "user", content: { type: "text" } }]);
    await client.close();
  });

  it("gets a refusal as a result that a model reads", async ({ ana }) => {
    const client = await connect(ana.token, revision);
    await client.listTools();
    expect(await client.callTool({ name: "read_entry", arguments: { id: "x" } })).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining('"error":"id: expected a UUID"') }],
    });
    await expect(client.callTool({ name: "delete_entry" })).rejects.toMatchObject({ code: -32602 });
  });

  it("is not admitted without a bearer", async () => {
    await expect(connect("jt_nothing", revision)).rejects.toThrow(/unauthorized|HTTP 401/);
  });
});

it("a client that tries the latest revision first needs no other", async ({ ana }) => {
  const options = { versionNegotiation: { mode: "auto" } } as const;
  const client = new Client({ name: "test", version: "1.0.0" }, options);
  await client.connect(
    new StreamableHTTPClientTransport(new URL(platform.base_url + path), {
      requestInit: { headers: { authorization: `Bearer ${ana.token}` } },
    }),
  );
  expect(client.getNegotiatedProtocolVersion()).toBe(MODERN);
  await client.close();
});
