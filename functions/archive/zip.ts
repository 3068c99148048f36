/**
 * Reads ZIP files that users send. It ignores the stated sizes of packed files and counts their
 * bytes while it unpacks them.
 */
import type { FileEntry } from "@zip.js/zip.js";
import { badField, HttpError, unsupportedMediaType } from "../../shared/base/errors.ts";
import { concatBytes } from "../../shared/files/upload.ts";

/**
 * How many packed bytes are read at once. Deno unpacks all of them into one piece, up to a thousand
 * times as large: with the library's 256 kB, a file of 250 MB would be in memory as a whole.
 */
const CHUNK = 8 * 1024;

// Loads the library when it is needed: other routes do not wait for its 0.14 MB.
const zip = async () => {
  const library = await import("@zip.js/zip.js/lib/zip-core-native.js");
  library.configure({ chunkSize: CHUNK });
  return library;
};

const MAX = { files: 10_000, bytes: 250_000_000, name: 1000 };

/** The largest text of one entry. */
export const MAX_TEXT = 1_000_000;

/** A file in a ZIP file, whose bytes are still packed. */
export type Packed = FileEntry;

/**
 * The files of a ZIP file by their names, without folders and the files that operating systems add.
 *
 * @throws {HttpError} 415 for another type; 413 for more files, or more bytes unpacked, than are
 * allowed; 400 for encrypted files, two of one name, and a name that is too long or leads out of its
 * folder.
 */
export async function openZip(bytes: Uint8Array): Promise<Map<string, Packed>> {
  const { ERR_UNSAFE_FILENAME, Uint8ArrayReader, ZipReader } = await zip();
  const reader = new ZipReader(new Uint8ArrayReader(bytes), {
    useWebWorkers: false,
    checkCrc32: true,
    checkOverlappingEntry: true,
  });
  const files = new Map<string, Packed>();
  let count = 0;
  let size = 0;
  try {
    for await (const entry of reader.getEntriesGenerator()) {
      if (++count > MAX.files) throw new HttpError(413, "file: more than 10,000 files");
      const name = entry.filename;
      if (entry.encrypted) throw badField("file", "holds encrypted files");
      if (entry.directory || /(^|\/)(__MACOSX\/|\.)/.test(name)) continue;
      if (name.length > MAX.name) {
        throw badField("file", "holds a name of more than 1,000 characters");
      }
      if (files.has(name)) throw badField("file", "holds two files of one name");
      size += entry.uncompressedSize;
      if (size > MAX.bytes) throw new HttpError(413, "file: larger than 250 MB unpacked");
      files.set(name, entry);
    }
  } catch (error) {
    if (error instanceof HttpError) throw error;
    if (error instanceof Error && error.message === ERR_UNSAFE_FILENAME) {
      throw badField("file", "holds a file outside of its folder");
    }
    throw unsupportedMediaType("file: expected a ZIP file");
  }
  return files;
}

/** Thrown for a file that is damaged or too large. */
export class BadFile extends Error {}

/**
 * The bytes of a file, in pieces as they are unpacked.
 *
 * @throws {BadFile} when it is damaged, or larger than `max` or than it says.
 */
export async function* unpack(file: Packed, max: number): AsyncGenerator<Uint8Array> {
  const limit = Math.min(max, file.uncompressedSize);
  let size = 0;
  const pieces = new TransformStream<Uint8Array, Uint8Array>();
  const unpacking = file.getData(pieces.writable, { useWebWorkers: false });
  // Reported where the pieces are read, also when nothing was written.
  unpacking.catch((error) => pieces.writable.abort(error).catch(() => {}));
  try {
    for await (const piece of pieces.readable) {
      size += piece.length;
      if (size > limit) break;
      yield piece;
    }
    if (size <= limit) await unpacking;
  } catch {
    throw new BadFile("is damaged");
  }
  if (size > limit) throw new BadFile(`is larger than ${limit.toLocaleString("en")} bytes`);
}

/**
 * The whole of a small file.
 *
 * @throws {BadFile} as `unpack`.
 */
export async function unpackAll(file: Packed, max: number): Promise<Uint8Array[]> {
  // Refuses a file that states a larger size, before it is unpacked.
  if (file.uncompressedSize > max) {
    throw new BadFile(`is larger than ${max.toLocaleString("en")} bytes`);
  }
  return await Array.fromAsync(unpack(file, max));
}

/**
 * The text of a small file.
 *
 * @throws {BadFile} as `unpack`, and when the bytes are not UTF-8.
 */
export async function unpackText(file: Packed): Promise<string> {
  return textOf(concatBytes(await unpackAll(file, MAX_TEXT)));
}

/**
 * The text of bytes in UTF-8.
 *
 * @throws {BadFile} when they spell none in UTF-8.
 */
export function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new BadFile("is not text in UTF-8");
  }
}
