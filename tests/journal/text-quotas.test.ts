/** How much text one user may write and keep, and how much of it the index of the search takes in. */
import { describe, expect } from "vitest";
import { run } from "../admin/import-runs.ts";
import { countedBytes } from "../support/counted-texts.ts";
import { it } from "../support/it.ts";
import type { Person } from "../support/people.ts";
import { codeOf, ok } from "../support/requests.ts";
import { sql } from "../support/sql.ts";
import { importInto, markdown, zipOf } from "../user/archives.ts";
import { write } from "./people.ts";

/** Lets the user write `left` more bytes, or make so many more edits, today. */
const leave = ({ id }: Person, kind: string, left: number) =>
  sql`
    insert into private.quota_days (user_id, kind, day, made)
    select ${id}, kind, 'infinity', max_daily - ${left}::int from private.quotas where kind = ${kind}
    on conflict (user_id, kind) do update set day = excluded.day, made = excluded.made`;

const madeOf = async ({ id }: Person, kind: string) =>
  (await sql`select made from private.quota_days where user_id = ${id} and kind = ${kind}`)[0]
    ?.made;

/** Lets the user keep `left` more bytes. */
const leaveRoom = ({ id }: Person, left: number) =>
  sql`
    insert into private.text_storage (user_id, bytes)
    values (${id}, 2048::bigint * 1048576 - ${left})
    on conflict (user_id) do update set bytes = excluded.bytes`;

const text = (bytes: number) => ({ title: "t", content: "x".repeat(bytes - 1) });

/** The bytes that the database has counted, and the bytes of the texts that exist. */
const kept = async ({ id }: Person) => {
  const [row] = await sql`
    select coalesce((
        select sum(octet_length(e.title) + octet_length(c.content)
          + octet_length(array_to_string(e.tags, '')))
        from public.journal_entries as e
        join private.journal_entry_contents as c on c.entry_id = e.id where e.user_id = ${id}
      ), 0)::int + coalesce((
        select sum(octet_length(title) + octet_length(content))
        from private.journal_entry_versions where user_id = ${id}
      ), 0)::int as sum`;
  return { counted: await countedBytes(id), sum: row!.sum as number };
};

/** Every way in which a user adds a text of 100 bytes, and its refusal. */
const ways: [string, (who: Person, id: string) => Promise<unknown>][] = [
  ["a new entry", (who) => codeOf(who.api("POST", "/api/journal", text(100)))],
  ["an edit", (who, id) => codeOf(who.api("PUT", `/api/journal/${id}`, text(100)))],
  [
    "an edit of the tags by rpc",
    async (who, id) => {
      const p_changes = { tags: [0, 1].map((n) => `${n}`.repeat(50)) };
      const { error } = await who.client.rpc("update_journal_entry", { p_entry_id: id, p_changes });
      return error ? `${error.code.slice(2)} ${error.details}` : "200";
    },
  ],
  [
    "the restoring of a former text",
    async (who, id) => {
      const [version] = await sql`
        insert into private.journal_entry_versions (entry_id, user_id, title, content, created_at)
        values (${id}, ${who.id}, 't', ${
        text(100).content
      }, now() - interval '1 day') returning id`;
      return await codeOf(who.api("POST", `/api/journal/${id}/versions/${version!.id}/restore`));
    },
  ],
  [
    "an import",
    async (who) => {
      const { errors } = await importInto(
        who,
        await zipOf({ "a.md": markdown("title: t", text(100).content) }),
      );
      return errors[0] ?? "200";
    },
  ],
  [
    "an import of a super admin",
    async (who) => (await run(who, JSON.stringify([text(100)]))).errors[0] ?? "200",
  ],
];

describe("text that a user writes on one day", () => {
  it.for(ways)("is bounded by its bytes: %s", async ([_way, add], { ana }) => {
    const { id } = await write(ana);
    await leave(ana, "bytes of text", 10);
    const refused = await add(ana, id);
    expect([
      "429 daily_quota_reached",
      expect.objectContaining({ error: "At most 200000000 bytes of text a day (UTC)" }),
    ]).toContainEqual(refused);
    // A refused text does not count.
    expect(await madeOf(ana, "bytes of text")).toBe(199_999_990);
    await leave(ana, "bytes of text", 1000);
    expect(await add(ana, id)).toMatch(/^20[01]$/);
  });

  it("is bounded by 5,000 edits", async ({ ana }) => {
    const { id } = await write(ana);
    await leave(ana, "edits of entries", 1);
    const edit = () => codeOf(ana.api("PUT", `/api/journal/${id}`, { mood: "calm" }));
    expect([await edit(), await edit()]).toEqual(["200", "429 daily_quota_reached"]);
  });
});

