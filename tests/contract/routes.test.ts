/** The document and the service say the same. */
import { beforeAll, describe, expect, it } from "vitest";
import { parse } from "smol-toml";
import { type Document, ownAddress, readDocument } from "./document.ts";

let document: Document;
beforeAll(async () => {
  document = await readDocument();
});

describe("every operation", () => {
  it("has a name of its own, a summary, a description and a tag", () => {
    const ids = document.operations.map(({ operationId }) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { operationId, summary, description, tags } of document.operations) {
      expect([operationId, summary, description, tags.length].every(Boolean), operationId).toBe(
        true,
      );
    }
  });

  it("declares its refusals in one shape", () => {
    for (const { operationId, responses } of document.operations) {
      for (const [status, { content }] of Object.entries(responses)) {
        if (Number(status) < 400) continue;
        expect(content?.["application/json"]?.schema, `${operationId} ${status}`)
          .toEqual({ $ref: "#/components/schemas/Error" });
      }
    }
  });
});

describe("the functions of config.toml", () => {
  it("are the groups of the document, the front door and health", async () => {
    const config = parse(await Deno.readTextFile("supabase/config.toml")) as {
      functions: Record<string, unknown>;
    };
    const groups = document.operations.map(({ path }) => ownAddress(path).split("/")[1]!)
      .filter((name) => name !== "openapi.json");
    expect(Object.keys(config.functions).sort()).toEqual([...new Set([...groups, "api"])].sort());
  });
});
