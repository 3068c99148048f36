/** The source of a mood, a found mood after a new content, and the author's permission. */
import { beforeEach, describe, expect, it } from "vitest";
import {
  exhaust,
  joyful,
  newWords,
  provider,
  reached,
  release,
  requestsWith,
} from "../ai/support.ts";
import { eventually } from "../support/eventually.ts";
import { usedOf } from "../support/limits.ts";
import { type Person, person, service } from "../support/people.ts";
import { ok, outcome } from "../support/requests.ts";
import { sql } from "../support/sql.ts";
import { changesSince } from "../sync/support.ts";
import {
  analysed,
  change,
  laterEntryIsDone,
  model,
  moodOf,
  nothingAnalysed,
  settles,
  write,
} from "./moods.ts";

let ana: Person;
let words: string;
beforeEach(async () => {
  ana = await person("Ana");
  words = newWords();
});

const joyfulByAnalysis = { mood: "joyful", mood_source: "analysis" };
const proudByAuthor = { mood: "proud", mood_source: "author" };
const none = { mood: null, mood_source: null };

/** The mood in the row and its source. */
async function stored(id: string) {
  const [row] = await sql`select mood, mood_source from public.journal_entries where id = ${id}`;
  return row;
}

/** An entry whose mood the analysis has found. */
async function found(fields: Record<string, unknown> = {}): Promise<string> {
  const before = newWords();
  await model(before);
  const { id } = await write(ana, before, fields);
  await settles(id, "joyful");
  return id;
}

const allow = (mood_analysis_enabled: boolean) =>
  ok(ana, "PUT", "/api/user/profile", { mood_analysis_enabled });

describe("mood_source", () => {
  it("is author for a mood of a request, and null with a mood of null", async () => {
    const entry = await write(ana, words, { mood: "proud" });
    expect(entry).toMatchObject(proudByAuthor);
    expect(await change(ana, entry.id, { mood: null })).toMatchObject(none);
    expect(await change(ana, entry.id, { mood: "proud" })).toMatchObject(proudByAuthor);
    expect(await write(ana, "")).toMatchObject(none);
  });

  it("is author once the author has sent the mood that the analysis had found", async () => {
    const id = await found();
    expect(await stored(id)).toEqual(joyfulByAnalysis);
    const { version } = (await ok(ana, "GET", `/api/journal/${id}`)).entry;
    expect(await change(ana, id, { mood: "joyful" }))
      .toMatchObject({ mood: "joyful", mood_source: "author", version: version + 1 });
  });

  it("is in the answer when the analysis is quick", async () => {
    // Some of several answers come in time, however busy the machine is.
    await eventually(async () => {
      const quick = newWords();
      await model(quick);
      expect(await write(ana, quick)).toMatchObject(joyfulByAnalysis);
    });
  });

  it("is where the mood is: lists, search, one entry, sync, export, Data API", async () => {
    const id = await found({ title: words });
    const one = { id, ...joyfulByAnalysis };
    expect((await ok(ana, "GET", "/api/journal?scope=own")).entries).toMatchObject([one]);
    expect((await ok(ana, "GET", `/api/journal?q=${words}`)).entries).toMatchObject([one]);
    expect((await ok(ana, "GET", `/api/journal/${id}`)).entry).toMatchObject(one);
    expect((await changesSince(ana)).objects.get(id)).toMatchObject(joyfulByAnalysis);
    expect((await ok(ana, "GET", "/api/user/export")).export.journal_entries)
      .toMatchObject([one]);
    const { data } = await ana.client.from("journal_entries").select("id, mood, mood_source")
      .eq("user_id", ana.id);
    expect(data).toEqual([one]);
    expect((await ana.client.rpc("get_journal_entry", { p_id: id })).data).toMatchObject(one);
  });

  it("is shown to readers who see the mood, also without the content", async () => {
    const id = await found({ metadata_visibility: "public", content_visibility: "user" });
    const ben = await person("Ben");
    expect((await ok(ben, "GET", `/api/journal/${id}`)).entry)
      .toMatchObject({ ...joyfulByAnalysis, content: null });
  });

  it("is written by nobody but the service", async () => {
    const forged = { mood: "calm", mood_source: "analysis" };
    const { id, ...entry } = await write(ana, words, forged);
    expect(entry).toMatchObject({ mood: "calm", mood_source: "author" });
    expect(await change(ana, id, forged)).toMatchObject({ mood_source: "author" });
    const made = await ana.client.rpc("create_journal_entry", {
      p_entry: { title: "Today", content: "", ...forged },
    });
    expect(made.data).toMatchObject({ mood_source: "author" });
    const changed = await ana.client.rpc("update_journal_entry", {
      p_entry_id: id,
      p_changes: forged,
    });
    expect(changed.data).toMatchObject({ mood_source: "author" });
    const direct = await ana.client.from("journal_entries")
      .update({ mood_source: "analysis" }).eq("id", id);
    expect(direct.error?.code).toBe("42501");
  });

  it("is there exactly when there is a mood", async () => {
    const { id } = await write(ana, words, { mood: "proud" });
    for (const fields of [{ mood_source: null }, { mood: null }, { mood_source: "model" }]) {
      const { error } = await service.from("journal_entries").update(fields).eq("id", id);
      expect(error?.code).toBe("23514");
    }
  });
});

