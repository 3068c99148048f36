/** Lists and objects for screens: they stay the same object until something in them changes. */
import { memoryStorage } from "@journal/client";
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

  it("is chosen anew only after a change of its kind", async ({ ana }) => {
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
    calm();
    const before = reads;
    let told = 0;
    offline.subscribe(() => told++);
    await offline.sync();
    calm();
    expect(told).toBeGreaterThan(0);
    expect(reads).toBe(before);

    await offline.create("journal_entries", { title: "Walk", content: "" });
    calm();
    expect(reads).toBeGreaterThan(before);
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
