/** Programs that act with a personal token, at the functions' addresses. */
import { beforeEach, describe, expect, vi } from "vitest";
import { routes as goals } from "../../functions/goals/routes.ts";
import { createApp } from "../../shared/http/app.ts";
import { inProcess, useProject } from "../http/project.ts";
import { write } from "../journal/people.ts";
import { notify } from "../notifications/support.ts";
import { webp } from "../support/images.ts";
import { it } from "../support/it.ts";
import { noticesOf } from "../support/notices.ts";
import { anonymous, type Person } from "../support/people.ts";
import { codeOf, NOWHERE, ok, outcome, UUID } from "../support/requests.ts";
import { sql } from "../support/sql.ts";
import { makeToken, type Token } from "./support.ts";

const list = ({ api }: Pick<Token, "api">) => codeOf(api("GET", "/api/goals"));
const change = ({ id }: Token, values: Record<string, unknown>) =>
  sql`update private.personal_tokens set ${sql(values)} where id = ${id}`;

const withHeader = (authorization: string) =>
  anonymous.api("GET", "/api/goals", undefined, { authorization });
/** The path of a new organization of a user. */
const newOrganization = async (who: Pick<Token, "api">) =>
  `/api/organizations/${
    (await ok(who, "POST", "/api/organizations", { name: "Runners" })).organization.id
  }`;

describe("a program with a token", () => {
  it("acts as its user, at both addresses", async ({ ana, ben }) => {
    const token = await makeToken(ana);
    const { goal } = await ok(token, "POST", "/goals", { title: "Run" });
    expect(await ok(token, "GET", `/api/goals/${goal.id}`))
      .toEqual(await ok(ana, "GET", `/api/goals/${goal.id}`));
    const { id } = await write(ben);
    expect(await outcome(token, "GET", `/api/journal/${id}`)).toBe("404 Entry not found");
    expect((await ok(token, "GET", "/api/user/profile")).profile.id).toBe(ana.id);
    expect((await ok(token, "GET", "/api/sync")).changes.goals).toMatchObject([{ id: goal.id }]);
  });

  it("reads the insights, which a super admin acting as the user may not", async ({ ana }) => {
    const token = await makeToken(ana, ["journal:read"]);
    expect((await ok(token, "GET", "/api/insights")).insights.totals.entries).toBe(0);
  });

  it("is refused with the token at the front of the header alone", async ({ ana }) => {
    const { secret } = await makeToken(ana);
    for (const header of [secret, `Basic ${secret}`, `Bearer ${secret.toUpperCase()}`]) {
      expect(await codeOf(withHeader(header))).toBe("401 unauthorized");
    }
    const query = anonymous.api("GET", `/api/goals?access_token=${secret}`);
    const verified = anonymous.api("POST", "/api/auth/verify", { token: secret });
    for (const call of [query, verified]) expect((await call).status).toBe(401);
  });
});

describe("a token is refused", () => {
  const ended = "401 unauthorized";
  const deletion = ({ email }: Person) =>
    ["DELETE", "/api/user/account", { confirm: email }] as const;
  it.for<[string, (token: Token, who: Person) => Promise<unknown>, string]>([
    ["revoked by its user", ({ id }, ana) => ok(ana, "DELETE", `/api/user/tokens/${id}`), ended],
    ["expired", (token) => change(token, { expires_at: new Date() }), ended],
    [
      "of a blocked user",
      (_, { id }) => sql`update public.profiles set is_active = false where id = ${id}`,
      "403 account_blocked",
    ],
    [
      "of a user whom the identity provider bans",
      (_, { id }) =>
        sql`update auth.users set banned_until = now() + interval '1 hour' where id = ${id}`,
      "403 account_blocked",
    ],
    [
      "of an account that is being deleted",
      (_, { id }) =>
        sql`
        with begun as (insert into private.account_deletions (user_id) values (${id}))
        update public.profiles set is_active = false where id = ${id}`,
      "403 account_leaving",
    ],
    ["of a deleted account", (_, ana) => ok(ana, ...deletion(ana)), ended],
  ])("at its next request: %s", async ([_what, end, refusal], { ana }) => {
    const token = await makeToken(ana);
    expect(await list(token)).toBe("200");
    await end(token, ana);
    expect(await list(token)).toBe(refusal);
    expect(await codeOf(token.api("POST", "/api/goals", {}))).toBe(refusal);
  });

  it("that nobody has made", async ({ ana }) => {
    const { secret } = await makeToken(ana);
    const guess = `${secret.slice(0, -1)}${secret.endsWith("0") ? "1" : "0"}`;
    for (const each of [guess, secret.slice(0, 11), `${secret}0`, "jt_", "jt_é"]) {
      expect(await codeOf(withHeader(`Bearer ${encodeURIComponent(each)}`)))
        .toBe("401 unauthorized");
    }
  });

  it("before it is told whether the request is right", async ({ ana }) => {
    const token = await makeToken(ana, ["goals:read"]);
    expect(await codeOf(token.api("PUT", `/api/goals/x?y=1`, "{"))).toBe("403 scope_missing");
    expect(await codeOf(token.api("DELETE", `/api/organizations/x?y=1`))).toBe("403 token_refused");
  });
});

