/** Accounts, slots, enrolments, notebook keys and logs, beside what the vectors hold. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { newSecret, openAccount } from "../../src/sealed/account.ts";
import { type Bytes, fromBase64url, random, toBase64url } from "../../src/sealed/bytes.ts";
import { enrolmentSigns, newEnrolment, openEnrolment } from "../../src/sealed/enrolment.ts";
import { sealEnrolment } from "../../src/sealed/enrolment.ts";
import { readLog, signStatement } from "../../src/sealed/log.ts";
import { newRecoveryCode, printRecoveryCode } from "../../src/sealed/recovery-code.ts";
import { readRecoveryCode } from "../../src/sealed/recovery-code.ts";
import { newSlot, type Opener, openSlot } from "../../src/sealed/slot.ts";
import { openNewestKey, openNotebookKeys, sealPrevious } from "../../src/sealed/wrap.ts";
import { newNotebookKey, wrapForMembers, wrapKey } from "../../src/sealed/wrap.ts";
import { Notebook, person } from "./people.ts";

const SEED = 20_261_129;
const named = (code: string) => ({ name: "SealedError", code });

describe("slots", () => {
  const userId = crypto.randomUUID();
  const openers: [what: string, opener: () => Opener, other: () => Opener][] = [
    [
      "a passphrase",
      () => ({ passphrase: "caf\u00e9 – na\u00efve" }),
      () => ({ passphrase: "Cafe" }),
    ],
    ["a recovery code", () => ({ code: random(20) }), () => ({ code: random(20) })],
    [
      "a passkey",
      () => ({ prf: random(32), credential_id: "AA", salt: toBase64url(random(32)) }),
      () => ({ prf: random(32) }),
    ],
  ];

  it.each(openers)("%s opens its slot, and nothing else does", async (_what, make, other) => {
    const secret = newSecret();
    const account = await openAccount(secret, userId);
    const opener = make();
    const slot = await newSlot(userId, opener, secret);
    expect(fromBase64url(slot.sealed_secret)).toHaveLength(60);
    expect(await openSlot(userId, slot, opener, account)).toEqual(secret);
    await expect(openSlot(userId, slot, other(), account)).rejects.toMatchObject(
      named("wrong_key"),
    );
  });

  it("a slot opens for its user, its account and its way of opening alone", async () => {
    const secret = newSecret();
    const account = await openAccount(secret, userId);
    const opener = { code: random(20) };
    const slot = await newSlot(userId, opener, secret);
    const other = await person();
    const reads = [
      openSlot(crypto.randomUUID(), slot, opener, account),
      openSlot(userId, slot, opener, other),
      openSlot(userId, { ...slot, kind: 3 }, opener, account),
      openSlot(userId, { ...slot, id: crypto.randomUUID() }, opener, account),
    ].map((read) => expect(read).rejects.toMatchObject(named("wrong_key")));
    await Promise.all(reads);
  });

  it("an empty passphrase and half a sign are refused", async () => {
    for (const passphrase of ["", "\ud800"]) {
      await expect(newSlot(userId, { passphrase }, newSecret())).rejects
        .toMatchObject(named("refused"));
    }
  });

  it("a slot with a bit turned does not open", async () => {
    const secret = newSecret();
    const account = await openAccount(secret, userId);
    const opener = { code: random(20) };
    const slot = await newSlot(userId, opener, secret);
    for (let bit = 0; bit < 60 * 8; bit += 5) {
      const bytes = fromBase64url(slot.sealed_secret);
      bytes[bit >> 3]! ^= 1 << (bit & 7);
      const changed = { ...slot, sealed_secret: toBase64url(bytes) };
      await expect(openSlot(userId, changed, opener, account)).rejects
        .toMatchObject(named("wrong_key"));
    }
  });
});

it("a recovery code is read as it is printed, and one mistyped sign is found", async () => {
  for (let n = 0; n < 50; n++) {
    const code = newRecoveryCode();
    expect(await readRecoveryCode((await printRecoveryCode(code)).toLowerCase())).toEqual(code);
  }
  const printed = "KZ0B0HPQ-11AVSJXP-5QWTXC2P-6Z4102GD-16";
  const misses: string[] = [];
  for (let at = 0; at < printed.length; at++) {
    if (printed[at] === "-") continue;
    const next = printed[at] === "Z" ? "0" : "Z";
    const typed = printed.slice(0, at) + next + printed.slice(at + 1);
    await readRecoveryCode(typed).then(() => misses.push(typed), () => {});
  }
  expect(misses).toEqual([]);
});

describe("an enrolment", () => {
  it("brings the secret to the device whose signs were compared", async () => {
    const secret = newSecret();
    const account = await openAccount(secret, crypto.randomUUID());
    const device = await newEnrolment();
    const signs = await enrolmentSigns(account.id, device, account);
    expect(signs).toMatch(/^[0-9A-HJKMNP-TV-Z]{12}$/);
    const typed = `${signs.slice(0, 6)} ${signs.slice(6)}`.toLowerCase();
    const sealed_secret = await sealEnrolment(account.id, device, typed, account, secret);
    const answer = { ...device, sealed_secret };
    expect(await openEnrolment(account.id, answer, account)).toEqual(secret);
    await expect(openEnrolment(account.id, answer, await person())).rejects
      .toMatchObject(named("wrong_key"));
  });

  it("sends nothing to a device with other signs", async () => {
    const secret = newSecret();
    const account = await openAccount(secret, crypto.randomUUID());
    const [device, other] = [await newEnrolment(), await newEnrolment()];
    const signs = await enrolmentSigns(account.id, device, account);
    await expect(sealEnrolment(account.id, other, signs, account, secret)).rejects
      .toMatchObject(named("refused"));
  });
});

/** A notebook of two, rotated once, with everything that a service keeps of it. */
async function rotated() {
  const [ana, ben] = await Promise.all([person(), person()]);
  const notebook = new Notebook();
  await notebook.create(ana);
  const first = await notebook.say(ana, { type: "add", member: ben });
  const wraps = await wrapForMembers(ana, first, notebook.keys[0]!);
  const log = await notebook.rotate(ben);
  const [before, key] = notebook.keys as [Bytes, Bytes];
  wraps.push(...await wrapForMembers(ben, log, key));
  const previous = [{ epoch: 2, sealed: await sealPrevious(notebook.id, 2, key, before) }];
  return { ana, ben, notebook, log, wraps, previous, key };
}

