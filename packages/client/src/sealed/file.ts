/**
 * A file is a `STREAM`: its plaintext is `u64 length | bytes | zeros` to the size of Padmé (for
 * `L` = 8 + length: the next multiple of 2^(E-S), E = floor(log2 L), S = floor(log2 E) + 1), in chunks
 * of 65,536 bytes, the last 1 to 65,536, each
 * `GCM(file key, u88 counter from 0 | u8 last (1, else 0), attachment id, chunk)`. `bytes` is the
 * length, `hash` SHA-256 of the stored bytes, because fellow members know the key too. A thumbnail is
 * another file, with the same id and its own key. A key serves one upload.
 */
import { type Bytes, fromBase64url, id, joined, random, wipe } from "./bytes.ts";
import { same, toBase64url, u64, u88 } from "./bytes.ts";
import { must, named } from "./failures.ts";
import { decrypted, encrypted, gcmKey } from "./primitives.ts";
import type { FileSeal } from "./text.ts";

const CHUNK = 65_536, TAG = 16, LENGTH = 8;

const log2 = (value: number): number => {
  let exponent = 0;
  for (let power = 2; power <= value; power *= 2) exponent++;
  return exponent;
};

/** The size that a plaintext of `length` bytes is filled to: Padmé, at most 12 % more. */
export function paddedSize(length: number): number {
  must(Number.isSafeInteger(length) && length >= 0, "refused", "A file has a whole length");
  const whole = LENGTH + length;
  const exponent = log2(whole);
  const step = 2 ** (exponent - log2(exponent) - 1);
  return Math.ceil(whole / step) * step;
}

/** The size of the stored bytes of a file. */
export function storedSize(length: number): number {
  const padded = paddedSize(length);
  return padded + Math.ceil(padded / CHUNK) * TAG;
}

/** Cuts what comes into chunks. The last one is given at the end alone, and is never empty. */
class Chunks {
  readonly #chunk: Bytes;
  #used = 0;
  count = 0;

  constructor(size: number) {
    this.#chunk = new Uint8Array(size);
  }

