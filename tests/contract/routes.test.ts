/** The document and the service say the same. */
import { beforeAll, describe, expect, it } from "vitest";
import { parse } from "smol-toml";
import { anonymous, type Person, person } from "../support/people.ts";
import { type Document, fill, ownAddress, readDocument, wantsUser } from "./document.ts";

let document: Document;
let somebody: Person;
beforeAll(async () => {
  [document, somebody] = await Promise.all([readDocument(), person()]);
});

const unknownId = "00000000-0000-4000-8000-00000000dead";

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

  it("that is for users refuses everybody else, at both addresses", async () => {
    for (const operation of document.operations.filter(wantsUser)) {
      for (const address of [operation.path, ownAddress(operation.path)]) {
        const path = fill(address, () => unknownId);
        const { status, body } = await anonymous.api(operation.method, path);
        expect([operation.operationId, address, status, typeof body.error])
          .toEqual([operation.operationId, address, 401, "string"]);
      }
    }
  });

  it("answers at its group's own function too", async () => {
    for (const { method, path, operationId } of document.operations) {
      const address = fill(ownAddress(path), () => unknownId);
      if (path === "/api/openapi.json") continue;
      const { body } = await somebody.api(method, address, method === "GET" ? undefined : {});
      expect([operationId, body?.code, body?.error]).not.toEqual([
        operationId,
        "NOT_FOUND",
        undefined,
      ]);
      expect([operationId, body?.error]).not.toEqual([operationId, "Not found"]);
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