describe("a super admin's token", () => {
  it("gets no administration, and sees what a user sees", async ({ ana, admin }) => {
    const token = await makeToken(admin);
    const { id } = await write(ana);
    expect((await ok(admin, "GET", `/api/journal/${id}`)).entry.id).toBe(id);
    expect(await outcome(token, "GET", `/api/journal/${id}`)).toBe("404 Entry not found");
    expect(await codeOf(token.api("GET", "/api/admin/users"))).toBe("403 token_refused");
    expect(await codeOf(token.api("GET", await newOrganization(ana)))).toBe("404 not_found");
    const chains = "/api/workout-window/generate-chains";
    expect((await token.api("POST", chains, { date: "2001-02-03" })).status).toBe(403);
    expect((await ok(token, "GET", "/api/user/profile")).profile.role).toBe("super_admin");
  });

  it("keeps its answers for a repeated request after its user has lost the role of a super admin", async ({ admin }) => {
    const token = await makeToken(admin);
    const key = { "idempotency-key": crypto.randomUUID() };
    const post = () => token.api("POST", "/api/goals", { title: "Run" }, key);
    const { goal } = (await post()).body;
    await sql`update public.profiles set role = 'user' where id = ${admin.id}`;
    expect((await post()).body.goal).toEqual(goal);
  });
});

describe("a token gives nobody a role", () => {
  it("in an organization, a team or an invitation, and adds members", async ({ ana, ben, cleo }) => {
    const token = await makeToken(ana);
    const path = await newOrganization(token);
    const add = (user_id: string, role: string) =>
      codeOf(token.api("POST", `${path}/members`, { user_id, role }));
    expect([await add(ben.id, "owner"), await add(ben.id, "admin"), await add(ben.id, "member")])
      .toEqual(["403 token_refused", "403 token_refused", "201"]);
    const invite = (role: string) =>
      codeOf(token.api("POST", `${path}/invitations`, { email: `${cleo.id}@example.com`, role }));
    expect([await invite("owner"), await invite("admin"), await invite("member")])
      .toEqual(["403 token_refused", "403 token_refused", "201"]);
    const make = (fields: object) =>
      token.api("POST", "/api/teams", { org_id: path.split("/").at(-1), name: "Fast", ...fields });
    expect(await codeOf(make({ admin_id: ben.id }))).toBe("403 token_refused");
    const { team } = (await make({})).body;
    const teamPath = `/api/teams/${team.id}`;
    expect(await codeOf(token.api("PUT", teamPath, { admin_id: ben.id })))
      .toBe("403 token_refused");
    expect(await codeOf(token.api("PUT", teamPath, { name: "Slow" }))).toBe("200");
    const join = (role: string) =>
      codeOf(token.api("POST", `${teamPath}/members`, { user_id: ben.id, role }));
    expect([await join("admin"), await join("member")]).toEqual(["403 token_refused", "201"]);
    // The session gives the role; that the team goes to the owner again follows from the removal.
    await ok(ana, "PUT", teamPath, { admin_id: ben.id });
    expect(await codeOf(token.api("DELETE", `${path}/members/${ben.id}`))).toBe("200");
    expect((await ok(token, "GET", teamPath)).team.admin_id).toBe(ana.id);
  });
});

it("a token removes members, and no owner", async ({ ana, ben, cleo }) => {
  const token = await makeToken(ana);
  const path = `${await newOrganization(ana)}/members`;
  const add = (user_id: string, role: string) => ok(ana, "POST", path, { user_id, role });
  await Promise.all([add(ben.id, "owner"), add(cleo.id, "member")]);
  const remove = ({ id }: Person, by: Pick<Token, "api"> = token) =>
    codeOf(by.api("DELETE", `${path}/${id}`));
  expect([await remove(ben), await remove(cleo)]).toEqual(["403 token_refused", "200"]);
  // An owner cannot leave with a token either.
  expect(await remove(ben, await makeToken(ben))).toBe("403 token_refused");
  expect(await remove(ben, ana)).toBe("200");
});

