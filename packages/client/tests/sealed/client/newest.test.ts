/** The newest entries, which a device shows before it has read all. */
import { describe, expect, onTestFinished } from "vitest";
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
  const storage = {
    ...kept,
    read(prefix: string) {
      reads.push(prefix);
      return kept.read(prefix);
    },
  };
  const phone = await first(ana, { storage, ...options });
  const notebook_id = await phone.sealed.notebooks.create({ name: "Mine" });
  const write = (content: string, minute: number) =>
    phone.sealed.entries.create({
      notebook_id,
      content,
      written_at: new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString(),
    });
  return { phone, kept, reads, write };
}

/** The next start of the program: what it shows first, and what it has read by then. */
async function start(phone: SealedDevice, reads: string[] = [], options: SealedOptions = {}) {
  await phone.sealed.close();
  reads.length = 0;
  const shown: { entries: readonly SealedEntry[]; reads: string[] }[] = [];
  const sealed = await openSealed(phone, {
    ...options,
    newest: (entries) => void shown.push({ entries, reads: [...reads] }),
  });
  onTestFinished(() => sealed.close());
  const texts = shown.map(({ entries }) => entries.map(({ content }) => content));
  return { sealed, shown, texts };
}

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
    expect(texts).toEqual([[CANARY, "middle", "old"]]);
    expect(shown[0]!.entries).toEqual(sealed.entries.list());
    const isPack = (prefix: string) => prefix.endsWith("/packs");
    expect(shown[0]!.reads.filter(isPack)).toEqual([]);
    expect(reads.filter(isPack)).not.toEqual([]);
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
    expect((await start(phone)).texts).toEqual([["in a tunnel"]]);
  });

  it("are shown by no device that is locked, or has to lock by now", async ({ ana }) => {
    let time = Date.now();
    const now = () => time;
    const { phone, write } = await scene(ana, { now });
    await write("mine", 1);
    await phone.sealed.keys.setLockAfter(5 * MINUTE);
    await phone.sealed.sync();
    time += 6 * MINUTE;
    const late = await start(phone, [], { now });
    expect([late.sealed.state, late.texts]).toEqual(["locked", []]);
    const locked = await start({ ...phone, sealed: late.sealed }, [], { now });
    expect([locked.sealed.state, locked.texts]).toEqual(["locked", []]);
    await locked.sealed.keys.unlock({ passkey: phone.passkey() });
    const open = await start({ ...phone, sealed: locked.sealed }, [], { now });
    expect([open.sealed.state, open.texts]).toEqual(["open", [["mine"]]]);
  });

  it("go with the user who signs out", async ({ ana }) => {
    const { phone, kept, write } = await scene(ana);
    await write("mine", 1);
    await phone.sealed.sync();
    const keys = (await kept.read("sealed ")).map(([key]) => key);
    expect(keys).toEqual(
      expect.arrayContaining([`sealed ${ana.id} device/plain`, `sealed ${ana.id} front`]),
    );
    await phone.signOut();
    expect(await kept.read("sealed ")).toEqual([]);
  });

  it("are at most fifty, with texts that are not long together", async ({ ana }) => {
    const { phone, write } = await scene(ana);
    for (let n = 0; n < 52; n++) await write(`${n}`, n);
    await phone.sealed.sync();
    const many = await start(phone);
    expect(many.texts).toEqual([Array.from({ length: 50 }, (_, n) => `${51 - n}`)]);

    const again = { ...phone, sealed: many.sealed };
    await many.sealed.entries.create({
      notebook_id: many.sealed.notebooks.ids[0]!,
      content: "long",
    });
    const [newest] = many.sealed.entries.list();
    await many.sealed.entries.update(newest!.id, { content: "x".repeat(99_998) });
    const [, next] = many.sealed.entries.list();
    await many.sealed.entries.update(next!.id, { content: "y".repeat(100_000) });
    await many.sealed.sync();
    const long = await start(again);
    expect(long.texts[0]!.map(({ length }) => length)).toEqual([99_998, 100_000, 2]);
  });
});
