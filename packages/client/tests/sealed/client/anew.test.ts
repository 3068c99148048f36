/** A device whose user has started anew on another one. */
import { describe, expect } from "vitest";
import { it } from "../../../../../tests/support/it.ts";
import { codeOf, first, newKeyring, second } from "./devices.ts";

describe("a device", () => {
  it("says when its user has started anew elsewhere, and keeps what waits when it enters again", async ({ ana }) => {
    const phone = await first(ana);
    const before = await phone.sealed.notebooks.create({ name: "Before" });
    const laptop = await second(phone);
    laptop.network.fate = "lost";
    const id = await laptop.sealed.entries.create({ notebook_id: before, content: "waits" });
    laptop.network.fate = "arrives";
    const passkey = newKeyring();
    const setUp = await phone.sealed.keys.setUp({ anew: true });
    await setUp.confirm(setUp.recoveryCode);
    await setUp.finish({ passkey: passkey() });
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
});
