/**
 * The type and the length of a sound, by its bytes. Each reader goes through its file once, forwards,
 * so that a crafted file costs no more than an honest one of its size. Written here because the
 * library that read all five types (mediabunny) never came back from a WebM file with a few changed
 * bytes, and nothing interrupts a function that computes.
 */

import { believed, blockSeconds, opusSeconds } from "./packets.ts";
import { mp3, mp3Frame } from "./mp3.ts";
import { endInFile, name } from "./sound-bytes.ts";

/** A file of sound. Its length is the stated one, and at least the length of its packets. */
interface Sound {
  type: `audio/${"mp4" | "mpeg" | "ogg" | "webm" | "wav"}`;
  /** Usual file name extension of its type, without the dot. */
  extension: string;
  /** Seconds. */
  duration: number;
}

type Reader = (data: DataView) => number;

/**
 * The types, recognized by the first bytes of a file. Tags may precede MP3, whose frames begin with
 * eleven set bits.
 */
const types: [begins: (data: DataView) => boolean, type: Sound["type"], Reader, string][] = [
  [(data) => name(data, 0) === "RIFF" && name(data, 8) === "WAVE", "audio/wav", wav, "wav"],
  [(data) => name(data, 0) === "OggS", "audio/ogg", ogg, "ogg"],
  [(data) => data.getUint32(0) === 0x1a45dfa3, "audio/webm", webm, "webm"],
  [(data) => name(data, 4) === "ftyp", "audio/mp4", mp4, "m4a"],
  [
    (data) => name(data, 0).startsWith("ID3") || mp3Frame(data, 0) !== null,
    "audio/mpeg",
    mp3,
    "mp3",
  ],
];

/** The longest that is believed (s): more than eleven days. */
const LONGEST = 999_999;

/** The most bytes a second that a codec writes, so that a long sound cannot say that it is short. */
const MAX_RATE = 64_000;
const MAX_WAV_RATE = 400_000;

/** How many bytes may be pictures and tags. */
const MAX_TAGS = 1_000_000;

/**
 * Reads the type and the length of a sound: M4A, MP3, Ogg with Opus or Vorbis, WebM, or WAV,
 * without moving pictures. Returns null for any other file.
 *
 * @throws {RangeError} when it is damaged, ends early or holds no sound.
 */
export function readSound(bytes: Uint8Array): Sound | null {
  if (bytes.length < 12) return null;
  const data = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  for (const [begins, type, read, extension] of types) {
    if (!begins(data)) continue;
    try {
      const duration = Math.round(read(data) * 1000) / 1000;
      if (!(duration > 0 && duration <= LONGEST)) throw new RangeError("damaged");
      const rate = type === "audio/wav" ? MAX_WAV_RATE : MAX_RATE;
      if (bytes.length > duration * rate + MAX_TAGS) throw new RangeError("is longer than it says");
      return { type, extension, duration };
    } catch (error) {
      if (error === otherwise) return null;
      throw error;
    }
  }
  return null;
}

/** The error of a file that has the form of a type, but content of another kind. */
const otherwise = new Error("none of the types");

/** Chunks of a name and a size: https://www.mmsp.ece.mcgill.ca/Documents/AudioFormats/WAVE/WAVE.html */
function wav(data: DataView): number {
  let bytesPerSecond = 0;
  for (let at = 12;;) {
    const size = data.getUint32(at + 4, true);
    if (name(data, at) === "data") {
      // A recorder that does not know the length yet writes none.
      return Math.min(size || Infinity, data.byteLength - at - 8) / bytesPerSecond;
    }
    if (name(data, at) === "fmt ") {
      const channels = data.getUint16(at + 10, true);
      const samples = data.getUint32(at + 12, true);
      const bits = data.getUint16(at + 22, true);
      // PCM, floating point, or what the extension says; other formats compress to fewer bits.
      const isPlain = [1, 3, 0xfffe].includes(data.getUint16(at + 8, true));
      bytesPerSecond = samples * channels * Math.min(bits, isPlain ? 64 : 8) / 8;
    }
    at += 8 + size + (size & 1);
  }
}

