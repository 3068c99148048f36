/** The document describes the service correctly. */
import { describe, expect, it } from "vitest";
import { parse } from "smol-toml";
import { errorCodes, fieldCodes } from "../../shared/base/codes.ts";
import {
  atFrontDoorOnly,
  codesOf,
  isForJobs,
  isForSuperAdmins,
  type Operation,
  ownAddress,
  readDocument,
  wantsUser,
} from "./document.ts";

const statusOf: Record<string, number> = errorCodes;

const document = await readDocument();

describe("every operation", () => {
  it("has a unique name, a summary, and no description that repeats the summary", () => {
    const ids = document.operations.map(({ operationId }) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { operationId, summary, description } of document.operations) {
      expect(summary, operationId).toBeTruthy();
      expect(description?.startsWith(summary) ?? false, operationId).toBe(false);
    }
  });

  it("declares its refusals with one schema, and their codes, which have their status", () => {
    for (const { operationId, responses } of document.operations) {
      for (const [status, answer] of Object.entries(responses)) {
        if (Number(status) < 400) continue;
        const codes = codesOf(answer);
        const { schema, example } = answer.content!["application/json"]!;
        // MCP has a form of its own for faults of a message.
        const form = operationId === "postMcpMessage" && JSON.stringify(schema).includes("McpError")
          ? {
            anyOf: ["ErrorBody", "McpError"].map((name) => ({
              $ref: `#/components/schemas/${name}`,
            })),
          }
          : { $ref: "#/components/schemas/ErrorBody" };
        expect(schema, `${operationId} ${status}`).toEqual({
          allOf: [
            form,
            { type: "object", properties: { code: { type: "string", enum: codes } } },
          ],
        });
        expect(codes).toContain((example as { code: string }).code);
        expect([operationId, codes.filter((code) => statusOf[code] !== Number(status))])
          .toEqual([operationId, []]);
        expect(codes).toEqual([...new Set(codes)]);
      }
    }
  });

  it("has an example of its body and of its answer", () => {
    const lacking = document.operations.flatMap(({ operationId, requestBody, responses }) => {
      const answers = Object.entries(responses).filter(([status]) => status.startsWith("2"))
        .map(([, { content }]) => content?.["application/json"]);
      return [...Object.values(requestBody?.content ?? {}), ...answers]
        .filter((media) => media && media.example === undefined).map(() => operationId);
    });
    expect(lacking).toEqual([]);
  });

  it("belongs to one tag, and each tag to one group", () => {
    const groups = document["x-tagGroups"].flatMap(({ tags }) => tags);
    expect(new Set(groups).size).toBe(groups.length);
    expect(document.tags.map(({ name }) => name).sort()).toEqual([...groups].sort());
    for (const { operationId, tags } of document.operations) {
      expect([operationId, tags.length, groups.includes(tags[0]!)]).toEqual([operationId, 1, true]);
    }
    const callers = Object.fromEntries(
      document["x-tagGroups"].map(({ name, tags }) => [name, new Set(tags)]),
    );
    const called = (by: string) =>
      document.operations.filter(({ tags }) => callers[by]!.has(tags[0]!));
    expect(called("Jobs").every(isForJobs)).toBe(true);
    expect(called("People").some(isForSuperAdmins)).toBe(false);
    expect(called("Webhooks").length).toBeGreaterThan(0);
  });

  // The other contract tests take from the document who may call an operation.
  it("is for signed-in users; under /admin/ for super admins, under /cron/ for jobs", () => {
    const those = (are: (operation: Operation) => boolean) =>
      document.operations.filter(are).map(({ operationId }) => operationId).sort();
    const differ = {
      forSuperAdmins: those((each) => isForSuperAdmins(each) !== each.path.includes("/admin/")),
      forJobs: those((each) => isForJobs(each) !== each.path.includes("/cron/")),
      forEverybody: those((each) => !wantsUser(each) && !isForJobs(each)),
    };
    const either = ["executeWorkoutBattle", "generateWorkoutMosaic"];
    expect(differ).toEqual({
      forSuperAdmins: [...either, "setGoldenSpec"],
      forJobs: [...either, "syncAllMusic"],
      forEverybody: [
        "applyAsSponsor",
        "authorize",
        "endWeeklyMail",
        "evaluateCalculator",
        "getApiResource",
        "getAuthorizationServer",
        "getCalendar",
        "getHealth",
        "getLinkedInvitation",
        "getMcpResource",
        "getMetrics",
        "getOauthKeys",
        "getOauthTokens",
        "getOpenApiDocument",
        "getOpenidConfiguration",
        "getSharedEntry",
        "getWebPushKey",
        "joinKitWaitlist",
        "listCalculators",
        "listOpportunities",
        "listSponsors",
        "optimize",
        "receiveEmailEvent",
        "receiveMusicCallback",
        "receivePaymentEvent",
        "redeemImpersonation",
        "registerOauthClient",
        "reportClientError",
        "revokeOauthToken",
        "verifyToken",
      ],
    });
  });

  it("names the missing resource of a 404", () => {
    const general = "The resource does not exist, or the caller may not see it.";
    const vague = document.operations.filter(({ responses }) =>
      responses["404"]?.description === general
    );
    expect(vague.map(({ operationId }) => operationId)).toEqual([]);
  });
});

