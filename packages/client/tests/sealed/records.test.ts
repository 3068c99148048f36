/** Records: random texts come back, and everything else that is shown in their place is refused. */
import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import type { SealedAccount } from "../../src/sealed/account.ts";
import { fromBase64url, joined, toBase64url } from "../../src/sealed/bytes.ts";
import { derivable, signed } from "../../src/sealed/primitives.ts";
import { type Bound, openRecord, sealJson, sealRecord } from "../../src/sealed/record.ts";
import type { EntryText } from "../../src/sealed/text.ts";
import type { NotebookKeys } from "../../src/sealed/wrap.ts";
import { Notebook, person } from "./people.ts";

const SEED = 20_261_129;
const properties = { seed: SEED, numRuns: 60 };
const written_at = "2026-11-29T07:30:00.000Z";

let ana: SealedAccount;
let ben: SealedAccount;
const notebook = new Notebook();
const keys: NotebookKeys = new Map();

beforeAll(async () => {
  [ana, ben] = await Promise.all([person(), person()]);
  await notebook.create(ana);
  await notebook.say(ana, { type: "add", member: ben });
  keys.set(1, await derivable(notebook.keys[0]!));
});

const entry = (fields: Partial<EntryText> = {}) => ({
  title: "Fog",
  content: "White",
  mood: null,
  tags: [],
  written_at,
  template_id: null,
  files: [],
  ...fields,
});

async function sealedEntry(fields: Partial<EntryText> = {}) {
  const about = { kind: "entry" as const, object_id: crypto.randomUUID(), version: 1 };
  const record = await sealRecord(ana, notebook.log!, keys, about, entry(fields));
  const bound: Bound = { ...about, notebook_id: notebook.id, author_id: ana.id };
  return { record, bound };
}

const open = (
  bound: Bound,
  record: { record: string; signature: string },
  outside: { written_at: string } | { entry_id: string } = { written_at },
) => openRecord(notebook.log!, keys, bound, outside, record);

const named = (code: string | string[]) => ({
  name: "SealedError",
  code: Array.isArray(code) ? expect.toSatisfy((each) => code.includes(each)) : code,
});

/** A text in which one bit of the bytes is another. */
function flipped(text: string, bit: number): string {
  const bytes = fromBase64url(text);
  bytes[Math.floor(bit / 8) % bytes.length]! ^= 1 << (bit % 8);
  return toBase64url(bytes);
}

describe("a random entry", () => {
  const file = fc.record({
    id: fc.uuid(),
    name: fc.string({ unit: "binary" }),
    type: fc.constant("image/jpeg"),
    bytes: fc.nat(),
    width: fc.option(fc.nat()),
    height: fc.option(fc.nat()),
    duration_s: fc.option(fc.nat()),
    key: fc.constant(toBase64url(new Uint8Array(32))),
    hash: fc.constant(toBase64url(new Uint8Array(32))),
    thumbnail: fc.constant(null),
  });
  const texts = fc.record({
    title: fc.string({ unit: "binary" }),
    content: fc.string({ unit: "binary", maxLength: 2000 }),
    mood: fc.option(fc.string()),
    tags: fc.array(fc.string({ unit: "binary" }), { maxLength: 5 }),
    files: fc.array(file, { maxLength: 3 }),
  });

  it("comes back, filled to a multiple of 256 bytes", async () => {
    await fc.assert(
      fc.asyncProperty(texts, async (fields) => {
        const { record, bound } = await sealedEntry(fields);
        expect((fromBase64url(record.record).length - 72 - 16) % 256).toBe(0);
        const { text } = await open(bound, record);
        const log = { seq: 2, hash: notebook.log!.hash };
        expect(text).toEqual({ ...entry(fields), log });
      }),
      properties,
    );
  });

  it.each([170, 171, 172, 173, 174, 175, 426, 427, 428, 429])(
    "comes back with a text of %i signs",
    async (length) => {
      const { record, bound } = await sealedEntry({ title: "", content: "a".repeat(length) });
      expect((await open(bound, record)).text).toMatchObject({ content: "a".repeat(length) });
    },
  );

  it("is sealed in other bytes each time", async () => {
    const [one, other] = [await sealedEntry(), await sealedEntry()];
    expect(one.record.record.slice(20)).not.toBe(other.record.record.slice(20));
  });
});

describe("a changed record", () => {
  it("is refused for each bit of it that is turned", async () => {
    const { record, bound } = await sealedEntry();
    const bits = fromBase64url(record.record).length * 8;
    await fc.assert(
      fc.asyncProperty(fc.nat(bits - 1), fc.boolean(), async (bit, isSignedAgain) => {
        const changed = flipped(record.record, bit);
        // The author itself, or somebody with its key, may send it.
        const signature = isSignedAgain ? await signatureOf(bound, changed) : record.signature;
        await expect(open(bound, { record: changed, signature })).rejects
          .toMatchObject(
            named(
              isSignedAgain ? ["altered", "wrong_key", "rolled_back"] : ["altered", "not_signed"],
            ),
          );
      }),
      { ...properties, numRuns: 200 },
    );
  });

  it("is refused for each bit of its signature that is turned", async () => {
    const { record, bound } = await sealedEntry();
    for (let bit = 0; bit < 512; bit += 7) {
      const signature = flipped(record.signature, bit);
      await expect(open(bound, { ...record, signature })).rejects.toMatchObject(
        named("not_signed"),
      );
    }
  });

  it("is refused when bytes are cut off or added", async () => {
    const { record, bound } = await sealedEntry();
    const bytes = fromBase64url(record.record);
    for (const length of [0, 1, 71, 72, 88, bytes.length - 256, bytes.length - 1]) {
      const cut = toBase64url(bytes.slice(0, length));
      await expect(open(bound, { ...record, record: cut })).rejects.toMatchObject(named("altered"));
    }
    const longer = toBase64url(joined(bytes, new Uint8Array(256)));
    await expect(open(bound, { ...record, record: longer })).rejects
      .toMatchObject(named("not_signed"));
  });

  it.each<[what: string, changes: () => Partial<Bound>, code: string]>([
    ["another entry", () => ({ object_id: crypto.randomUUID() }), "not_signed"],
    ["another notebook", () => ({ notebook_id: crypto.randomUUID() }), "not_signed"],
    ["another author", () => ({ author_id: ben.id }), "not_signed"],
    ["a stranger’s", () => ({ author_id: crypto.randomUUID() }), "not_a_member"],
    ["another version", () => ({ version: 2 }), "not_signed"],
    ["version 0", () => ({ version: 0 }), "altered"],
    ["half a version", () => ({ version: 1.5 }), "altered"],
    ["a version above all", () => ({ version: 2 ** 32 }), "altered"],
    ["a comment", () => ({ kind: "comment" }), "not_signed"],
  ])("is refused as %s", async (_what, changes, code) => {
    const { record, bound } = await sealedEntry();
    await expect(open({ ...bound, ...changes() }, record)).rejects.toMatchObject(named(code));
  });
});

