/** Mentions: syntax, offsets, notifications, and the backfill of older entries. */
import { describe, expect } from "vitest";
import { it } from "../support/it.ts";
import { handleOf, type Person } from "../support/people.ts";
import { sql } from "../support/sql.ts";
import { makeJournalWorld, shared, write } from "./people.ts";
import { ok } from "../support/requests.ts";
import { useUp } from "../support/limits.ts";
import { noticesOf } from "../support/notices.ts";

/** Handles by person. */
const handle: Record<string, string> = {};
const world = await makeJournalWorld();
const owner = world.people.owner;
for (const [name, who] of Object.entries(world.reader)) handle[name] = await handleOf(who);

interface Mention {
  kind: string;
  text: string;
  user_id: string | null;
  start: number;
  end: number;
}

const mentionsIn = async (content: string): Promise<Mention[]> =>
  (await write(owner, { content })).mentions;

/** The notifications of mentions in an entry. */
const told = async (entryId: string) => {
  const rows = await sql`
    select user_id, title, body, data from public.notifications
    where type = 'mention' and data ->> 'entry_id' = ${entryId} order by user_id`;
  return rows.map((row) => ({ ...row }));
};

describe("mentions in a text", () => {
  it.each<[string, string[]]>([
    ["@ana", ["@ana"]],
    ["Hi @ana, and @Ben_2!", ["@ana", "@Ben_2"]],
    ["(@ana) [@ben] @cal.", ["@ana", "@ben", "@cal"]],
    ["@ana's and “@ben”", ["@ana", "@ben"]],
    ["谢谢@ana你好", ["@ana"]],
    ["@ab and @", []],
    [`@${"a".repeat(30)} @${"b".repeat(31)}`, [`@${"a".repeat(30)}`]],
    ["@andré @ana-b", ["@ana"]],
    ["me@ana.com, a.b+c@ana.co.uk x@ana", []],
    ["@ana@example.social", []],
    ["https://example.com/@ana?by=@ben#top www.example.com/#x", []],
    ["(https://example.com/@ana) @ben", ["@ben"]],
    ["see https://example.com/%E8%B7%AF#a #tag", ["#tag"]],
    ["#run #Sea-side #two_words #2026", ["#run", "#Sea-side", "#two_words", "#2026"]],
    ["#日记 今天#公园。#हिन्दी #fête", ["#日记", "#公园", "#हिन्दी", "#fête"]],
    ["#ok🎉 #", ["#ok"]],
    ["# Heading\n## Another", []],
    ["a#b &#39; ##x /#y C#", []],
    [`#${"t".repeat(50)} #${"u".repeat(51)}`, [`#${"t".repeat(50)}`]],
    ["", []],
  ])("%s", async (content, texts) => {
    const mentions = await mentionsIn(content);
    expect(mentions.map(({ text }) => text)).toEqual(texts);
    for (const { kind, text, start, end } of mentions) {
      expect(content.slice(start, end)).toBe(text);
      expect(kind).toBe(text.startsWith("@") ? "user" : "tag");
    }
  });

  it("have UTF-16 offsets after emoji and characters of other planes", async () => {
    const content = "👩‍👩‍👧 𠀀 @ana 😀😀 #标签 𝕏 @ana\n🎉#end";
    const mentions = await mentionsIn(content);
    expect(mentions.map(({ text }) => text)).toEqual(["@ana", "#标签", "@ana", "#end"]);
    expect(mentions.map(({ start, end }) => content.slice(start, end)))
      .toEqual(mentions.map(({ text }) => text));
    expect(mentions[0]!.start).toBe("👩‍👩‍👧 𠀀 ".length);
  });

  it("resolve in any case, and to null when unknown", async () => {
    const { teammate } = world.people;
    const known = handle.teammate!;
    const mentions = await mentionsIn(`@${known.toUpperCase()} @${known} @nobody_at_all #${known}`);
    expect(mentions.map(({ user_id }) => user_id)).toEqual([teammate.id, teammate.id, null, null]);
    expect(mentions[0]!.text).toBe(`@${known.toUpperCase()}`);
  });

  it("count up to 200", async () => {
    expect(await mentionsIn("https://a.b #tag ".repeat(300))).toHaveLength(200);
  });

  it("are found in the longest text before the statement timeout", async () => {
    for (const piece of ["@aaa ", "#a ", "a@a.a ", "a_", "a-", "://", "😀#", "@a"]) {
      const content = piece.repeat(100_000).slice(0, 99_998).replace(/[\ud800-\udbff]$/, "");
      await write(owner, { content: [...content].slice(0, 100_000).join("") });
    }
  });
});

