/** Several windows of one browser, which share what the device keeps. */
import { describe, expect, onTestFinished, vi } from "vitest";
import { memoryStorage } from "@journal/client";
import { it } from "../../../../../tests/support/it.ts";
import { Sealed } from "../../../src/sealed/client/sealed.ts";
import { lie, LOG } from "../../../../../tests/sealed/lies.ts";
import { ok } from "../../../../../tests/support/requests.ts";
import { codeOf, first, newKeyring, type SealedDevice, startAnew } from "./devices.ts";
import { scene } from "./lies.ts";

const MINUTE = 60_000;

/** Another window, which does not hear of this one. */
async function windowOf(device: SealedDevice, now?: () => number) {
  vi.stubGlobal("BroadcastChannel", undefined);
  const sealed = new Sealed(device, now && { now });
  onTestFinished(() => sealed.close());
  await sealed.keys.check().finally(() => vi.unstubAllGlobals());
  return sealed;
}

describe("windows", () => {
  it("keep the time and the ways that another one has kept", async ({ ana }) => {
    const phone = await first(ana);
    const one = phone.sealed;
    const two = await windowOf(phone);
    const passkey = newKeyring();
    await one.keys.addWay({ passkey: passkey() });
    await two.keys.setLockAfter(5 * MINUTE);
    await one.keys.addWay({ passkey: newKeyring()() });
    phone.network.fate = "lost";
    const three = await windowOf(phone);
    expect(three.keys.lockAfter).toBe(5 * MINUTE);
    await three.keys.lock();
    await three.keys.unlock({ passkey: passkey() });
    expect(three.state).toBe("open");
  });

  it("stay open after a clock that was ahead is set back", async ({ ana }) => {
    let time = Date.now();
    const phone = await first(ana, { now: () => time });
    const two = await windowOf(phone, () => time);
    await phone.sealed.keys.setLockAfter(5 * MINUTE);
    time += 24 * 60 * MINUTE;
    await phone.sealed.keys.check();
    await phone.sealed.keys.unlock({ passkey: phone.passkey() });
    await two.keys.check();
    time -= 24 * 60 * MINUTE;
    await phone.sealed.keys.check();
    expect(phone.sealed.state).toBe("locked");
    await phone.sealed.keys.unlock({ passkey: phone.passkey() });
    await two.keys.check();
    expect([await phone.sealed.keys.check(), two.state]).toEqual(["open", "open"]);
  });

  it("believe no log that is older than another one has seen", async ({ ana, ben }) => {
    const { one: phone, id } = await scene(ana, ben);
    const two = await windowOf(phone);
    const path = `/api/notebooks/${id}/sealed`;
    const before = await ok(ana, "GET", path);
    await phone.sealed.notebooks.remove(id, [ben.id]);
    lie(phone.proxy, LOG, () => before);
    expect(await codeOf(two.notebooks.refresh(id))).toBe("rolled_back");
  });

  it("with former keys leave the new keys of another one as they are", async ({ ana }) => {
    const phone = await first(ana);
    const two = await windowOf(phone);
    await startAnew(phone);
    await two.keys.setLockAfter(MINUTE);
    expect(two.state).toBe("locked");
    expect((await windowOf(phone)).state).toBe("open");
    expect(phone.sealed.keys.lockAfter).toBe(null);
  });

  it("unlock what another one has entered anew", async ({ ana }) => {
    const phone = await first(ana);
    await phone.sealed.drafts.keep("new", "kept");
    const two = await windowOf(phone);
    await two.keys.lock();
    const three = await windowOf(phone);
    await three.keys.unlock({ passkey: phone.passkey() });
    await three.keys.enter({ passkey: phone.passkey() });
    await two.keys.unlock({ passkey: phone.passkey() });
    expect(two.drafts.get("new")).toBe("kept");
  });

  it("lose no text while one of them takes other keys", async ({ ana }) => {
    const storage = memoryStorage();
    const phone = await first(ana, { storage });
    const two = await windowOf(phone);
    await two.drafts.keep("before", "kept");
    await two.drafts.keep("gone", "x");
    const { write } = storage;
    storage.write = async (changes) => {
      if (changes.some(([key]) => key.endsWith(" plain"))) {
        storage.write = write;
        await two.drafts.keep("meanwhile", "kept");
        await two.drafts.drop("gone");
      }
      await write(changes);
    };
    await startAnew(phone);
    expect(phone.sealed.drafts.names().toSorted()).toEqual(["before", "meanwhile"]);
    expect(await codeOf(two.drafts.keep("after", "x"))).toBe("unauthorized");
    expect(await two.keys.check()).toBe("open");
    expect(two.drafts.get("meanwhile")).toBe("kept");
  });

  it("lose no kept text when they write twice while one of them takes other keys", async ({ ana }) => {
    const storage = memoryStorage();
    const phone = await first(ana, { storage });
    const two = await windowOf(phone);
    const { write } = storage;
    storage.write = async (changes) => {
      if (!changes.some(([key]) => key.endsWith(" plain"))) return await write(changes);
      storage.write = write;
      await two.drafts.keep("meanwhile", "kept");
      await write(changes);
      expect(await codeOf(two.drafts.keep("late", "x"))).toBe("unauthorized");
    };
    await startAnew(phone);
    expect(phone.sealed.drafts.names()).toEqual(["meanwhile"]);
  });

  it("stay open under the former keys when the storage is full while keys change", async ({ ana }) => {
    const storage = memoryStorage();
    const phone = await first(ana, { storage });
    await phone.sealed.drafts.keep("new", "kept");
    const { write } = storage;
    storage.write = async (changes) => {
      if (changes.some(([key]) => key.endsWith(" plain"))) throw new Error("The storage is full");
      await write(changes);
    };
    await expect(startAnew(phone)).rejects.toThrow("full");
    storage.write = write;
    const next = await windowOf(phone);
    expect(next.state).toBe("open");
    expect(next.drafts.get("new")).toBe("kept");
  });
});
