/** The newest entries, which a device shows before it has read all. */
import { describe, expect, onTestFinished, vi } from "vitest";
import { memoryStorage } from "@journal/client";
import { it } from "../../../../../tests/support/it.ts";
import type { Person } from "../../../../../tests/support/people.ts";
import { openSealed, type SealedEntry, type SealedOptions } from "../../../src/sealed/mod.ts";
import { codeOf, dump, first, type SealedDevice } from "./devices.ts";

const CANARY = "zqcanary";
const MINUTE = 60_000;

/** A device with a sealed notebook, and its storage with the prefixes that are read. */
async function scene(ana: Person, options: SealedOptions = {}) {
  const kept = memoryStorage();
  const reads: string[] = [];
  /** Runs before each reading. */
  const before = { read: async (_prefix: string) => {} };
  const storage = {
    ...kept,
    async read(prefix: string) {
      reads.push(prefix);
      await before.read(prefix);
      return await kept.read(prefix);
    },
  };
  const phone = await first(ana, { storage, newest() {}, ...options });
  const notebook_id = await phone.sealed.notebooks.create({ name: "Mine" });
  const write = (content: string, minute: number) =>
    phone.sealed.entries.create({
      notebook_id,
      content,
      written_at: new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString(),
    });
  return { phone, kept, reads, before, write };
}

/** The next start of the program, with what it shows first, and what it has read by then. */
async function start(phone: SealedDevice, reads: string[] = [], options: SealedOptions = {}) {
  await phone.sealed.close();
  reads.length = 0;
  const shown: { entries: readonly SealedEntry[]; reads: string[] }[] = [];
  const opening = openSealed(phone, {
    ...options,
    newest: (entries) => void shown.push({ entries, reads: [...reads] }),
  });
  const sealed = await opening.catch((error: Error) => error);
  if (!(sealed instanceof Error)) onTestFinished(() => sealed.close());
  const texts = () => shown.map(({ entries }) => entries.map(({ content }) => content));
  return { sealed: sealed as SealedDevice["sealed"], shown, texts };
}

/** The prefixes below which the packs of a user lie. */
const ofPacks = ({ id }: Person, reads: string[]) =>
  reads.filter((prefix) =>
    `sealed ${id}/`.startsWith(prefix) || prefix.startsWith(`sealed ${id}/`)
  );

