/**
 * The Data API gives no request more rights while `private.pre_request` is not loaded: the setting
 * of the role is lost, PostgREST has not read it, or its copy of the schema is old.
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { eventually } from "../support/eventually.ts";
import { ownPlatform } from "../support/own-platform.ts";
import { patience } from "../../packages/local-supabase/helpers.ts";

await ownPlatform();
const { platform } = await import("../support/platform.ts");
const { person, superAdmin } = await import("../support/people.ts");
const { sql } = await import("../support/sql.ts");
const { exampleBody, fill, readDocument } = await import("../contract/document.ts");
const { NOWHERE, ok } = await import("../support/requests.ts");
const { impersonate } = await import("../auth/impersonating.ts");
const { makeToken, naming, tokenHeader } = await import("../personal-tokens/support.ts");
const { rowsOf } = await import("../contract/rows.ts");
type Operation = Awaited<ReturnType<typeof readDocument>>["operations"][number];

const setting = "alter role authenticator set pgrst.db_pre_request = 'private.pre_request'";
const notify = (what: string) => sql`select pg_notify('pgrst', ${what})`;

/** Whether PostgREST runs the function before each request. */
async function isLoaded(): Promise<boolean> {
  const { error } = await naming("no header").from("goals").select("id");
  expect(error?.code).toMatch(/^(PT403|42501)$/);
  return error?.code === "PT403";
}

const untilLoaded = (loaded: boolean) =>
  eventually(async () => expect(await isLoaded()).toBe(loaded));

async function unload(): Promise<void> {
  await sql.unsafe("alter role authenticator reset pgrst.db_pre_request");
  await notify("reload config");
  await untilLoaded(false);
}

afterAll(async () => {
  await sql.unsafe(setting);
  await notify("reload config");
});

const { operations } = await readDocument();
const [ana, admin] = [await person("Ana"), await superAdmin("Ada")];
const [blocked, ended, former] = [
  await person("Bob"),
  await person("Eve"),
  await superAdmin("Fay"),
];
const token = await makeToken(ana);
const acting = await impersonate(admin, ana);

/** A word in everything that these people have stored. */
const MARK = "Fjordmark";
const ids: Record<string, Record<string, string>> = {};

async function store(who: typeof ana): Promise<void> {
  const at = ids[who.id] = {} as Record<string, string>;
  const { entry } = await ok(who, "POST", "/api/journal", { title: MARK, content: MARK });
  await ok(who, "PUT", `/api/journal/${entry.id}`, { content: `${MARK} again` });
  const { goal } = await ok(who, "POST", "/api/goals", { title: MARK });
  const { organization } = await ok(who, "POST", "/api/organizations", { name: MARK });
  const { team } = await ok(who, "POST", "/api/teams", { name: MARK, org_id: organization.id });
  await ok(who, "POST", `/api/teams/${team.id}/messages`, { content: MARK });
  const { token } = await ok(who, "POST", "/api/user/tokens", {
    name: MARK,
    scopes: ["goals:read"],
  });
  await ok(who, "POST", "/api/user/calendar");
  await sql`insert into public.chat_messages (user_id, role, content)
    values (${who.id}, 'user', ${MARK})`;
  const { versions } = await ok(who, "GET", `/api/journal/${entry.id}/versions`);
  Object.assign(at, {
    journal: entry.id,
    goals: goal.id,
    organizations: organization.id,
    teams: team.id,
    user: token.id,
    versionId: versions[0]?.id,
    userId: who.id,
  });
}

/** A path with the ids of a person's rows. */
const pathOf = ({ path }: Operation, at: Record<string, string> = {}) =>
  fill(path, (name) => {
    const id = name === "id" ? at[path.split("/")[2]!] : at[name];
    return /date/i.test(name) ? "2026-01-02" : id ?? NOWHERE;
  });

/** Sends a request without the helper, whose document describes the service with the check. */
async function ask(operation: Operation, bearer: string, at?: Record<string, string>) {
  const { method } = operation;
  const response = await fetch(platform.base_url + pathOf(operation, at), {
    method,
    redirect: "manual",
    headers: { authorization: `Bearer ${bearer}`, "content-type": "application/json" },
    body: method === "GET" ? undefined : JSON.stringify(exampleBody(operation)),
  });
  return { status: response.status, body: await response.text() };
}

/** Whether an answer has no value: each part is null, 0, a list without rows, or made of such parts. */
const hasNothing = (value: unknown): boolean =>
  value === null || value === 0 ||
  (typeof value === "object" && Object.values(value).every(hasNothing));
const isEmpty = (body: string) => hasNothing(JSON.parse(body));

/** Whether an answer has a row. */
const tells = (body: unknown) => new RegExp(`${MARK}|[0-9a-f]{8}-[0-9a-f]{4}-`).test(String(body));

beforeAll(async () => {
  for (const who of [ana, blocked, ended, former]) await store(who);
  await sql`update public.profiles set is_active = false where id = ${blocked.id}`;
  await sql`select private.end_session(id) from auth.sessions where user_id = ${ended.id}`;
  await sql`update public.profiles set role = 'user' where id = ${former.id}`;
});

const people = {
  "a blocked user": blocked,
  "an ended session": ended,
  "a former super admin": former,
  "a super admin who acts as a user": { ...ana, token: acting.token, client: acting.client },
};
type Who = keyof typeof people;

