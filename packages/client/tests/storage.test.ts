/** Rules that every storage of a device follows. */
import { forceCloseDatabase, indexedDB } from "fake-indexeddb";
import fc from "fast-check";
import { openDB } from "idb";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { indexedDbStorage } from "@journal/client/indexeddb";
import { nodeStorage } from "@journal/client/node";
import { type Change, memoryStorage } from "@journal/client";
import { recordsOf } from "./records.ts";
import { scratchFolder } from "../../local-supabase/helpers.ts";

const inOrder = (changes: Change[]) => changes.toSorted(([a], [b]) => a < b ? -1 : 1);

async function inFolder() {
  const folder = await scratchFolder("storage");
  onTestFinished(() => Deno.remove(folder, { recursive: true }));
  return nodeStorage(folder);
}

describe.for(
  [
    ["the memory", memoryStorage],
    ["IndexedDB", () => indexedDbStorage(crypto.randomUUID())],
    ["a folder", inFolder],
  ] as const,
)("%s", ([, open]) => {
  it("reads the values below a prefix", async () => {
    const storage = await open();
    await storage.write([["b/2", { n: 2 }], ["b/1", { n: 1 }], ["c/1", 3]]);
    await storage.write([["c/1", undefined], ["b/2", "two"]]);
    expect(inOrder(await storage.read("b/"))).toEqual([["b/1", { n: 1 }], ["b/2", "two"]]);
    expect(await storage.read("c/")).toEqual([]);
  });

  it("keeps files by key beside the values", async () => {
    const { files, ...storage } = await open();
    const text = async (key: string) => await (await files!.read(key) as Blob | undefined)?.text();
    await files!.keep("a/1/photo", new Blob(["one"], { type: "image/png" }));
    await files!.keep("a/2/photo", new Blob(["two"]));
    await files!.keep("b/3/photo", new Blob(["three"]));
    expect((await files!.read("a/1/photo"))!.type).toBe("image/png");
    expect([await text("a/1/photo"), await text("a/9/photo")]).toEqual(["one", undefined]);
    expect((await files!.keys("a/")).toSorted()).toEqual(["a/1/photo", "a/2/photo"]);
    await files!.remove(["a/1/photo", "a/2/photo"]);
    expect(await files!.keys("")).toEqual(["b/3/photo"]);
    expect(await storage.read("")).toEqual([]);
  });

  it("writes nothing when a value cannot be kept", async () => {
    const storage = await open();
    await expect((async () => await storage.write([["a", 1], ["b", () => {}]]))()).rejects
      .toThrow();
    expect(await storage.read("")).toEqual([]);
  });
});

