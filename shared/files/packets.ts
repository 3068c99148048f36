/** The duration of a sound by its packets, since the header of its file may be wrong. */

/** Seconds of an Opus packet: RFC 6716, section 3.1. */
export function opusSeconds(data: DataView, at: number, end: number): number {
  if (at >= end) return 0;
  const first = data.getUint8(at);
  const config = first >> 3;
  const long = config < 12 ? [10, 20, 40, 60] : [2.5, 5, 10, 20];
  const frame = config < 12 || config > 15 ? long[config & 3]! : [10, 20][config & 1]!;
  const frames = [1, 2, 2, at + 1 < end ? data.getUint8(at + 1) & 63 : 0][first & 3]!;
  // No packet is longer.
  return Math.min(frame * frames, 120) / 1000;
}

/** Seconds of the Opus packets in a block of WebM after its track: RFC 9559, section 10.3. */
export function blockSeconds(data: DataView, block: number, end: number): number {
  const lacing = data.getUint8(block + 2) >> 1 & 3;
  let at = block + 3;
  const sizes: number[] = [];
  if (lacing) {
    const others = data.getUint8(at++);
    const fixed = Math.floor((end - at) / (others + 1));
    for (let n = 0; n < others; n++) {
      let size = fixed;
      if (lacing === 1) {
        size = 0;
        do size += data.getUint8(at); while (data.getUint8(at++) === 255);
      } else if (lacing === 3) {
        const length = Math.clz32(data.getUint8(at)) - 23;
        size = data.getUint8(at) & 0xff >> length;
        for (let byte = 1; byte < length; byte++) size = size * 256 + data.getUint8(at + byte);
        // The first one, and then the differences.
        if (n > 0) size += sizes[n - 1]! - (2 ** (7 * length - 1) - 1);
        at += length;
      }
      sizes.push(size);
    }
  }
  let seconds = 0;
  for (const size of [...sizes, Infinity]) {
    if (size < 0) throw new RangeError("damaged");
    seconds += opusSeconds(data, at, end);
    at += size;
  }
  return seconds;
}

/** The length that a file states, unless its packets are longer: their last one may be cut. */
export const believed = (stated: number, packets: number) =>
  packets > stated + 1 ? packets : stated;
