/** The rules of a grant, which all access tokens of its program share. */
import { describe, expect } from "vitest";
import { it } from "../support/it.ts";
import { codeOf, ok, outcome, walk } from "../support/requests.ts";
import { type Person, withToken } from "../support/people.ts";
import { sql } from "../support/sql.ts";
import {
  API,
  approve,
  begin,
  connect,
  exchange,
  grantsOf,
  pathOf,
  refresh,
  register,
} from "./support.ts";

/** Gives a person grants of programs that nobody uses. */
const letIn = ({ id }: Person, programs: number) =>
  sql`
    insert into private.grants (user_id, client_id, client_name, client_host, scopes, resource)
    select ${id}, 'jc_' || n, 'Editor', 'editor.example', '{journal:read}', 'x'
    from generate_series(1, ${programs}::integer) as n`;

/** A request of a new program, which the person has opened. */
async function opened(who: Person) {
  const begun = await begin(await register());
  await ok(who, "GET", pathOf(begun));
  return begun;
}

describe("a grant", () => {
  it("begins with the first token, and its user is told", async ({ ana }) => {
    const begun = await begin(await register());
    await approve(ana, begun);
    expect(await grantsOf(ana)).toEqual([]);
    await connect(ana);
    const [grant] = await grantsOf(ana);
    const { notifications } = await ok(ana, "GET", "/api/notifications");
    expect(notifications).toMatchObject([{
      type: "grant_created",
      title: "You have connected Editor",
      body: "It sends to 127.0.0.1. Disconnect it in the app if that was not you.",
      data: { grant_id: grant.id },
    }]);
  });

  it("is ended by its user alone, with all its tokens", async ({ ana, ben }) => {
    const { api } = await connect(ana, { resource: API });
    const [{ id }] = await grantsOf(ana);
    const path = `/api/user/grants/${id}`;
    expect(await outcome(ben, "DELETE", path)).toBe("404 Grant not found");
    expect((await api("GET", "/api/goals")).status).toBe(200);
    await ok(ana, "DELETE", path);
    await ok(ana, "DELETE", path);
    expect((await api("GET", "/api/goals")).status).toBe(401);
    expect(await grantsOf(ana)).toEqual([]);
  });

  it("replaces the program's former grant for the same address", async ({ ana }) => {
    const program = await register();
    const first = await connect(ana, { program, resource: API });
    await connect(ana, { program });
    expect(await grantsOf(ana)).toHaveLength(2);
    const second = await connect(ana, { program, resource: API });
    expect(await grantsOf(ana)).toHaveLength(2);
    expect((await first.api("GET", "/api/goals")).status).toBe(401);
    expect((await second.api("GET", "/api/goals")).status).toBe(200);
  });

  it("is refused where the user has 20, unless it replaces one", async ({ ana }) => {
    const program = await register();
    await connect(ana, { program });
    await letIn(ana, 19);
    await connect(ana, { program });
    const begun = await opened(ana);
    expect(await codeOf(ana.api("POST", `${pathOf(begun)}/approve`, { scopes: ["journal:read"] })))
      .toBe("409 quota_reached");
  });

  it("is the 20th for one of several that are approved at once, whose code gives it", async ({ ana }) => {
    await letIn(ana, 19);
    const requests = [await opened(ana), await opened(ana), await opened(ana), await opened(ana)];
    const answers = await Promise.all(
      requests.map((each) =>
        ana.api("POST", `${pathOf(each)}/approve`, { scopes: ["journal:read"] })
      ),
    );
    const codes = answers.map(({ status, body }) => `${status} ${body.code ?? "approved"}`);
    expect(codes.toSorted()).toEqual(["200 approved", ...Array(3).fill("409 quota_reached")]);
    const first = answers.findIndex(({ status }) => status === 200);
    await exchange(requests[first]!, new URL(answers[first]!.body.redirect_to));
    expect(await grantsOf(ana)).toHaveLength(20);
  });

  it("is not kept free for a code that has ended", async ({ ana }) => {
    await letIn(ana, 19);
    const [late, next] = [await opened(ana), await opened(ana)];
    await approve(ana, late);
    const approval = () =>
      codeOf(ana.api("POST", `${pathOf(next)}/approve`, { scopes: ["journal:read"] }));
    expect(await approval()).toBe("409 quota_reached");
    await sql`update private.oauth_requests set expires_at = now() where id = ${late.id}`;
    expect(await approval()).toBe("200");
  });

  it("is in the export, and leaves with the account", async ({ ana }) => {
    const { client } = await connect(ana);
    const { export: { grants, personal_tokens } } = await ok(ana, "GET", "/api/user/export");
    expect(grants).toMatchObject([{ client_id: client.client_id, client_name: "Editor" }]);
    expect(personal_tokens).toEqual([]);
    await sql`delete from auth.users where id = ${ana.id}`;
    const [left] = await sql`
      select (select count(*)::int from private.grants where user_id = ${ana.id}) as grants,
        (select count(*)::int from private.oauth_requests where user_id = ${ana.id}) as requests`;
    expect(left).toEqual({ grants: 0, requests: 0 });
  });
});

