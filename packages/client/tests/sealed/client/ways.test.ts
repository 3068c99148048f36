/** The ways in that a device keeps, whatever the service answers about them. */
import { describe, expect } from "vitest";
import { it } from "../../../../../tests/support/it.ts";
import { lie } from "../../../../../tests/sealed/lies.ts";
import type { Person } from "../../../../../tests/support/people.ts";
import { sql } from "../../../../../tests/support/sql.ts";
import { newRecoveryCode, printRecoveryCode, type Unlocker } from "../../../src/sealed/mod.ts";
import { codeOf, first, holdAnswer, newKeyring } from "./devices.ts";

const SLOTS = /\/api\/sealed\/slots$/;

// deno-lint-ignore no-explicit-any -- slots as the service answers them
type Slots = any[];

const lies: [name: string, change: (slots: Slots) => Slots][] = [
  ["names none", () => []],
  ["leaves one out", (slots) => slots.slice(0, 1)],
  [
    "has other secrets",
    (slots) => slots.map((slot) => ({ ...slot, sealed_secret: "A".repeat(80) })),
  ],
  ["has a later generation", (slots) => [
    ...slots,
    { ...slots[0], id: crypto.randomUUID(), generation: 99 },
  ]],
];

describe("an answer about the ways in", () => {
  it.for(lies)("that %s takes none from a device", async ([, change], { ana }) => {
    const { sealed, proxy, network, passkey, recoveryCode } = await first(ana);
    lie(proxy, SLOTS, ({ slots }) => ({ slots: change(slots) }));
    await sealed.keys.ways();
    await sealed.keys.lock();
    network.fate = "lost";
    await sealed.keys.unlock({ passkey: passkey() });
    await sealed.keys.lock();
    await sealed.keys.unlock({ recoveryCode });
    expect(sealed.state).toBe("open");
  });

  it("that fails leaves a way that was added before it", async ({ ana }) => {
    const { sealed, proxy, passkey } = await first(ana);
    const other = newKeyring();
    proxy.change = async (request, answer) =>
      request.method === "GET" && SLOTS.test(new URL(request.url).pathname)
        ? Response.json({ error: "later", code: "internal_error" }, { status: 500 })
        : await answer();
    await sealed.keys.addWay({ passkey: other() });
    proxy.change = undefined;
    expect(await sealed.keys.ways()).toHaveLength(3);
    await sealed.keys.lock();
    await sealed.keys.unlock({ passkey: passkey() });
  });
});

it("a passkey whose secret was overwritten adds no way", async ({ ana }) => {
  const { sealed } = await first(ana);
  const passkey = newKeyring()();
  await sealed.keys.addWay({ passkey });
  expect(await codeOf(sealed.keys.addWay({ passkey }))).toBe("refused");
  expect(await sealed.keys.ways()).toHaveLength(3);
});

describe("a way whose answer was lost", () => {
  /** Ana's phone, at which the next answer to an added way is lost, and the kinds of her ways. */
  async function scene(ana: Person) {
    const phone = await first(ana);
    const { sealed, proxy } = phone;
    return {
      ...phone,
      async lose(way: Unlocker) {
        proxy.change = async (request, answer) => {
          const response = await answer();
          if (request.method !== "POST") return response;
          throw new Error("cut");
        };
        expect(await codeOf(sealed.keys.addWay(way))).toBe("no_network");
        proxy.change = undefined;
      },
      kinds: async () => (await sealed.keys.ways()).map(({ kind }) => kind),
    };
  }

  it("is there once after another try with the same words", async ({ ana }) => {
    const { sealed, lose, kinds } = await scene(ana);
    const recoveryCode = await printRecoveryCode(newRecoveryCode());
    await lose({ recoveryCode });
    await sealed.keys.addWay({ recoveryCode });
    expect(await kinds()).toEqual(["recovery_code", "passkey", "recovery_code"]);
    await lose({ passphrase: "correct horse" });
    await sealed.keys.addWay({ passphrase: "correct horse" });
    expect(await kinds()).toEqual(["recovery_code", "passkey", "recovery_code", "passphrase"]);
  });

  it("is there once, though the service has forgotten the first try", async ({ ana }) => {
    const { sealed, lose, kinds } = await scene(ana);
    await lose({ passphrase: "correct horse" });
    await sql`delete from private.idempotency_keys where user_id = ${ana.id}`;
    await sealed.keys.addWay({ passphrase: "correct horse" });
    expect(await kinds()).toEqual(["recovery_code", "passkey", "passphrase"]);
  });

  it("is there once after the device has locked between the tries", async ({ ana }) => {
    const { sealed, passkey, lose, kinds } = await scene(ana);
    await lose({ passphrase: "correct horse" });
    await sealed.keys.lock();
    await sealed.keys.unlock({ passkey: passkey() });
    await sealed.keys.addWay({ passphrase: "correct horse" });
    expect(await kinds()).toEqual(["recovery_code", "passkey", "passphrase"]);
  });

  it("gives way to other words in the next try", async ({ ana }) => {
    const { sealed, lose } = await scene(ana);
    await lose({ passphrase: "correct horse" });
    await sealed.keys.addWay({ passphrase: "battery staple" });
    await sealed.keys.lock();
    await sealed.keys.unlock({ passphrase: "battery staple" });
    expect(sealed.state).toBe("open");
  });
});

it("a late list takes no way that the device has added meanwhile", async ({ ana }) => {
  const phone = await first(ana);
  const { keys } = phone.sealed;
  const { isHeld, release } = holdAnswer(phone, "/slots");
  const late = keys.ways();
  await isHeld;
  await keys.addWay({ passphrase: "correct horse" });
  release();
  expect(await late).toHaveLength(2);
  await keys.lock();
  phone.network.fate = "lost";
  await keys.unlock({ passphrase: "correct horse" });
  expect(phone.sealed.state).toBe("open");
});
