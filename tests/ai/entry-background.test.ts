/** The background of an entry: at most one, which stays when the text changes, and no stray files. */
import { beforeEach, expect, it } from "vitest";
import { eventually } from "../support/eventually.ts";
import { type Person, person } from "../support/people.ts";
import { sql } from "../support/sql.ts";
import { failing } from "../user/leaving.ts";
import { ask, filesOf, imagined, lastingOf, rowsOf, writeEntry } from "./backgrounds.ts";
import { newWords, provider, reached, release, requestsWith, usageOf } from "./support.ts";

let ana: Person;
let words: string;
beforeEach(async () => {
  ana = await person("Ana");
  words = newWords();
});

const generate = (entry_id: string) => ask(ana, { content: words, entry_id });

const pathsOf = async (who: Person) => (await rowsOf(who)).map(({ path }) => path);

/** The stored backgrounds; only their files must remain. */
const keeps = (paths: string[]) =>
  eventually(async () => {
    expect(await pathsOf(ana)).toEqual(paths);
    expect(await lastingOf(ana)).toEqual([...paths].sort());
  });

/**
 * Starts a request for an entry's background whose image the provider holds until it is released.
 */
async function generateHeld(entryId: string) {
  const scene = newWords();
  await imagined(words, scene);
  await provider(scene, { path: "images", hold: true });
  const answer = generate(entryId);
  await reached(scene);
  return { scene, answer };
}

it("is replaced by the next one, and its file is deleted", async () => {
  const entryId = await writeEntry(ana);
  await imagined(words);
  await generate(entryId);
  const [first] = await rowsOf(ana);
  expect(first).toMatchObject({ entry_id: entryId });
  await keeps([first!.path]);
  await imagined(words);
  await generate(entryId);
  const rows = await rowsOf(ana);
  expect(rows).toMatchObject([{ entry_id: entryId }]);
  expect(rows[0]!.path).not.toBe(first!.path);
  await keeps([rows[0]!.path]);
});

it("stays single after two requests at once", async () => {
  const entryId = await writeEntry(ana);
  const [one, other] = [await generateHeld(entryId), await generateHeld(entryId)];
  await Promise.all([release(one.scene), release(other.scene)]);
  const answers = await Promise.all([one.answer, other.answer]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  const paths = await pathsOf(ana);
  expect(paths).toHaveLength(1);
  await keeps(paths);
});

it("is deleted with its entry and with the account", async () => {
  const [entryId, other] = [await writeEntry(ana), await writeEntry(ana)];
  for (const entry_id of [entryId, other]) {
    await imagined(words);
    await generate(entry_id);
  }
  const [first, second] = await pathsOf(ana) as [string, string];
  await keeps([first, second]);
  await ana.api("DELETE", `/api/journal/${entryId}`);
  await keeps([second]);
  await sql`delete from public.profiles where id = ${ana.id}`;
  await keeps([]);
});

it("stays when the content changes", async () => {
  const entryId = await writeEntry(ana);
  await imagined(words);
  await generate(entryId);
  const paths = await pathsOf(ana);
  expect(paths).toHaveLength(1);
  const put = async (change: unknown) =>
    expect((await ana.api("PUT", `/api/journal/${entryId}`, change)).status).toBe(200);
  await put({ title: "Another title", content: "by the lake" });
  await put({ content: "A happy recipe", metadata_visibility: "public", mood: null });
  await keeps(paths);
});

it("refuses an entry that is unknown, hidden or of another user", async () => {
  const ben = await person("Ben");
  const [hidden, shared] = [await writeEntry(ben), await writeEntry(ben)];
  await ben.api("PUT", `/api/journal/${shared}`, {
    metadata_visibility: "public",
    content_visibility: "public",
  });
  for (const entryId of [crypto.randomUUID(), hidden]) {
    expect(await generate(entryId)).toMatchObject({
      status: 404,
      body: { error: "Entry not found" },
    });
  }
  expect(await generate(shared)).toMatchObject({ status: 403 });
  expect(await requestsWith(words)).toEqual([]);
});

it("leaves no file when its entry is deleted meanwhile", async () => {
  const entryId = await writeEntry(ana);
  const { scene, answer } = await generateHeld(entryId);
  await ana.api("DELETE", `/api/journal/${entryId}`);
  await release(scene);
  expect(await answer).toMatchObject({ status: 404, body: { error: "Entry not found" } });
  await keeps([]);
  expect(await usageOf(ana.id)).toHaveLength(2);
});

it.each([
  ["is refused when the content has changed meanwhile", {
    content: "at the clinic",
    mood: null,
  }, 409],
  ["is stored when only the title has changed meanwhile", { title: "Yesterday" }, 200],
])("%s", async (_what, change, expected) => {
  const entryId = await writeEntry(ana);
  const { scene, answer } = await generateHeld(entryId);
  await ana.api("PUT", `/api/journal/${entryId}`, change);
  await release(scene);
  const { status, body } = await answer;
  expect([status, body.error]).toEqual([
    expected,
    expected === 409
      ? "The entry has changed meanwhile: ask for a background of what it says now"
      : undefined,
  ]);
  const paths = await pathsOf(ana);
  expect(paths).toHaveLength(expected === 200 ? 1 : 0);
  await keeps(paths);
  expect(await usageOf(ana.id)).toHaveLength(2);
});

it("leaves no unused file, also when storage fails to delete it", async () => {
  const entryId = await writeEntry(ana);
  const { scene, answer } = await generateHeld(entryId);
  await ana.api("DELETE", `/api/journal/${entryId}`);
  const repair = await failing("delete", "storage.objects", `old.name like '${ana.id}/%'`);
  try {
    await release(scene);
    expect((await answer).status).toBe(404);
    // The file was stored before the entry was missing: it waits in the outbox.
    expect(await filesOf(ana)).toHaveLength(1);
    await keeps([]);
  } finally {
    await repair();
  }
});

it("only its owner can delete it, with its file", async () => {
  const entryId = await writeEntry(ana);
  await ana.api("PUT", `/api/journal/${entryId}`, {
    metadata_visibility: "public",
    content_visibility: "public",
  });
  const { scene, answer } = await generateHeld(entryId);
  await release(scene);
  expect((await answer).status).toBe(200);
  const remove = (who: Person) =>
    who.client.from("journal_entry_backgrounds").delete().eq("entry_id", entryId).select("path");
  expect((await remove(await person("Ben"))).data).toEqual([]);
  expect(await rowsOf(ana)).toHaveLength(1);
  expect((await remove(ana)).data).toHaveLength(1);
  await keeps([]);
});
