/** GET /api/users: finding people by handle or name, and the card of one. */
import { expect, it } from "vitest";
import { type Person, person } from "../support/people.ts";
import { NOWHERE, ok, outcome, walk } from "../support/requests.ts";
import { sql } from "../support/sql.ts";

/** Begins every name and handle of a test, so that people of other tests are not found. */
const fresh = () => `q${crypto.randomUUID().replaceAll("-", "").slice(0, 8)}`;

const rename = (who: Person, handle: string, full_name: string | null) =>
  ok(who, "PUT", "/api/user/profile", { handle, full_name });

/** Somebody with this handle and name. */
async function named(handle: string, full_name: string | null): Promise<Person> {
  const who = await person("Somebody");
  await rename(who, handle, full_name);
  return who;
}

async function find(who: Person, q: string): Promise<string[]> {
  const { users, next_cursor } = await ok(who, "GET", `/api/users?q=${encodeURIComponent(q)}`);
  expect(next_cursor).toBeNull();
  return users.map(({ handle }: { handle: string }) => handle);
}

const ana = await person("Ana");

it("answers cards: the exact handle, then handles, names and later words", async () => {
  const q = fresh();
  const [later, name, longer, exact] = await Promise.all([
    named(`d_${q}`, `Ben ${q} Smith`),
    named(`c_${q}`, `${q.toUpperCase()} Smith`),
    named(`${q}_b`, "Cleo"),
    named(q, null),
  ]);
  const { users } = await ok(ana, "GET", `/api/users?q=${q}`);
  const rest = { avatar_url: null, is_synthetic: false };
  expect(users).toEqual([
    { id: exact.id, handle: q, full_name: null, ...rest },
    { id: longer.id, handle: `${q}_b`, full_name: "Cleo", ...rest },
    { id: name.id, handle: `c_${q}`, full_name: `${q.toUpperCase()} Smith`, ...rest },
    { id: later.id, handle: `d_${q}`, full_name: `Ben ${q} Smith`, ...rest },
  ]);
});

it("ignores case, accents and repeated spaces, and finds several words of a name", async () => {
  const q = fresh();
  await named(`x_${q}`, `${q}  María de la Cruz`);
  for (const text of [`${q} maria`, `${q.toUpperCase()} MARÍA`, "maría de la cruz", "la Cruz"]) {
    expect(await find(ana, text)).toContain(`x_${q}`);
  }
});

it("follows a new handle and a new name", async () => {
  const [before, after] = [fresh(), fresh()];
  const who = await named(before, before);
  await rename(who, after, after);
  expect([await find(ana, before), await find(ana, after)]).toEqual([[], [after]]);
});

it("answers at most ten people, each once", async () => {
  const q = fresh();
  await Promise.all([
    ...Array.from({ length: 11 }, (_, n) => named(`${q}_${n + 10}`, `${q} ${q} ${q}`)),
    // A name that repeats the text takes no place of others.
    named(`a_${q}`, Array(8).fill(q).join(" ")),
  ]);
  expect(await find(ana, q)).toEqual(Array.from({ length: 10 }, (_, n) => `${q}_${n + 10}`));
});

it("leaves out the caller, blocked users and people who block the caller", async () => {
  const q = fresh();
  const [me, blocked, blocking, other] = await Promise.all([
    named(`${q}_me`, null),
    named(`${q}_blocked`, null),
    named(`${q}_blocking`, null),
    named(`${q}_other`, null),
  ]);
  await sql`update public.profiles set is_active = false where id = ${blocked.id}`;
  await ok(blocking, "PUT", "/api/user/profile", { blocked_user_ids: [me.id] });
  // The caller finds people whom the caller blocks, so that the block can be seen and lifted.
  await ok(me, "PUT", "/api/user/profile", { blocked_user_ids: [other.id] });
  expect(await find(me, q)).toEqual([`${q}_other`]);
  expect(await find(other, q)).toEqual([`${q}_blocking`]);
});

it("takes wildcards of patterns literally", async () => {
  const q = fresh();
  await named(q, `100% ${q}`);
  expect(await find(ana, `100% ${q}`)).toEqual([q]);
  for (const text of [`%${q}`, `${q.slice(0, -1)}_`, `${q.slice(0, 3)}%`, `${q}\\`]) {
    expect(await find(ana, text), text).toEqual([]);
  }
});

it("does not find people by e-mail address or the middle of a word", async () => {
  const q = fresh();
  const who = await named(q, null);
  expect(await find(ana, who.email)).toEqual([]);
  expect(await find(ana, q.slice(1))).toEqual([]);
});

it("refuses less than two characters and more than a hundred", async () => {
  for (
    const query of ["", "?q=", "?q=a", "?q=%20a%20", "?q=%CC%81%CC%81", `?q=${"x".repeat(101)}`]
  ) {
    const { status, body } = await ana.api("GET", `/api/users${query}`);
    expect([status, body.fields?.[0]?.path], query).toEqual([400, "q"]);
  }
  expect((await ana.api("GET", "/api/users?q=ana&limit=11")).status).toBe(400);
});

it("answers in pages", async () => {
  const word = `Paged${crypto.randomUUID().slice(0, 8)}`;
  const people = await Promise.all([1, 2, 3].map((n) => person(`${word} ${n}`)));
  const found = await walk(ana, `/api/users?q=${word}`, "users", 2);
  expect(found.map(({ id }) => id)).toEqual(people.map(({ id }) => id));
});

it("is limited to 30 searches a minute, through both ways together", async () => {
  const who = await person("Busy");
  for (let n = 0; n < 15; n++) {
    expect((await who.client.rpc("search_users", { p_query: "zz" })).error).toBeNull();
    await ok(who, "GET", "/api/users?q=zz");
  }
  const { status, body, headers } = await who.api("GET", "/api/users?q=zz");
  expect([status, body.code]).toEqual([429, "rate_limited"]);
  expect(body.error).toMatch(/^Too many searches: wait \d+ s$/);
  expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
  const direct = await who.client.rpc("search_users", { p_query: "zz" });
  expect([direct.status, direct.data]).toEqual([429, null]);
  // A refused search counts for nothing.
  await sql`update private.rate_limit_hits set at = at - interval '1 minute'
    where subject = ${`user:${who.id}`} and bucket = 'user_search'`;
  await ok(who, "GET", "/api/users?q=zz");
});

it("answers the card of one user, except to people whom the user blocks", async () => {
  const [cleo, dan] = [await named(fresh(), "Cleo"), await person("Dan")];
  const { profile: { handle } } = await ok(cleo, "GET", "/api/user/profile");
  expect(await ok(dan, "GET", `/api/users/${cleo.id}`)).toEqual({
    user: { id: cleo.id, handle, full_name: "Cleo", avatar_url: null, is_synthetic: false },
  });
  await ok(cleo, "PUT", "/api/user/profile", { blocked_user_ids: [dan.id] });
  expect(await outcome(dan, "GET", `/api/users/${cleo.id}`)).toBe("404 User not found");
  expect(await outcome(dan, "GET", `/api/users/${NOWHERE}`)).toBe("404 User not found");
});