describe("the schemas", () => {
  it("have no name that is a global of JavaScript", () => {
    const taken = Object.keys(document.components.schemas).filter((name) => name in globalThis);
    expect(taken).toEqual([]);
  });

  it("write a named schema that may be null as one of two types", () => {
    const contradictions: string[] = [];
    const visit = (node: unknown): void => {
      if (typeof node !== "object" || node === null) return;
      const { allOf } = node as { allOf?: { type?: string | string[] }[] };
      if (allOf?.some(({ type }) => [type].flat().includes("null"))) {
        contradictions.push(JSON.stringify(node));
      }
      Object.values(node).forEach(visit);
    };
    visit([document.components, document.operations]);
    expect(contradictions).toEqual([]);
    // The library writes a named schema as its first use is. Where that may be null, the route says
    // `z.union([Schema, z.null()])`.
    const nullable = Object.entries(document.components.schemas)
      .filter(([, { type }]) => [type].flat().includes("null"));
    expect(nullable.map(([name]) => name)).toEqual([]);
  });

  it("name every enum that occurs more than once, without null", () => {
    const named = Object.entries(document.components.schemas).filter(([, schema]) => schema.enum);
    expect(named.filter(([, schema]) => schema.enum!.includes(null))).toEqual([]);
    const known = new Set(named.map(([, schema]) => JSON.stringify(schema.enum)));
    const repeated = new Set<string>();
    const visit = (node: unknown): void => {
      if (typeof node !== "object" || node === null || named.some(([, it]) => it === node)) return;
      const { enum: values } = node as { enum?: unknown[] };
      // A named enum that may be null is written out in a body.
      if (Array.isArray(values) && values.length > 1 && !values.includes(null)) {
        const key = JSON.stringify(values);
        if (known.has(key)) repeated.add(key);
        known.add(key);
      }
      Object.values(node).forEach(visit);
    };
    // The codes of a refusal are values of a named one.
    const answered = document.operations.map(({ responses, ...operation }) => [
      operation,
      Object.entries(responses).filter(([status]) => Number(status) < 400),
    ]);
    visit([document.components.schemas, answered]);
    expect([...repeated]).toEqual([]);
  });

  it("name no code of a refusal that no operation answers", () => {
    const answered = document.operations.flatMap(({ responses }) =>
      Object.entries(responses).flatMap(([status, answer]) =>
        Number(status) < 400 ? [] : codesOf(answer)
      )
    );
    // `method_not_allowed` belongs to no operation, and tools alone refuse with `shared`.
    const others = ["method_not_allowed", "shared"];
    expect(new Set([...answered, ...others])).toEqual(new Set(Object.keys(errorCodes)));
  });

  it("enumerate the codes of refusals", () => {
    const { ErrorCode, FieldErrorCode } = document.components.schemas;
    expect(ErrorCode!.enum).toEqual(Object.keys(errorCodes));
    expect(FieldErrorCode!.enum).toEqual([...fieldCodes]);
  });
});

describe("the functions of config.toml", () => {
  it("are the groups of the document, health, the front door and the drawing of mosaics", async () => {
    const config = parse(await Deno.readTextFile("supabase/config.toml")) as {
      functions: Record<string, unknown>;
    };
    const groups = document.operations.filter((each) => !atFrontDoorOnly(each))
      .map(({ path }) => ownAddress(path).split("/")[1]!);
    // Only the group `workout-window` calls the drawing function.
    const others = ["api", "workout-mosaic"];
    expect(Object.keys(config.functions).sort()).toEqual(
      [...new Set([...groups, ...others])].sort(),
    );
  });
});
