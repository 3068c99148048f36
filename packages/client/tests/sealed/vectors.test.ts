/** The vectors of format 1: the positive ones byte for byte, the negative ones by name. */
import { createHash } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import {
  memberOf,
  openAccount,
  safetyNumber,
  type SealedAccount,
} from "../../src/sealed/account.ts";
import { fromBase64url, fromUtf8, toBase64url } from "../../src/sealed/bytes.ts";
import { areSameSigns, enrolmentSigns, openEnrolment } from "../../src/sealed/enrolment.ts";
import { must } from "../../src/sealed/failures.ts";
import { openFile, paddedSize, sealingStreamOf, storedSize } from "../../src/sealed/file.ts";
import { hpkeSeal } from "../../src/sealed/hpke.ts";
import { readLog, type SealedLog } from "../../src/sealed/log.ts";
import { agreementKeys, derivable } from "../../src/sealed/primitives.ts";
import { openRecord, sealJson } from "../../src/sealed/record.ts";
import { printRecoveryCode, readRecoveryCode } from "../../src/sealed/recovery-code.ts";
import { passphraseParameters, sealSlot, slotKey } from "../../src/sealed/slot.ts";
import { unsealSlot } from "../../src/sealed/slot.ts";
import type { SignedStatement } from "../../src/sealed/statement.ts";
import type { NotebookKeys } from "../../src/sealed/wrap.ts";
import { keyHash, openNotebookKeys, openPrevious, openWrap } from "../../src/sealed/wrap.ts";
import { sealPrevious, wrapKey } from "../../src/sealed/wrap.ts";
import { describePlatforms } from "./platforms.ts";
import { memberNamed, plainFile, type RecordVector, secretOf, text, vectors } from "./vectors.ts";

const bytes = (value: string | undefined) => fromBase64url(value!);
const { notebook, slots, enrolment, file, thumbnail } = vectors;
const accountNamed = (name: string) =>
  openAccount(secretOf(name), vectors.accounts[name]!.user_id, memberNamed(name));
const hashOf = (log: SignedStatement[]) => readLog(notebook.id, log);

it("the file is the published one, with all its vectors", () => {
  expect(createHash("sha256").update(text).digest("hex"))
    .toBe("a12166082ec3b5199839ba107d09e959e4bd96d13e61224d04ba1e64c8060987");
  expect(vectors.negatives).toHaveLength(107);
  expect(new Set(vectors.negatives.map(({ name }) => name)).size).toBe(107);
});

it("a passphrase opens in each of its forms in Unicode", async () => {
  const { passphrase_hex, parameters, key } = slots.passphrase_not_in_nfc;
  const passphrase = fromUtf8(Uint8Array.from(
    passphrase_hex.match(/../g)!,
    (pair) => parseInt(pair, 16),
  ));
  const derived = await slotKey({ id: slots.passphrase.slot_id, parameters }, { passphrase });
  expect(toBase64url(derived)).toBe(key);
});

