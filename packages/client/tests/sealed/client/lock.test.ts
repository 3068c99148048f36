/** The keys on a device: setting up, joining, locking, forgetting. */
import { describe, expect } from "vitest";
import { type DeviceStorage, JournalError, memoryStorage } from "@journal/client";
import { indexedDbStorage } from "@journal/client/indexeddb";
import { it } from "../../../../../tests/support/it.ts";
import { recordsOf } from "../../records.ts";
import { newRecoveryCode, printRecoveryCode } from "../../../src/sealed/mod.ts";
import {
  codeOf,
  dump,
  first,
  holdAnswer,
  newKeyring,
  second,
  secureStore,
  signedIn,
  startAnew,
} from "./devices.ts";

const CANARY = "zqcanary";
const MINUTE = 60_000;

describe("a device", () => {
  it("locks after the chosen time, shows nothing then, and opens with each way in, also offline", async ({ ana }) => {
    let time = Date.now();
    const storage = memoryStorage();
    const phone = await first(ana, { storage, now: () => time });
    const { keys, entries } = phone.sealed;
    await keys.addWay({ passphrase: "correct horse battery staple" }, "Words");
    const notebook_id = await phone.sealed.notebooks.create({ name: "Mine" });
    const id = await entries.create({ notebook_id, content: CANARY });
    await keys.setLockAfter(5 * MINUTE);
    time += 4 * MINUTE;
    keys.touch();
    time += 4 * MINUTE;
    expect(await keys.check()).toBe("open");
    time += 2 * MINUTE;
    expect(await keys.check()).toBe("locked");
    expect(entries.list()).toEqual([]);
    expect(entries.get(id)).toBe(undefined);
    expect(await codeOf(entries.create({ notebook_id, content: "x" }))).toBe("refused");
    expect(await codeOf(phone.sealed.drafts.keep("new", CANARY))).toBe("refused");
    expect((await storage.read("")).filter(([, value]) => value instanceof CryptoKey)).toEqual([]);
    // Open things go on.
    await phone.sealed.sync();

    phone.network.fate = "lost";
    expect(await codeOf(keys.unlock({ passphrase: "correct horse battery" }))).toBe("wrong_key");
    expect(await codeOf(keys.unlock({ recoveryCode: "short" }))).toBe("refused");
    expect(phone.sealed.state).toBe("locked");
    await keys.unlock({ passphrase: "correct horse battery staple" });
    expect(entries.get(id)).toMatchObject({ content: CANARY });
    for (
      const way of [{ passkey: phone.passkey() }, {
        recoveryCode: phone.recoveryCode.toLowerCase(),
      }]
    ) {
      await keys.lock();
      await keys.unlock(way);
      expect(entries.get(id)).toMatchObject({ content: CANARY });
    }
    phone.network.fate = "arrives";
    // Entering as on a new device loses nothing that waits.
    await keys.lock();
    await keys.enter({ passkey: phone.passkey() });
    expect(entries.get(id)).toMatchObject({ content: CANARY });
    await phone.sealed.sync();
    expect(entries.status?.pending).toEqual({});
  });

  it("leaves no former key in the records of a browser", async ({ ana }) => {
    const name = crypto.randomUUID();
    const phone = await first(ana, { storage: indexedDbStorage(name) });
    const records = async () => (await recordsOf(name)).flat() as [string, unknown][];
    const keys = async () =>
      (await records()).filter(([, value]) => value instanceof CryptoKey).length;
    expect(await keys()).toBe(1);
    await phone.sealed.keys.lock();
    expect(await keys()).toBe(0);
    await phone.sealed.keys.unlock({ passkey: phone.passkey() });
    await startAnew(phone);
    expect(await keys()).toBe(1);
    await phone.signOut();
    expect((await records()).filter(([key]) => key.startsWith("sealed "))).toEqual([]);
  });

  it("opens with a way in that was added elsewhere since, and then also offline", async ({ ana }) => {
    const phone = await first(ana);
    const laptop = await second(phone);
    const { keys } = laptop.sealed;
    await keys.lock();
    const passphrase = "correct horse battery staple";
    await phone.sealed.keys.addWay({ passphrase });
    laptop.network.fate = "lost";
    await expect(keys.unlock({ passphrase })).rejects.toMatchObject({
      code: "wrong_key",
      cause: { code: "no_network" },
    });
    laptop.network.fate = "arrives";
    const wrong = await keys.unlock({ passphrase: "correct horse" }).catch((error) => error);
    expect(wrong).toMatchObject({ code: "wrong_key" });
    expect(wrong.cause).not.toBeInstanceOf(JournalError);
    expect(laptop.sealed.state).toBe("locked");
    await keys.unlock({ passphrase });
    expect(laptop.sealed.state).toBe("open");
    await keys.lock();
    laptop.network.fate = "lost";
    await keys.unlock({ passphrase });
    expect(laptop.sealed.state).toBe("open");

    laptop.network.fate = "arrives";
    await keys.lock();
    const passkey = newKeyring();
    await phone.sealed.keys.addWay({ passkey: passkey() });
    const { credential_id } = passkey();
    const asked = async () =>
      (await keys.unlockingWays()).map(({ parameters }) => parameters.credential_id);
    laptop.network.fate = "lost";
    expect(await asked()).not.toContain(credential_id);
    expect(await asked()).toContain(phone.passkey().credential_id);
    laptop.network.fate = "arrives";
    expect(await asked()).toContain(credential_id);
    expect(await asked()).toContain(phone.passkey().credential_id);
    await keys.unlock({ passkey: passkey() });
    expect(laptop.sealed.state).toBe("open");
    await keys.lock();
    const recoveryCode = await printRecoveryCode(newRecoveryCode());
    await phone.sealed.keys.addWay({ recoveryCode });
    await keys.unlock({ recoveryCode });
    expect(laptop.sealed.state).toBe("open");
  });

  it("locks during a sync, which ends without a failure", async ({ ana }) => {
    const phone = await first(ana);
    const notebook_id = await phone.sealed.notebooks.create({ name: "Mine" });
    await phone.sealed.entries.create({ notebook_id, content: CANARY });
    const { isHeld, release } = holdAnswer(phone, "/api/sealed");
    const syncing = phone.sealed.sync();
    await isHeld;
    await phone.sealed.keys.lock();
    release();
    await syncing;
    expect(phone.sealed.state).toBe("locked");
    await phone.sealed.keys.unlock({ passkey: phone.passkey() });
    await phone.sealed.sync();
    expect(phone.sealed.entries.status?.pending).toEqual({});
  });

  it("shows nothing when its key cannot be removed, and says so", async ({ ana }) => {
    const { secure, deviceKeys } = secureStore();
    const phone = await first(ana, { deviceKeys });
    const notebook_id = await phone.sealed.notebooks.create({ name: "Mine" });
    await phone.sealed.entries.create({ notebook_id, content: CANARY });
    const { remove } = deviceKeys;
    deviceKeys.remove = () => Promise.reject(new Error("The store is full"));
    await expect(phone.sealed.keys.lock()).rejects.toThrow("The store is full");
    expect(phone.sealed.state).toBe("locked");
    expect(phone.sealed.entries.list()).toEqual([]);
    await expect(phone.sealed.keys.check()).rejects.toThrow("The store is full");
    expect(phone.sealed.state).toBe("locked");
    deviceKeys.remove = remove;
    expect(await phone.sealed.keys.check()).toBe("locked");
    expect(secure.size).toBe(0);
    await phone.sealed.keys.unlock({ passkey: phone.passkey() });
    expect(await phone.sealed.keys.check()).toBe("open");
  });

  it("that signs out during a sync hears of it", async ({ ana }) => {
    const phone = await first(ana);
    const { isHeld, release } = holdAnswer(phone, "/api/sealed");
    const syncing = codeOf(phone.sealed.sync());
    await isHeld;
    await phone.signOut();
    release();
    expect(await syncing).toBe("unauthorized");
  });

  it("is locked at its next start, when it was not used for so long", async ({ ana }) => {
    let time = Date.now();
    const storage = memoryStorage();
    const phone = await first(ana, { storage, now: () => time });
    await phone.sealed.keys.setLockAfter(5 * MINUTE);
    await phone.sealed.close();
    time += 6 * MINUTE;
    const again = await signedIn(ana, { storage, now: () => time });
    expect(again.sealed.state).toBe("locked");
  });

  it("locks at the first touch after a sleep, in which no timer ran", async ({ ana }) => {
    let time = Date.now();
    const phone = await first(ana, { now: () => time });
    await phone.sealed.keys.setLockAfter(5 * MINUTE);
    time += 6 * MINUTE;
    phone.sealed.keys.touch();
    await expect.poll(() => phone.sealed.state).toBe("locked");
  });

  it("keeps drafts, and forgets a draft that is still being kept", async ({ ana }) => {
    const storage = memoryStorage();
    const phone = await first(ana, { storage });
    const { drafts } = phone.sealed;
    await drafts.keep("new", { content: CANARY });
    const keeping = drafts.keep("edit/1", { content: "gone" });
    await drafts.drop("edit/1");
    await keeping;
    await phone.sealed.close();
    const again = await signedIn(ana, { storage });
    expect(again.sealed.drafts.names()).toEqual(["new"]);
    expect(again.sealed.drafts.names("edit/")).toEqual([]);
    expect(again.sealed.drafts.get("new")).toEqual({ content: CANARY });
    expect(await dump(storage)).not.toContain(CANARY);
    await again.sealed.keys.lock();
    expect(again.sealed.drafts.names()).toEqual([]);
  });

  it("keeps nothing of sealed notebooks after signing out", async ({ ana }) => {
    const storage = memoryStorage();
    const phone = await first(ana, { storage });
    const notebook_id = await phone.sealed.notebooks.create({ name: "Mine" });
    const id = await phone.sealed.entries.create({ notebook_id, content: CANARY });
    await phone.sealed.entries.attach(id, { file: new Blob(["bytes"], { type: "image/png" }) });
    await phone.signOut();
    expect(await storage.read("")).toEqual([]);
    expect(await storage.files!.keys("")).toEqual([]);
    await expect.poll(() => phone.sealed.entries.list()).toEqual([]);
    expect(phone.sealed.state).toBe("unknown");
  });

  it("joins by twelve signs, and only with those of its own enrolment", async ({ ana }) => {
    const phone = await first(ana);
    const notebook_id = await phone.sealed.notebooks.create({ name: "Mine" });
    const id = await phone.sealed.entries.create({ notebook_id, content: "there" });
    await phone.sealed.sync();
    const laptop = await signedIn(ana);
    expect(laptop.sealed.state).toBe("new_device");
    const joining = await laptop.sealed.keys.join();
    expect(joining.signs).toMatch(/^[0-9A-HJKMNP-TV-Z]{12}$/);
    expect(await joining.look()).toBe(false);
    const [asking] = await phone.sealed.keys.asking();
    expect(await codeOf(phone.sealed.keys.admit(asking!, "0".repeat(12)))).toBe("refused");
    await phone.sealed.keys.admit(asking!, joining.signs.toLowerCase());
    expect(await joining.look()).toBe(true);
    await laptop.sealed.sync();
    expect(laptop.sealed.entries.get(id)).toMatchObject({ content: "there" });
  });

  it("whose storage keeps no keys needs a secure store, which locking and signing out empty", async ({ ana }) => {
    const memory = memoryStorage();
    const storage: DeviceStorage = {
      ...memory,
      keepsBytes: undefined,
      write: (changes) =>
        memory.write(
          changes.map(([key, value]) => [
            key,
            value === undefined ? value : JSON.parse(JSON.stringify(value)),
          ]),
        ),
    };
    const { secure, deviceKeys } = secureStore();
    const bare = await signedIn(ana, { storage: { ...storage, name: "bare" } });
    const refused = await bare.sealed.keys.setUp();
    await refused.confirm(refused.recoveryCode);
    const passkey = newKeyring();
    await expect(refused.finish({ passkey: passkey() })).rejects.toThrow("deviceKeys");
    await bare.signOut();

    const phone = await signedIn(ana, { storage, deviceKeys });
    await phone.sealed.keys.enter({ passkey: passkey() });
    expect([...secure.keys()]).toEqual([expect.stringMatching(/^[\w.-]+$/)]);
    const [key] = [...secure.values()];
    expect(await dump(memory)).not.toContain(key);
    await phone.sealed.keys.lock();
    expect(secure.size).toBe(0);
    await phone.sealed.keys.unlock({ passkey: passkey() });
    await phone.sealed.close();
    const again = await signedIn(ana, { storage, deviceKeys });
    expect(again.sealed.state).toBe("open");
    await again.signOut();
    await expect.poll(() => secure.size).toBe(0);
  });

  it("sets up only with the recovery code typed back, and once", async ({ ana }) => {
    const phone = await signedIn(ana);
    expect(phone.sealed.state).toBe("none");
    const setUp = await phone.sealed.keys.setUp();
    const other = await phone.sealed.keys.setUp();
    const passphrase = "correct horse battery staple";
    expect(await codeOf(setUp.finish({ passphrase }))).toBe("refused");
    expect(await codeOf(setUp.confirm(other.recoveryCode))).toBe("refused");
    await setUp.confirm(` ${setUp.recoveryCode.toLowerCase().replaceAll("-", " ")}`);
    await setUp.finish({ passphrase });
    expect(phone.sealed.state).toBe("open");
    await other.confirm(other.recoveryCode);
    expect(await codeOf(other.finish({ passphrase }))).toBe("exists");
    expect(await phone.sealed.keys.ways()).toMatchObject([{}, {}]);
    const [way] = await phone.sealed.keys.ways();
    expect(await codeOf(phone.sealed.keys.removeWay(way!.id))).toBe("last_slot");
  });
});
