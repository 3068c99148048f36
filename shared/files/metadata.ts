/**
 * Removes metadata from images: the place of a photo, the owner of its camera, comments, previews,
 * and data after the end. Only what a decoder needs is copied, byte by byte, so that metadata of
 * unknown kinds is removed too and the picture does not change. Written here because no library
 * does it for all four types: piexif knows JPEG alone, and exif-be-gone leaves XMP in WebP and GIF.
 *
 * A file without image data counts as damaged, and so does one with a frame larger than the picture,
 * which would take a decoder more memory than the header of the file says. The data is not decoded,
 * which would cost a request most of its processor time.
 */
import { crc32 } from "./crc32.ts";
import { type Exif, readExif } from "./exif.ts";

export type ImageType = "image/jpeg" | "image/png" | "image/gif" | "image/webp";

/** An image without its metadata. */
interface Stripped {
  /** The bytes of the image, in pieces. */
  pieces: Uint8Array[];
  /** The values of the removed EXIF block. */
  exif: Exif;
}

/** @throws {RangeError} when the file ends early, its structure is damaged, or it has no image data. */
export const stripMetadata = async (type: ImageType, bytes: Uint8Array): Promise<Stripped> =>
  await strip[type](bytes);

const strip: Record<ImageType, (bytes: Uint8Array) => Stripped | Promise<Stripped>> = {
  "image/jpeg": stripJpeg,
  "image/png": stripPng,
  "image/gif": stripGif,
  "image/webp": stripWebp,
};

const view = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.length);

const text = (bytes: Uint8Array, start: number, length: number) =>
  String.fromCharCode(...bytes.subarray(start, start + length));

function damaged(): never {
  throw new RangeError("damaged");
}

/** The bytes from `start` to `end`, which the file must have. */
function slice(bytes: Uint8Array, start: number, end: number): Uint8Array {
  if (end > bytes.length || end < start) damaged();
  return bytes.subarray(start, end);
}

/**
 * Adds a part of the file to the pieces. A part that directly follows the last piece extends it, as
 * a file may have millions of tiny parts.
 */
function keep(pieces: Uint8Array[], piece: Uint8Array): void {
  const last = pieces.at(-1);
  if (last?.buffer === piece.buffer && last.byteOffset + last.length === piece.byteOffset) {
    pieces.pop();
    piece = new Uint8Array(last.buffer, last.byteOffset, last.length + piece.length);
  }
  pieces.push(piece);
}

const concat = (...pieces: Uint8Array[]) => new Uint8Array(pieces.flatMap((piece) => [...piece]));

/** ITU-T T.81, annex B; the application segments of JFIF, ICC and Adobe are needed for the colours. */
async function stripJpeg(bytes: Uint8Array): Promise<Stripped> {
  const data = view(bytes);
  const pieces = [slice(bytes, 0, 2).slice()]; // a copy, which no other part extends
  let exif: Uint8Array | undefined;
  let hasFrame = false;
  let hasScan = false;
  for (let at = 2;;) {
    if (data.getUint8(at) !== 0xff) damaged();
    const marker = data.getUint8(at + 1);
    if (marker === 0xff) { // a fill byte
      at++;
      continue;
    }
    // Readers disagree about the length of these, and so about the frame that follows.
    if (marker < 0xc0) damaged();
    if (marker === 0xd9) { // end of image
      keep(pieces, slice(bytes, at, at + 2));
      break;
    }
    const end = at + 2 + data.getUint16(at + 2);
    const segment = slice(bytes, at, end);
    const name = text(segment, 4, 12);
    if (marker === 0xe1 && name.startsWith("Exif\0\0")) exif ??= segment.subarray(10);
    const isMetadata = marker === 0xfe || marker >= 0xe0 && marker <= 0xef;
    const isColour = marker === 0xe0 && name.startsWith("JFIF\0") && segment.length === 18 ||
      marker === 0xe2 && name.startsWith("ICC_PROFILE\0") ||
      marker === 0xee && name.startsWith("Adobe");
    if (!isMetadata || isColour) keep(pieces, segment);
    at = end;
    // Start of frame; the others of this range are tables.
    hasFrame ||= marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (marker === 0xda) { // a scan: its data ends at the next marker that is not a restart
      at = endOfScan(bytes, end);
      hasScan ||= hasFrame && at > end;
      keep(pieces, slice(bytes, end, at));
    }
  }
  if (!hasScan) damaged();
  const read = await readExif(exif);
  if (read.orientation) pieces.splice(1, 0, jpegOrientation(read.orientation));
  return { pieces, exif: read };
}