describe("a changed content", () => {
  it("has no found mood until its own analysis has ended, in the answer and in the row", async () => {
    const id = await found();
    await model(words, joyful({ primaryTone: "sad", sentiment: "negative" }), { hold: true });
    expect(await change(ana, id, { content: words })).toMatchObject(none);
    await reached(words);
    expect(await stored(id)).toEqual(none);
    expect((await changesSince(ana)).objects.get(id)).toMatchObject(none);
    await release(words);
    await settles(id, "sad");
    expect(await stored(id)).toEqual({ mood: "sad", mood_source: "analysis" });
  });

  it("keeps the mood of the author until its own analysis has ended", async () => {
    const { id } = await write(ana, "Before", { mood: "proud" });
    await model(words, joyful(), { hold: true });
    expect(await change(ana, id, { content: words })).toMatchObject(proudByAuthor);
    await release(words);
    await settles(id, "joyful");
    expect(await stored(id)).toEqual(joyfulByAnalysis);
  });

  it("keeps the mood of the author that comes with it", async () => {
    const id = await found();
    expect(await change(ana, id, { content: words, mood: "proud" })).toMatchObject(proudByAuthor);
    await nothingAnalysed(words);
  });

  it("of another title alone keeps a found mood", async () => {
    const id = await found();
    expect(await change(ana, id, { title: words })).toMatchObject(joyfulByAnalysis);
  });

  it.each<[string, () => Promise<unknown>]>([
    ["the model is unsure", () => model(words, joyful({ confidence: 0.5 }))],
    ["the provider fails", () => provider(words, { status: 400 })],
    ["the answer is not JSON", () => provider(words, { content: "no JSON" })],
    ["the author has had 60 analyses in an hour", () => exhaust(ana.id, "automatic_mood")],
    ["the author allows no analysis", () => allow(false)],
  ])("has the mood of the author and no found one when %s", async (_when, given) => {
    const id = await found();
    const own = (await write(ana, "Before", { mood: "proud" })).id;
    await given();
    expect(await change(ana, id, { content: `${words} 1` })).toMatchObject(none);
    await given();
    expect(await change(ana, own, { content: `${words} 2` })).toMatchObject(proudByAuthor);
    await laterEntryIsDone();
    expect([await stored(id), await stored(own)]).toEqual([none, proudByAuthor]);
  });

  it("that is only white space has no found mood", async () => {
    const id = await found();
    expect(await change(ana, id, { content: " " })).toMatchObject(none);
  });

  it("that is restored has no found mood, and is analysed", async () => {
    await allow(false);
    const { id } = await write(ana, words);
    await allow(true);
    const next = newWords();
    await model(next);
    await change(ana, id, { content: next });
    await settles(id, "joyful");
    await model(words, joyful({ primaryTone: "calm" }), { hold: true });
    const { versions: [version] } = await ok(ana, "GET", `/api/journal/${id}/versions`);
    const restored = await ok(ana, "POST", `/api/journal/${id}/versions/${version.id}/restore`);
    expect(restored.entry).toMatchObject({ content: words, ...none });
    await release(words);
    await settles(id, "calm");
    expect(await stored(id)).toEqual({ mood: "calm", mood_source: "analysis" });
  });
});