describe("the keys of a notebook", () => {
  const epochs = (keys: Map<number, unknown>) => [...keys.keys()].toSorted();

  it("a member that came later opens the whole history", async () => {
    const { ana, ben, notebook, key, previous } = await rotated();
    const cleo = await person();
    await notebook.say(ana, { type: "add", member: cleo });
    const wraps = await wrapForMembers(ben, notebook.log!, key, [cleo.id]);
    expect(epochs(await openNotebookKeys(cleo, notebook.log!, wraps, previous))).toEqual([1, 2]);
  });

  it("what a liar sends beside the right ones is passed over", async () => {
    const { ana, notebook, log, wraps, previous } = await rotated();
    const own = wraps.filter(({ member_id }) => member_id === ana.id);
    const wrong = await wrapKey(notebook.id, 2, ana, newNotebookKey());
    const lies = [{ epoch: 2, wrapped: wrong }, { epoch: 2, wrapped: "AAAA" }];
    const sealed = await sealPrevious(notebook.id, 2, newNotebookKey(), newNotebookKey());
    const opened = await openNotebookKeys(ana, log, [...lies, ...own], [
      { epoch: 2, sealed },
      ...previous,
    ]);
    expect(epochs(opened)).toEqual([1, 2]);
    expect(await openNewestKey(ana, log, [...lies, ...own])).toEqual(notebook.keys[1]);
    await expect(openNewestKey(ana, log, lies)).rejects.toMatchObject(named("wrong_key"));
  });

  it("the own wrap of an epoch opens it where the previous key is missing", async () => {
    const { ana, log, wraps } = await rotated();
    const own = wraps.filter(({ member_id }) => member_id === ana.id);
    expect(epochs(await openNotebookKeys(ana, log, own, []))).toEqual([1, 2]);
    expect(epochs(await openNotebookKeys(ana, log, own.slice(0, 1), []))).toEqual([1]);
    expect(epochs(await openNotebookKeys(await person(ana.id), log, own, []))).toEqual([]);
  });

  it("goes to members of the log alone, by an account that stands in it", async () => {
    const { ana, log, key } = await rotated();
    const stranger = await person();
    await expect(wrapForMembers(ana, log, key, [stranger.id])).rejects
      .toMatchObject(named("not_a_member"));
    await expect(wrapForMembers(stranger, log, key)).rejects.toMatchObject(named("not_a_member"));
    await expect(wrapForMembers(await person(ana.id), log, key)).rejects
      .toMatchObject(named("not_a_member"));
    await expect(wrapForMembers(ana, log, newNotebookKey())).rejects
      .toMatchObject(named("wrong_key"));
  });
});