describe("stored mentions", () => {
  it("change with the content", async () => {
    const { id } = await write(owner, { content: "#one" });
    const put = async (change: Record<string, unknown>) =>
      (await ok(owner, "PUT", `/api/journal/${id}`, change)).entry.mentions
        .map(({ text }: Mention) => text);
    expect(await put({ title: "#title" })).toEqual(["#one"]);
    expect(await put({ content: "#two #three" })).toEqual(["#two", "#three"]);
    expect(await put({ content: "" })).toEqual([]);
  });

  it("are hidden with the content", async () => {
    const { id } = await write(owner, { content: "#secret", metadata_visibility: "public" });
    const { entry } = await ok(world.people.stranger, "GET", `/api/journal/${id}`);
    expect(entry).toMatchObject({ content: null, content_hidden: true, mentions: [] });
  });
});

describe("notifications of mentions", () => {
  const everyone = () => Object.values(handle).map((name) => `@${name}`).join(" ");
  const only = (...people: Person[]) =>
    people.map(({ id }) => expect.objectContaining({ user_id: id }))
      .sort((a, b) => a.sample.user_id < b.sample.user_id ? -1 : 1);

  it("reach the entry's readers once, and not its author", async () => {
    const { teammate, orgMember, stranger } = world.people;
    const { former } = world.reader;
    const content = `${everyone()} ${everyone()}`;
    const team = { metadata_visibility: "team", content_visibility: "team", team_id: world.teamId };
    const { id } = await write(owner, { content, ...team });
    expect(await told(id)).toEqual([{
      user_id: teammate.id,
      title: "You were mentioned",
      // The notification holds nothing of the entry, because it remains after sharing ends; and
      // only the handle of the author, because names are not unique.
      body: `@${handle.owner} mentioned you in an entry`,
      data: { entry_id: id, user_id: owner.id },
    }]);
    const put = (change: Record<string, unknown>) => ok(owner, "PUT", `/api/journal/${id}`, change);
    await put({ title: "Again", content });
    expect(await told(id)).toHaveLength(1);

    // The wider audience contains people who could not read it before.
    await put({ metadata_visibility: "org", content_visibility: "org", org_id: world.orgId });
    expect(await told(id)).toEqual(only(teammate, orgMember));
    await put({ metadata_visibility: "public" });
    expect(await told(id)).toEqual(only(teammate, orgMember));
    await put({ content_visibility: "public" });
    // A super admin reads every entry, but is notified under the same rules as other users.
    expect(await told(id))
      .toEqual(only(teammate, orgMember, stranger, former, world.people.superAdmin));
  });

  it("are not sent for an entry that only its author reads", async () => {
    const content = everyone();
    const { id } = await write(owner, { content });
    const metadata = await write(owner, { content, metadata_visibility: "public" });
    const wider = await write(owner, { content, content_visibility: "public" });
    for (const entry of [id, metadata.id, wider.id]) expect(await told(entry)).toEqual([]);
  });

  it("are not sent to users who blocked the author", async ({ ben }) => {
    const { data } = await ben.client.from("profiles").update({ blocked_user_ids: [owner.id] })
      .eq("id", ben.id).select("handle").single();
    const { id } = await write(owner, { content: `@${data!.handle}`, ...shared });
    expect(await told(id)).toEqual([]);
  });
});

describe("a user's mentions by one author", () => {
  const count = async (who: Person) => (await noticesOf(who, "mention")).length;

  it("notify at most 20 times a day and do not stop the entries", async ({ ana, ben, cleo }) => {
    const content = `@${await handleOf(ana)}`;
    // Over the Data API, where no limit of the functions applies, and some concurrently.
    const create = async (p_entry: Record<string, unknown>) => {
      const { data, error } = await cleo.client.rpc("create_journal_entry", { p_entry });
      expect(error).toBeNull();
      return data.id as string;
    };
    const entry = { title: "Hey", content, ...shared };
    const entries: string[] = [];
    for (let batch = 0; batch < 5; batch++) {
      entries.push(...await Promise.all(Array.from({ length: 5 }, () => create(entry))));
    }
    expect([new Set(entries).size, await count(ana)]).toEqual([25, 20]);
    // An entry whose mention was notified takes nothing more.
    await cleo.client.rpc("update_journal_entry", {
      p_entry_id: entries[0],
      p_changes: { title: "Again" },
    });

    // Other recipients and other authors have their own limit.
    await create({ ...entry, content: `${content} @${await handleOf(ben)}` });
    expect([await count(ana), await count(ben)]).toEqual([20, 1]);
    await write(ben, { content, ...shared });
    expect(await count(ana)).toBe(21);

    await sql`
      update private.rate_limit_hits set at = at - interval '1 day'
      where subject = ${`user:${cleo.id}:${ana.id}`}`;
    await create(entry);
    expect(await count(ana)).toBe(22);
  });
});

