/** The description of the server for a registry. */
import { Ajv } from "ajv";
import formats from "ajv-formats";
import { expect } from "vitest";
import { serverJson } from "../../tools/server-json.ts";
import { it } from "../support/it.ts";
import { platform } from "../support/platform.ts";
import { ask } from "./support.ts";

const uri = { type: "string", format: "uri" };

/** The rules of the registry's schema of 2025-12-11 for a server at an address. */
const ofRegistry = {
  type: "object",
  required: ["$schema", "name", "description", "version", "remotes"],
  additionalProperties: false,
  properties: {
    $schema: uri,
    name: { type: "string", pattern: "^[a-zA-Z0-9.-]+/[a-zA-Z0-9._-]+$", maxLength: 200 },
    title: { type: "string", minLength: 1, maxLength: 100 },
    description: { type: "string", minLength: 1, maxLength: 100 },
    version: { type: "string", pattern: "^\\d+\\.\\d+\\.\\d+$" },
    websiteUrl: uri,
    remotes: {
      type: "array",
      minItems: 1,
      items: {
        type: "object",
        required: ["type", "url"],
        additionalProperties: false,
        properties: { type: { const: "streamable-http" }, url: uri },
      },
    },
  },
};

it("server.json says what the server says, in the form of the registry", async ({ ana }) => {
  const ajv = new Ajv();
  formats.default(ajv);
  const made = serverJson("com.example", platform.base_url, "https://app.example.com");
  expect(ajv.validate(ofRegistry, made), ajv.errorsText()).toBe(true);
  const { _meta } = await ask(ana.api, "server/discover");
  const { name, title, version } = _meta["io.modelcontextprotocol/serverInfo"];
  expect(made).toMatchObject({ name: `com.example/${name}`, title, version });
  const { url } = made.remotes[0]!;
  const answer = await fetch(`${url}/.well-known/oauth-protected-resource`);
  expect((await answer.json()).resource).toBe(url);
});
