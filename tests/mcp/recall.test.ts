/** How much of what a question asks for the tools find, by the calls that a model would make. */
import { expect } from "vitest";
import { it } from "../support/it.ts";
import { ok } from "../support/requests.ts";
import { use } from "./support.ts";
import { entries, fillers, type Question, questions } from "./year.ts";

/** So many results count. */
const RESULTS = 10;

it("at least nine of ten, where question and entry share a stem", async ({ ana }) => {
  const ids = new Map<string, string>();
  const write = async (day: string, title: string, content: string, rest: object) =>
    (await ok(ana, "POST", "/api/journal", {
      title,
      content,
      written_at: `2025-${day}T20:00:00Z`,
      ...rest,
    })).entry.id;
  for (const [key, day, title, content, mood, tags] of entries) {
    ids.set(key, await write(day, title, content, { mood, tags }));
  }
  for (let n = 0; n < 80; n++) {
    const month = String(n % 12 + 1).padStart(2, "0");
    const day = String(n % 28 + 1).padStart(2, "0");
    await write(`${month}-${day}`, `Day ${n}`, fillers[n % fillers.length]!, { mood: null });
  }
  const recallOf = async ({ calls, found }: Question, byWords: boolean) => {
    const seen = new Set<string>();
    for (const [name, given] of calls) {
      if (byWords && name !== "search_entries") continue;
      const page = await use(ana.api, name, { limit: RESULTS, ...given });
      for (const { id } of page.entries) if (seen.size < RESULTS) seen.add(id);
    }
    return found.filter((key) => seen.has(ids.get(key)!)).length / found.length;
  };
  const recalls = await Promise.all(
    questions.map(async (each) => ({
      ...each,
      recall: await recallOf(each, false),
      byWords: await recallOf(each, true),
    })),
  );
  const mean = (stem: boolean, which: "recall" | "byWords" = "recall") => {
    const group = recalls.filter((each) => each.stem === stem);
    expect(group).toHaveLength(20);
    return group.reduce((sum, each) => sum + each[which], 0) / group.length;
  };
  console.log(
    `Recall at ${RESULTS}: ${mean(true)} with a common stem, ${mean(false)} without, ` +
      `of that ${mean(false, "byWords")} by words alone`,
    recalls.filter(({ recall }) => recall < 1).map(({ question }) => question),
  );
  expect(mean(true)).toBeGreaterThanOrEqual(0.9);
}, 60_000);