describe("IndexedDB", () => {
  it("takes over the values from before it had a log", async () => {
    const name = crypto.randomUUID();
    const before = await openDB(name, 1, { upgrade: (db) => void db.createObjectStore("values") });
    const values = Array.from({ length: 1000 }, (_, n): Change => [`a/${1000 + n}`, { n }]);
    for (const [key, value] of [...values, ["user", "a"]]) await before.put("values", value, key);
    before.close();
    // As two tabs that start at once.
    const tabs = [indexedDbStorage(name), indexedDbStorage(name)];
    for (const read of await Promise.all(tabs.map((tab) => tab.read("a/")))) {
      expect(inOrder(read)).toEqual(values);
    }
    expect(await tabs[0]!.read("user")).toEqual([["user", "a"]]);
    expect((await recordsOf(name)).length).toBeLessThan(10);
  });

  it("keeps many writes in few records", async () => {
    const name = crypto.randomUUID();
    const storage = indexedDbStorage(name);
    const expected = Array.from({ length: 500 }, (_, n): Change => [`a/${1000 + n}`, n]);
    for (const change of expected) await storage.write([["a/0", "gone"], change]);
    await storage.write([["a/0", undefined]]);
    expect(await storage.read("a/")).toEqual(expected);
    await vi.waitFor(async () => expect((await recordsOf(name)).length).toBe(3));
    expect(await storage.read("a/")).toEqual(expected);
    expect(JSON.stringify(await recordsOf(name))).not.toContain("gone");
  });

  it("leaves nothing of the cleared values, and all of the others", async () => {
    const name = crypto.randomUUID();
    const storage = indexedDbStorage(name);
    await storage.write([["a/1", "one"], ["b/1", "other"], ["user", "a"]]);
    await storage.write([["a/1", "two"]]);
    await storage.clear!("a/");
    await storage.write([["user", undefined]]);
    expect(await recordsOf(name)).toEqual([[["b/1", "other"]]]);
    await storage.write([["a/2", "three"]]);
    expect(await storage.read("a/")).toEqual([["a/2", "three"]]);
  });

  it("clears all parts whose names begin with a prefix", async () => {
    const name = crypto.randomUUID();
    const tabs = [indexedDbStorage(name), indexedDbStorage(name)];
    await tabs[0]!.write([["a one/1", 1], ["a two/1", 2], ["a front", 3], ["b/1", 4]]);
    for (const tab of tabs) expect(await tab.read("a one/")).toEqual([["a one/1", 1]]);
    await tabs[0]!.clear!("a");
    expect(await recordsOf(name)).toEqual([[["b/1", 4]]]);
    for (const tab of tabs) expect(await tab.read("a one/")).toEqual([]);
    await tabs[1]!.write([["a one/2", 5]]);
    for (const tab of tabs) expect(await tab.read("a one/")).toEqual([["a one/2", 5]]);
  });

  it("answers in each tab the writes of all", async () => {
    const key = fc.nat({ max: 9 }).map((n) => `a/${n}`);
    const change = fc.tuple(key, fc.option(fc.nat(), { nil: undefined, freq: 3 }));
    const step = fc.record({
      tab: fc.nat({ max: 1 }),
      act: fc.oneof(
        { weight: 30, arbitrary: fc.array(change, { minLength: 1, maxLength: 9 }) },
        { weight: 10, arbitrary: fc.constant("read" as const) },
        { weight: 1, arbitrary: fc.constant("clear" as const) },
      ),
    });
    const steps = fc.array(step, { minLength: 300, maxLength: 400, size: "max" });
    await fc.assert(
      fc.asyncProperty(steps, async (steps) => {
        const name = crypto.randomUUID();
        const tabs = [indexedDbStorage(name), indexedDbStorage(name)];
        const model = new Map<string, unknown>();
        for (const { tab, act } of steps) {
          if (act === "read") {
            expect(inOrder(await tabs[tab]!.read("a/"))).toEqual(inOrder([...model]));
          } else if (act === "clear") {
            await tabs[tab]!.clear!("a/");
            model.clear();
          } else {
            await tabs[tab]!.write(act);
            for (const [key, value] of act) {
              if (value === undefined) model.delete(key);
              else model.set(key, value);
            }
          }
        }
      }),
      { seed: 20_261_127, numRuns: 10, endOnFailure: true },
    );
  });

  it("answers a value as it was written, though its object changes later", async () => {
    const storage = indexedDbStorage(crypto.randomUUID());
    await storage.write([["a/1", 1]]);
    await storage.read("a/");
    const value = { n: 1 };
    const writing = storage.write([["a/2", value]]);
    await storage.read("b/");
    value.n = 2;
    await writing;
    expect(await storage.read("a/")).toEqual([["a/1", 1], ["a/2", { n: 1 }]]);
  });

  it("answers the same object until somebody writes it", async () => {
    const name = crypto.randomUUID();
    const [storage, tab] = [indexedDbStorage(name), indexedDbStorage(name)];
    await storage.write([["a/1", { n: 1 }], ["a/2", { n: 2 }]]);
    const before = await storage.read("a/");
    await tab.write([["a/2", { n: 3 }]]);
    const after = await storage.read("a/");
    expect(after).toEqual([["a/1", { n: 1 }], ["a/2", { n: 3 }]]);
    expect(after[0]![1]).toBe(before[0]![1]);
  });

  it("lets a later version in another tab take it over", async () => {
    const name = crypto.randomUUID();
    const storage = indexedDbStorage(name);
    await storage.write([["a/1", 1]]);
    (await openDB(name, 99)).close();
    await expect(storage.read("a/")).rejects.toThrow("version");
  });

  it("is opened again when the browser has closed it", async () => {
    const opening = vi.spyOn(indexedDB, "open");
    const storage = indexedDbStorage(crypto.randomUUID());
    await storage.write([["a", 1]]);
    forceCloseDatabase(opening.mock.results[0]!.value.result);
    await vi.waitFor(async () => expect(await storage.read("")).toEqual([["a", 1]]));
  });

  it("is opened again when it could not be opened", async () => {
    vi.spyOn(indexedDB, "open").mockImplementationOnce(() => {
      throw new Error("no room");
    });
    const storage = indexedDbStorage(crypto.randomUUID());
    await expect(storage.read("")).rejects.toThrow("no room");
    expect(await storage.read("")).toEqual([]);
  });
});
