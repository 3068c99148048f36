/** Streams of any length as objects of a place: compressed, cut in parts, each with its digest. */
import { Buffer } from "node:buffer";
import { type Bytes, digestOf, type Place } from "./place.ts";

export interface Part {
  name: string;
  /** In bytes. */
  size: number;
  /** SHA-256, in hex. */
  digest: string;
}

/** So many bytes of a stream are held at once. */
const PART = 16 * 1024 * 1024;

/** A copy that is damaged or missing. */
export class Damaged extends Error {
  constructor(readonly copy: string, readonly how: string) {
    super(`${copy} ${how}`);
  }
}

/** Reads an object and compares it with its digest. Throws `Damaged`. */
export async function readChecked(place: Place, { name, size, digest }: Part): Promise<Bytes> {
  const bytes = await place.read(name);
  if (!bytes) throw new Damaged(name, "is missing");
  if (bytes.length !== size || digestOf(bytes) !== digest) throw new Damaged(name, "is damaged");
  return bytes;
}

/** Writes an object, reads it back and compares. */
export async function writeChecked(place: Place, name: string, bytes: Bytes): Promise<Part> {
  const part = { name, size: bytes.length, digest: digestOf(bytes) };
  await place.write(name, bytes);
  await readChecked(place, part);
  return part;
}

/** Writes a stream as `<name>.0001` and so on. */
export async function writeParts(
  place: Place,
  name: string,
  chunks: AsyncIterable<Bytes>,
): Promise<Part[]> {
  const parts: Part[] = [];
  let waiting: Uint8Array[] = [];
  let size = 0;
  const write = async () => {
    const number = String(parts.length + 1).padStart(4, "0");
    parts.push(
      await writeChecked(place, `${name}.${number}`, new Uint8Array(Buffer.concat(waiting))),
    );
    [waiting, size] = [[], 0];
  };
  const compressed = ReadableStream.from(chunks)
    .pipeThrough(new CompressionStream("gzip"));
  for await (const chunk of compressed) {
    waiting.push(chunk);
    size += chunk.length;
    if (size >= PART) await write();
  }
  if (size) await write();
  return parts;
}

/** Throws `Damaged` unless all parts are whole. */
export async function checkParts(place: Place, parts: Part[]): Promise<void> {
  for (const part of parts) await readChecked(place, part);
}

/** Reads the stream of `writeParts`, a part at a time. Throws `Damaged`. */
export function readParts(place: Place, parts: Part[]): ReadableStream<Bytes> {
  return ReadableStream.from(async function* () {
    for (const part of parts) yield await readChecked(place, part);
  }()).pipeThrough(new DecompressionStream("gzip"));
}

const encoder = new TextEncoder();

/** A value as a line of JSON. */
export const lineOf = (value: unknown): Bytes => encoder.encode(JSON.stringify(value) + "\n");

export async function* toLines(values: AsyncIterable<unknown>): AsyncGenerator<Bytes> {
  for await (const value of values) yield lineOf(value);
}

/** The values of lines of JSON. */
export async function* fromLines<Value>(chunks: AsyncIterable<Bytes>): AsyncGenerator<Value> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const chunk of chunks) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split("\n");
    rest = lines.pop()!;
    for (const line of lines) yield JSON.parse(line);
  }
}

/** So many files are read at once. */
const AT_ONCE = 8;

/** Works on several values at once; the results are in the order of the values. */
export async function* mapped<A, B>(
  values: AsyncIterable<A>,
  work: (value: A) => Promise<B>,
): AsyncGenerator<B> {
  const running: Promise<B>[] = [];
  for await (const value of values) {
    const result = work(value);
    // It is awaited later, when it may have failed long before.
    result.catch(() => {});
    running.push(result);
    if (running.length >= AT_ONCE) yield await running.shift()!;
  }
  for (const result of running) yield await result;
}