describe("text that a user keeps", () => {
  // Restoring is an edit, and needs a former text, which takes room.
  it.for(ways.filter(([way]) => way !== "the restoring of a former text"))(
    "is bounded by the setting: %s",
    async ([_way, add], { ana }) => {
      const { id } = await write(ana);
      await leaveRoom(ana, 10);
      const message = "Texts take up at most 2048 MB, delete some first";
      expect(["409 storage_full", expect.objectContaining({ error: message })])
        .toContainEqual(await add(ana, id));
      await leaveRoom(ana, 1000);
      expect(await add(ana, id)).toMatch(/^20[01]$/);
    },
  );

  it("is counted as it is, whatever is written and deleted at once", async ({ ana }) => {
    const entries = await Promise.all([1, 2, 3, 4].map(() => write(ana)));
    await Promise.all(entries.flatMap(({ id }, n) => [
      ana.api("PUT", `/api/journal/${id}`, { content: "ü".repeat(50 + n), tags: ["a", "bé"] }),
      ana.api("PUT", `/api/journal/${id}`, { title: "Other" }),
      write(ana),
      n === 0 ? ana.api("DELETE", `/api/journal/${id}`) : null,
    ]));
    const { counted, sum } = await kept(ana);
    expect(counted).toBe(sum);
    expect(await sql`select from private.journal_entry_versions where user_id = ${ana.id}`)
      .not.toHaveLength(0);
    await ok(ana, "DELETE", `/api/journal/${entries[1]!.id}/versions`);
    await sql`
      update private.journal_entry_versions set created_at = now() - interval '1 year'
      where user_id = ${ana.id}`;
    await sql`select private.purge()`;
    expect(await kept(ana)).toEqual({
      counted: (await kept(ana)).sum,
      sum: expect.any(Number),
    });
    for (
      const { id } of await sql`select id from public.journal_entries where user_id = ${ana.id}`
    ) {
      await ana.api("DELETE", `/api/journal/${id}`);
    }
    expect(await kept(ana)).toEqual({ counted: 0, sum: 0 });
  });

  it("may become less where there is no room", async ({ ana }) => {
    const { id } = await write(ana, text(500));
    await leaveRoom(ana, 0);
    await sql`insert into private.journal_entry_versions (entry_id, user_id, title, content)
      values (${id}, ${ana.id}, '', '')`;
    expect(await codeOf(ana.api("PUT", `/api/journal/${id}`, text(100)))).toBe("200");
    expect(await codeOf(ana.api("DELETE", `/api/journal/${id}`))).toBe("200");
  });
});

describe("the index of the search", () => {
  const wordsOf = async (id: string) =>
    (await sql`
      select cardinality(tsvector_to_array(words)) as words,
        (select max(char_length(w)) from unnest(tsvector_to_array(words)) as w) as longest
      from private.journal_entry_documents where entry_id = ${id}`)[0];

  const finds = async (who: Person, q: string) =>
    (await ok(who, "GET", `/api/journal?q=${encodeURIComponent(q)}`)).entries.length;

  it("has at most 2,000 different words of an entry, and finds those before", async ({ ana }) => {
    const word = (n: number) => `q${n.toString(36)}z`;
    const content = Array.from({ length: 5000 }, (_, n) => `${word(n)} the`).join(" ");
    const { id } = await write(ana, { title: "First", content });
    expect((await wordsOf(id))?.words).toBe(2000);
    expect([await finds(ana, word(1997)), await finds(ana, word(1998))]).toEqual([1, 0]);
    await ok(ana, "PUT", `/api/journal/${id}`, { content: `${word(4000)} ${content}` });
    expect([await finds(ana, word(4000)), await finds(ana, word(1997))]).toEqual([1, 0]);
  });

  it("has the first 30 letters of a word", async ({ ana }) => {
    const long = "Donaudampfschifffahrtsgesellschaftskapitän";
    const { id } = await write(ana, { content: `Der ${long} von gestern` });
    expect((await wordsOf(id))?.longest).toBe(30);
    expect(await finds(ana, `"${long} von"`)).toBe(1);
  });
});