describe("a log", () => {
  it("of random acts is what its members have done, and refuses all others by name", async () => {
    const people = await Promise.all(Array.from({ length: 4 }, () => person()));
    const act = fc.record({
      by: fc.nat(3),
      whom: fc.nat(3),
      type: fc.constantFrom("add", "remove", "rotate", "owner" as const),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: 1, maxLength: 25 }), async (acts) => {
        const notebook = new Notebook();
        await notebook.create(people[0]!);
        let [owner, epoch, isDue] = [0, 1, false];
        const members = new Set([0]);
        for (const { by, whom, type } of acts) {
          const may = members.has(by) && (type === "rotate" ||
            type === "add" && by === owner && !members.has(whom) ||
            type === "remove" && members.has(whom) && whom !== owner ||
            type === "owner" && by === owner && members.has(whom) && whom !== owner);
          const [author, other] = [people[by]!, people[whom]!];
          const saying = type === "rotate"
            ? notebook.rotate(author)
            : type === "add"
            ? notebook.say(author, { type, member: other })
            : notebook.say(author, { type, member_id: other.id });
          if (!may) {
            await expect(saying).rejects.toMatchObject(named("not_a_member"));
            if (type === "rotate") notebook.keys.pop();
            continue;
          }
          await saying;
          if (type === "add") members.add(whom);
          if (type === "remove") isDue = members.delete(whom);
          if (type === "owner") owner = whom;
          if (type === "rotate") [epoch, isDue] = [epoch + 1, false];
        }
        const log = await notebook.read();
        expect(log).toEqual(notebook.log);
        expect([log.owner, log.epoch, log.rotationDue]).toEqual([people[owner]!.id, epoch, isDue]);
        expect([...log.members.keys()].toSorted())
          .toEqual([...members].map((n) => people[n]!.id).toSorted());
      }),
      { seed: SEED, numRuns: 15 },
    );
  });

  it("with a sign changed is refused by name", async () => {
    const ana = await person();
    const notebook = new Notebook();
    await notebook.create(ana);
    await notebook.say(ana, { type: "add", member: await person() });
    const [first, second] = notebook.statements;
    const { statement } = second!;
    await fc.assert(
      fc.asyncProperty(
        fc.nat(statement.length - 1),
        fc.integer({ min: 0x20, max: 0x7e }),
        async (at, sign) => {
          const changed = statement.slice(0, at) + String.fromCharCode(sign) +
            statement.slice(at + 1);
          fc.pre(changed !== statement);
          const code = expect.stringMatching(/^(altered|not_a_member|not_signed)$/);
          await expect(readLog(notebook.id, [first!, { ...second!, statement: changed }])).rejects
            .toMatchObject({ name: "SealedError", code });
        },
      ),
      { seed: SEED, numRuns: 100 },
    );
  });

  it("without a statement, and of another notebook, is refused", async () => {
    const notebook = new Notebook();
    await notebook.create(await person());
    await expect(readLog(notebook.id, [])).rejects.toMatchObject(named("altered"));
    await expect(readLog(crypto.randomUUID(), notebook.statements)).rejects
      .toMatchObject(named("altered"));
  });

  it("that a device has seen longer or in another way is refused", async () => {
    const ana = await person();
    const notebook = new Notebook();
    const first = await notebook.create(ana);
    const seen = await notebook.rotate(ana);
    await expect(readLog(notebook.id, notebook.statements.slice(0, 1), { seen })).rejects
      .toMatchObject(named("rolled_back"));
    const change = { type: "rotate", epoch: 2, key_hash: toBase64url(random(32)) } as const;
    const other = await signStatement(ana, notebook.id, first, change);
    await expect(readLog(notebook.id, [notebook.statements[0]!, other], { seen })).rejects
      .toMatchObject(named("forked"));
  });
});