it("an invitation ends with the token that makes it", async ({ ana, ben }) => {
  const token = await makeToken(ana);
  await change(token, { expires_at: new Date(Date.now() + 86_400_000) });
  const path = `${await newOrganization(ana)}/invitations`;
  const days = async ({ api }: Pick<Token, "api">, body: object) => {
    const { expires_at } = (await ok({ api }, "POST", path, body)).invitation;
    return Math.round((Date.parse(expires_at) - Date.now()) / 3_600_000) / 24;
  };
  const [soon, late] = [0.5, 80].map((n) => new Date(Date.now() + n * 86_400_000).toISOString());
  expect(await days(token, { link: true })).toBe(1);
  expect(await days(token, { link: true, expires_at: late })).toBe(1);
  expect(await days(token, { email: `${crypto.randomUUID()}@example.com` })).toBe(1);
  expect(await days(token, { link: true, expires_at: soon })).toBe(0.5);
  expect(await days(ana, { link: true })).toBe(14);

  // The revocation ends what is open, and leaves what other tokens and the user have made.
  const other = await makeToken(ana);
  expect(await days(other, { link: true })).toBe(14);
  await ok(token, "POST", path, { user_id: ben.id });
  expect(await noticesOf(ben, "organization_invitation")).toHaveLength(1);
  await ok(ana, "DELETE", `/api/user/tokens/${token.id}`);
  const { invitations } = await ok(ana, "GET", path);
  const states = invitations.map(({ status, kind }: Record<string, string>) =>
    status === "open" ? `open ${kind}` : status
  );
  expect(states.toSorted()).toEqual(["open link", "open link", ...Array(5).fill("revoked")]);
  expect(await noticesOf(ben, "organization_invitation")).toEqual([]);
});

it("an invitation waits for the revocation of its token, and is refused", async ({ ana }) => {
  const token = await makeToken(ana);
  const path = `${await newOrganization(token)}/invitations`;
  let invited: ReturnType<typeof token.api>;
  await sql.begin(async (tx) => {
    await tx`update private.personal_tokens set revoked_at = now() where id = ${token.id}`;
    invited = token.api("POST", path, { link: true });
    await expect.poll(async () =>
      (await sql`
        select from pg_locks as l join pg_stat_activity as a using (pid)
        where not l.granted and a.query like '%invite_to_organization%'`).length
    ).toBeGreaterThan(0);
  });
  expect((await invited!).status).toBe(401);
  expect((await ok(ana, "GET", path)).invitations).toEqual([]);
});

it("a token shows nothing of what the assistant writes", async ({ ana }) => {
  const token = await makeToken(ana);
  await notify(ana, { type: "assistant_note", body: "The lake is yours." });
  const seenBy = async (who: Pick<Token, "api">) => {
    const { notifications, unread_count } = await ok(who, "GET", "/api/notifications");
    const { changes } = await ok(who, "GET", "/api/sync");
    const typesOf = (list: { type: string }[]) => list.map(({ type }) => type).toSorted();
    return [typesOf(notifications), typesOf(changes.notifications), unread_count];
  };
  const both = ["assistant_note", "token_created"];
  expect(await seenBy(token)).toEqual([["token_created"], ["token_created"], 1]);
  // It is told so.
  const message = "Notifications read, except those about personal tokens";
  expect(await ok(token, "POST", "/api/notifications/read", { all: true }))
    .toEqual({ message, unread_count: 1 });
  expect(await seenBy(ana)).toEqual([both, both, 2]);
});

it("a token that names the notification of a token is refused, and marks nothing", async ({ ana }) => {
  const token = await makeToken(ana, ["account:read"]);
  await notify(ana, { type: "team_message", body: "Hello" });
  const { notifications } = await ok(token, "GET", "/api/notifications");
  const ids = notifications.map(({ id }: { id: string }) => id);
  expect(ids).toHaveLength(2);
  const read = () => token.api("POST", "/api/notifications/read", { ids });
  expect(await outcome({ api: read }, "POST", ""))
    .toBe("403 No personal token marks what tells of access to the account as read");
  expect((await ok(ana, "GET", "/api/notifications")).unread_count).toBe(2);
  expect((await ok(ana, "POST", "/api/notifications/read", { ids })).unread_count).toBe(0);
});

it("a program attaches a file to an entry, and reads it", async ({ ana }) => {
  const token = await makeToken(ana, ["journal:write"]);
  const { entry } = await ok(token, "POST", "/api/journal", { title: "Sea", content: "Blue" });
  const form = new FormData();
  form.append("file", new File([webp()], "sea.webp", { type: "image/webp" }));
  await ok(token, "POST", `/api/journal/${entry.id}/attachments`, form);
  const { attachments } = (await ok(token, "GET", `/api/journal/${entry.id}`)).entry;
  expect((await fetch(attachments[0].url)).status).toBe(200);
});

