/** Share links: their makers, their number, the list of a user's own links, and their end. */
import { beforeEach, describe, expect, vi } from "vitest";
import { routes } from "../../functions/share-links/making.ts";
import { impersonate } from "../auth/impersonating.ts";
import { inProcess, useProject } from "../http/project.ts";
import { write } from "../journal/people.ts";
import { it } from "../support/it.ts";
import { person, withToken } from "../support/people.ts";
import { codeOf, NOWHERE, ok, outcome, walk } from "../support/requests.ts";
import { sql } from "../support/sql.ts";
import { changesSince, syncPage } from "../sync/support.ts";
import { forgetReads, linksOf, make, read } from "./links.ts";

const DAY = 86_400_000;
const somebody = await person();

beforeEach(forgetReads);

describe("a share link", () => {
  it("is made for seven days, shows its code once, and is listed without it", async ({ ana, ben }) => {
    const { id: entry_id } = await write(ana);
    const { code, url, ...link } = await make(ana, entry_id);
    expect(code).toMatch(/^[0-9a-f]{48}$/);
    expect(url).toBe(`https://app.example.com/shared/${code}`);
    expect(link).toMatchObject({
      entry_id,
      has_passphrase: false,
      views: 0,
      locked_until: null,
      revoked_at: null,
    });
    expect(Date.parse(link.expires_at) - Date.parse(link.created_at)).toBe(7 * DAY);
    const second = await make(ana, entry_id, { expires_in_days: 90, passphrase: "a heron" });
    expect(Date.parse(second.expires_at) - Date.parse(second.created_at)).toBe(90 * DAY);
    expect(second.has_passphrase).toBe(true);
    const shown = [second, { ...link }].map((each) => ({ ...each, url: null, code: null }));
    expect(await walk(ana, "/api/share-links", "share_links", 1)).toEqual(shown);
    expect(await linksOf(ben)).toEqual([]);
  });

  it("shows neither code nor address in a repeated answer", async ({ ana }) => {
    const { id } = await write(ana);
    const key = { "idempotency-key": crypto.randomUUID() };
    const post = () => ana.api("POST", `/api/journal/${id}/share-links`, {}, key);
    const { share_link: first } = (await post()).body;
    expect((await post()).body.share_link).toEqual({ ...first, code: null, url: null });
    expect(await linksOf(ana)).toHaveLength(1);
  });

  it.each([
    ["expires_in_days", 0],
    ["expires_in_days", 91],
    ["expires_in_days", 1.5],
    ["passphrase", "heron"],
    ["passphrase", "x".repeat(201)],
    ["passphrase", "a heron\0"],
  ])("refuses %s %j", async (field, value) => {
    const path = `/api/journal/${NOWHERE}/share-links`;
    expect((await somebody.api("POST", path, { [field]: value })).body)
      .toMatchObject({ code: "invalid_input", fields: [{ path: field }] });
  });

  it("keeps no code and no passphrase in the database", async ({ ana }) => {
    const { id } = await write(ana);
    const passphrase = crypto.randomUUID();
    const key = { "idempotency-key": crypto.randomUUID() };
    const { body } = await ana.api("POST", `/api/journal/${id}/share-links`, { passphrase }, key);
    const kept = await sql`
      select to_jsonb(s)::text || to_jsonb(l)::text as text from private.share_link_secrets as s
      join public.share_links as l on l.id = s.link_id where l.user_id = ${ana.id}
      union all
      select to_jsonb(k)::text from private.idempotency_keys as k where k.user_id = ${ana.id}`;
    expect(kept).toHaveLength(2);
    for (const { text } of kept) {
      expect(text).not.toContain(body.share_link.code);
      expect(text.replace(/"ids": \[[^\]]*\]/, "")).not.toContain(passphrase);
    }
  });
});

describe("only the author makes one", () => {
  it("and no other reader of the entry", async ({ ana, ben, admin }) => {
    const shared = await write(ana, {
      metadata_visibility: "public",
      content_visibility: "public",
    });
    const own = await write(ana);
    const path = (entry: { id: string }) => `/api/journal/${entry.id}/share-links`;
    const refused = "403 Only its author may change or share an entry";
    expect(await outcome(ben, "POST", path(shared), {})).toBe(refused);
    expect(await outcome(admin, "POST", path(own), {})).toBe(refused);
    expect(await outcome(ben, "POST", path(own), {})).toBe("404 Entry not found");
  });

  it("outside classroom accounts", async ({ ana }) => {
    const { id } = await write(ana);
    await sql`update public.profiles set is_classroom = true where id = ${ana.id}`;
    expect(await outcome(ana, "POST", `/api/journal/${id}/share-links`, {}))
      .toBe("403 Classroom accounts may not make share links");
  });

  it("in person, not a super admin acting as the user", async ({ ana, admin }) => {
    const { id } = await write(ana);
    const acting = await impersonate(admin, ana);
    const api = withToken(acting.token);
    expect(await codeOf(api("POST", `/api/journal/${id}/share-links`, {}))).toBe(
      "403 impersonated",
    );
    const { error } = await acting.client.rpc("create_share_link", { p_entry_id: id });
    expect(error?.details).toBe("impersonated");
    expect(await linksOf({ api })).toEqual([]);
  });
});

it("a user has at most 20 active links, even with requests at once", async ({ ana }) => {
  const { id } = await write(ana);
  const post = () => codeOf(ana.api("POST", `/api/journal/${id}/share-links`, {}));
  const outcomes = await Promise.all(Array.from({ length: 25 }, post));
  expect(outcomes.toSorted())
    .toEqual([...Array(20).fill("201"), ...Array(5).fill("409 quota_reached")]);
  // Ended links do not count.
  const [first, second] = await linksOf(ana);
  await ok(ana, "DELETE", `/api/share-links/${first.id}`);
  await sql`update public.share_links set expires_at = now() where id = ${second.id}`;
  expect([await post(), await post(), await post()]).toEqual(["201", "201", "409 quota_reached"]);
});

