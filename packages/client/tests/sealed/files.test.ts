/** Files: every size at the borders of chunks comes back, and a changed file is refused. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { joined, random } from "../../src/sealed/bytes.ts";
import { openFile, openingStream, sealFile, sealingStream } from "../../src/sealed/file.ts";
import { paddedSize, storedSize } from "../../src/sealed/file.ts";
import { plainFile } from "./vectors.ts";

const SEED = 20_261_129;
const CHUNK = 65_536;
const STORED = CHUNK + 16;
const attachment = crypto.randomUUID();
const altered = { name: "SealedError", code: "altered" };

/** Sizes whose plaintext ends at, just before and just behind the border of a chunk. */
const borders = [1, 2, 3, 4].flatMap((chunks) =>
  [-2, -1, 0, 1, 2].map((more) => chunks * CHUNK - 8 + more)
);

describe("a file comes back", () => {
  it.each([0, 1, 7, 8, 9, 255, 256, 4096, ...borders])("of %i bytes", async (length) => {
    const { stored, seal } = await sealFile(attachment, plainFile(length));
    expect([stored.length, seal.bytes]).toEqual([storedSize(length), length]);
    expect(await openFile(attachment, seal, stored)).toEqual(plainFile(length));
  });

  it("in whatever pieces it goes in and out", async () => {
    const pieces = fc.array(fc.integer({ min: 1, max: 100_000 }), { minLength: 1, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(pieces, pieces, async (sizes, others) => {
        const length = sizes.reduce((sum, size) => sum + size, 0);
        const { stream, seal } = sealingStream(attachment, length);
        const stored = await allOf(cut(plainFile(length), sizes).pipeThrough(stream));
        expect(stored.length).toBe(storedSize(length));
        const opened = await allOf(
          cut(stored, others).pipeThrough(openingStream(attachment, seal())),
        );
        expect(opened).toEqual(plainFile(length));
      }),
      { seed: SEED, numRuns: 15 },
    );
  });
});

/** A stream of bytes in pieces of these sizes; the rest is the last piece. */
function cut(bytes: Uint8Array, sizes: number[]): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      let at = 0;
      for (const size of [...sizes, bytes.length]) {
        if (at < bytes.length) controller.enqueue(bytes.slice(at, at + size));
        at += size;
      }
      controller.close();
    },
  });
}

async function allOf(stream: ReadableStream<Uint8Array>): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  for await (const part of stream) parts.push(part);
  return joined(...parts);
}

it("the size of a file tells its length within 12 %", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 30_000_000 }), (length) => {
      const padded = paddedSize(length);
      expect(padded).toBeGreaterThanOrEqual(length + 8);
      expect(padded - (length + 8)).toBeLessThanOrEqual(0.12 * (length + 8));
      expect(paddedSize(padded - 8)).toBe(padded);
    }),
    { seed: SEED, numRuns: 2000 },
  );
});

describe("a changed file is refused", () => {
  const length = 3 * CHUNK - 100;
  const sealed = sealFile(attachment, plainFile(length));
  const refused = async (change: (stored: Uint8Array<ArrayBuffer>) => Uint8Array) => {
    const { stored, seal } = await sealed;
    // Fellow members know the key, and could name the hash of what they have put there.
    const changed = change(stored.slice());
    const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", changed.slice()));
    const { toBase64url } = await import("../../src/sealed/bytes.ts");
    for (const each of [seal, { ...seal, hash: toBase64url(hash) }]) {
      await expect(openFile(attachment, each, changed)).rejects.toMatchObject(altered);
    }
  };

  it("with a bit turned", async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(storedSize(length) * 8 - 1), async (bit) => {
        await refused((stored) => {
          stored[bit >> 3]! ^= 1 << (bit & 7);
          return stored;
        });
      }),
      { seed: SEED, numRuns: 20 },
    );
  });

  it.each([0, 1, 16, 17, STORED - 1, STORED, STORED + 16, 2 * STORED, 3 * STORED - 5000])(
    "cut off behind %i bytes",
    async (at) => await refused((stored) => stored.subarray(0, at)),
  );

  it("with two chunks exchanged, one left out, one twice, one added", async () => {
    const chunk = (stored: Uint8Array, n: number) => stored.slice(n * STORED, (n + 1) * STORED);
    const orders = [[1, 0, 2], [2, 1, 0], [0, 2], [0, 0, 1, 2], [0, 1, 2, 2], [0, 1, 2, 0]];
    for (const order of orders) {
      await refused((stored) => joined(...order.map((n) => chunk(stored, n))));
    }
    await refused((stored) => joined(stored, random(17)));
  });

  it("with the key, the id or the length of another", async () => {
    const { stored, seal } = await sealed;
    const other = await sealFile(attachment, plainFile(length));
    await expect(openFile(attachment, { ...seal, key: other.seal.key }, stored)).rejects
      .toMatchObject(altered);
    await expect(openFile(crypto.randomUUID(), seal, stored)).rejects.toMatchObject(altered);
    for (const bytes of [length - 1, length + 1, 0]) {
      await expect(openFile(attachment, { ...seal, bytes }, stored)).rejects
        .toMatchObject(altered);
    }
  });
});

it("a stream that gives more or less than it said is refused", async () => {
  for (const [said, given] of [[10, 9], [10, 11], [0, 1], [CHUNK, 2 * CHUNK]] as const) {
    const { stream } = sealingStream(attachment, said);
    await expect(allOf(cut(plainFile(given), []).pipeThrough(stream))).rejects
      .toMatchObject({ name: "SealedError", code: "refused" });
  }
});

it("the hash of a file is not known before its end", () => {
  const { seal } = sealingStream(attachment, 10);
  expect(() => seal()).toThrow("The hash of a file is known when all of it is sealed");
});
