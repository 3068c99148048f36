/** Valid PNG files: a sun over hills, in colours derived from a text; and noise of any size. */
import { deflateSync } from "node:zlib";

const SIZE = 1024;
/** Types of colours: https://www.w3.org/TR/png-3/#11IHDR */
const [RGB, PALETTE] = [2, 3];
/** The palette: sky from top to horizon, the sun, and four layers of hills. */
const SKY = 240;
const SUN = 240;
const HILLS = 241;

const crcTable = Uint32Array.from({ length: 256 }, (_, n) => {
  for (let bit = 0; bit < 8; bit++) n = n & 1 ? 0xedb88320 ^ (n >>> 1) : n >>> 1;
  return n >>> 0;
});

function crc(bytes: Uint8Array): number {
  let value = 0xffffffff;
  for (const byte of bytes) value = crcTable[(value ^ byte) & 0xff]! ^ (value >>> 8);
  return (value ^ 0xffffffff) >>> 0;
}

/** https://www.w3.org/TR/png-3/#5Chunk-layout */
function chunk(type: string, data: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(12 + data.length);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, data.length);
  bytes.set(new TextEncoder().encode(type), 4);
  bytes.set(data, 8);
  view.setUint32(8 + data.length, crc(bytes.subarray(4, 8 + data.length)));
  return bytes;
}

/** The scene as palette indices, the same for every picture; compressed once. */
let scene: Uint8Array | undefined;

function drawScene(): Uint8Array {
  const rows = new Uint8Array(SIZE * (SIZE + 1)); // each row begins with its filter type, 0 for none
  for (let x = 0; x < SIZE; x++) {
    const tops = [0, 1, 2, 3].map((n) =>
      560 + 110 * n - 60 * Math.sin(x / (150 + 40 * n) + 2 * n) - 25 * Math.sin(x / 61 + n)
    );
    for (let y = 0; y < SIZE; y++) {
      const hill = tops.findLastIndex((top) => y > top);
      const inSun = (x - 690) ** 2 + (y - 360) ** 2 < 110 ** 2;
      rows[y * (SIZE + 1) + 1 + x] = hill >= 0
        ? HILLS + hill
        : inSun
        ? SUN
        : Math.min(SKY - 1, Math.floor(y * SKY / 640));
    }
  }
  return chunk("IDAT", new Uint8Array(deflateSync(rows)));
}

/** Red, green and blue of a hue (degrees), saturation and lightness (0 to 1). */
function rgb(hue: number, saturation: number, lightness: number): number[] {
  const reach = saturation * Math.min(lightness, 1 - lightness);
  return [0, 8, 4].map((n) => {
    const k = (n + hue / 30) % 12;
    return Math.round(255 * (lightness - reach * Math.max(-1, Math.min(k - 3, 9 - k, 1))));
  });
}

/** Makes a picture. An equal text gives an equal picture. */
export function paint(text: string): Uint8Array {
  const hue = crc(new TextEncoder().encode(text)) % 360;
  const palette = [
    ...Array.from({ length: SKY }, (_, n) => rgb(hue + 40 * n / SKY, 0.55, 0.45 + 0.4 * n / SKY)),
    rgb(hue + 60, 0.9, 0.93),
    ...Array.from({ length: 4 }, (_, n) => rgb(hue + 200, 0.3, 0.5 - 0.11 * n)),
  ];
  return assemble(SIZE, SIZE, PALETTE, [
    chunk("PLTE", Uint8Array.from(palette.flat())),
    scene ??= drawScene(),
  ]);
}

/** Random pixels, which do not compress: a file of almost `bytes`, like a photo of a camera. */
export function noise(bytes: number): Uint8Array<ArrayBuffer> {
  const row = 1 + 3 * SIZE;
  const height = Math.floor((bytes - 2048) / row); // the rest is the frame of the file
  const rows = new Uint8Array(height * row);
  for (let at = 0; at < rows.length; at += 65536) {
    crypto.getRandomValues(rows.subarray(at, at + 65536));
  }
  for (let y = 0; y < height; y++) rows[y * row] = 0;
  return assemble(SIZE, height, RGB, [
    chunk("IDAT", new Uint8Array(deflateSync(rows, { level: 0 }))),
  ]);
}

/** A file of 8 bits for each channel or index. */
function assemble(
  width: number,
  height: number,
  colours: number,
  chunks: Uint8Array[],
): Uint8Array<ArrayBuffer> {
  const header = new Uint8Array(13);
  const view = new DataView(header.buffer);
  view.setUint32(0, width);
  view.setUint32(4, height);
  header.set([8, colours, 0, 0, 0], 8);
  const parts = [
    Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a),
    chunk("IHDR", header),
    ...chunks,
    chunk("IEND", new Uint8Array()),
  ];
  const file = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    file.set(part, offset);
    offset += part.length;
  }
  return file;
}