it("a link that may not be made is refused before a key is derived from its passphrase", async ({ ana }) => {
  const { id } = await write(ana);
  const prepare = async (p_entry_id: string) =>
    (await ana.client.rpc("prepare_share_link", { p_entry_id })).error?.code;
  const made = () => sql`select made from private.quota_days where user_id = ${ana.id}`;
  await make(ana, id);
  const before = await made();
  expect([await prepare(id), await prepare(crypto.randomUUID())]).toEqual([undefined, "PT404"]);
  expect(await made()).toEqual(before);
  await sql`
    update private.quota_days as d set made = q.max_daily from private.quotas as q
    where q.kind = 'share links' and d.kind = q.kind and d.user_id = ${ana.id}`;
  expect(await prepare(id)).toBe("PT429");
  await useProject();
  const fetched = vi.spyOn(globalThis, "fetch");
  const { status } = await inProcess(routes, ana)("POST", `/journal/${id}/share-links`, {
    passphrase: "a heron",
  });
  const calls = fetched.mock.calls.map(([to]) => String(to));
  fetched.mockRestore();
  expect([status, calls.some((to) => to.includes("create_share_link"))]).toEqual([429, false]);
});

describe("the end of a link", () => {
  it("is the revocation by the author, once and for all", async ({ ana, ben }) => {
    const { id, code } = await make(ana, (await write(ana)).id);
    const path = `/api/share-links/${id}`;
    expect(await outcome(ben, "DELETE", path)).toBe("404 Share link not found");
    await ok(ana, "DELETE", path);
    const [{ revoked_at }] = await linksOf(ana);
    expect(revoked_at).not.toBeNull();
    await ok(ana, "DELETE", path);
    expect(await linksOf(ana)).toMatchObject([{ revoked_at }]);
    expect(await codeOf(read(code))).toBe("410 link_gone");
  });

  it("comes with its time", async ({ ana }) => {
    const { id, code } = await make(ana, (await write(ana)).id);
    await sql`update public.share_links set expires_at = clock_timestamp() where id = ${id}`;
    expect(await codeOf(read(code))).toBe("410 link_gone");
    await ok(ana, "DELETE", `/api/share-links/${id}`);
    expect(await linksOf(ana)).toMatchObject([{ revoked_at: null }]);
  });

  it("comes with the author's block, for good", async ({ ana, admin }) => {
    const { code } = await make(ana, (await write(ana)).id);
    const block = (is_active: boolean) =>
      ok(admin, "PUT", `/api/admin/users/${ana.id}/status`, { is_active });
    await block(false);
    expect(await codeOf(read(code))).toBe("410 link_gone");
    await block(true);
    expect(await codeOf(read(code))).toBe("410 link_gone");
  });

  it("comes with a ban at the identity provider, while it lasts", async ({ ana }) => {
    const { code } = await make(ana, (await write(ana)).id);
    await sql`update auth.users set banned_until = now() + interval '1 hour' where id = ${ana.id}`;
    expect(await codeOf(read(code))).toBe("410 link_gone");
    await sql`update auth.users set banned_until = now() where id = ${ana.id}`;
    expect(await codeOf(read(code))).toBe("200");
  });

  it("comes with the deletion of the entry and of the account", async ({ ana, ben }) => {
    const [entry, bens] = [await write(ana), await write(ben)];
    const [first, second] = [await make(ana, entry.id), await make(ben, bens.id)];
    await ok(ana, "DELETE", `/api/journal/${entry.id}`);
    await ok(ben, "DELETE", "/api/user/account", { confirm: ben.email });
    expect(await codeOf(read(first.code))).toBe("404 not_found");
    expect(await codeOf(read(second.code))).toBe("404 not_found");
    expect(await linksOf(ana)).toEqual([]);
  });

  it("is remembered for 30 days", async ({ ana }) => {
    const { id: entry } = await write(ana);
    const links = [await make(ana, entry), await make(ana, entry), await make(ana, entry)];
    await ok(ana, "DELETE", `/api/share-links/${links[0].id}`);
    for (const [n, age] of ["31 days", "31 days", "29 days"].entries()) {
      await sql`
        update public.share_links set
          expires_at = now() - ${age}::interval,
          revoked_at = revoked_at - ${age}::interval
        where id = ${links[n].id}`;
    }
    await sql`select private.purge()`;
    expect((await linksOf(ana)).map(({ id }: { id: string }) => id)).toEqual([links[2].id]);
    expect(await codeOf(read(links[1].code))).toBe("404 not_found");
  });
});

it("sync carries the user's own links, without their codes", async ({ ana }) => {
  const { code, url: _, ...link } = await make(ana, (await write(ana)).id);
  const { changes, next_cursor } = await syncPage(ana);
  expect(changes.share_links).toEqual([{ ...link, user_id: ana.id }]);
  // A view of the link is not a change either.
  await read(code);
  await ok(ana, "DELETE", `/api/share-links/${link.id}`);
  const { changed, cursor } = await changesSince(ana, next_cursor);
  expect(changed).toEqual([`share_links ${link.id}`]);
  await sql`update private.share_link_secrets set views = views + 1 where link_id = ${link.id}`;
  await sql`delete from public.share_links where id = ${link.id}`;
  const later = await changesSince(ana, cursor);
  expect([later.changed, later.deleted]).toEqual([[], [`share_links ${link.id}`]]);
});
