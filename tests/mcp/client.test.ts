/** The client of the official SDK, which checks every answer with the schemas of the protocol. */
import { Client } from "@modelcontextprotocol/sdk/client";
// The package names no file with types for this address.
// @ts-types="../../node_modules/@modelcontextprotocol/sdk/dist/esm/client/streamableHttp.d.ts"
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { describe, expect } from "vitest";
import { makeToken } from "../personal-tokens/support.ts";
import { it } from "../support/it.ts";
import { platform } from "../support/platform.ts";
import { ok } from "../support/requests.ts";
import { path } from "./support.ts";

async function connect(bearer: string): Promise<Client> {
  const client = new Client({ name: "test", version: "1.0.0" });
  await client.connect(
    new StreamableHTTPClientTransport(new URL(platform.base_url + path), {
      requestInit: { headers: { authorization: `Bearer ${bearer}` } },
    }),
  );
  return client;
}

describe("the client of the official SDK", () => {
  it("connects with a personal token, and calls every tool as its schemas say", async ({ ana }) => {
    const { secret } = await makeToken(ana, ["journal:write", "goals:write"]);
    const { goal } = await ok(ana, "POST", "/api/goals", { title: "Run" });
    const client = await connect(secret);
    expect(client.getServerVersion()).toMatchObject({ name: "journal" });
    expect(client.getServerCapabilities()).toEqual({ tools: {}, resources: {}, prompts: {} });
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
    const client = await connect(secret);
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
    const client = await connect(ana.token);
    await client.listTools();
    expect(await client.callTool({ name: "read_entry", arguments: { id: "x" } })).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining('"error":"id: expected a UUID"') }],
    });
    await expect(client.callTool({ name: "delete_entry" })).rejects.toMatchObject({ code: -32602 });
  });

  it("is not admitted without a bearer", async () => {
    await expect(connect("jt_nothing")).rejects.toMatchObject({ code: 401 });
  });
});
