/** Entries of the same day in former years, and former texts of entries. */
import { describe, expect } from "vitest";
import { impersonate } from "../auth/impersonating.ts";
import { it } from "../support/it.ts";
import { handleOf, type Person, withToken } from "../support/people.ts";
import { codeOf, NOWHERE, ok, outcome, walk } from "../support/requests.ts";
import { sql } from "../support/sql.ts";
import { makeTeam, write } from "./people.ts";

describe("on this day", () => {
  const path = "/api/journal/on-this-day";
  const on = async (who: Person, date: string) =>
    (await walk(who, `${path}?date=${date}`, "entries", 1)).map(({ title }) => title);
  const writeAt = (who: Person, ...times: string[]) =>
    Promise.all(times.map((written_at) => write(who, { title: written_at, written_at })));

  it("are the caller's own entries of former years, newest first, in the caller's time zone", async ({ ana, ben }) => {
    await ok(ana, "PUT", "/api/user/profile", { timezone: "America/New_York" });
    const others = await write(ben, {
      written_at: "2024-07-04T16:00:00Z",
      metadata_visibility: "public",
      content_visibility: "public",
    });
    const day = ["2025-07-05T03:59:59.999Z", "2025-07-04T04:00:00Z", "1999-07-04T12:00:00Z"];
    await writeAt(
      ana,
      ...day,
      // The days around, and the year itself.
      "2025-07-05T04:00:00Z",
      "2025-07-04T03:59:59Z",
      "2026-07-04T12:00:00Z",
    );
    expect(await on(ana, "2026-07-04")).toEqual(day);
    expect(await on(ana, "2025-07-04")).toEqual([day[2]]);
    expect(await on(ana, "1999-07-04")).toEqual([]);
    expect(await on(ana, "9999-07-04")).toHaveLength(4);
    expect(await on(ben, "2026-07-04")).toEqual([others.title]);
  });

  it("are those of today unless a date is given", async ({ ana }) => {
    await ok(ana, "PUT", "/api/user/profile", { timezone: "Pacific/Kiritimati" });
    const [{ written_at }] = await sql`
      select (date_trunc('day', now() at time zone 'Pacific/Kiritimati') - interval '1 year')
        at time zone 'Pacific/Kiritimati' as written_at` as [{ written_at: Date }];
    await writeAt(ana, written_at.toISOString(), "2020-01-01T00:00:00Z");
    const { entries } = await ok(ana, "GET", path);
    expect(entries[0]).toMatchObject({ title: written_at.toISOString(), author: { id: ana.id } });
  });

  it("of 29 February come on the 28th of years without that day, and those of the 28th never later", async ({ ana }) => {
    const [feb28, leap28, leap29, mar1] = [
      "2023-02-28T12:00:00Z",
      "2024-02-28T12:00:00Z",
      "2024-02-29T12:00:00Z",
      "2024-03-01T12:00:00Z",
    ] as const;
    await writeAt(ana, feb28, leap28, leap29, mar1);
    expect(await on(ana, "2025-02-28")).toEqual([leap29, leap28, feb28]);
    expect(await on(ana, "2026-03-01")).toEqual([mar1]);
    expect(await on(ana, "2028-02-28")).toEqual([leap28, feb28]);
    expect(await on(ana, "2028-02-29")).toEqual([leap29]);
  });

  it("have the first midnight, where the clock shows it twice", async ({ ana }) => {
    await ok(ana, "PUT", "/api/user/profile", { timezone: "America/Havana" });
    const [first, second] = ["2025-11-02T04:30:00Z", "2025-11-02T05:30:00Z"];
    await writeAt(ana, first, second);
    expect(await on(ana, "2026-11-02")).toEqual([second, first]);
    expect(await on(ana, "2026-11-01")).toEqual([]);
  });

  it("refuse a date that does not exist", async ({ ana }) => {
    expect(await codeOf(ana.api("GET", `${path}?date=2025-02-29`))).toBe("400 invalid_input");
  });
});

const versions = (id: string) => `/api/journal/${id}/versions`;
const restore = (id: string, version: string) => `${versions(id)}/${version}/restore`;
const change = async (who: Person, id: string, fields: Record<string, unknown>) =>
  (await ok(who, "PUT", `/api/journal/${id}`, fields)).entry;
const texts = async (who: Person, id: string) =>
  (await walk(who, versions(id), "versions", 2)).map(({ title, content }) => [title, content]);
