/** What every storage of a device does. */
import "fake-indexeddb/auto";
import { forceCloseDatabase, indexedDB } from "fake-indexeddb";
import { describe, expect, it, vi } from "vitest";
import { indexedDbStorage } from "@journal/client/indexeddb";
import { memoryStorage } from "@journal/client";

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

  it("keeps files by key beside the values", async () => {
    const { files, ...storage } = open();
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
    const storage = open();
    await expect((async () => await storage.write([["a", 1], ["b", () => {}]]))()).rejects
      .toThrow();
    expect(await storage.read("")).toEqual([]);
  });
});

describe("IndexedDB", () => {
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
