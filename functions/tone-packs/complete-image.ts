/*
 * Whether an image is all there. `imageInfo` reads the header; a file that was cut off on its way, or
 * that goes on as something else, shows at its end. Nothing is decoded.
 */
import type { ImageType } from "../../shared/http/image-type.ts";

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
  if (type === "image/jpeg") return hasEndOfImage(bytes);
  if (type === "image/webp") return isCompleteWebp(view);
  return false;
}

/** https://www.w3.org/TR/png-3/#5Chunk-layout: chunks with their checksums, data among them, IEND last. */
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
 * https://www.w3.org/Graphics/JPEG/itu-t81.pdf, annex B: after the start of a scan, the end of the
 * image. Cameras put data of their own behind it.
 */
function hasEndOfImage(bytes: Uint8Array): boolean {
  const scan = indexOfMarker(bytes, 0xda, 2);
  return scan !== -1 && indexOfMarker(bytes, 0xd9, scan + 2) !== -1;
}

function indexOfMarker(bytes: Uint8Array, marker: number, from: number): number {
  for (let i = bytes.indexOf(0xff, from); i !== -1; i = bytes.indexOf(0xff, i + 1)) {
    if (bytes[i + 1] === marker) return i;
  }
  return -1;
}

/** https://www.rfc-editor.org/rfc/rfc9649#section-2.4: the size of what follows the first 8 bytes. */
function isCompleteWebp(view: DataView): boolean {
  return view.byteLength >= 20 && view.getUint32(4, true) + 8 === view.byteLength;
}