/** Makes the former texts of an entry older. */
const later = (id: string, time: string) =>
  sql`update private.journal_entry_versions set created_at = created_at - ${time}::interval
    where entry_id = ${id}`;

describe("versions", () => {
  it("are the texts before each change, one in ten minutes, latest first", async ({ ana }) => {
    const { id } = await write(ana, { title: "One", content: "one" });
    expect(await texts(ana, id)).toEqual([]);
    await change(ana, id, { mood: "calm", tags: ["a"], title: "One", content: "one" });
    expect(await texts(ana, id)).toEqual([]);
    await change(ana, id, { title: "Two", content: "two" });
    await change(ana, id, { content: "three" });
    await change(ana, id, { title: "Three" });
    expect(await texts(ana, id)).toEqual([["One", "one"]]);
    await later(id, "10 minutes");
    await change(ana, id, { title: "Four" });
    await later(id, "10 minutes");
    await change(ana, id, { content: "five" });
    expect(await texts(ana, id)).toEqual([["Four", "three"], ["Three", "three"], ["One", "one"]]);
  });

  it("are the last 50", async ({ ana }) => {
    const { id } = await write(ana);
    await sql`
      insert into private.journal_entry_versions (entry_id, user_id, title, content, created_at)
      select ${id}, ${ana.id}, n::text, '', now() - n * interval '1 day'
      from generate_series(1, 50) as n`;
    await change(ana, id, { title: "Other" });
    const titles = (await texts(ana, id)).map(([title]) => title);
    expect([titles.length, titles[0], titles[1], titles[49]]).toEqual([50, "Entry", "1", "49"]);
  });

  it("end a page at 2 MB as JSON, and its cursor goes on", async ({ ana }) => {
    const { id } = await write(ana);
    // 100 kB each, where a quote takes two bytes.
    await sql`
      insert into private.journal_entry_versions (entry_id, user_id, title, content, created_at)
      select ${id}, ${ana.id}, n::text, repeat('"', 50000), now() - n * interval '1 day'
      from generate_series(1, 25) as n`;
    const first = await ok(ana, "GET", `${versions(id)}?limit=50`);
    expect(first.versions).toHaveLength(20);
    const rest = await ok(ana, "GET", `${versions(id)}?limit=50&cursor=${first.next_cursor}`);
    expect([rest.versions.length, rest.next_cursor]).toEqual([5, null]);
  });

  it("go after 90 days, and with the entry", async ({ ana }) => {
    const [old, deleted] = [await write(ana), await write(ana)];
    for (const { id } of [old, deleted]) {
      await change(ana, id, { content: "other" });
      await later(id, "89 days");
      await change(ana, id, { content: "third" });
    }
    await later(old.id, "1 day 1 minute");
    await sql`select private.purge()`;
    expect(await texts(ana, old.id)).toEqual([["Entry", "other"]]);
    await ok(ana, "DELETE", `/api/journal/${deleted.id}`);
    expect(await sql`select from private.journal_entry_versions where entry_id = ${deleted.id}`)
      .toHaveLength(0);
  });

  it("are for the author alone", async ({ ana, ben, cleo, admin }) => {
    const { team_id } = await makeTeam(ben, [ana]);
    const shared = { metadata_visibility: "team", content_visibility: "team", team_id };
    const { id } = await write(ana, shared);
    await change(ana, id, { content: "without the secret" });
    const [{ id: version }] = await walk(ana, versions(id), "versions");
    const readers = [
      [ben, "403 Only its author reads the former texts of an entry"],
      [admin, "403 Only its author reads the former texts of an entry"],
      [cleo, "404 Entry not found"],
    ] as const;
    for (const [who, refusal] of readers) {
      const changed = refusal.replace("reads the former texts of", "may change or share");
      expect(await outcome(who, "GET", versions(id))).toBe(refusal);
      expect(await outcome(who, "POST", restore(id, version))).toBe(changed);
      expect(await outcome(who, "DELETE", versions(id))).toBe(changed);
      const { error } = await who.client.rpc("list_entry_versions", { p_entry_id: id });
      expect(error!.message).toBe(refusal.slice(4));
    }
    expect(await outcome(ana, "GET", versions(NOWHERE))).toBe("404 Entry not found");
    expect(await texts(ana, id)).toHaveLength(1);
  });

  it("are not for a super admin who acts as the author", async ({ ana, admin }) => {
    const { id } = await write(ana);
    await change(ana, id, { content: "other" });
    const [{ id: version }] = await walk(ana, versions(id), "versions");
    const { token, client } = await impersonate(admin, ana);
    const api = withToken(token);
    expect(await codeOf(api("GET", versions(id)))).toBe("403 impersonated");
    expect(await codeOf(api("POST", restore(id, version)))).toBe("403 impersonated");
    expect(await codeOf(api("DELETE", versions(id)))).toBe("403 impersonated");
    for (
      const [name, fields] of [
        ["list_entry_versions", {}],
        ["restore_entry_version", { p_version_id: version }],
        ["forget_entry_versions", {}],
      ] as const
    ) {
      const { error } = await client.rpc(name, { p_entry_id: id, ...fields });
      expect([name, error?.code]).toEqual([name, "PT403"]);
    }
    expect((await api("GET", "/api/user/export")).body.export.journal_entry_versions).toEqual([]);
    const { body } = await ana.api("GET", "/api/user/export");
    expect(body.export.journal_entry_versions)
      .toMatchObject([{ entry_id: id, content: "what it says" }]);
  });
});

