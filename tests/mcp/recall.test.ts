/** Measures the share of the entries in question that the tools find, by the calls of a model. */
import { expect } from "vitest";
import { it } from "../support/it.ts";
import { use } from "./support.ts";
import { type Question, questions, writeYear } from "./year.ts";

/** So many results count. */
const RESULTS = 10;

it("at least nine of ten, where question and entry share a stem", async ({ ana }) => {
  const ids = await writeYear(ana);
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
});