/** Pages of streams, RFC 3533; a stream names its codec in its first page, and each page its time. */
function ogg(data: DataView): number {
  const streams = new Map<number, ReturnType<typeof oggStream>>();
  // A stream may follow another one under the same number.
  const all: ReturnType<typeof oggStream>[] = [];
  for (let at = 0; at < data.byteLength;) {
    if (name(data, at) !== "OggS") throw new RangeError("damaged");
    const serial = data.getUint32(at + 14, true);
    const segments = data.getUint8(at + 26);
    let end = at + 27 + segments;
    for (let n = 0; n < segments; n++) end += data.getUint8(at + 27 + n);
    endInFile(data, end);
    if (data.getUint8(at + 5) & 2) {
      all.push(oggStream(data, at + 27 + segments));
      streams.set(serial, all.at(-1)!);
    }
    const stream = streams.get(serial);
    let [packet, begins] = [at + 27 + segments, !(data.getUint8(at + 5) & 1)];
    for (let n = 0; n < segments; n++) {
      // The first two packets of a stream are its headers.
      if (begins && stream?.isOpus && stream.packets++ > 1) {
        stream.seconds += opusSeconds(data, packet, end);
      }
      packet += data.getUint8(at + 27 + n);
      begins = data.getUint8(at + 27 + n) < 255;
    }
    // The position of a page has all bits set when no packet ends on the page.
    const samples = data.getUint32(at + 10, true) * 2 ** 32 + data.getUint32(at + 6, true);
    if (stream && samples < 2 ** 63) stream.samples = Math.max(stream.samples, samples);
    at = end;
  }
  return all.reduce(
    (sum, { rate, skipped, samples, seconds }) =>
      sum + believed(Math.max(0, samples - skipped) / rate, seconds),
    0,
  );
}

/** RFC 7845, section 5.1; https://xiph.org/vorbis/doc/Vorbis_I_spec.html#x1-630004.2.2 */
function oggStream(data: DataView, at: number) {
  const none = { samples: 0, packets: 0, seconds: 0 };
  if (name(data, at) + name(data, at + 4) === "OpusHead") {
    return { ...none, isOpus: true, rate: 48_000, skipped: data.getUint16(at + 10, true) };
  }
  if (name(data, at) + name(data, at + 3) === "\x01vorvorb") {
    return { ...none, isOpus: false, rate: data.getUint32(at + 12, true), skipped: 0 };
  }
  throw otherwise;
}

/** Elements that hold others; they are entered, and all others passed over. */
const webmGroups = new Set([
  ...[0x18538067, 0x1549a966, 0x1654ae6b, 0xae, 0x1f43b675, 0xa0], // segment to block group
]);

/** Elements of an id and a size, RFC 8794 and 9559. Recordings of browsers state no duration. */
function webm(data: DataView): number {
  let scale = 1_000_000;
  let [stated, cluster, last, hasSound, isOpus, seconds] = [0, 0, 0, false, false, 0];
  for (let at = 0; at < data.byteLength;) {
    const id = vint(data, at, true);
    const size = vint(data, id.end, false);
    const start = size.end;
    if (webmGroups.has(id.value)) {
      at = start;
      continue;
    }
    const end = endInFile(data, start + size.value);
    const number = () => unsigned(data, start, end);
    if (id.value === 0x1a45dfa3) requireWebm(data, start, end);
    else if (id.value === 0x2ad7b1) scale = number();
    else if (id.value === 0x4489) {
      stated = end - start === 4 ? data.getFloat32(start) : data.getFloat64(start);
    } else if (id.value === 0x83) {
      if (number() === 1) throw otherwise; // a track of pictures
      hasSound ||= number() === 2;
    } else if (id.value === 0x86) {
      isOpus ||= end - start >= 6 && name(data, start) + name(data, start + 2) === "A_OPOPUS";
    } else if (id.value === 0xe7) cluster = number();
    else if (id.value === 0xa3 || id.value === 0xa1) {
      const block = vint(data, start, false).end;
      last = Math.max(last, cluster + data.getInt16(block));
      if (isOpus) seconds += blockSeconds(data, block, end);
    }
    at = end;
  }
  return hasSound ? believed(Math.max(stated, last) * scale / 1e9, seconds) : 0;
}

