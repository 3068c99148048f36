/** The list of note analyses. */
import { describe, expect, it } from "vitest";
import { person, persons } from "../support/people.ts";
import { ok, walk } from "../support/requests.ts";
import { analysis } from "./support.ts";

const path = "/api/chat/analyses";

const ana = await person("Ana");
for (const n of [1, 2, 3, 4, 5]) await analysis(ana, `2026-11-0${n + 1}`, `Day ${n}`);

describe("analyses", () => {
  it("are listed to their owner, latest first, in pages", async () => {
    const all = await walk(ana, path, "analyses", 2);
    expect(all.map(({ analysis_date }) => analysis_date)).toEqual(
      [6, 5, 4, 3, 2].map((day) => `2026-11-0${day}`),
    );
    expect(all[0]).toMatchObject({
      summary: "Day 5",
      mood_trends: { direction: "steady", tones: ["calm"] },
      topics: ["work"],
      patterns: [],
      recommendations: "Walk.",
      insights: { gratitude: [], challenges: ["sleep"], goals: [], achievements: [] },
      entry_count: 3,
    });
    expect(await walk(await person("Ben"), path, "analyses")).toEqual([]);
  });

  it("exist once for each user and day", async () => {
    await expect(analysis(ana, "2026-11-02", "again")).rejects.toMatchObject({
      constraint_name: "note_analyses_day_key",
    });
  });

  it("are deleted by their owner, one or all, also directly", async () => {
    const [ben, cara] = await persons("Ben", "Cara");
    const ids = [];
    for (const day of [1, 2, 3, 4]) ids.push(await analysis(ben, `2026-11-0${day}`, "Mine"));
    const left = async () => (await walk(ben, path, "analyses")).length;
    expect((await cara.api("DELETE", `${path}/${ids[0]}`)).status).toBe(404);
    await cara.client.from("note_analyses").delete().eq("id", ids[0]!);
    expect(await ok(cara, "DELETE", path)).toEqual({ message: "Summaries deleted" });
    expect(await left()).toBe(4);
    expect(await ok(ben, "DELETE", `${path}/${ids[0]}`)).toEqual({ message: "Summary deleted" });
    expect((await ben.api("DELETE", `${path}/${ids[0]}`)).body.error).toBe("Summary not found");
    await ben.client.from("note_analyses").delete().eq("id", ids[1]!);
    expect(await left()).toBe(2);
    await ok(ben, "DELETE", path);
    expect(await left()).toBe(0);
  });
});
