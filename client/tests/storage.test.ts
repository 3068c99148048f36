/** What every storage of a device does. */
import "fake-indexeddb/auto";
import { describe, expect, it } from "vitest";
import { indexedDbStorage } from "../src/offline/indexeddb.ts";
import { memoryStorage } from "../src/mod.ts";

describe.for(
  [
    ["the memory", memoryStorage],
    ["IndexedDB", () => indexedDbStorage(crypto.randomUUID())],
  ] as const,
)("%s", ([, open]) => {
  it("reads what was written below a prefix, in the order of the keys", async () => {
    const storage = open();
    await storage.write([["b/2", { n: 2 }], ["b/1", { n: 1 }], ["c/1", 3]]);
    await storage.write([["c/1", undefined], ["b/2", "two"]]);
    expect(await storage.read("b/")).toEqual([["b/1", { n: 1 }], ["b/2", "two"]]);
    expect(await storage.read("c/")).toEqual([]);
  });

  it("writes nothing when a value cannot be kept", async () => {
    const storage = open();
    await expect((async () => await storage.write([["a", 1], ["b", () => {}]]))()).rejects
      .toThrow();
    expect(await storage.read("")).toEqual([]);
  });
});
