/** The platform's own APIs refuse a personal token; the Data API takes the functions' header. */
import { createClient } from "@supabase/supabase-js";
import { beforeAll, describe, expect, it as base } from "vitest";
import { listen } from "../support/live.ts";
import { it } from "../support/it.ts";
import { newClient, type Person, superAdmin } from "../support/people.ts";
import { platform } from "../support/platform.ts";
import { ok } from "../support/requests.ts";
import { as, sql } from "../support/sql.ts";
import { makeToken, naming, newKey, tokenHeader } from "./support.ts";

const { api_url, publishable_key, secret_key } = platform;

const select = async (header: string, options = {}) => {
  const { data, error } = await naming(header, options).from("goals").select("title");
  return data ?? `${error!.code} ${error!.message}`;
};

describe("the header of the functions", () => {
  it("makes a request the user's", async ({ ana, ben }) => {
    const { id } = await makeToken(ana, ["goals:read"]);
    await ok(ben, "POST", "/api/goals", { title: "Ben's" });
    await ok(ana, "POST", "/api/goals", { title: "Ana's" });
    const db = naming(await tokenHeader(id));
    expect((await db.from("goals").select("title")).data).toEqual([{ title: "Ana's" }]);
    const { data } = await db.from("goals").insert({ title: "Mine" }).select("user_id");
    expect(data).toEqual([{ user_id: ana.id }]);
    expect((await db.from("goals").insert({ title: "x", user_id: ben.id })).error?.code)
      .toBe("42501");
  });

  it.for([["POST", "8s"], ["GET", "3s"]])(
    "gives a request the user's claims and the limits of a user: %s",
    async ([method, timeout], { ana }) => {
      const { id } = await makeToken(ana, ["goals:read"]);
      const headers = JSON.stringify({ "x-personal-token": await tokenHeader(id) });
      const seen = await as({ role: "anon" }, async (tx) => {
        if (method === "GET") await tx`set transaction read only`;
        await tx`
          select set_config('request.headers', ${headers}, true),
            set_config('request.jwt.claim.sub', ${crypto.randomUUID()}, true),
            set_config('request.jwt.claim.role', 'anon', true),
            set_config('request.method', ${method!}, true), set_config('work_mem', '64MB', true)`;
        await tx`select private.pre_request()`;
        return await tx`
          select current_user as role, auth.uid() as uid, auth.role() as claimed,
            current_setting('statement_timeout') as timeout, current_setting('work_mem') as memory,
            current_setting('request.jwt.claims')::jsonb as claims`;
      });
      expect(seen).toEqual([{
        role: "authenticated",
        uid: ana.id,
        claimed: "authenticated",
        timeout,
        memory: "4MB",
        claims: {
          sub: ana.id,
          role: "authenticated",
          user_role: "user",
          token_id: id,
          scopes: ["goals:read"],
        },
      }]);
    },
  );

  it("is refused with any other key or token than the publishable key", async ({ ana, ben }) => {
    const header = await tokenHeader((await makeToken(ana)).id);
    for (
      const options of [
        { key: secret_key },
        { session: ben.token },
        { session: ana.token },
        { key: secret_key, session: ana.token },
      ]
    ) {
      for (const each of [header, "x", ""]) {
        expect(await select(each, options))
          .toBe("PT403 x-personal-token comes with the publishable key alone");
      }
      expect((await naming(header, options).rpc("check_caller")).error?.code).toBe("PT403");
    }
  });

  it("is refused unless the service has signed it within two minutes", async ({ ana, ben }) => {
    const { id } = await makeToken(ana);
    const [right, late, other, bens] = await Promise.all([
      tokenHeader(id),
      tokenHeader(id, { seconds: -1 }),
      tokenHeader(id, { key: newKey() }),
      tokenHeader((await makeToken(ben)).id),
    ]);
    const [, expiry, mac] = right.split(".");
    expect(await select(right)).toEqual([]);
    for (
      const wrong of [
        late,
        other,
        `${id}.${Number(expiry) + 60}.${mac}`,
        `${id}.${expiry}.${bens.split(".")[2]}`,
        `${bens.split(".")[0]}.${expiry}.${mac}`,
        `${id}.${expiry}.`,
        `${id}.${expiry}`,
        `${right}, ${right}`,
        `${id}.99999999999999999999.${mac}`,
        id,
        "x",
        "",
      ]
    ) {
      expect(await select(wrong), wrong)
        .toBe("PT403 x-personal-token is not signed by the service, or has expired");
    }
  });

  it("is refused when the token has ended, or names none", async ({ ana }) => {
    const { id } = await makeToken(ana);
    const ask = async (token = id) => String(await select(await tokenHeader(token))).slice(0, 5);
    expect(await ask()).toBe("");
    expect(await ask(crypto.randomUUID())).toBe("PT401");
    const { id: second } = await makeToken(ana);
    await ok(ana, "DELETE", `/api/user/tokens/${second}`);
    expect(await ask(second)).toBe("PT401");
    await sql`update public.profiles set is_active = false where id = ${ana.id}`;
    expect(await ask()).toBe("PT403");
  });

  it("lets nobody be a super admin or an account holder", async ({ admin }) => {
    const header = await tokenHeader((await makeToken(admin)).id);
    const as = (role: string) => naming(header, { "x-required-role": role }).rpc("check_caller");
    expect((await as("super_admin")).error?.message).toBe("Only super admins may do this");
    expect((await as("account_holder")).error?.details).toBe("token_refused");
  });
});

