/*
 * Whether an image is all there. `imageInfo` reads the header; a file that was cut off on its way, or
 * that goes on as something else, shows in what follows. Nothing is decoded.
 */
import type { ImageType } from "./image-type.ts";

/**
 * Whether the bytes of an image, whose header is that of the type, are complete.
 *
 * @example
 * ```ts
 * isComplete(bytes, "image/png")
 * ```
 */
export function isComplete(bytes: Uint8Array, type: ImageType): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (type === "image/png") return isCompletePng(view);
  if (type === "image/jpeg") return isCompleteJpeg(view);
  if (type === "image/webp") return isCompleteWebp(view);
  return false;
}

/** https://www.w3.org/TR/png-3/#5Chunk-layout: chunks with checksums, data among them, IEND last. */
function isCompletePng(view: DataView): boolean {
  let hasData = false;
  for (let at = 8; at + 12 <= view.byteLength;) {
    const length = view.getUint32(at);
    const name = view.getUint32(at + 4);
    const end = at + 12 + length;
    if (end > view.byteLength) return false;
    if (crc32(view, at + 4, end - 4) !== view.getUint32(end - 4)) return false;
    if (name === IEND) return hasData && end === view.byteLength;
    hasData ||= name === IDAT && length > 0;
    at = end;
  }
  return false;
}

const IDAT = 0x49444154;
const IEND = 0x49454e44;

/** https://www.w3.org/TR/png-3/#D-CRCAppendix */
const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, n) => {
  let c = n;
  for (let k = 0; k < 8; k++) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1;
  return c;
});

function crc32(view: DataView, start: number, end: number): number {
  let crc = 0xffffffff;
  for (let i = start; i < end; i++) {
    crc = CRC_TABLE[(crc ^ view.getUint8(i)) & 0xff]! ^ (crc >>> 8);
  }
  return (crc ^ 0xffffffff) >>> 0;
}

/**
 * https://www.w3.org/Graphics/JPEG/itu-t81.pdf, annex B: tables to decode with, a scan of some data,
 * and the end of the image. Cameras put data of their own behind it.
 */
function isCompleteJpeg(view: DataView): boolean {
  const seen = new Set<number>();
  for (let at = 2; at + 4 <= view.byteLength && view.getUint8(at) === 0xff;) {
    const marker = view.getUint8(at + 1);
    if (marker === 0xff) { // a fill byte
      at += 1;
      continue;
    }
    seen.add(marker);
    // All but a few markers, which have no place before the scan, are followed by a length.
    at += 2 + view.getUint16(at + 2);
    if (marker === START_OF_SCAN) {
      const hasTables = seen.has(QUANTIZATION) && (seen.has(HUFFMAN) || seen.has(ARITHMETIC));
      return hasTables && hasEndOfImage(view, at + 1);
    }
  }
  return false;
}

const START_OF_SCAN = 0xda;
const END_OF_IMAGE = 0xd9;
const QUANTIZATION = 0xdb;
const HUFFMAN = 0xc4;
const ARITHMETIC = 0xcc;

function hasEndOfImage(view: DataView, from: number): boolean {
  for (let at = from; at + 2 <= view.byteLength; at++) {
    if (view.getUint8(at) === 0xff && view.getUint8(at + 1) === END_OF_IMAGE) return true;
  }
  return false;
}

/**
 * https://www.rfc-editor.org/rfc/rfc9649#section-2: chunks that fill the file as its head says, and
 * a picture or a frame among them.
 */
function isCompleteWebp(view: DataView): boolean {
  if (view.byteLength < 20 || view.getUint32(4, true) + 8 !== view.byteLength) return false;
  let hasPicture = false;
  let at = 12;
  while (at + 8 <= view.byteLength) {
    const size = view.getUint32(at + 4, true);
    hasPicture ||= PICTURES.has(view.getUint32(at)) && size > 5;
    at += 8 + size + size % 2;
  }
  return hasPicture && at === view.byteLength;
}

/** `VP8 `, `VP8L`, `ANMF`. */
const PICTURES = new Set([0x56503820, 0x5650384c, 0x414e4d46]);
