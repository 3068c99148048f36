/** Lists and objects for screens: they stay the same object until something in them changes. */
import { memoryStorage } from "@journal/client";
import fc from "fast-check";
import { describe, expect } from "vitest";
import { it } from "../../../tests/support/it.ts";
import { device } from "./device.ts";

describe("a snapshot", () => {
  it("is the same list until an object in it changes", async ({ ana }) => {
    const { offline } = await device(ana);
    const [first] = await Promise.all([
      offline.create("goals", { title: "Run" }),
      offline.create("goals", { title: "Swim" }),
    ]);
    const goals = () => offline.snapshot("goals", { orderBy: "title" });
    const before = goals();
    expect(before.map(({ title }) => title)).toEqual(["Run", "Swim"]);
    await offline.create("notebooks", { name: "Walks" });
    expect(goals()).toBe(before);

    await offline.update("goals", first, { title: "Run far" });
    const after = goals();
    expect(after).not.toBe(before);
    expect(after.map(({ title }) => title)).toEqual(["Run far", "Swim"]);
    // The unchanged goal is the same object.
    expect(after[1]).toBe(before[1]);
    expect(offline.snapshotOf("goals", first)).toBe(offline.snapshotOf("goals", first));
    await offline.sync();
    await offline.remove("goals", first);
    expect(goals().map(({ title }) => title)).toEqual(["Swim"]);
    expect(offline.snapshotOf("goals", first)).toBeUndefined();
  });

  it("reads only the changed objects, and those after a change of its kind", async ({ ana }) => {
    let reads = 0;
    const entry = {
      id: crypto.randomUUID(),
      get mood() {
        reads++;
        return "calm";
      },
    };
    const storage = memoryStorage();
    const read = async (prefix: string): Promise<[string, unknown][]> => [
      ...await storage.read(prefix),
      [`${ana.id}/copy/journal_entries/${entry.id}`, entry],
    ];
    const { offline } = await device(ana, { ...storage, read });
    const calm = () => offline.snapshot("journal_entries", { where: { mood: "calm" } });
    expect(calm()).toEqual([entry]);
    const before = reads;
    let told = 0;
    offline.subscribe(() => told++);
    await offline.sync();
    calm();
    expect(told).toBeGreaterThan(0);
    expect(reads).toBe(before);

    const after = reads;
    const id = await offline.create("journal_entries", {
      title: "Walk",
      content: "",
      mood: "calm",
    });
    expect(calm()).toMatchObject([{ id: entry.id }, { id }]);
    expect(reads).toBe(after);
  });

  it("has the objects and the order of a new reading after any changes", async ({ ana }) => {
    const { offline, network } = await device(ana);
    network.fate = "lost";
    const queries: Parameters<typeof offline.snapshot<"journal_entries">>[1][] = [
      {},
      { where: { mood: "calm" } },
      { where: { mood: null }, orderBy: "title" },
      { orderBy: "written_at", direction: "descending" },
      { orderBy: "mood" },
    ];
    const step = fc.record({
      act: fc.constantFrom("create", "create", "update", "update", "remove"),
      which: fc.nat(),
      title: fc.constantFrom("a", "b", "c", "d"),
      mood: fc.constantFrom("calm", "tired", null),
      day: fc.integer({ min: 1, max: 9 }),
      // A screen does not look after each change.
      looks: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
        for (const { act, which, title, mood, day, looks } of steps) {
          const ids = offline.list("journal_entries").map(({ id }) => id);
          const id = ids[which % ids.length];
          const fields = { title, mood, content: "", written_at: `2026-03-0${day}T12:00:00.000Z` };
          if (act === "create" || !id) await offline.create("journal_entries", fields);
          else if (act === "update") await offline.update("journal_entries", id, fields);
          else await offline.remove("journal_entries", id);
          if (!looks) continue;
          for (const query of queries) {
            const shown = offline.snapshot("journal_entries", query);
            // With a limit the client reads all objects.
            const anew = offline.snapshot("journal_entries", { ...query, limit: 1000 });
            const places = (list: typeof shown) =>
              list.map((each) => query?.orderBy ? each[query.orderBy] ?? null : null);
            expect(places(shown)).toEqual(places(anew));
            const inAnyOrder = (list: typeof shown) => new Map(list.map((each) => [each.id, each]));
            expect(inAnyOrder(shown)).toEqual(inAnyOrder(anew));
          }
        }
      }),
      { numRuns: 20 },
    );
  });

  it("filters, sorts and limits", async ({ ana }) => {
    const { offline } = await device(ana);
    const book = await offline.create("notebooks", { name: "Walks" });
    for (const [n, title] of ["b", "a", "c"].entries()) {
      await offline.create("journal_entries", {
        title,
        content: "",
        written_at: `2026-03-0${n + 1}T12:00:00Z`,
        ...n < 2 && { notebook_id: book },
      });
    }
    const titles = (query: Parameters<typeof offline.snapshot<"journal_entries">>[1]) =>
      offline.snapshot("journal_entries", query).map(({ title }) => title).join("");
    const newest = { orderBy: "written_at", direction: "descending" } as const;
    expect(titles(newest)).toBe("cab");
    expect(titles({ ...newest, limit: 1 })).toBe("c");
    expect(titles({ where: { notebook_id: book }, orderBy: "title" })).toBe("ab");
    expect(titles({ where: { notebook_id: null } })).toBe("c");
    // The next user sees nothing of this one.
    await offline.clear();
    expect(titles(newest)).toBe("");
  });

  it("of the outbox is the same until something waits, is sent or refused", async ({ ana, ben }) => {
    const { offline, network } = await device(ana);
    const before = offline.outbox.waiting;
    await offline.create("goals", { title: "Run" });
    expect(offline.outbox.waiting).toBe(before);
    network.fate = "lost";
    await offline.outbox.add("drops", {
      recipient_id: ben.id,
      drop_type: "encouragement",
      content: "Go on",
    });
    expect(offline.outbox.waiting).toHaveLength(1);
    expect(offline.outbox.waiting).toBe(offline.outbox.waiting);
  });
});