describe("a personal token as a bearer", () => {
  it("is refused by the Data API, Storage, Auth and Realtime", async ({ ana }) => {
    const { secret } = await makeToken(ana);
    for (
      const path of [
        "/rest/v1/goals",
        "/rest/v1/rpc/check_caller",
        "/rest/v1/",
        "/storage/v1/object/list/avatars",
        "/storage/v1/bucket",
        "/storage/v1/object/authenticated/avatars/x",
        "/auth/v1/user",
        "/auth/v1/logout",
      ]
    ) {
      for (const [apikey, bearer] of [[publishable_key, secret], [secret, secret]] as const) {
        const method = /list|rpc|logout/.test(path) ? "POST" : "GET";
        const { status } = await fetch(api_url + path, {
          method,
          headers: {
            apikey,
            authorization: `Bearer ${bearer}`,
            "content-type": "application/json",
          },
          body: method === "POST" ? JSON.stringify({ prefix: "" }) : undefined,
        });
        expect([400, 401, 403], path).toContain(status);
      }
    }
    const client = newClient();
    await client.realtime.setAuth(secret);
    await expect(listen(client, `user:${ana.id}`)).rejects.toThrow();
  });
});

describe("a token has the rights of neither an account holder nor a super admin", async () => {
  const made: { admin?: Person; token?: string } = {};
  beforeAll(async () => {
    made.admin = await superAdmin("Ada");
    made.token = (await makeToken(made.admin)).id;
  });
  /** A header is valid for two minutes: each test signs its own. */
  const signed = async () => naming(await tokenHeader(made.token!));

  interface Callable {
    name: string;
    arguments: string[];
    guard: "admins" | "holders" | null;
    users: boolean;
  }

  /** Guards that the body asks for, itself or in what it calls first. */
  const functions = await sql<Callable[]>`
    select p.proname as name, coalesce(p.proargnames[1:p.pronargs], '{}') as arguments,
      has_function_privilege('authenticated', p.oid, 'execute') as users,
      case when t.prosrc ~ 'private\.require_super_admin\(\)' then 'admins'
        when t.prosrc ~ 'private\.require_account_holder\(\)' then 'holders' end as guard
    from pg_proc as p
    left join pg_proc as t on t.proname = p.proname and t.pronamespace = 'private'::regnamespace
    where p.pronamespace = 'public'::regnamespace and p.prokind = 'f'
      and (has_function_privilege('authenticated', p.oid, 'execute')
        or has_function_privilege('service_role', p.oid, 'execute'))
    order by 1`;

  const tables = await sql<{ name: string }[]>`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'v', 'm', 'p', 'f')
      and has_any_column_privilege('authenticated', oid, 'select')
    order by 1`;

  base("there are functions and tables of the Data API", () => {
    expect([functions.length > 150, tables.length > 50]).toEqual([true, true]);
  });

  // A test for each, because their number grows.
  base.each(functions.map((each) => [each.name, each] as const))(
    "the function %s of the Data API refuses it where it refuses a user",
    async (name, { arguments: names, guard, users }) => {
      const nothing = Object.fromEntries(names.map((each) => [each, null]));
      const { error } = await (await signed()).rpc(name, nothing);
      // Functions for the service alone are closed to a token.
      if (!users) expect(error?.code, name).toBe("42501");
      if (users && guard === "admins") expect([name, error?.code]).toEqual([name, "PT403"]);
      // `register_push_device` refuses null for its argument earlier.
      if (users && guard === "holders") {
        expect(`${name} ${error?.details}`).toMatch(
          / token_refused$|^register_push_device bad_request/,
        );
      }
      expect(error?.code ?? "", name).not.toMatch(/^(XX|PT5)/);
    },
  );

  base.each(tables)("the table $name of the Data API answers", async ({ name }) => {
    const { error, status } = await (await signed()).from(name)
      .select("*", { head: true, count: "exact" });
    // 400: cards are read by ids. 401: PostgREST says so where the publishable key lacks a right.
    expect([200, 206, 400, 401, 403], `${name} ${error?.message}`).toContain(status);
  });

  base("the tables of the Data API show what they show a user", async () => {
    const { org_id } = await othersRows();
    const { admin } = made;
    const db = await signed();
    // A session of the same user, whose access token does not say that it is a super admin's.
    const [{ count }] = await sql`
      select count(*)::int from public.profiles` as [{ count: number }];
    expect(count).toBeGreaterThan(1);
    const rows = async (table: string) => (await db.from(table).select("*")).data;
    expect(await rows("profiles")).toMatchObject([{ id: admin!.id }]);
    expect(await rows("audit_log")).toEqual([]);
    expect(await rows("admin_impersonations")).toEqual([]);
    expect((await db.from("organizations").select("id").eq("id", org_id)).data).toEqual([]);
    expect((await admin!.client.from("organizations").select("id").eq("id", org_id)).data)
      .toEqual([{ id: org_id }]);
    // Of the assistant, which only the account holder reads.
    await sql`
      insert into public.chat_messages (user_id, role, content) values (${
      admin!.id
    }, 'user', 'Hi')`;
    expect(await rows("chat_messages")).toEqual([]);
    expect((await admin!.client.from("chat_messages").select("content")).data)
      .toEqual([{ content: "Hi" }]);
  });

  async function othersRows() {
    const { organization } = await ok(await superAdmin("Otto"), "POST", "/api/organizations", {
      name: "Others",
    });
    return { org_id: organization.id };
  }
});