/** These delete the rows that a policy shows, and a policy shows no row. */
const deletesNothing = ["deleteAvatar", "deleteChatMessages", "deleteNoteAnalyses"];

describe("without the check before each request", () => {
  const refused = new Map<string, Operation[]>();
  beforeAll(async () => {
    for (const [who, { token }] of Object.entries(people)) {
      const those = [];
      // Stopping the impersonation would end the session.
      for (const each of operations.filter((one) => one.operationId !== "stopImpersonation")) {
        const { status } = await ask(each, token);
        if (status === 401 || status === 403) those.push(each);
      }
      refused.set(who, those);
    }
    await unload();
  }, patience(600_000));

  it.each(Object.keys(people) as Who[])(
    "%s is given nothing by an operation that refuses it otherwise",
    async (who) => {
      const { id, token } = people[who];
      expect(refused.get(who)!.length).toBeGreaterThan(40);
      const before = await rowsOf(people[who]);
      const told = [];
      for (const each of refused.get(who)!) {
        const { status, body } = await ask(each, token, ids[id]);
        const isQuiet = each.method === "GET"
          ? isEmpty(body)
          : deletesNothing.includes(each.operationId);
        if (status === 500 || (status < 300 && !isQuiet)) {
          told.push(`${each.operationId} ${status} ${body.slice(0, 200)}`);
        }
      }
      expect(told).toEqual([]);
      expect(await rowsOf(people[who])).toEqual(before);
    },
    patience(300_000),
  );

  it("a personal token is refused by every operation: its request has no rights", async () => {
    const told = [];
    for (const each of operations.filter((one) => one["x-scopes"])) {
      const { status, body } = await ask(each, token.secret, ids[ana.id]);
      if (status !== 403) told.push(`${each.operationId} ${status} ${body.slice(0, 200)}`);
    }
    expect(told).toEqual([]);
  }, patience(300_000));

  it("the header of a personal token has no effect, whichever key it comes with", async () => {
    const header = await tokenHeader(token.id);
    const read = (options = {}) => naming(header, options).from("goals").select("user_id");
    expect((await read()).error?.code).toBe("42501");
    expect((await read({ session: blocked.token })).data).toEqual([]);
    // The secret key stays what it is, and the functions send none with the header.
    expect((await read({ key: platform.secret_key })).error).toBeNull();
  });

  it.each(["a blocked user", "an ended session"] as const)(
    "no function of the Data API tells %s anything",
    async (who) => {
      const functions = await sql<{ name: string; arguments: string[]; is_write: boolean }[]>`
        select proname as name, coalesce(proargnames[1:pronargs], '{}') as arguments,
          provolatile = 'v' as is_write
        from pg_proc where pronamespace = 'public'::regnamespace
          and has_function_privilege('authenticated', oid, 'execute') order by 1`;
      expect(functions.length).toBeGreaterThan(150);
      const before = await rowsOf(people[who]);
      for (const { name, arguments: names, is_write } of functions) {
        const nothing = Object.fromEntries(names.map((each) => [each, null]));
        const { error, data } = await people[who].client.rpc(name, nothing);
        expect([name, error?.code ?? "none"])
          .toEqual([name, expect.stringMatching(/^(none|42501|PT40[013])$/)]);
        expect([name, tells(JSON.stringify(data))]).toEqual([name, false]);
        // No policy leaves a row to `update_profile`, which acts with the rights of its caller.
        if (is_write && name !== "update_profile") expect([name, error]).not.toEqual([name, null]);
      }
      expect(await rowsOf(people[who])).toEqual(before);
    },
    patience(300_000),
  );

  it("an estimated count is refused", async () => {
    for (const count of ["planned", "estimated"] as const) {
      const { error } = await ana.client.from("journal_entries").select("id", { count });
      expect(error?.message).toBe("Prefer: count=exact is the only count");
    }
  });
});

describe("a setting that PostgREST does not know", () => {
  it("gives a personal token no right: it is set, and not read again", async () => {
    // After a first try. Otherwise the message of the reload could arrive after the next line.
    if (await isLoaded()) await unload();
    await sql.unsafe(setting);
    expect(await select()).toBe("42501");
    await notify("reload schema");
    // PostgREST also reads its settings when it connects again, also between these two calls.
    const found = await select();
    if (!await isLoaded()) expect(found).toBe("42501");
    await notify("reload config");
    await untilLoaded(true);
    expect(await select()).toBe("read");
  });

  it("refuses every request where it names a function that is gone", async () => {
    await sql.unsafe("alter function private.pre_request() rename to pre_request_before");
    try {
      expect(await select()).toBe("42883");
      expect((await ana.client.from("goals").select("id")).error?.code).toBe("42883");
    } finally {
      await sql.unsafe("alter function private.pre_request_before() rename to pre_request");
    }
    expect(await select()).toBe("read");
  });

  it("gives a personal token no right where the function has lost its own", async () => {
    await sql`revoke execute on function private.personal_token_claims from anon`;
    try {
      expect(await select()).toBe("42501");
    } finally {
      await sql`grant execute on function private.personal_token_claims to anon`;
    }
    expect(await select()).toBe("read");
  });

  /** The outcome of a read with the header of the token: "read", or the code of the refusal. */
  async function select(): Promise<string> {
    const { error } = await naming(await tokenHeader(token.id)).from("goals").select("id");
    return error?.code ?? "read";
  }
});