describe("an access token", () => {
  it("is in no list, quota or notification of tokens made by hand", async ({ ana }) => {
    await connect(ana);
    const [{ id }] = await sql<[{ id: string }]>`
      select id from private.personal_tokens where user_id = ${ana.id}`;
    expect(await walk(ana, "/api/user/tokens", "tokens")).toEqual([]);
    expect(await outcome(ana, "DELETE", `/api/user/tokens/${id}`)).toBe("404 Token not found");
    await sql`select private.tell_ending_tokens()`;
    const { notifications } = await ok(ana, "GET", "/api/notifications");
    expect(notifications.map(({ type }: { type: string }) => type)).toEqual(["grant_created"]);
    await sql`
      insert into private.personal_tokens (
        user_id, name, scopes, prefix, secret_hash, expires_at, grant_id)
      select user_id, 'x', scopes, prefix, sha256(n::text::bytea || id::text::bytea), expires_at,
        grant_id
      from private.personal_tokens cross join generate_series(1, 20) as n where id = ${id}`;
    const body = { name: "Backup", scopes: ["goals:read"] };
    expect((await ana.api("POST", "/api/user/tokens", body)).status).toBe(201);
  });

  it("shares the idempotency keys of its grant with the next one", async ({ ana }) => {
    const first = await connect(ana, { resource: API, scope: "goals:write" });
    const key = { "idempotency-key": crypto.randomUUID() };
    const { body: { goal } } = await first.api("POST", "/api/goals", { title: "Run" }, key);
    const next = await refresh(first.client, first.refresh, API);
    const again = await withToken(next.access_token)("POST", "/api/goals", { title: "Run" }, key);
    expect([again.headers.get("idempotent-replayed"), again.body.goal.id]).toEqual([
      "true",
      goal.id,
    ]);
  });

  it("invites for as long as its grant lasts", async ({ ana }) => {
    const { organization } = await ok(ana, "POST", "/api/organizations", { name: "Runners" });
    const { api } = await connect(ana, { resource: API, scope: "people:write" });
    const path = `/api/organizations/${organization.id}/invitations`;
    const { body: { invitation } } = await api("POST", path, { link: true });
    await sql`update private.personal_tokens set revoked_at = now() where user_id = ${ana.id}`;
    const stateOf = async () =>
      (await walk(ana, path, "invitations")).find(({ id }) => id === invitation.id).status;
    expect([await stateOf(), Date.parse(invitation.expires_at) > Date.now() + 86_400_000])
      .toEqual(["open", true]);
    const [{ id }] = await grantsOf(ana);
    await ok(ana, "DELETE", `/api/user/grants/${id}`);
    expect(await stateOf()).toBe("revoked");
  });
});
