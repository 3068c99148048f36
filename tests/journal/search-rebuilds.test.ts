/** Entries after a change of their author's language. On a platform whose job only the tests run. */
import { beforeEach, describe, expect, it } from "vitest";
import { ownPlatform } from "../support/own-platform.ts";

await ownPlatform();
const { person } = await import("../support/people.ts");
const { ok } = await import("../support/requests.ts");
const { sql } = await import("../support/sql.ts");
const { list, write } = await import("./people.ts");

await sql`select cron.unschedule(name) from unnest(array['search-languages', 'jobs-continue']) as name`;

let ana: Awaited<ReturnType<typeof person>>;
beforeEach(async () => void (ana = await person("Ana")));

const speak = (language: string) => ok(ana, "PUT", "/api/user/profile", { language });
const found = async (q: string) => (await list(ana, { q, scope: "own" })).length;
const rebuild = () => sql`select private.continue_search_rebuilds()`;

describe("after a change of the language", () => {
  it("entries are found as before until the job has indexed them anew", async () => {
    await write(ana, { title: "1", content: "Three ponies, alte Häuser" });
    const answers = async () =>
      await Promise.all(["pony", "ponies", "haus", "häuser"].map((q) => found(q)));
    expect(await answers()).toEqual([1, 1, 0, 1]);
    await speak("de");
    expect(await answers()).toEqual([1, 1, 0, 1]);
    await rebuild();
    expect(await answers()).toEqual([0, 1, 1, 1]);
    expect(await sql`select from private.search_rebuilds where user_id = ${ana.id}`).toEqual([]);
  });

  it("an edit indexes an entry in the new language, another entry waits", async () => {
    const { id } = await write(ana, { title: "1", content: "alte Häuser" });
    await write(ana, { title: "2", content: "neue Häuser" });
    await speak("de");
    await speak("fr");
    await speak("de");
    await ok(ana, "PUT", `/api/journal/${id}`, { content: "uralte Häuser" });
    expect(await found("haus")).toBe(1);
    await rebuild();
    expect(await found("haus")).toBe(2);
  });

  it("the job indexes long entries a few at a time, and all of them in the end", async () => {
    const content = `${"Wort ".repeat(9_000)}Häuser`;
    for (const title of ["1", "2", "3"]) await write(ana, { title, content });
    await sql`
      update private.journal_entry_documents set bytes = 600000 where user_id = ${ana.id}`;
    await speak("de");
    // The first run ends after its first batch.
    await sql.begin(async (tx) => {
      await tx`select pg_sleep(2.1)`;
      await tx`select private.continue_search_rebuilds()`;
    });
    expect(await found("haus")).toBe(2);
    await rebuild();
    expect(await found("haus")).toBe(3);
    expect(await sql`select from private.search_rebuilds where user_id = ${ana.id}`).toEqual([]);
  });

  it("the job waits for an entry that is being written in the former language", async () => {
    await write(ana, { title: "1", content: "Häuser" });
    const { id } = await write(ana, { title: "2", content: "alte Häuser" });
    const left = () => sql`select from private.search_rebuilds where user_id = ${ana.id}`;
    await sql.begin(async (tx) => {
      await tx`
        select private.index_entry(e, 'alte Häuser')
        from public.journal_entries as e where id = ${id}`;
      await speak("de");
      for (let run = 0; run < 3; run++) await rebuild();
      expect(await left()).toHaveLength(1);
    });
    for (let run = 0; run < 3; run++) await rebuild();
    expect(await left()).toEqual([]);
    expect(await found("haus")).toBe(2);
  });

  it("the job goes on where it was cut off, and ends", async () => {
    const last = await write(ana, { title: "1", content: "Häuser" });
    await speak("de");
    await sql`
      update private.search_rebuilds set after_id = ${last.id} where user_id = ${ana.id}`;
    await rebuild();
    expect(await found("haus")).toBe(0);
    await speak("it");
    await speak("de");
    await rebuild();
    expect(await found("haus")).toBe(1);
  });
});