function endOfScan(bytes: Uint8Array, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
    const marker = bytes[at + 1] ?? 0;
    if (marker !== 0 && marker !== 0xff && (marker < 0xd0 || marker > 0xd7)) return at;
  }
  return damaged();
}

const pngChunks = new Set(
  ("IHDR PLTE IDAT IEND tRNS gAMA cHRM sRGB iCCP cICP sBIT bKGD pHYs acTL fcTL fdAT").split(" "),
);

/** A larger colour profile is removed: a decoder may inflate it to a thousand times its size. */
const MAX_PROFILE = 32 * 1024;

/** https://www.w3.org/TR/png-3/#5Chunk-layout */
async function stripPng(bytes: Uint8Array): Promise<Stripped> {
  const data = view(bytes);
  const pieces = [slice(bytes, 0, 8)];
  let exif: Uint8Array | undefined;
  let hasData = false;
  for (let at = 8, name = ""; name !== "IEND";) {
    const end = at + 12 + data.getUint32(at);
    const chunk = slice(bytes, at, end);
    name = text(chunk, 4, 4);
    if (at === 8 && name !== "IHDR") damaged();
    if (name === "eXIf") exif ??= chunk.subarray(8, -4);
    if (pngChunks.has(name)) {
      if (crc32(chunk.subarray(4, -4)) !== data.getUint32(end - 4)) damaged();
      if (name !== "iCCP") keep(pieces, chunk);
      else if (chunk.length <= MAX_PROFILE) keep(pieces, withoutName(chunk));
    }
    hasData ||= name === "IDAT" && chunk.length > 12;
    at = end;
  }
  if (!hasData) damaged();
  return { pieces, exif: await readExif(exif) };
}

/** A colour profile has a name, which is free text; a decoder needs the profile alone. */
function withoutName(chunk: Uint8Array): Uint8Array {
  const end = chunk.indexOf(0, 8);
  if (end <= 8 || end > 8 + 79) damaged();
  const copy = chunk.slice();
  copy.fill("x".charCodeAt(0), 8, end);
  view(copy).setUint32(copy.length - 4, crc32(copy.subarray(4, -4)));
  return copy;
}

/** https://www.w3.org/Graphics/GIF/spec-gif89a.txt */
function stripGif(bytes: Uint8Array): Stripped {
  const data = view(bytes);
  const colours = (flags: number) => flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0;
  const blocksEnd = (at: number): number => {
    for (let size = data.getUint8(at); size > 0; size = data.getUint8(at)) at += size + 1;
    return at + 1;
  };
  let at = 13 + colours(data.getUint8(10));
  const pieces = [slice(bytes, 0, at)];
  let hasData = false;
  for (;;) {
    const kind = data.getUint8(at);
    if (kind === 0x3b) { // trailer
      if (!hasData) damaged();
      keep(pieces, slice(bytes, at, at + 1));
      return { pieces, exif: {} };
    }
    const start = at;
    if (kind === 0x2c) {
      const reaches = (side: number) =>
        data.getUint16(at + 1 + side, true) + data.getUint16(at + 5 + side, true);
      if (reaches(0) > data.getUint16(6, true) || reaches(2) > data.getUint16(8, true)) damaged();
      const blocks = at + 11 + colours(data.getUint8(at + 9));
      at = blocksEnd(blocks);
      hasData ||= at > blocks + 1;
    } else if (kind === 0x21) at = blocksEnd(at + 2);
    else damaged();
    const block = slice(bytes, start, at);
    // The only extensions to keep are the timing of frames and the number of their repetitions.
    const isKept = kind === 0x2c || block[1] === 0xf9 ||
      block[1] === 0xff && text(block, 3, 11) === "NETSCAPE2.0";
    if (isKept) keep(pieces, block);
  }
}

const webpChunks = new Set(["VP8 ", "VP8L", "VP8X", "ALPH", "ANIM", "ANMF", "ICCP"]);

/** Chunks with image data, and the size of their headers: a frame of an animation has such a chunk. */
const webpHeaders = new Map([["VP8 ", 10], ["VP8L", 5], ["ANMF", 24]]);

