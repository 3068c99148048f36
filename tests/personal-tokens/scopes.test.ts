/** Every operation of the document with every scope. */
import { describe, expect, it } from "vitest";
import { type Operation, readDocument } from "../contract/document.ts";
import { fill } from "../contract/operations.ts";
import type { Scope } from "../../shared/fields/scope.ts";
import { type Answer, person, send } from "../support/people.ts";
import { NOWHERE } from "../support/requests.ts";
import { allScopes, makeToken } from "./support.ts";

const { operations } = await readDocument();
const ana = await person("Ana");

/** A token for each scope, and those of the tests that need several. */
const held: Scope[][] = [...allScopes.map((each) => [each]), [...allScopes]];
const tokens = await Promise.all(held.map(async (scopes) => ({
  scopes,
  ...await makeToken(ana, scopes),
})));

/** A request about an object that does not exist, with a malformed body. */
const ask = ({ method, path }: Operation, api = send): Promise<Answer> =>
  api(
    method,
    fill(path, (name) => /date/i.test(name) ? "2001-02-03" : NOWHERE),
    method === "GET" ? undefined : "{",
    { "content-type": "application/json" },
  );

const includes = (scopes: Scope[], needed: Scope) =>
  scopes.includes(needed) || scopes.includes(needed.replace(":read", ":write") as Scope);

describe.each(operations.map((each) => [each.operationId, each] as const))("%s", (_id, each) => {
  const needed = each["x-scopes"];

  it(
    needed ? `needs ${needed.join(" and ") || "any token"}` : "takes no personal token",
    async () => {
      await Promise.all(tokens.map(async ({ scopes, api }) => {
        const { status, body } = await ask(each, api);
        const outcome = `${status} ${body?.code}`;
        if (!needed) return expect(outcome, scopes.join()).toBe("403 token_refused");
        const missing = needed.filter((scope) => !includes(scopes, scope));
        if (missing.length > 0) {
          expect(outcome, scopes.join()).toBe("403 scope_missing");
          expect(body.error).toBe(`The personal token lacks the scope ${missing.join(", ")}`);
        } else {
          expect(outcome, scopes.join())
            .not.toMatch(/^(401|500|503)|token_refused|scope_missing/);
        }
      }));
    },
  );
});

/** Operations that no token may call: by the path, or by the name of the operation. */
const never =
  /admin|cron|unsubscribe|webhook|share-link|versions|transcribe|\/chat|\/ai\/|\/music|\/payment|\/email|\/lab|\/calendar|\/export|\/imports|\/account|\/auth|\/tokens|\/devices|\/freezes|tone-packs|award|transfer|\/reports|avatar|\/sealed|^updateProfile$|^delete(Organization|Team)$|^update(Organization|Team)Member$|^inviteFriend$/;

describe("the document", () => {
  const taken = operations.filter((each) => each["x-scopes"]?.length);

  it("has one operation for any token, whose tools have scopes", () => {
    expect(operations.filter((each) => each["x-scopes"]?.length === 0))
      .toMatchObject([{ operationId: "postMcpMessage" }]);
  });

  it("marks reads with the scope read, all else with write", () => {
    for (const { method, operationId, "x-scopes": scopes = [] } of taken) {
      const verbs = new Set(scopes.map((scope) => scope.split(":")[1]));
      // Marking a notification as read is a part of reading it.
      const reads = method === "GET" || operationId === "readNotifications";
      expect([operationId, ...verbs]).toEqual([operationId, reads ? "read" : "write"]);
    }
  });

  it("lets tokens call no operation for the account holder, an admin or a job alone", () => {
    expect(taken.filter((each) => never.test(each.path)).map(({ operationId }) => operationId))
      .toEqual([]);
    expect(taken.filter((each) => never.test(each.operationId))).toEqual([]);
  });

  it("lets tokens call everything else of these groups", () => {
    const areas: Record<string, string[]> = {
      journal: ["journal", "notebooks", "entry-templates", "prompts", "insights"],
      goals: ["goals", "engagement", "reminders"],
      people: ["organizations", "teams", "users", "encouragement-drops"],
      window: ["workout-window"],
    };
    for (const [area, tags] of Object.entries(areas)) {
      for (const each of operations.filter((one) => tags.includes(one.tags[0]!))) {
        if (never.test(each.path) || never.test(each.operationId)) continue;
        const scope = `${area}:${each.method === "GET" ? "read" : "write"}`;
        expect([each.operationId, each["x-scopes"]]).toEqual([each.operationId, [scope]]);
      }
    }
  });

  it("has an operation for every scope", () => {
    const used = new Set(taken.flatMap((each) => each["x-scopes"] ?? []));
    expect([...used].sort()).toEqual([...allScopes].sort());
  });

  it("names the scopes of the security scheme", () => {
    for (const { security, operationId, ...each } of operations) {
      const scheme = security.find((one) => "personalToken" in one)?.personalToken;
      expect([operationId, scheme]).toEqual([operationId, each["x-scopes"]]);
    }
  });
});

it("write includes read, and read does not include write", async () => {
  const [reader, writer] = [
    await makeToken(ana, ["goals:read"]),
    await makeToken(ana, ["goals:write"]),
  ];
  const goal = { title: "Run" };
  expect((await reader.api("POST", "/api/goals", goal)).body.code).toBe("scope_missing");
  expect((await writer.api("POST", "/api/goals", goal)).status).toBe(201);
  expect((await reader.api("GET", "/api/goals")).body.goals).toHaveLength(1);
  expect((await writer.api("GET", "/api/goals")).body.goals).toHaveLength(1);
});