describePlatforms(() => {
  let anna: SealedAccount;
  const keys: NotebookKeys = new Map();

  beforeAll(async () => {
    anna = await accountNamed("anna");
    for (const { epoch, key } of notebook.keys) keys.set(epoch, await derivable(bytes(key)));
  });

  describe("accounts", () => {
    it.each(Object.keys(vectors.accounts))(
      "the secret of %s gives its keys and its proof",
      async (name) => {
        expect(memberOf(await accountNamed(name))).toEqual(memberNamed(name));
      },
    );

    it.each(Object.entries(vectors.compare))("the safety number of %s", async (names, digits) => {
      const [one, other] = names.split("_").map((name) => memberNamed(name));
      expect(await safetyNumber(one!, other!)).toBe(digits);
      expect(await safetyNumber(other!, one!)).toBe(digits);
    });
  });

  describe("slots", () => {
    const openers = {
      passphrase: { passphrase: slots.passphrase.passphrase },
      recovery: { code: bytes(slots.recovery.code) },
      passkey: { prf: bytes(slots.passkey.prf) },
    };
    it.each(["passphrase", "recovery", "passkey"] as const)("%s seals and opens", async (name) => {
      const { slot_id, user_id, key, nonce, secret, ...slot } = slots[name];
      const about = { ...slot, id: slot_id, userId: user_id };
      const derived = await slotKey(about, openers[name]);
      expect(toBase64url(derived)).toBe(key);
      const sealed = await sealSlot(derived.slice(), about, bytes(secret), bytes(nonce));
      expect(sealed).toBe(slot.sealed_secret);
      expect(toBase64url(await unsealSlot(derived, about))).toBe(secret);
    });

    it("recovery codes are printed and read as people type them", async () => {
      const { printed, second_printed, accepted } = slots.recovery;
      for (const { typed, code } of accepted) {
        expect(toBase64url(await readRecoveryCode(typed))).toBe(code);
      }
      const [first, last] = [accepted[0]!, accepted.at(-1)!];
      expect(await printRecoveryCode(bytes(first.code))).toBe(printed);
      expect(await printRecoveryCode(bytes(last.code))).toBe(second_printed);
    });
  });

  it("an enrolment has its signs, its message and the secret in it", async () => {
    const account = { x25519: enrolment.account_x25519, ed25519: enrolment.account_ed25519 };
    const about = { id: enrolment.enrolment_id, public_key: enrolment.public_key };
    expect(await enrolmentSigns(enrolment.user_id, about, account)).toBe(enrolment.signs);
    const sealed = await hpkeSeal(
      bytes(enrolment.public_key),
      bytes(enrolment.info),
      new Uint8Array(0),
      bytes(enrolment.secret),
      bytes(enrolment.ephemeral_key_material),
    );
    expect(toBase64url(sealed)).toBe(enrolment.sealed_secret);
    const device = await agreementKeys(bytes(enrolment.device_private));
    expect(toBase64url(device.bytes)).toBe(enrolment.public_key);
    const { sealed_secret } = enrolment;
    const opened = await openEnrolment(
      enrolment.user_id,
      { ...about, keys: device, sealed_secret },
      account,
    );
    expect(toBase64url(opened)).toBe(enrolment.secret);
  });

  describe("notebook keys", () => {
    it.each(notebook.keys)("the hash of epoch $epoch", async ({ key, key_hash }) => {
      expect(await keyHash(bytes(key))).toBe(key_hash);
    });

    it.each(notebook.wraps)("the wrap of $member in epoch $epoch", async (wrap) => {
      const account = await accountNamed(wrap.member);
      const ekm = bytes(wrap.ephemeral_key_material);
      expect(await wrapKey(notebook.id, wrap.epoch, account, bytes(wrap.key), ekm)).toBe(
        wrap.wrapped,
      );
      const { key_hash } = notebook.keys[wrap.epoch - 1]!;
      const opened = await openWrap(notebook.id, wrap.epoch, account, wrap.wrapped, key_hash);
      expect(toBase64url(opened)).toBe(wrap.key);
    });

    it("the previous key opens with the newest, which opens the whole history", async () => {
      const [first, second] = notebook.keys;
      for (const { epoch, sealed, opens_to } of notebook.previous) {
        const newest = bytes(second!.key);
        expect(await sealPrevious(notebook.id, epoch, newest, bytes(opens_to))).toBe(sealed);
        const opened = await openPrevious(notebook.id, epoch, newest, sealed, first!.key_hash);
        expect(toBase64url(opened)).toBe(opens_to);
      }
      const log = await hashOf(vectors.log);
      const newest = notebook.wraps.filter(({ member, epoch }) => member === "anna" && epoch === 2);
      const opened = await openNotebookKeys(anna, log, newest, notebook.previous);
      expect([...opened.keys()].toSorted()).toEqual([1, 2]);
    });
  });

  const after = ({ owner, members, epoch, rotationDue }: SealedLog) => ({
    owner,
    members: [...members.keys()].toSorted(),
    epoch,
    rotation_due: rotationDue,
  });

  describe("logs", () => {
    it("the state and the hash after each statement", async () => {
      for (const [n, statement] of vectors.log.entries()) {
        const log = await hashOf(vectors.log.slice(0, n + 1));
        expect([after(log), log.hash]).toEqual([statement.after, statement.hash]);
      }
    });

    it("a log that is read in two parts is the same", async () => {
      const before = await hashOf(vectors.log.slice(0, 3));
      const rest = await readLog(notebook.id, vectors.log.slice(3), { before });
      expect(rest).toEqual(await hashOf(vectors.log));
      expect(before).toEqual(await hashOf(vectors.log.slice(0, 3)));
    });

    it.each(vectors.accepted_logs)("$name", async (accepted) => {
      expect(after(await hashOf(accepted.log))).toEqual(accepted.after);
    });
  });

  const logOf = (record: Partial<RecordVector>) =>
    hashOf(
      record.accepted_log === undefined
        ? vectors.log.slice(0, record.log_statements)
        : vectors.accepted_logs[record.accepted_log]!.log,
    );

  describe("records", () => {
    it.each(vectors.records)("$name", async (record) => {
      const author = Object.keys(vectors.accounts).filter((name) =>
        vectors.accounts[name]!.user_id === record.author_id
      );
      const sealed = await Promise.all(author.map(async (name) =>
        await sealJson(
          (await accountNamed(name)).signing,
          keys.get(record.epoch)!,
          record.epoch,
          record,
          record.text_json,
          bytes(record.message_id),
        )
      ));
      expect(sealed).toContainEqual({ record: record.record, signature: record.signature });
      const opened = await openRecord(await logOf(record), keys, record, record.outside, record);
      expect(opened).toEqual({
        text: JSON.parse(record.text_json),
        epoch: record.epoch,
        version: record.version,
        hash: record.record_hash,
      });
    });
  });

  /** The stored chunks of the file of the vectors. */
  async function storedChunks(): Promise<Uint8Array[]> {
    const { stream, hash } = sealingStreamOf(file.attachment_id, file.bytes, bytes(file.key));
    const source = new Blob([plainFile(file.bytes)]).stream();
    const chunks: Uint8Array[] = [];
    for await (const chunk of source.pipeThrough(stream)) chunks.push(chunk);
    expect(hash()).toBe(file.hash);
    return chunks;
  }

  const together = async (parts: Uint8Array[]) =>
    new Uint8Array(await new Blob(parts as BlobPart[]).arrayBuffer());

  describe("files", () => {
    it.each(vectors.padme)("$bytes bytes are filled to $padded", ({ bytes: length, padded }) => {
      expect(paddedSize(length)).toBe(padded);
    });

    it("the file is sealed in its chunks, and opens", async () => {
      const chunks = await storedChunks();
      const facts = chunks.map((chunk) => ({
        bytes: chunk.length,
        sha256: createHash("sha256").update(chunk).digest("base64url"),
      }));
      expect(facts).toEqual(file.chunks.map(({ bytes, sha256 }) => ({ bytes, sha256 })));
      expect(storedSize(file.bytes)).toBe(file.stored_bytes);
      const opened = await openFile(file.attachment_id, file, await together(chunks));
      expect(opened).toEqual(plainFile(file.bytes));
    });

    it("the thumbnail is sealed, and opens", async () => {
      const { attachment_id, bytes: length, key } = thumbnail;
      const { stream } = sealingStreamOf(attachment_id, length, bytes(key));
      const sealed = await new Response(new Blob([plainFile(length)]).stream().pipeThrough(stream))
        .bytes();
      expect(toBase64url(sealed)).toBe(thumbnail.stored);
      expect(await openFile(attachment_id, thumbnail, sealed)).toEqual(plainFile(length));
    });
  });

  type NegativeVector = typeof vectors.negatives[number];

  /** How each form is read. */
  const readers: Record<string, (given: NegativeVector) => unknown> = {
    recovery_code: ({ typed }) => readRecoveryCode(typed!),
    parameters: ({ parameters }) => passphraseParameters(parameters!),
    slot: async (given) => {
      const secret = await unsealSlot(bytes(given.slot_key), {
        id: given.slot_id!,
        userId: given.user_id!,
        kind: given.kind as unknown as 1,
        sealed_secret: given.sealed_secret!,
      });
      await openAccount(secret, given.user_id!, { x25519: given.x25519!, ed25519: given.ed25519! });
    },
    enrolment: async (given) =>
      await openEnrolment(
        given.user_id!,
        {
          id: given.enrolment_id!,
          keys: await agreementKeys(bytes(given.device_private)),
          sealed_secret: given.sealed_secret!,
        },
        { x25519: given.account_x25519!, ed25519: given.account_ed25519! },
      ),
    enrolment_signs: async (given) => {
      const signs = await enrolmentSigns(
        given.user_id!,
        { id: given.enrolment_id!, public_key: given.public_key! },
        { x25519: given.account_x25519!, ed25519: given.account_ed25519! },
      );
      must(areSameSigns(given.signs_shown!, signs), "refused", "The signs are others");
    },
    log: ({ log, seen }) => readLog(notebook.id, log!, { seen }),
    wrap: async ({ member, epoch, wrapped, key_hash }) =>
      await openWrap(notebook.id, epoch!, await accountNamed(member!), wrapped!, key_hash!),
    previous: ({ epoch, key, previous, previous_key_hash }) =>
      openPrevious(notebook.id, epoch!, bytes(key), previous!, previous_key_hash!),
    file: async (given) => {
      const chunks = given.from_file_chunks ? await storedChunks() : [];
      const stored = given.stored
        ? bytes(given.stored)
        : await together(given.from_file_chunks!.map((n) => chunks[n]!));
      await openFile(given.attachment_id!, given as unknown as typeof file, stored);
    },
    record: async (given) => {
      const record = given as RecordVector;
      await openRecord(await logOf(record), keys, record, record.outside, record, record.seen);
    },
  };

  describe("refuses, by name", () => {
    it.each(vectors.negatives)("$name", async (given) => {
      const reading = (async () => await readers[given.form]!(given))();
      await expect(reading).rejects.toMatchObject({ name: "SealedError", code: given.expect });
    });
  });
});
