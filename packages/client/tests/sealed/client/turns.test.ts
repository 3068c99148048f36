/** Work on the keys of a device that windows and users begin while other work is under way. */
import { describe, expect } from "vitest";
import { memoryStorage } from "@journal/client";
import type { Person } from "../../../../../tests/support/people.ts";
import { it } from "../../../../../tests/support/it.ts";
import { Sealed } from "../../../src/sealed/client/sealed.ts";
import {
  codeOf,
  first,
  holdAnswer,
  newKeyring,
  secureStore,
  setUp,
  signedIn,
  signIn,
} from "./devices.ts";

/** Everything is done that waits for nothing. */
const soon = () => new Promise((resolve) => setTimeout(resolve));

/** A device in a check that has found its key and waits for it. */
async function checking(ana: Person) {
  const { deviceKeys, hold } = secureStore();
  const phone = await first(ana, { deviceKeys });
  await phone.sealed.close();
  const release = hold();
  const again = new Sealed(phone, { deviceKeys });
  const check = again.keys.check();
  await soon();
  return { again, check, release };
}

describe("a device", () => {
  it("stays open when an answer to an earlier check comes after it has entered", async ({ ana }) => {
    const { passkey } = await first(ana);
    const laptop = await signedIn(ana);
    const { sealed } = laptop;
    const { isHeld, release } = holdAnswer(laptop);
    const check = sealed.keys.check();
    await isHeld;
    await sealed.keys.enter({ passkey: passkey() });
    release();
    expect(await check).toBe("open");
    expect(sealed.state).toBe("open");
  });

  it("stays open when it is checked while it takes its keys", async ({ ana }) => {
    const { passkey } = await first(ana);
    const storage = memoryStorage();
    const { write } = storage;
    const { sealed } = await signedIn(ana, { storage });
    let check: Promise<unknown> | undefined;
    storage.write = async (changes) => {
      if (!check && changes.some(([key]) => key.endsWith(" plain"))) {
        check = sealed.keys.check();
        // A check that did not wait would read that nothing is here.
        await soon();
      }
      await write(changes);
    };
    await sealed.keys.enter({ passkey: passkey() });
    expect(await check).toBe("open");
    expect(sealed.state).toBe("open");
  });

  it("stays locked when it is locked while a check has found its key", async ({ ana }) => {
    const { again, check, release } = await checking(ana);
    const locking = again.keys.lock();
    release();
    await Promise.all([check, locking]);
    expect(again.state).toBe("locked");
    await again.close();
  });

  it("shows the next user nothing of a check of the one before", async ({ ana, ben }) => {
    const { deviceKeys, hold } = secureStore();
    const phone = await first(ana, { deviceKeys });
    await phone.sealed.close();
    const release = hold();
    const again = new Sealed(phone, { deviceKeys });
    const states: string[] = [];
    again.subscribe(() => phone.offline.userId === ben.id && states.push(again.state));
    const check = again.keys.check();
    await soon();
    await signIn(phone, ben);
    release();
    await check;
    await again.keys.check();
    expect(states).toEqual(["none"]);
    await again.close();
  });

  it("takes no keys of a set-up that the user before began", async ({ ana, ben }) => {
    const phone = await signedIn(ana);
    const begun = await phone.sealed.keys.setUp();
    await begun.confirm(begun.recoveryCode);
    const { isHeld, release } = holdAnswer(phone);
    const finishing = codeOf(begun.finish({ passkey: newKeyring()() }));
    await isHeld;
    await signIn(phone, ben);
    release();
    expect(await finishing).toBe("unauthorized");
    expect(await phone.sealed.keys.check()).toBe("none");
    const kept = (await phone.storage.read("")).map(([key]) => key);
    expect(kept.filter((key) => key.startsWith("sealed "))).toEqual([]);
  });

  it("keeps no way in of the user before, whose answer comes late", async ({ ana, ben }) => {
    const phone = await first(ana);
    const { keys } = phone.sealed;
    const { isHeld, release } = holdAnswer(phone);
    const ways = codeOf(keys.ways());
    await isHeld;
    await signIn(phone, ben);
    await setUp(phone);
    const kept = keys.keptWays;
    release();
    expect(await ways).toBe("unauthorized");
    expect(keys.keptWays).toEqual(kept);
  });

  it("is closed when the work that was under way has ended", async ({ ana }) => {
    const { again, check, release } = await checking(ana);
    let isClosed = false;
    const closing = again.close().then(() => isClosed = true);
    await soon();
    expect(isClosed).toBe(false);
    release();
    await Promise.all([check, closing]);
    expect(again.state).toBe("unknown");
  });
});
