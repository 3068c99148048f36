/** The values that a device keeps under its own key. */
import { describe, expect, it } from "vitest";
import { memoryStorage } from "@journal/client";
import { joined, toBase64url, utf8 } from "../../../src/sealed/bytes.ts";
import { encrypted, gcmKey } from "../../../src/sealed/primitives.ts";
import { Vault } from "../../../src/sealed/client/vault.ts";
import { codeOf } from "./devices.ts";

const key = await gcmKey(crypto.getRandomValues(new Uint8Array(32)));

/** A storage in which somebody is signed in, with vaults over it as tabs have them. */
async function scene() {
  const storage = memoryStorage();
  await storage.write([["sealed me plain", { vault: "v" }]]);
  const tab = () => new Vault(storage, "me", "v", key);
  const list = "sealed me/v/packs";
  const packs = async () =>
    (await storage.read("sealed me/v/")).map(([name]) => name).filter((name) => name !== list);
  return { storage, tab, packs, list };
}

describe("a vault", () => {
  it("reads no pack a second time", async () => {
    const { storage, tab } = await scene();
    const [one, two] = [tab(), tab()];
    for (let n = 0; n < 5; n++) await one.write([[`a${n}`, n]]);
    await two.read("");
    const sizes: number[] = [];
    const { read } = storage;
    storage.read = async (prefix) => {
      const found = await read(prefix);
      sizes.push(found.length);
      return found;
    };
    await two.read("");
    await one.write([["b", 1]]);
    expect(await two.read("b")).toEqual([["b", 1]]);
    // The list of packs, the sign of the user, and the new pack.
    expect(sizes).toEqual([1, 1, 1, 1, 1]);
  });

  it("has the newest values in every tab, and none in the open", async () => {
    const { storage, tab } = await scene();
    const [one, two] = [tab(), tab()];
    await one.write([["a", "zqcanary"], ["b", { n: 1 }]]);
    await two.write([["a", "second"]]);
    await one.write([["b", undefined]]);
    for (const vault of [one, two, tab()]) {
      expect(await vault.read("")).toEqual([["a", "second"]]);
      expect(vault.get("b")).toBe(undefined);
    }
    expect(JSON.stringify(await storage.read(""))).not.toContain("zqcanary");
  });

  it("reads many changes of one pack, and a pack that is one line", async () => {
    const { storage, tab, list } = await scene();
    const changes = Array.from(
      { length: 45 },
      (_, n): [string, string] => [`a${n}`, `${n}\nlines`],
    );
    await tab().write(changes);
    expect(await tab().read("a")).toEqual(changes);

    const pack = "000000000002-former";
    const nonce = crypto.getRandomValues(new Uint8Array(12));
    const text = utf8(JSON.stringify([["a0"], ["b", 1], ["c", "two\nlines"]]));
    const sealed = joined(nonce, await encrypted(key, nonce, utf8(pack), text));
    const [[, packs]] = await storage.read(list) as [[string, string[]]];
    await storage.write([
      [`sealed me/v/${pack}`, toBase64url(sealed)],
      [list, [...packs, pack]],
    ]);
    expect(await tab().read("")).toEqual([...changes.slice(1), ["b", 1], ["c", "two\nlines"]]);
  });

  it("writes its packs anew when most of them are replaced, and brings nothing back", async () => {
    const { tab, packs } = await scene();
    const [one, two] = [tab(), tab()];
    await one.write([["gone", 1], ["kept", 1]]);
    expect(await two.read("gone")).toEqual([["gone", 1]]);
    await one.write([["gone", undefined]]);
    for (let n = 0; n < 800; n++) await one.write([["often", n]]);
    expect((await packs()).length).toBeLessThan(520);
    await two.write([["kept", 2]]);
    for (const vault of [one, two, tab()]) {
      expect(Object.fromEntries(await vault.read(""))).toEqual({ kept: 2, often: 799 });
    }
  });

  it("opens no pack under another name, with another byte or another key", async () => {
    const { storage, tab, packs, list } = await scene();
    await tab().write([["a", 1]]);
    const [name] = await packs();
    const [[, sealed]] = await storage.read(name!) as [[string, Uint8Array]];
    const changed = [
      [["sealed me/v/000000000009-x", sealed]],
      [[name!, sealed.with(-1, sealed.at(-1)! ^ 1)]],
    ] as [string, Uint8Array][][];
    for (const changes of changed) {
      const other = memoryStorage();
      const names = changes.map(([name]) => name.split("/").at(-1));
      await other.write([["sealed me plain", { vault: "v" }], [list, names], ...changes]);
      expect(await codeOf(new Vault(other, "me", "v", key).read(""))).toBe("wrong_key");
    }
    const strange = await gcmKey(crypto.getRandomValues(new Uint8Array(32)));
    expect(await codeOf(new Vault(storage, "me", "v", strange).read("")))
      .toBe("wrong_key");
  });

  it("leaves nothing of a write during which the user signs out, or the device locks", async () => {
    const { storage, tab, packs } = await scene();
    const vault = tab();
    await vault.write([["a", 1]]);
    const before = (await packs()).length;
    await storage.write([["sealed me plain", undefined]]);
    expect(await codeOf(vault.write([["b", 2]]))).toBe("unauthorized");
    expect((await packs()).length).toBe(before);
    await storage.write([["sealed me plain", { vault: "v" }]]);
    vault.close();
    expect(await codeOf(vault.write([["c", 3]]))).toBe("unauthorized");
    expect(vault.get("a")).toBe(undefined);
  });

  it("keeps all of its values when it closes during a write", async () => {
    const { storage, tab } = await scene();
    const vault = tab();
    await vault.write(Array.from({ length: 600 }, (_, n): [string, number] => [`a${n}`, n]));
    const { write } = storage;
    storage.write = async (changes) => {
      await write(changes);
      vault.close();
    };
    await vault.write([["b", 1]]);
    storage.write = write;
    const found = new Map(await tab().read(""));
    expect(found.size).toBe(601);
    expect(found.get("b")).toBe(1);
  });

  it("has a value in front of its packs, which is read without them and under the same key", async () => {
    const { storage, tab, packs } = await scene();
    const front = async () => (await storage.read("sealed me front v")).length;
    const vault = tab();
    expect(await vault.readFront()).toBe(undefined);
    await vault.write([["a", 1]]);
    await vault.writeFront(["zqcanary"]);
    expect(await packs()).toHaveLength(1);
    expect(await tab().readFront()).toEqual(["zqcanary"]);
    expect(await tab().read("")).toEqual([["a", 1]]);
    expect(JSON.stringify(await storage.read(""))).not.toContain("zqcanary");

    const strange = await gcmKey(crypto.getRandomValues(new Uint8Array(32)));
    expect(await new Vault(storage, "me", "v", strange).readFront()).toBe(undefined);
    expect(await new Vault(storage, "me", "w", key).readFront()).toBe(undefined);

    // Another tab takes new keys, or the user signs out.
    for (const plain of [{ vault: "w" }, undefined]) {
      await storage.write([["sealed me plain", plain], ["sealed me front w", "another"]]);
      expect(await codeOf(vault.writeFront([`later ${plain?.vault}`]))).toBe("unauthorized");
      expect(await front()).toBe(0);
      expect(await storage.read("sealed me front")).toEqual([["sealed me front w", "another"]]);
    }
    await storage.write([["sealed me plain", { vault: "v" }]]);
    await vault.writeFront(["before"]);
    const { write } = storage;
    storage.write = (changes) =>
      changes.some(([, value]) => value) ? Promise.reject(new Error("full")) : write(changes);
    await expect(vault.writeFront(["after"])).rejects.toThrow("full");
    expect(await front()).toBe(0);
    storage.write = write;
    await vault.writeFront(["after"]);
    expect(await tab().readFront()).toEqual(["after"]);
    vault.close();
    expect(await codeOf(vault.writeFront(["last"]))).toBe("unauthorized");
    expect(await tab().readFront()).toEqual(["after"]);
  });
});
