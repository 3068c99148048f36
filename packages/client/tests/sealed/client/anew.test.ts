/** A device whose user has started anew on another one. */
import { describe, expect } from "vitest";
import { it } from "../../../../../tests/support/it.ts";
import { codeOf, first, holdAnswer, second, setUp, signIn, startAnew } from "./devices.ts";

describe("a device", () => {
  it("says when its user has started anew elsewhere, and keeps what waits when it enters again", async ({ ana }) => {
    const phone = await first(ana);
    const before = await phone.sealed.notebooks.create({ name: "Before" });
    const laptop = await second(phone);
    laptop.network.fate = "lost";
    const id = await laptop.sealed.entries.create({ notebook_id: before, content: "waits" });
    laptop.network.fate = "arrives";
    const { passkey } = await startAnew(phone);
    expect(phone.sealed.state).toBe("open");
    expect(laptop.sealed.keys.isOutdated).toBe(false);
    await laptop.sealed.sync();
    expect(laptop.sealed.keys.isOutdated).toBe(true);
    const [conflict] = laptop.sealed.entries.conflicts;
    expect(conflict).toMatchObject({ id, mine: { content: "waits" }, refusal: {} });
    expect(await codeOf(laptop.sealed.keys.enter({ passkey: phone.passkey() }))).toBe("wrong_key");
    await laptop.sealed.keys.enter({ passkey: passkey() });
    await laptop.sealed.sync();
    expect(laptop.sealed.keys.isOutdated).toBe(false);
    expect(laptop.sealed.entries.conflicts).toMatchObject([{ mine: { content: "waits" } }]);
    const after = await laptop.sealed.notebooks.create({ name: "After" });
    const next = await laptop.sealed.entries.create({ notebook_id: after, content: "new keys" });
    await laptop.sealed.sync();
    await phone.sealed.sync();
    expect(phone.sealed.entries.get(next)).toMatchObject({ content: "new keys", failure: null });
  });

  it("says so when it is locked and a newer way does not fit, and loses nothing unless asked to", async ({ ana }) => {
    const phone = await first(ana);
    const notebook_id = await phone.sealed.notebooks.create({ name: "Before" });
    const laptop = await second(phone);
    const { keys, entries } = laptop.sealed;
    laptop.network.fate = "lost";
    const id = await entries.create({ notebook_id, content: "waits" });
    await keys.lock();
    expect(await codeOf(keys.unlock({ passphrase: "something else" }))).toBe("wrong_key");
    expect(keys.isOutdated).toBe(false);
    laptop.network.fate = "arrives";
    expect(await codeOf(keys.unlock({ passphrase: "something else" }))).toBe("wrong_key");
    expect(keys.isOutdated).toBe(false);
    expect(await codeOf(keys.forget())).toBe("refused");
    const { passkey } = await startAnew(phone);

    let isTold = false;
    laptop.sealed.subscribe(() => isTold = keys.isOutdated);
    expect(await codeOf(keys.unlock({ passkey: passkey() }))).toBe("wrong_key");
    expect(keys.isOutdated).toBe(true);
    expect(isTold).toBe(true);
    expect(laptop.sealed.state).toBe("locked");
    expect(await codeOf(keys.enter({ passkey: passkey() }))).toBe("former_keys");
    await keys.unlock({ passkey: phone.passkey() });
    expect(entries.get(id)).toMatchObject({ content: "waits" });
    expect(await codeOf(keys.forget())).toBe("refused");
    await keys.enter({ passkey: passkey() });
    expect(keys.isOutdated).toBe(false);
    await laptop.sealed.sync();
    expect(entries.conflicts).toMatchObject([{ mine: { content: "waits" } }]);
  });

  it("forgets its former keys when no former way is left, and joins as a new one", async ({ ana }) => {
    const phone = await first(ana);
    const laptop = await second(phone);
    const { keys } = laptop.sealed;
    await laptop.sealed.drafts.keep("new", "waits");
    await keys.lock();
    const { passkey } = await startAnew(phone);
    await keys.forget();
    expect(laptop.sealed.state).toBe("new_device");
    expect(keys.isOutdated).toBe(false);
    const kept = (await laptop.storage.read("")).map(([key]) => key);
    expect(kept.filter((key) => key.startsWith("sealed "))).toEqual([]);
    expect(await keys.check()).toBe("new_device");
    await keys.enter({ passkey: passkey() });
    expect(laptop.sealed.state).toBe("open");
    expect(laptop.sealed.drafts.names()).toEqual([]);
  });

  it("may start anew itself while it is locked", async ({ ana }) => {
    const phone = await first(ana);
    await phone.sealed.keys.lock();
    const { passkey } = await startAnew(phone);
    expect(phone.sealed.state).toBe("open");
    await phone.sealed.keys.lock();
    await phone.sealed.keys.unlock({ passkey: passkey() });
    expect(phone.sealed.state).toBe("open");
  });

  it("with former keys keeps the ways in to those", async ({ ana }) => {
    const phone = await first(ana);
    const laptop = await second(phone);
    const { keys } = laptop.sealed;
    await startAnew(phone);
    expect(await keys.ways()).toMatchObject([{}, {}]);
    expect(keys.isOutdated).toBe(true);
    await keys.lock();
    laptop.network.fate = "lost";
    await keys.unlock({ passkey: phone.passkey() });
    expect(laptop.sealed.state).toBe("open");
  });

  it("says nothing of it to the next user", async ({ ana, ben }) => {
    const phone = await first(ana);
    const laptop = await second(phone);
    await startAnew(phone);
    const { isHeld, release } = holdAnswer(laptop, "/api/sealed");
    const syncing = codeOf(laptop.sealed.sync());
    await isHeld;
    await signIn(laptop, ben);
    await setUp(laptop);
    release();
    await syncing;
    expect(laptop.sealed.state).toBe("open");
    expect(laptop.sealed.keys.isOutdated).toBe(false);
  });
});
