/** Answers cite: the marks of entries in the text, and the sources that they name. */
import { describe, expect } from "vitest";
import type { Behaviour } from "../../packages/stand-ins/openai-wire.ts";
import { newWords, provider, requestsWith } from "../ai/support.ts";
import { it } from "../support/it.ts";
import type { Person } from "../support/people.ts";
import { ok } from "../support/requests.ts";
import { path, say, stored } from "./support.ts";

const allow = (who: Person) => ok(who, "PUT", "/api/chat/settings", { read_notes_enabled: true });

/** Writes entries, the last one now and each other a day before the next. */
async function write(who: Person, ...titles: string[]): Promise<string[]> {
  const ids = [];
  for (const [n, title] of titles.entries()) {
    const written_at = new Date(Date.now() - (titles.length - n) * 86_400_000).toISOString();
    const sent = { title, content: `A ${title} stood in the river.`, mood: "calm", written_at };
    ids.push((await ok(who, "POST", "/api/journal", sent)).entry.id);
  }
  return ids;
}

/** Asks; the model searches, and answers in these pieces. */
async function ask(who: Person, pieces: string[], ...calls: NonNullable<Behaviour["calls"]>) {
  const words = newWords();
  if (calls.length) await provider(words, { calls });
  await provider(words, { pieces });
  const { events } = await say(who, words);
  const message = events.at(-1).message;
  const deltas = events.flatMap(({ delta }) => delta ?? []);
  const requests = await requestsWith(words);
  return { deltas, message, cited: idsOf(message), requests };
}

const idsOf = ({ sources }: { sources: { mark: number; entry_id: string }[] }) =>
  Object.fromEntries(sources.map(({ mark, entry_id }) => [mark, entry_id]));
const textsOf = ({ body }: { body: Record<string, unknown> }) =>
  (body.messages as { role: string; content: string }[]).map(({ content }) => content);
const search = { name: "search_entries", arguments: { query: "river" } };

describe("the sources of an answer", () => {
  it("are the entries that it cites, numbered as they come", async ({ ana }) => {
    const [, otter, crane] = await write(ana, "heron", "otter", "crane");
    await allow(ana);
    const { deltas, message, cited, requests } = await ask(
      ana,
      ["An otter [2]. ", "A crane", " [1]. ", "Both [1, 2]."],
      search,
    );
    // The model gets the latest entry first.
    const [, data] = textsOf(requests[0]!);
    expect(
      JSON.parse(data!).entries.map(({ mark, title, id }: Record<string, unknown>) => [
        mark,
        title,
        id,
      ]),
    ).toEqual([[1, "crane", undefined], [2, "otter", undefined], [3, "heron", undefined]]);
    const result = JSON.parse(textsOf(requests[1]!).at(-1)!);
    expect(result.entries.map(({ mark, title }: Record<string, unknown>) => [mark, title]))
      .toEqual([[1, "crane"], [2, "otter"], [3, "heron"]]);
    expect(deltas.join("")).toBe("An otter [1]. A crane [2]. Both [2][1].");
    expect(message.content).toBe(deltas.join(""));
    expect(cited).toEqual({ 1: otter, 2: crane });
    expect(message.sources[0]).toEqual({
      mark: 1,
      entry_id: otter,
      title: "otter",
      written_at: expect.any(String),
    });
    const { messages: [listed] } = await ok(ana, "GET", path);
    expect(listed.sources).toEqual(message.sources);
  });

  it("may be entries that it has not looked up", async ({ ana }) => {
    const [heron] = await write(ana, "heron");
    await allow(ana);
    const { cited, requests } = await ask(ana, ["A heron [1]."]);
    expect([cited, requests.length]).toEqual([{ 1: heron }, 1]);
    expect(textsOf(requests[0]!)[0]).toContain("has a number, its `mark`");
  });

  it("are an empty list where the model cites nothing, or no entry", async ({ ana }) => {
    await write(ana, "heron");
    await allow(ana);
    for (
      const [pieces, text] of [
        [["A heron."], "A heron."],
        [["A heron [9], ", "[0]an otter [999]."], "A heron, an otter."],
        [["From [2024] or a[", "n"], "From [2024] or a[n"],
        [["Not closed [1"], "Not closed [1"],
      ] as const
    ) {
      const { message } = await ask(ana, [...pieces]);
      expect([message.content, message.sources, message.incomplete]).toEqual([text, [], false]);
    }
  });

  it("are found whatever pieces a mark comes in", async ({ ana }) => {
    const [heron] = await write(ana, "heron");
    await allow(ana);
    const { deltas, message, cited } = await ask(ana, ["A heron", " [", "1", "]", "."]);
    expect([deltas, message.content, cited]).toEqual([
      ["A heron", " [1]", "."],
      "A heron [1].",
      { 1: heron },
    ]);
  });

  it("keep their marks when another one is deleted", async ({ ana }) => {
    const [heron, otter] = await write(ana, "heron", "otter");
    await allow(ana);
    const { cited } = await ask(ana, ["An otter [1], a heron [2]."]);
    expect(cited).toEqual({ 1: otter, 2: heron });
    await ok(ana, "DELETE", `/api/journal/${otter}`);
    const { messages: [answer] } = await ok(ana, "GET", path);
    expect(idsOf(answer)).toEqual({ 2: heron });
  });

  it("are at most 20", async ({ ana }) => {
    await write(ana, ...Array.from({ length: 25 }, (_, n) => `heron ${n}`));
    await allow(ana);
    const every = Array.from({ length: 25 }, (_, n) => `A heron [${n + 1}]. `);
    const { message } = await ask(ana, every, {
      name: "search_entries",
      arguments: { query: "heron", limit: 25 },
    });
    expect(message.sources).toHaveLength(20);
    expect(message.content.match(/\[\d+\]/g)).toHaveLength(20);
    expect(message.content).toContain("A heron [20]. A heron. A heron.");
  });
});

it("a former answer comes to the model without its marks", async ({ ana }) => {
  await write(ana, "heron");
  await allow(ana);
  await ask(ana, ["A heron [1]."]);
  const { requests } = await ask(ana, ["As I said."]);
  expect(textsOf(requests[0]!)).toContain("A heron.");
  expect((await stored(ana))[1]).toMatchObject({ content: "A heron [1]." });
});

it("without the permission to read, numbers in brackets are text", async ({ ana }) => {
  await write(ana, "heron");
  const { message, requests } = await ask(ana, ["Step [1], then [2]."]);
  expect([message.content, message.sources]).toEqual(["Step [1], then [2].", []]);
  expect(textsOf(requests[0]!)[0]).not.toContain("mark");
});
