/*
 * What an image is, by its bytes. Four formats with short, stable signatures: a sniffing library
 * would bring a hundred formats and, with its stream reader, more code than this whole folder.
 */

export type ImageType = "image/jpeg" | "image/png" | "image/gif" | "image/webp";

export interface ImageInfo {
  type: ImageType;
  /** In pixels, as the header says. */
  width: number;
  height: number;
}

/**
 * The type and size of an image, or null when the bytes are none of the four formats or end
 * before their header does. Nothing is decoded.
 *
 * @example
 * ```ts
 * imageInfo(bytes) // { type: "image/png", width: 1024, height: 1024 }
 * ```
 */
export function imageInfo(bytes: Uint8Array): ImageInfo | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    const info = png(view) ?? jpeg(view) ?? gif(view) ?? webp(view);
    return info && info.width > 0 && info.height > 0 ? info : null;
  } catch (error) {
    if (error instanceof RangeError) return null; // read past the end
    throw error;
  }
}

/** Whether the ASCII text stands at an offset. */
function says(view: DataView, offset: number, text: string): boolean {
  for (let i = 0; i < text.length; i++) {
    if (offset + i >= view.byteLength || view.getUint8(offset + i) !== text.charCodeAt(i)) {
      return false;
    }
  }
  return true;
}

/** https://www.w3.org/TR/png-3/#5PNG-file-signature: the header chunk is always the first. */
function png(view: DataView): ImageInfo | null {
  if (!says(view, 0, "\x89PNG\r\n\x1a\n") || !says(view, 12, "IHDR")) return null;
  return { type: "image/png", width: view.getUint32(16), height: view.getUint32(20) };
}

/** https://www.w3.org/Graphics/GIF/spec-gif89a.txt, section 18 */
function gif(view: DataView): ImageInfo | null {
  if (!says(view, 0, "GIF87a") && !says(view, 0, "GIF89a")) return null;
  return { type: "image/gif", width: view.getUint16(6, true), height: view.getUint16(8, true) };
}

/** https://www.w3.org/Graphics/JPEG/itu-t81.pdf, annex B: segments up to the frame header. */
function jpeg(view: DataView): ImageInfo | null {
  if (!says(view, 0, "\xff\xd8\xff")) return null;
  let offset = 2;
  while (true) {
    if (view.getUint8(offset) !== 0xff) return null;
    const marker = view.getUint8(offset + 1);
    if (marker === 0xff) { // a fill byte
      offset += 1;
    } else if (marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7)) { // no length follows
      offset += 2;
    } else if (isFrame(marker)) {
      const [height, width] = [view.getUint16(offset + 5), view.getUint16(offset + 7)];
      return { type: "image/jpeg", width, height };
    } else if (marker === 0xd9 || marker === 0xda) { // the end, or data, before any frame
      return null;
    } else {
      offset += 2 + view.getUint16(offset + 2);
    }
  }
}

/** SOF0 to SOF15 without DHT, JPG and DAC, which lie between them. */
const isFrame = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;

/** https://www.rfc-editor.org/rfc/rfc9649#section-2: lossy, lossless or extended. */
function webp(view: DataView): ImageInfo | null {
  if (!says(view, 0, "RIFF") || !says(view, 8, "WEBP")) return null;
  const type = "image/webp";
  if (says(view, 12, "VP8 ") && says(view, 23, "\x9d\x01\x2a")) {
    const [width, height] = [view.getUint16(26, true), view.getUint16(28, true)];
    return { type, width: width & 0x3fff, height: height & 0x3fff };
  }
  if (says(view, 12, "VP8L") && says(view, 20, "\x2f")) {
    const bits = view.getUint32(21, true);
    return { type, width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
  }
  if (says(view, 12, "VP8X")) {
    const uint24 = (at: number) => view.getUint16(at, true) | (view.getUint8(at + 2) << 16);
    return { type, width: uint24(24) + 1, height: uint24(27) + 1 };
  }
  return null;
}