/** A number whose length is the place of its first set bit; ids keep that bit. */
function vint(data: DataView, at: number, isId: boolean): { value: number; end: number } {
  const first = data.getUint8(at);
  const length = Math.clz32(first) - 23;
  if (length > (isId ? 4 : 8)) throw new RangeError("damaged");
  let value = isId ? first : first & 0xff >> length;
  for (let n = 1; n < length; n++) value = value * 256 + data.getUint8(at + n);
  return { value, end: at + length };
}

function unsigned(data: DataView, start: number, end: number): number {
  let value = 0;
  for (let at = start; at < Math.min(end, start + 8); at++) value = value * 256 + data.getUint8(at);
  return value;
}

/** Matroska, which has the same structure, holds codecs that browsers do not play. */
function requireWebm(data: DataView, start: number, end: number): void {
  for (let at = start; at < end;) {
    const id = vint(data, at, true);
    const size = vint(data, id.end, false);
    if (id.value === 0x4282 && name(data, size.end) === "webm") return;
    at = size.end + size.value;
  }
  throw otherwise;
}

const mp4Groups = new Set(["moov", "trak", "mdia", "minf", "stbl", "mvex", "moof", "traf"]);

/**
 * Boxes of a size and a name, ISO 14496-12. A recorder writes fragments, whose durations add up, and
 * states none for the whole. A packet of AAC has at least 1,024 samples.
 */
function mp4(data: DataView): number {
  let [scale, stated, usual, ofTrack, fragments, hasSound] = [0, 0, 0, 0, 0, false];
  let [packets, rate] = [0, 0];
  for (let at = 0; at < data.byteLength;) {
    let size = data.getUint32(at);
    const kind = name(data, at + 4);
    let start = at + 8;
    if (size === 1) {
      size = data.getUint32(at + 8) * 2 ** 32 + data.getUint32(at + 12);
      start += 8;
    } else if (size === 0) size = data.byteLength - at;
    if (size < start - at) throw new RangeError("damaged");
    const end = endInFile(data, at + size);
    const wide = kind.endsWith("hd") && data.getUint8(start) === 1;
    if (kind === "hdlr") {
      if (name(data, start + 8) === "vide") throw otherwise;
      hasSound ||= name(data, start + 8) === "soun";
    } else if (kind === "mdhd") {
      scale = data.getUint32(start + (wide ? 20 : 12));
      const duration = unsigned(data, start + (wide ? 24 : 16), start + (wide ? 32 : 20));
      // An unknown duration has all bits set.
      if (duration < 2 ** (wide ? 63 : 32) - 1) stated = Math.max(stated, duration / scale);
    } else if (kind === "stsd" && name(data, start + 12) === "mp4a") {
      rate = Math.min(48_000, data.getUint16(start + 40)) || 48_000;
    } else if (["stsz", "stz2", "trun"].includes(kind)) {
      packets += data.getUint32(start + (kind === "trun" ? 4 : 8));
    }
    if (kind === "trex") usual = data.getUint32(start + 12);
    else if (kind === "tfhd") ofTrack = fragmentDuration(data, start) ?? usual;
    else if (kind === "trun") fragments += runDuration(data, start, end, ofTrack);
    at = mp4Groups.has(kind) ? start : end;
  }
  const length = Math.max(stated, fragments / scale);
  return hasSound ? believed(length, rate && packets * 1024 / rate) : 0;
}

const flagsOf = (data: DataView, at: number) => data.getUint32(at) & 0xffffff;

/** The duration of a sample in a fragment, where it is not the track's. */
function fragmentDuration(data: DataView, at: number): number | null {
  const flags = flagsOf(data, at);
  if (!(flags & 8)) return null;
  return data.getUint32(at + 8 + (flags & 1 ? 8 : 0) + (flags & 2 ? 4 : 0));
}

/** The duration of a run of samples, each with its own where the run says so. */
function runDuration(data: DataView, at: number, end: number, usual: number): number {
  const flags = flagsOf(data, at);
  const count = data.getUint32(at + 4);
  if (!(flags & 0x100)) return count * usual;
  const bits = [0x100, 0x200, 0x400, 0x800].filter((bit) => flags & bit).length;
  const first = at + 8 + (flags & 1 ? 4 : 0) + (flags & 4 ? 4 : 0);
  if (first + count * 4 * bits > end) throw new RangeError("damaged");
  let sum = 0;
  for (let n = 0; n < count; n++) sum += data.getUint32(first + n * 4 * bits);
  return sum;
}
