/** The type and the length of a sound, by its bytes. */
import { expect, it } from "vitest";
import { readSound } from "../../shared/files/sound.ts";
import { randomNumbers } from "../support/random.ts";
import {
  boxHead,
  fragmentedM4a,
  m4a,
  mp3,
  ogg,
  opusPacket,
  opusWebm,
  voidHead,
  wav,
  webm,
} from "../support/sounds.ts";

const read = (bytes: Uint8Array) => {
  try {
    const sound = readSound(bytes);
    return sound && [sound.type, sound.duration];
  } catch (error) {
    if (error instanceof RangeError) return "damaged";
    throw error;
  }
};

const mp3Frames = mp3(100);

/** Of 24 MB, with what the file says of its length unchanged. */
const padded = (bytes: Uint8Array, filler: number[] = []) => {
  const longer = new Uint8Array(24_000_000);
  longer.set(bytes);
  longer.set(filler, bytes.length);
  return longer;
};
const rest = (bytes: Uint8Array, header: number) => 24_000_000 - bytes.length - header;

/** The byte rate of the header is that of a tenth of the length. */
const forgedWav = wav(3);
new DataView(forgedWav.buffer).setUint32(forgedWav.length - 300 - 16, 1000, true);

/** Compressed (IMA ADPCM), with 400 bits a sample. */
const forgedBits = wav(3);
new DataView(forgedBits.buffer).setUint16(forgedBits.length - 300 - 24, 0x11, true);
new DataView(forgedBits.buffer).setUint16(forgedBits.length - 300 - 10, 400, true);

const times = <T>(count: number, each: T) => Array<T>(count).fill(each);
const laced = times(10, opusPacket).flat();

const samples: [string, Uint8Array, unknown][] = [
  ["WAV", wav(3, "a tag"), ["audio/wav", 3]],
  ["MP3 with tags", mp3Frames, ["audio/mpeg", 2.612]],
  ["MP3 without tags", mp3Frames.subarray(12), ["audio/mpeg", 2.612]],
  ["Ogg with Opus", ogg(12), ["audio/ogg", 12]],
  ["WebM of a recorder", webm(5), ["audio/webm", 5]],
  ["M4A", m4a(7), ["audio/mp4", 7]],
  ["M4A of a recorder", fragmentedM4a(4), ["audio/mp4", 4]],
  ["Ogg with a codec that is not taken", ogg(12, "Speex   "), null],
  ["WebM with pictures", webm(5, 1), null],
  ["Matroska", webm(5, 2, "matroska"), null],
  ["MP4 with pictures", m4a(7, "vide"), null],
  ["MP4 without sound", m4a(7, "text"), "damaged"],
  ["WAV without sound", wav(0), "damaged"],
  ["WAV with forged bits a sample", forgedBits, ["audio/wav", 3]],
  ["Ogg that ends early", ogg(12).subarray(0, -10), "damaged"],
  ["M4A that ends early", m4a(7).subarray(0, -10), "damaged"],
  ["an ID3 tag longer than the file", mp3(0, [...mp3(0).subarray(0, 6), 0, 9, 9, 9]), "damaged"],
  ["WAV with a forged byte rate", forgedWav, ["audio/wav", 3]],
  ["WAV of 24 MB that says 1 s", padded(wav(1)), "damaged"],
  ["WebM of 24 MB that says 1 s", padded(webm(2), voidHead(8, rest(webm(2), 9))), "damaged"],
  ["M4A of 24 MB that says 1 s", padded(m4a(1), boxHead("free", rest(m4a(1), 0))), "damaged"],
  ...[1, 4, 7, 8].flatMap((field): [string, Uint8Array, unknown][] =>
    [5, 16, 100, 101].map((size) => [
      `WebM with an element of ${size} bytes whose size has ${field}`,
      new Uint8Array([...webm(5), ...voidHead(field, size), ...Array(size).fill(0)]),
      ["audio/webm", 5],
    ])
  ),
  ["Ogg of 6 s that says 1 s", ogg(1, "OpusHead", times(100, opusPacket)), ["audio/ogg", 6]],
  [
    "Ogg whose second stream has the number of the first",
    new Uint8Array([...ogg(1, "OpusHead", times(100, opusPacket)), ...ogg(1)]),
    ["audio/ogg", 7],
  ],
  ["WebM of 6 s that says 1 s", opusWebm(times(100, [0x80, ...opusPacket])), ["audio/webm", 6.01]],
  ["the same in blocks of 10", opusWebm(times(10, [0x84, 9, ...laced])), ["audio/webm", 6.01]],
  [
    "the same with the size of each packet",
    opusWebm(times(10, [0x82, 9, ...times(9, 2), ...laced])),
    ["audio/webm", 6.01],
  ],
  [
    "the same with the differences of sizes",
    opusWebm(times(10, [0x86, 9, 0x82, ...times(8, 0xbf), ...laced])),
    ["audio/webm", 6.01],
  ],
  ["M4A of 9 s that says 1 s", m4a(1, "soun", 400), ["audio/mp4", 9.288]],
  ["M4A with its packets", m4a(9, "soun", 400), ["audio/mp4", 9]],
  ["text", new TextEncoder().encode("Dear diary, nothing."), null],
  ["nothing", new Uint8Array(), null],
];

it.each(samples)("%s", (_what, bytes, expected) => {
  expect(read(bytes)).toEqual(expected);
});

/** Reads the bytes, and fails when the reader takes more numbers from them than the limit. */
function endsWithin(limit: number, bytes: Uint8Array): void {
  const { getUint8, getUint16, getUint32 } = DataView.prototype;
  let count = 0;
  const counted = <T extends unknown[]>(get: (this: DataView, ...place: T) => number) =>
    function (this: DataView, ...place: T) {
      if (++count > limit) throw new Error(`more than ${limit} readings`);
      return get.apply(this, place);
    };
  Object.assign(DataView.prototype, {
    getUint8: counted(getUint8),
    getUint16: counted(getUint16),
    getUint32: counted(getUint32),
  });
  try {
    read(bytes);
  } finally {
    Object.assign(DataView.prototype, { getUint8, getUint16, getUint32 });
  }
}

it("a file with changed bytes is read or refused, with at most eight numbers a byte", () => {
  const below = randomNumbers(20_260);
  const short = samples.map(([, bytes]) => bytes).filter(({ length }) => length < 1_000_000);
  for (const bytes of short.filter(({ length }) => length > 30)) {
    for (let round = 0; round < 300; round++) {
      const changed = bytes.slice();
      for (let n = 0; n <= below(4); n++) {
        changed[12 + below(changed.length - 12)] = [0, 1, 127, 128, 255, below(256)][below(6)]!;
      }
      endsWithin(8 * changed.length, changed);
    }
  }
});

it("takes at most eight numbers a byte of files that repeat a crafted one", () => {
  const heads = samples.slice(0, 7).map(([, bytes]) => bytes.subarray(0, 64));
  for (const head of heads) {
    for (const fill of [0, 0xff]) {
      const bytes = new Uint8Array(200_000).fill(fill);
      bytes.set(head);
      endsWithin(8 * bytes.length, bytes);
    }
  }
});