describe("an author's mentions", () => {
  it("notify at most 200 times a day, and further mentions count against no limit", async ({ ana, ben, cleo }) => {
    const content = `@${await handleOf(ana)} @${await handleOf(ben)}`;
    await useUp(cleo, "mention_author", 199);
    const [first, second] = [
      await write(cleo, { content, ...shared }),
      await write(cleo, { content, ...shared }),
    ];
    expect([await told(first.id), await told(second.id)]).toMatchObject([[{}], []]);
    const [hits] = await sql`
      select sum(cost)::int as personal from private.rate_limit_hits
      where bucket = 'mention' and subject like ${`user:${cleo.id}:%`}`;
    expect(hits!.personal).toBe(1);

    await sql`
      update private.rate_limit_hits set at = at - interval '1 day'
      where bucket = 'mention_author' and subject = ${`user:${cleo.id}`}`;
    expect(await told((await write(cleo, { content, ...shared })).id)).toHaveLength(2);
  });

  it("notify nobody when more were counted than a lower limit allows", async ({ ana, cleo }) => {
    await useUp(cleo, "mention_author", 201);
    const entry = await write(cleo, { content: `@${await handleOf(ana)}`, ...shared });
    expect(await told(entry.id)).toEqual([]);
  });
});

describe("/api/journal/backfill-mentions", () => {
  const path = "/api/journal/backfill-mentions";

  it("processes the caller's older entries, 500 a call, until none is left", async ({ ana, ben }) => {
    const older = (who: Person, count: number) =>
      sql`
        with entries as (
          insert into public.journal_entries (user_id, title)
          select ${who.id}, 'Older' from generate_series(1, ${count}) returning *
        )
        insert into private.journal_entry_contents
        select id, user_id, case when row_number() over () % 3 = 0 then 'no' else '😀 #tag' end, null,
          'user', null, null, 'user', null, null
        from entries`;
    await older(ana, 600);
    await older(ben, 1);
    const kept = await write(ana, { content: "#kept" });
    const totals = { processed: 0, updated: 0 };
    for (const [processed, remaining] of [[500, 100], [100, 0]]) {
      const progress = await ok(ana, "POST", path);
      expect(progress).toEqual({ processed, remaining, updated: expect.any(Number) });
      totals.processed += progress.processed;
      totals.updated += progress.updated;
    }
    expect(totals).toEqual({ processed: 600, updated: 400 });
    const nothing = { processed: 0, updated: 0, remaining: 0 };
    expect(await ok(ana, "POST", path, {})).toEqual(nothing);

    const mentions = await sql`
      select mentions, count(*)::int from private.journal_entry_contents
      where user_id = ${ana.id} group by mentions order by count(*)`;
    const tag = (text: string, start: number) => [
      { kind: "tag", text, user_id: null, start, end: start + text.length },
    ];
    expect(mentions.map((row) => [row.mentions, row.count]))
      .toEqual([[tag("#kept", 0), 1], [[], 200], [tag("#tag", 3), 400]]);
    expect((await ok(ana, "GET", `/api/journal/${kept.id}`)).entry.mentions).toHaveLength(1);
    expect(await ok(ben, "POST", path)).toEqual({ processed: 1, updated: 1, remaining: 0 });
  });

  it("divides the work between calls at once", async ({ ana }) => {
    const entries = await Promise.all([1, 2, 3].map(() => write(ana, { content: "#tag" })));
    await sql`
      update private.journal_entry_contents set mentions = null where user_id = ${ana.id}`;
    const answers = await Promise.all([1, 2, 3].map(() => ok(ana, "POST", path)));
    const processed = answers.reduce((sum, answer) => sum + answer.processed, 0);
    expect(processed).toBe(entries.length);
  });
});