/** RFC 9649. */
async function stripWebp(bytes: Uint8Array): Promise<Stripped> {
  const data = view(bytes);
  let picture: Size | undefined;
  const fileEnd = 8 + data.getUint32(4, true);
  if (fileEnd > bytes.length) damaged();
  const chunks: Uint8Array[] = [];
  let exif: Uint8Array | undefined;
  let hasData = false;
  for (let at = 12; at < fileEnd;) {
    const size = data.getUint32(at + 4, true);
    const end = at + 8 + size + (size & 1);
    const chunk = slice(bytes, at, Math.min(end, Math.max(fileEnd, at + 8 + size)));
    const name = text(chunk, 0, 4);
    if (name === "EXIF") {
      const block = chunk.subarray(8, 8 + size);
      exif ??= text(block, 0, 6) === "Exif\0\0" ? block.subarray(6) : block;
    }
    picture ??= webpSize(name, chunk);
    if (!fits(name, chunk, picture)) damaged();
    if (webpChunks.has(name)) chunks.push(chunk);
    hasData ||= size > (webpHeaders.get(name) ?? Infinity);
    at = end;
  }
  if (!hasData) damaged();
  const read = await readExif(exif);
  if (read.orientation) chunks.push(webpOrientation(read.orientation));
  const header = bytes.slice(0, 12);
  const length = chunks.reduce((sum, chunk) => sum + chunk.length, 4);
  view(header).setUint32(4, length, true);
  const flagged = chunks.map((chunk) => withFlags(chunk, read.orientation !== undefined));
  return { pieces: [header, ...flagged], exif: read };
}

interface Size {
  width: number;
  height: number;
}

/** The size that the picture as a whole (VP8X) or an image states; other chunks have none. */
function webpSize(name: string, chunk: Uint8Array): Size | undefined {
  const data = view(chunk);
  if (name === "VP8X" && chunk.length >= 18) {
    const side = (at: number) => (data.getUint32(at - 1, true) >>> 8) + 1;
    return { width: side(12), height: side(15) };
  }
  if (name === "VP8 " && chunk.length >= 18) {
    const side = (at: number) => data.getUint16(at, true) & 0x3fff;
    return { width: side(14), height: side(16) };
  }
  if (name === "VP8L" && chunk.length >= 13) {
    const bits = data.getUint32(9, true);
    return { width: (bits & 0x3fff) + 1, height: (bits >>> 14 & 0x3fff) + 1 };
  }
}

/** Whether the image in a chunk, or in a frame of an animation, is no larger than the picture. */
function fits(name: string, chunk: Uint8Array, picture: Size | undefined): boolean {
  if (name === "ANMF") {
    for (let at = 24; at + 8 <= chunk.length;) {
      const size = view(chunk).getUint32(at + 4, true);
      const inner = chunk.subarray(at, at + 8 + size);
      if (!fits(text(inner, 0, 4), inner, picture)) return false;
      at += 8 + size + (size & 1);
    }
  }
  const image = webpSize(name, chunk);
  return !image || !picture || image.width <= picture.width && image.height <= picture.height;
}

/** The extended header names the metadata that follows. */
function withFlags(chunk: Uint8Array, hasExif: boolean): Uint8Array {
  if (text(chunk, 0, 4) !== "VP8X") return chunk;
  const header = chunk.slice();
  header[8] = header[8]! & ~0x0c | (hasExif ? 0x08 : 0);
  return header;
}

// The orientation decides how the picture is shown, so it stays, alone. PNG, which cameras do not
// write, loses it.

/** A TIFF file whose only entry is the orientation. */
const orientationBlock = (value: number) =>
  new Uint8Array([
    ...[0x4d, 0x4d, 0, 42, 0, 0, 0, 8], // header
    ...[0, 1], // one entry
    ...[0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, value, 0, 0],
    ...[0, 0, 0, 0], // no other directory
  ]);

const latin = (name: string) => Uint8Array.from(name, (letter) => letter.charCodeAt(0));

const jpegOrientation = (value: number) =>
  concat(new Uint8Array([0xff, 0xe1, 0, 34]), latin("Exif\0\0"), orientationBlock(value));

const webpOrientation = (value: number) =>
  concat(latin("EXIF"), new Uint8Array([26, 0, 0, 0]), orientationBlock(value));