describe("a version", () => {
  it("is restored by a change like any other", async ({ ana, ben }) => {
    const handle = await handleOf(ben);
    const { id } = await write(ana, { title: "One", content: `@${handle} one`, mood: "calm" });
    await change(ana, id, { title: "Two", content: "two", ...{ metadata_visibility: "public" } });
    await change(ana, id, { content_visibility: "public" });
    await later(id, "10 minutes");
    const [{ id: version }] = await walk(ana, versions(id), "versions");
    const { next_cursor: cursor } = await ok(ana, "GET", "/api/sync");
    const { headers } = await ana.api("GET", `/api/journal/${id}`);
    const tag = headers.get("etag")!;
    const answer = await ana.api("POST", restore(id, version), undefined, { "if-match": tag });
    expect(answer.body.entry).toMatchObject({
      title: "One",
      content: `@${handle} one`,
      mood: "calm",
      metadata_visibility: "public",
      mentions: [{ user_id: ben.id }],
    });
    expect(answer.headers.get("etag")).not.toBe(tag);
    expect(await texts(ana, id)).toEqual([["Two", "two"], ["One", `@${handle} one`]]);
    expect((await ok(ana, "GET", "/api/journal?scope=own&q=one")).entries).toHaveLength(1);
    expect((await ok(ana, "GET", `/api/sync?cursor=${cursor}`)).changes.journal_entries)
      .toMatchObject([{ id, title: "One" }]);
    expect((await ok(ben, "GET", "/api/notifications")).notifications)
      .toMatchObject([{ type: "mention", data: { entry_id: id } }]);
    expect(await codeOf(ana.api("POST", restore(id, version), undefined, { "if-match": tag })))
      .toBe("412 changed_meanwhile");
  });

  it("that is restored within ten minutes keeps the text that it replaces", async ({ ana }) => {
    const { id } = await write(ana, { title: "One", content: "one" });
    await change(ana, id, { title: "Two", content: "two" });
    const [{ id: version }] = await walk(ana, versions(id), "versions");
    await change(ana, id, { content: "three" });
    await ok(ana, "POST", restore(id, version));
    expect(await texts(ana, id)).toEqual([["Two", "three"], ["One", "one"]]);
    // The present text again replaces nothing.
    await ok(ana, "POST", restore(id, version));
    expect(await texts(ana, id)).toHaveLength(2);
  });

  it("of another entry is not found", async ({ ana }) => {
    const [one, other] = [await write(ana), await write(ana)];
    await change(ana, one.id, { content: "changed" });
    const [{ id: version }] = await walk(ana, versions(one.id), "versions");
    expect(await outcome(ana, "POST", restore(other.id, version))).toBe("404 Version not found");
    expect(await outcome(ana, "POST", restore(one.id, NOWHERE))).toBe("404 Version not found");
  });

  it("is forgotten with the others of its entry", async ({ ana }) => {
    const [one, other] = [await write(ana), await write(ana)];
    for (const { id } of [one, other]) await change(ana, id, { content: "changed" });
    await ok(ana, "DELETE", versions(one.id));
    await ok(ana, "DELETE", versions(one.id));
    expect(await texts(ana, one.id)).toEqual([]);
    expect(await texts(ana, other.id)).toHaveLength(1);
    expect((await ok(ana, "GET", `/api/journal/${one.id}`)).entry.content).toBe("changed");
  });
});