describe("the newest entries", () => {
  it("are shown before a pack is read, as they are shown afterwards", async ({ ana }) => {
    const { phone, kept, reads, write } = await scene(ana);
    const old = await write("old", 1);
    await write(CANARY, 3);
    await write("middle", 2);
    await phone.sealed.sync();
    await phone.sealed.entries.update(old, { mood: "calm", tags: ["a"] });
    await phone.sealed.sync();
    const { sealed, shown, texts } = await start(phone, reads);
    expect(texts()).toEqual([[CANARY, "middle", "old"]]);
    expect(shown[0]!.entries).toEqual(sealed.entries.list());
    expect(ofPacks(ana, shown[0]!.reads)).toEqual([]);
    expect(ofPacks(ana, reads)).not.toEqual([]);
    expect(await dump(kept)).not.toContain(CANARY);
  });

  it("are kept without a network, too, and only after a change", async ({ ana }) => {
    const { phone, kept, write } = await scene(ana);
    const id = await write("before", 1);
    await phone.sealed.sync();
    const front = () => kept.read(`sealed ${ana.id} front`);
    const [[, before]] = await front() as [[string, unknown]];
    await phone.sealed.sync();
    expect(await front()).toEqual([[expect.any(String), before]]);
    phone.network.fate = "lost";
    await phone.sealed.entries.update(id, { content: "in a tunnel" });
    expect(await codeOf(phone.sealed.sync())).toBe("no_network");
    expect((await start(phone)).texts()).toEqual([["in a tunnel"]]);
  });

  it("are kept by no program that does not show them", async ({ ana }) => {
    const { phone, kept, write } = await scene(ana, { newest: undefined as never });
    await write("mine", 1);
    await phone.sealed.sync();
    expect(await kept.read(`sealed ${ana.id} front`)).toEqual([]);
  });

  it("are shown by no device that is locked, or has to lock by now, nor when it unlocks", async ({ ana }) => {
    let time = Date.now();
    const now = () => time;
    const { phone, write } = await scene(ana, { now });
    await write("mine", 1);
    await phone.sealed.keys.setLockAfter(5 * MINUTE);
    await phone.sealed.sync();
    time += 6 * MINUTE;
    const late = await start(phone, [], { now });
    expect([late.sealed.state, late.texts()]).toEqual(["locked", []]);
    const locked = await start({ ...phone, sealed: late.sealed }, [], { now });
    expect([locked.sealed.state, locked.texts()]).toEqual(["locked", []]);
    await locked.sealed.keys.unlock({ passkey: phone.passkey() });
    expect([locked.sealed.state, locked.texts()]).toEqual(["open", []]);
    const open = await start({ ...phone, sealed: locked.sealed }, [], { now });
    expect([open.sealed.state, open.texts()]).toEqual(["open", [["mine"]]]);
  });

  it("are taken back when the packs do not open, or the user signs out meanwhile", async ({ ana }) => {
    const { phone, before, write } = await scene(ana);
    await write("mine", 1);
    await phone.sealed.sync();
    before.read = (prefix) =>
      prefix.endsWith("/packs") ? Promise.reject(new Error("no disk")) : Promise.resolve();
    const failed = await start(phone);
    expect(failed.sealed).toMatchObject({ message: "no disk" });
    expect(failed.texts()).toEqual([["mine"], []]);

    let lists = 0;
    before.read = (prefix) =>
      prefix.endsWith("/packs") && ++lists === 2
        ? Promise.reject(new Error("no disk any more"))
        : Promise.resolve();
    const later = await start(phone);
    expect(later.sealed).toMatchObject({ message: "no disk any more" });
    expect(later.texts()).toEqual([["mine"], []]);

    let signedOut = 0;
    before.read = async (prefix) => {
      if (!prefix.endsWith("/packs") || signedOut++) return;
      phone.offline.close();
      await phone.offline.open(crypto.randomUUID());
    };
    const left = await start(phone);
    expect(left.texts()).toEqual([["mine"], []]);
    expect(left.sealed.entries.list()).toEqual([]);
  });

  it("are not shown to a user who has signed out while they were read", async ({ ana }) => {
    const { phone, before, write } = await scene(ana);
    await write("mine", 1);
    await phone.sealed.sync();
    before.read = (prefix) => {
      if (prefix.includes(" front")) phone.offline.close();
      return Promise.resolve();
    };
    expect((await start(phone)).texts()).toEqual([]);
  });

  it("open the device when the screen fails to show them, or their value is damaged", async ({ ana }) => {
    const { phone, kept, write } = await scene(ana);
    await write("mine", 1);
    await phone.sealed.sync();
    await phone.sealed.close();
    const told = vi.spyOn(console, "error").mockImplementation(() => {});
    const fault = new TypeError("no such field");
    const sealed = await openSealed(phone, {
      newest() {
        throw fault;
      },
    });
    expect(sealed.state).toBe("open");
    expect(told.mock.calls).toEqual([[fault]]);
    told.mockRestore();
    const [[key]] = await kept.read(`sealed ${ana.id} front`) as [[string, unknown]];
    await kept.write([[key, new Uint8Array(40)]]);
    const damaged = await start({ ...phone, sealed });
    expect([damaged.sealed.state, damaged.texts()]).toEqual(["open", []]);
  });

  it("go with the user who signs out", async ({ ana }) => {
    const { phone, kept, write } = await scene(ana);
    await write("mine", 1);
    await phone.sealed.sync();
    expect(await kept.read(`sealed ${ana.id} front`)).toHaveLength(1);
    await phone.signOut();
    expect(await kept.read("sealed ")).toEqual([]);
  });

  it("are at most fifty, and not long together", async ({ ana }) => {
    const { phone, write } = await scene(ana);
    for (let n = 0; n < 52; n++) await write(`${n}`, n);
    await phone.sealed.sync();
    const many = await start(phone);
    expect(many.texts()).toEqual([Array.from({ length: 50 }, (_, n) => `${51 - n}`)]);

    const [newest, next] = many.sealed.entries.list();
    await many.sealed.entries.update(newest!.id, { content: "x".repeat(99_000) });
    await many.sealed.entries.update(next!.id, { content: "y".repeat(99_000) });
    await many.sealed.sync();
    const long = await start({ ...phone, sealed: many.sealed });
    const lengths = long.texts()[0]!.map(({ length }) => length);
    expect(lengths.slice(0, 3)).toEqual([99_000, 99_000, 2]);
    expect(lengths.length).toBeLessThan(20);
  });
});