async function signatureOf({ kind, ...bound }: Bound, record: string): Promise<string> {
  const { id, u32 } = await import("../../src/sealed/bytes.ts");
  const ids = [bound.notebook_id, bound.object_id, bound.author_id].map(id);
  const text = joined(
    "journal/sealed/1/",
    kind,
    kind,
    ...ids,
    u32(bound.version),
    fromBase64url(record),
  );
  return toBase64url(await signed(ana.signing, text));
}

describe("a text that its author has signed", () => {
  const log = () => ({ seq: notebook.log!.seq, hash: notebook.log!.hash });
  it.each<[what: string, text: () => string, code: string]>([
    [
      "without a field",
      () => JSON.stringify({ ...entry(), log: log(), tags: undefined }),
      "altered",
    ],
    [
      "with a field of another form",
      () => JSON.stringify({ ...entry(), log: log(), title: 1 }),
      "altered",
    ],
    ["that is a list", () => "[]", "altered"],
    [
      "that is nested without end",
      () => `{"a":${"[".repeat(50_000)}${"]".repeat(50_000)}}`,
      "altered",
    ],
    [
      "with a time in another form",
      () => JSON.stringify({ ...entry(), written_at: "2026-11-29T07:30:00Z", log: log() }),
      "altered",
    ],
    [
      "with a byte order mark",
      () => `\ufeff${JSON.stringify({ ...entry(), log: log() })}`,
      "altered",
    ],
    [
      "that names a statement 0",
      () => JSON.stringify({ ...entry(), log: { ...log(), seq: 0 } }),
      "altered",
    ],
    [
      "that names a later statement",
      () => JSON.stringify({ ...entry(), log: { ...log(), seq: 9 } }),
      "rolled_back",
    ],
    [
      "that names another statement",
      () => JSON.stringify({ ...entry(), log: { ...log(), seq: 1 } }),
      "forked",
    ],
    [
      "of another date",
      () => JSON.stringify({ ...entry(), written_at: "2025-11-29T07:30:00.000Z", log: log() }),
      "moved",
    ],
  ])("%s is refused", async (_what, text, code) => {
    const object_id = crypto.randomUUID();
    const bound: Bound = {
      kind: "entry",
      notebook_id: notebook.id,
      object_id,
      author_id: ana.id,
      version: 1,
    };
    const record = await sealJson(ana.signing, keys.get(1)!, 1, bound, text());
    await expect(open(bound, record)).rejects.toMatchObject(named(code));
  });
});

describe("writing", () => {
  const about = () => ({ kind: "entry" as const, object_id: crypto.randomUUID(), version: 1 });

  it("is refused after somebody has left, until the key is another", async () => {
    const shared = new Notebook();
    await shared.create(ana);
    await shared.say(ana, { type: "add", member: ben });
    const first = new Map([[1, await derivable(shared.keys[0]!)]]);
    const before = await sealRecord(ben, shared.log!, first, about(), entry());
    await shared.say(ben, { type: "remove", member_id: ben.id });
    await expect(sealRecord(ana, shared.log!, first, about(), entry())).rejects
      .toMatchObject(named("rotation_due"));
    await shared.rotate(ana);
    await expect(sealRecord(ana, shared.log!, first, about(), entry())).rejects
      .toMatchObject(named("wrong_key"));
    await expect(sealRecord(ben, shared.log!, first, about(), entry())).rejects
      .toMatchObject(named("not_a_member"));
    expect(before.record).toEqual(expect.any(String));
  });

  it("is refused with a number that is not whole, or half a sign", async () => {
    for (const fields of [{ content: "\ud800" }, { tags: ["\udc00"] }]) {
      await expect(sealedEntry(fields)).rejects.toMatchObject(named("refused"));
    }
  });
});

it("a page that was seen is neither older nor another afterwards", async () => {
  const { record, bound } = await sealedEntry();
  const { version, hash } = await open(bound, record);
  const read = (seen: { version: number; hash: string }) =>
    openRecord(notebook.log!, keys, bound, { written_at }, record, seen);
  expect(await read({ version, hash })).toMatchObject({ version, hash });
  await expect(read({ version: 2, hash })).rejects.toMatchObject(named("rolled_back"));
  await expect(read({ version, hash: keyHashOfNothing })).rejects.toMatchObject(named("forked"));
});

const keyHashOfNothing = toBase64url(new Uint8Array(32));
