/** The length of MP3, by its frames. */
import { endInFile, name } from "./sound-bytes.ts";

/** Kilobits per second by the index in a frame's header: ISO 11172-3, and 13818-3 for lower rates. */
const mp3Bitrates = {
  1: [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  2: [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
};
const mp3Rates = [44_100, 48_000, 32_000];

/** A frame: its length in bytes and in seconds; null when no frame begins here. */
export function mp3Frame(data: DataView, at: number): { bytes: number; seconds: number } | null {
  if (at + 4 > data.byteLength) return null;
  const header = data.getUint32(at);
  const version = header >>> 19 & 3; // 3: MPEG 1, 2: MPEG 2, 0: MPEG 2.5
  if (header >>> 21 !== 0x7ff || version === 1 || (header >>> 17 & 3) !== 1) return null;
  const bitrate = mp3Bitrates[version === 3 ? 1 : 2][header >>> 12 & 15];
  const rate = (mp3Rates[header >>> 10 & 3] ?? 0) / [4, 1, 2, 1][version]!;
  if (!bitrate || !rate) return null;
  const samples = version === 3 ? 1152 : 576;
  const bytes = Math.floor(samples / 8 * bitrate * 1000 / rate) + (header >>> 9 & 1);
  return { bytes, seconds: samples / rate };
}

/** Adds up the lengths (s) of the frames; skips tags and other bytes. */
export function mp3(data: DataView): number {
  let at = 0;
  let seconds = 0;
  while (name(data, at).startsWith("ID3")) {
    // Seven bits a byte: https://id3.org/id3v2.4.0-structure
    const size = [6, 7, 8, 9].reduce((sum, n) => sum << 7 | data.getUint8(at + n) & 127, 0);
    at = endInFile(data, at + 10 + size);
    if (at + 4 > data.byteLength) break;
  }
  while (at + 4 <= data.byteLength) {
    const frame = mp3Frame(data, at);
    // A frame is one when another, or the end of the file, follows it.
    const next = frame && at + frame.bytes;
    const isFrame = next !== null &&
      (seconds > 0 || next >= data.byteLength || mp3Frame(data, next) !== null);
    if (isFrame) seconds += frame!.seconds;
    at = isFrame ? next : at + 1;
  }
  return seconds;
}