describe("functions of the service that take a user's id", () => {
  it("refuse a token, which has no session, where only the account holder is let in", async ({ ana }) => {
    const service = createClient(api_url, secret_key);
    const session = { p_user_id: ana.id, p_session_id: null };
    const calls = {
      begin_account_deletion: { ...session, p_confirm: ana.email },
      begin_chat_answer: { ...session, p_content: "Hi" },
      begin_music_connection: { ...session, p_state_hash: "00", p_verifier: "x" },
      take_music_grant: { ...session, p_grant_hash: "00" },
    };
    for (const [name, given] of Object.entries(calls)) {
      const { error } = await service.rpc(name, given);
      expect([name, error?.details]).toEqual([name, "token_refused"]);
    }
    // Every other function with a session's id asks for the token, or for nothing of the holder.
    const others = await sql<{ name: string; takes: boolean }[]>`
      select proname as name, 'p_token_id' = any (proargnames) as takes from pg_proc
      where pronamespace = 'public'::regnamespace and 'p_session_id' = any (proargnames)
        and prosrc !~ '(begin|take)_(account_deletion|chat_answer|music_connection|music_grant)'
      order by 1`;
    expect(others.filter(({ takes }) => takes).map(({ name }) => name))
      .toEqual(["idempotency_claim", "take_rate_limit"]);
  });

  it("refuse a token that has ended", async ({ ana }) => {
    const { id } = await makeToken(ana);
    const service = createClient(api_url, secret_key);
    const of = { p_user_id: ana.id, p_session_id: null, p_token_id: id };
    const claim = async () =>
      (await service.rpc("idempotency_claim", {
        ...of,
        p_route: "post /goals",
        p_key: crypto.randomUUID(),
        p_request_hash: "x",
      })).error?.code;
    const take = async () =>
      (await service.rpc("take_rate_limit", { ...of, p_bucket: "ai" })).error?.code;
    expect([await claim(), await take()]).toEqual([undefined, undefined]);
    await ok(ana, "DELETE", `/api/user/tokens/${id}`);
    expect([await claim(), await take()]).toEqual(["PT401", "PT401"]);
  });
});
