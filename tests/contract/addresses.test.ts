/**
 * Every operation of the document has two addresses: the front door's (`/api/goals`) and its
 * group's own function (`/goals`). These tests show that guard and handler are the same, so the
 * tests of each route use only one address.
 */
import { describe, expect, it } from "vitest";
import { type Api, type Person, person, send, superAdmin } from "../support/people.ts";
import { NOWHERE } from "../support/requests.ts";
import { sql } from "../support/sql.ts";
import {
  atFrontDoorOnly,
  exampleBody,
  fill,
  isForSuperAdmins,
  type Operation,
  ownAddress,
  readDocument,
  wantsUser,
} from "./document.ts";

const document = await readDocument();
const mounted = document.operations.filter((each) =>
  ownAddress(each.path) !== each.path && !atFrontDoorOnly(each)
);
const protectedOnes = mounted.filter(wantsUser);

/** A description of the handler's answer: its refusal, or the names in its body. */
async function outcome(api: Api, { method }: Operation, address: string, body: object = {}) {
  const answer = await api(
    method,
    fill(address, () => NOWHERE),
    method === "GET" ? undefined : body,
  );
  return [answer.status, answer.body?.error ?? Object.keys(answer.body ?? {}).sort()];
}

/** The outcomes at the front door and at the group's own function, each for a separate caller. */
const atBoth = (operation: Operation, [front, own]: readonly [Api, Api]) =>
  Promise.all([
    outcome(front, operation, operation.path),
    outcome(own, operation, ownAddress(operation.path)),
  ]);

/** The outcome at the front door, for a body that validation accepts. */
const withBody = (operation: Operation, api: Api) =>
  outcome(api, operation, operation.path, exampleBody(operation) as object | undefined);

/** Two users and two super admins. */
interface Callers {
  users: [Api, Api];
  superAdmins: [Api, Api];
}

async function callers(change: (who: Person) => unknown = () => {}): Promise<Callers> {
  const made = await Promise.all([person(), person(), superAdmin(), superAdmin()]);
  await Promise.all(made.map(change));
  const [one, two, three, four] = made.map(({ api }) => api) as [Api, Api, Api, Api];
  return { users: [one, two], superAdmins: [three, four] };
}

/** The callers whom the operation's guard admits. */
const admitted = (operation: Operation, { users, superAdmins }: Callers) =>
  isForSuperAdmins(operation) ? superAdmins : users;

const [active, blocked, deleted] = await Promise.all([
  callers(),
  callers(({ id }) => sql`update public.profiles set is_active = false where id = ${id}`),
  callers(({ id }) => sql`delete from auth.users where id = ${id}`),
]);

describe.each(mounted)("$method $path", (operation) => {
  it("answers alike at both addresses", async () => {
    const [front, own] = await atBoth(operation, admitted(operation, active));
    expect(own).toEqual(front);
    // The router's answer for a missing route.
    expect(front).not.toEqual([404, "Not found"]);
    expect(front[0]).not.toBe(405);
  });
});

describe.each(protectedOnes)("$method $path", (operation) => {
  it("requires authentication", async () => {
    for (
      const each of [await withBody(operation, send), ...await atBoth(operation, [send, send])]
    ) {
      expect(each).toEqual([401, "Missing or invalid access token"]);
    }
  });

  it("refuses the token of a deleted account", async () => {
    const [status] = await withBody(operation, admitted(operation, deleted)[0]);
    // The deletion answers a repetition of its request as the first one, however it was begun.
    expect(status).toBe(operation.operationId === "deleteAccount" ? 200 : 401);
  });

  it("refuses blocked users", async () => {
    expect(await withBody(operation, admitted(operation, blocked)[0]))
      .toEqual([403, "This account is blocked"]);
  });
});

describe.each(protectedOnes.filter(isForSuperAdmins))("$method $path", (operation) => {
  it("requires a super admin", async () => {
    expect((await withBody(operation, active.users[0]))[0]).toBe(403);
  });
});

it("lists the same methods at both addresses", async () => {
  for (const path of new Set(mounted.map(({ path }) => path))) {
    const [front, own] = await Promise.all(
      [path, ownAddress(path)].map((address) => send("PATCH", fill(address, () => NOWHERE))),
    );
    expect([path, own!.status, own!.headers.get("allow")])
      .toEqual([path, 405, front!.headers.get("allow")]);
  }
});