describe("the mood of the author", () => {
  it("stays when a text is restored with it, and is given or cleared by the same request", async () => {
    const { id } = await write(ana, words, { mood: "calm" });
    await change(ana, id, { content: newWords(), mood: "calm" });
    const { versions: [version] } = await ok(ana, "GET", `/api/journal/${id}/versions`);
    const restore = async (body: object) =>
      (await ok(ana, "POST", `/api/journal/${id}/versions/${version.id}/restore`, body)).entry;
    expect(await restore({ mood: "calm" }))
      .toMatchObject({ content: words, mood: "calm", mood_source: "author" });
    expect(await restore({ mood: "grateful" }))
      .toMatchObject({ mood: "grateful", mood_source: "author" });
    expect(await restore({ mood: null })).toMatchObject(none);
    expect(
      await outcome(ana, "POST", `/api/journal/${id}/versions/${version.id}/restore`, {
        mood: "x".repeat(51),
      }),
    ).toMatch(/^400 mood: /);
    await nothingAnalysed(words);
  });

  it("stays when write_entry changes the content without one; another mood is found anew", async () => {
    const use = async (args: object) => {
      const { body } = await ana.api("POST", "/api/mcp", {
        jsonrpc: "2.0",
        id: 1,
        method: "tools/call",
        params: { name: "write_entry", arguments: args },
      });
      return body.result.structuredContent.entry;
    };
    const { id } = await write(ana, words, { mood: "calm" });
    const kept = { mood: "calm", mood_source: "author" };
    const next = newWords();
    await model(next);
    expect(await use({ id, content: next })).toMatchObject({ content: next, ...kept });
    await nothingAnalysed(next);
    expect(await stored(id)).toEqual(kept);
    expect(await use({ id, mood: "happy" })).toMatchObject({
      mood: "happy",
      mood_source: "author",
    });
    const other = newWords();
    await model(other);
    await use({ id, mood: null });
    await use({ id, content: other });
    await settles(id, "joyful");
    expect(await stored(id)).toEqual({ mood: "joyful", mood_source: "analysis" });
  });
});

describe("mood_analysis_enabled", () => {
  it("false keeps new, changed and restored texts from the provider, without a hit", async () => {
    await allow(false);
    const { id } = await write(ana, words);
    await change(ana, id, { content: `${words} again` });
    const { versions: [version] } = await ok(ana, "GET", `/api/journal/${id}/versions`);
    await ok(ana, "POST", `/api/journal/${id}/versions/${version.id}/restore`);
    const direct = await ana.client.rpc("create_journal_entry", {
      p_entry: { title: "Today", content: words },
      p_analyze: true,
    });
    expect(direct.data).toMatchObject({ content: words, mood_hit: null });
    await nothingAnalysed(words);
    expect((await usedOf(ana, "automatic_mood")).used).toBe(0);
  });

  it("takes effect at once, both ways", async () => {
    await allow(false);
    await write(ana, words);
    await nothingAnalysed(words);
    await allow(true);
    const next = newWords();
    await model(next);
    await settles((await write(ana, next)).id, "joyful");
    const { error } = await ana.client.from("profiles")
      .update({ mood_analysis_enabled: false }).eq("id", ana.id);
    expect(error).toBeNull();
    const last = newWords();
    await write(ana, last);
    await nothingAnalysed(last);
  });

  it("false discards what an analysis that is under way finds", async () => {
    await model(words, joyful(), { hold: true });
    const { id } = await write(ana, words);
    await reached(words);
    await allow(false);
    await release(words);
    await analysed(ana, words);
    expect(await moodOf(id)).toBeNull();
  });

  it("false leaves what the user asks for", async () => {
    await allow(false);
    await model(words);
    expect(await ok(ana, "POST", "/api/ai/analyze-tone", { content: words }))
      .toMatchObject({ primaryTone: "joyful" });
    expect(await requestsWith(words)).toHaveLength(1);
  });
});