it("last_used_at is right to five minutes", async ({ ana }) => {
  const token = await makeToken(ana);
  const last = async () => {
    await list(token);
    const [row] = await sql`
      select last_used_at::text as at, now() - last_used_at < interval '1 minute' as "isNew"
      from private.personal_tokens where id = ${token.id}`;
    return row!;
  };
  const { at, isNew } = await last();
  expect(isNew).toBe(true);
  expect(await last()).toEqual({ at, isNew });
  await sql`
    update private.personal_tokens set last_used_at = now() - interval '5 minutes 1 second'
    where id = ${token.id}`;
  expect((await last()).isNew).toBe(true);
  const { tokens } = await ok(ana, "GET", "/api/user/tokens");
  expect(Date.now() - Date.parse(tokens[0].last_used_at)).toBeLessThan(5 * 60_000);
});

it("an idempotency key belongs to the token that sends it", async ({ ana }) => {
  const [first, second] = [await makeToken(ana), await makeToken(ana)];
  const key = { "idempotency-key": crypto.randomUUID() };
  const post = async ({ api }: Pick<Token, "api">, title = "Run") => {
    const { status, body } = await api("POST", "/api/goals", { title }, key);
    return status === 201 ? body.goal.id : `${status} ${body.code}`;
  };
  const made = [await post(first), await post(second), await post(ana)];
  expect(new Set(made).size).toBe(3);
  for (const id of made) expect(id).toMatch(UUID);
  expect([await post(first), await post(second), await post(ana)]).toEqual(made);
  expect(await post(first, "Swim")).toBe("409 idempotency_key_reused");
  await ok(ana, "DELETE", `/api/user/tokens/${first.id}`);
  expect(await post(first)).toBe("401 unauthorized");
});

describe("the cost of one token", () => {
  beforeEach(useProject);

  /** Asks an app that has so many requests a minute; answers with the status and what is left. */
  const asking = (limit: number) => {
    Deno.env.set("RATE_LIMIT_PER_MINUTE", String(limit));
    const app = createApp([goals]);
    return async (token: string, address: string) => {
      const headers = { authorization: `Bearer ${token}`, "x-forwarded-for": address };
      const { status, headers: answered } = await app.request("/goals", { headers });
      return `${status} ${answered.get("x-ratelimit-remaining")}`;
    };
  };

  it("counts for the token, and for the address of an unknown token", async ({ ana }) => {
    const ask = asking(3);
    const [first, second] = [(await makeToken(ana)).secret, (await makeToken(ana)).secret];
    const unknown = () => `jt_${crypto.randomUUID().replaceAll("-", "")}01234567`;
    for (const left of [2, 1, 0]) expect(await ask(first, `${left}`)).toBe(`200 ${left}`);
    expect(await ask(first, "elsewhere")).toBe("429 0");
    expect(await ask(second, "here")).toBe("200 2");
    expect(await ask(ana.token, "here")).toBe("200 2");
    for (const left of [2, 1, 0]) expect(await ask(unknown(), "here")).toBe(`401 ${left}`);
    const fetched = vi.spyOn(globalThis, "fetch");
    expect(await ask(unknown(), "here")).toBe("429 0");
    expect(await ask(first, "elsewhere")).toBe("429 0");
    expect(fetched, "without a look-up").not.toHaveBeenCalled();
    fetched.mockRestore();
    expect(await ask(second, "here")).toBe("200 1");
  });

  it("counts for its address when the token has ended", async ({ ana }) => {
    const ask = asking(2);
    const { id, secret } = await makeToken(ana);
    expect(await ask(secret, "there")).toBe("200 1");
    await ok(ana, "DELETE", `/api/user/tokens/${id}`);
    for (const answer of ["401 1", "401 0", "429 0"]) {
      expect(await ask(secret, "there")).toBe(answer);
    }
  });

  it("is one look-up more than a session's request, which has none", async ({ ana }) => {
    const { secret } = await makeToken(ana);
    const calls = async (token: string) => {
      const fetched = vi.spyOn(globalThis, "fetch");
      await inProcess(goals, { token })("GET", `/goals/${NOWHERE}`);
      const paths = fetched.mock.calls.map(([to]) => new URL(String(to)).pathname);
      fetched.mockRestore();
      return paths;
    };
    expect(await calls(ana.token)).toEqual(["/rest/v1/rpc/get_goal"]);
    const looked = ["/rest/v1/rpc/use_personal_token", "/rest/v1/rpc/get_goal"];
    expect(await calls(secret)).toEqual(looked);
  });
});