  *push(bytes: Uint8Array): Generator<Bytes> {
    for (let at = 0; at < bytes.length;) {
      if (this.#used === this.#chunk.length) yield this.#take();
      const part = bytes.subarray(at, at + this.#chunk.length - this.#used);
      this.#chunk.set(part, this.#used);
      this.#used += part.length;
      at += part.length;
    }
  }

  last(): Bytes {
    must(this.#used, "altered", "The last chunk of a file is empty, though its length is in it");
    return this.#take();
  }

  #take(): Bytes {
    const chunk = this.#chunk.slice(0, this.#used);
    this.#chunk.fill(0);
    this.#used = 0;
    this.count++;
    return chunk;
  }
}

const nonceOf = (counter: number, isLast: boolean) => joined(u88(counter), isLast ? 1 : 0);

/** Zeros, in pieces that fit into the memory. */
function* zeros(count: number): Generator<Uint8Array> {
  for (let left = count; left > 0; left -= CHUNK) yield new Uint8Array(Math.min(left, CHUNK));
}

/** SHA-256 of bytes that come one after the other, of which no platform has one. */
const newDigest = async () => (await import("./sha256.ts")).sha256.create();

type Pipe = TransformStream<Uint8Array, Uint8Array>;

/** Seals a stream under a given key, for tests; see `sealingStream`. */
export function sealingStreamOf(
  attachmentId: string,
  length: number,
  fileKey: Bytes,
): { stream: Pipe; hash: () => string } {
  const chunks = new Chunks(CHUNK);
  const digest = newDigest();
  const aad = id(attachmentId);
  const key = gcmKey(fileKey.slice());
  let given = 0;
  let hash: string | undefined;
  const seal = async (chunk: Bytes, isLast: boolean) => {
    const sealed = await encrypted(await key, nonceOf(chunks.count - 1, isLast), aad, chunk);
    (await digest).update(sealed);
    return sealed;
  };
  const stream: Pipe = new TransformStream({
    async start(controller) {
      for (const chunk of chunks.push(u64(length))) controller.enqueue(await seal(chunk, false));
    },
    async transform(bytes, controller) {
      given += bytes.length;
      must(given <= length, "refused", "The file is longer than was said");
      for (const chunk of chunks.push(bytes)) controller.enqueue(await seal(chunk, false));
    },
    async flush(controller) {
      must(given === length, "refused", "The file is shorter than was said");
      for (const piece of zeros(paddedSize(length) - LENGTH - length)) {
        for (const chunk of chunks.push(piece)) controller.enqueue(await seal(chunk, false));
      }
      controller.enqueue(await seal(chunks.last(), true));
      hash = toBase64url((await digest).digest());
    },
  });
  return {
    stream,
    hash: () => {
      must(hash, "refused", "The hash of a file is known when all of it is sealed");
      return hash;
    },
  };
}

/**
 * A stream that seals a file, under a new key.
 * @param length the number of bytes that will come
 * @returns `seal` answers what the entry says about the file, when the stream has ended
 */
export function sealingStream(
  attachmentId: string,
  length: number,
): { stream: Pipe; seal: () => FileSeal } {
  const fileKey = random(32);
  const key = toBase64url(fileKey);
  const { stream, hash } = sealingStreamOf(attachmentId, length, fileKey);
  wipe(fileKey);
  return { stream, seal: () => ({ bytes: length, key, hash: hash() }) };
}

/**
 * A stream that opens a file. It passes on each chunk as soon as its tag is checked, and fails before
 * its end when anything of the file is wrong: show or keep what it gives only as long as it has not
 * failed. `openFile` gives nothing of a wrong file.
 */
export function openingStream(attachmentId: string, seal: FileSeal): Pipe {
  const chunks = new Chunks(CHUNK + TAG);
  const digest = newDigest();
  const aad = id(attachmentId);
  const key = gcmKey(fromBase64url(seal.key, 32));
  const expected = fromBase64url(seal.hash, 32);
  const stored = storedSize(seal.bytes);
  const wrong = "The file was changed by somebody, or is another";
  let taken = 0;
  /** Where the next opened byte stands in the plaintext. */
  let at = 0;
  /** Opens a chunk and answers the bytes of the file in it. */
  const open = async (chunk: Bytes, isLast: boolean) => {
    const nonce = nonceOf(chunks.count - 1, isLast);
    const plain = await named(
      "altered",
      wrong,
      async () => await decrypted(await key, nonce, aad, chunk),
    );
    if (!at) must(same(plain.subarray(0, LENGTH), u64(seal.bytes)), "altered", wrong);
    const [from, to] = [Math.max(LENGTH - at, 0), Math.max(LENGTH + seal.bytes - at, 0)];
    must(plain.subarray(to).every((byte) => byte === 0), "altered", wrong);
    at += plain.length;
    return plain.subarray(from, to);
  };
  return new TransformStream({
    async transform(bytes, controller) {
      taken += bytes.length;
      must(taken <= stored, "altered", wrong);
      (await digest).update(bytes);
      for (const chunk of chunks.push(bytes)) {
        const part = await open(chunk, false);
        if (part.length) controller.enqueue(part);
      }
    },
    async flush(controller) {
      const hash = (await digest).digest();
      must(taken === stored && same(hash, expected), "altered", wrong);
      const part = await open(chunks.last(), true);
      if (part.length) controller.enqueue(part);
    },
  });
}

/** The bytes that come out of a stream when these go in. */
async function through(bytes: Uint8Array, stream: Pipe): Promise<Bytes> {
  const writer = stream.writable.getWriter();
  // The reader below gets the failure.
  writer.write(bytes).then(() => writer.close()).catch(() => {});
  const parts: Uint8Array[] = [];
  const reader = stream.readable.getReader();
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    parts.push(next.value);
  }
  return joined(...parts);
}

/** Seals a file that is in the memory, under a new key. */
export async function sealFile(
  attachmentId: string,
  bytes: Uint8Array,
): Promise<{ stored: Bytes; seal: FileSeal }> {
  const { stream, seal } = sealingStream(attachmentId, bytes.length);
  const stored = await through(bytes, stream);
  return { stored, seal: seal() };
}

/** Opens a file. @throws {SealedError} altered, when anything of it is wrong */
export async function openFile(
  attachmentId: string,
  seal: FileSeal,
  stored: Uint8Array,
): Promise<Bytes> {
  return await through(stored, openingStream(attachmentId, seal));
}
