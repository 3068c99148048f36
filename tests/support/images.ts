/** The smallest valid pictures of 1024 x 1024 pixels: one colour, accepted by decoders. */

/** A grey JPEG: 128 x 128 blocks of two bits each, without differences. */
export function jpeg(): Uint8Array<ArrayBuffer> {
  return new Uint8Array([
    ...[0xff, 0xd8], // start of image
    ...[0xff, 0xdb, 0, 67, 0, ...Array(64).fill(1)], // quantization
    ...[0xff, 0xc0, 0, 11, 8, 4, 0, 4, 0, 1, 1, 0x11, 0], // frame: one component
    // Huffman tables for the first and the other values of a block: the one code 0 is 0.
    ...[0x00, 0x10].flatMap((table) => [0xff, 0xc4, 0, 20, table, 1, ...Array(15).fill(0), 0]),
    ...[0xff, 0xda, 0, 8, 1, 1, 0, 0, 63, 0], // scan
    ...new Uint8Array((128 * 128 * 2) / 8),
    ...[0xff, 0xd9], // end of image
  ]);
}

/** A lossless WebP whose five colour codes have one value each, and so need no bits per pixel. */
export function webp(): Uint8Array<ArrayBuffer> {
  const side = 1024 - 1;
  const size = side | (side << 14);
  return new Uint8Array([
    ...new TextEncoder().encode("RIFF"),
    ...[20, 0, 0, 0],
    ...new TextEncoder().encode("WEBPVP8L"),
    ...[8, 0, 0, 0],
    ...[0x2f, size & 0xff, (size >> 8) & 0xff, (size >> 16) & 0xff, (size >> 24) & 0xff],
    ...[0x88, 0x88, 0x08],
  ]);
}
