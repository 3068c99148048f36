/** Small files of sound, as recorders and editors write them. No decoder hears anything in them. */

const ascii = (text: string) => [...new TextEncoder().encode(text)];
const be = (value: number, bytes = 4) =>
  Array.from({ length: bytes }, (_, n) => Math.floor(value / 256 ** (bytes - 1 - n)) % 256);
const le = (value: number, bytes = 4) => be(value, bytes).reverse();
const times = (count: number, make: (n: number) => number[]) =>
  Array.from({ length: count }, (_, n) => make(n)).flat();

const riff = (
  type: string,
  content: number[],
) => [...ascii(type), ...le(content.length), ...content];

/** 100 bytes a second, with words in a tag that stays. */
export const wav = (seconds: number, words = ""): Uint8Array<ArrayBuffer> =>
  new Uint8Array([
    ...ascii("RIFF"),
    ...le(1000),
    ...ascii("WAVE"),
    ...riff("LIST", ascii(words.padEnd(words.length + words.length % 2))),
    ...riff("fmt ", [...le(1, 2), ...le(1, 2), ...le(100), ...le(100), ...le(1, 2), ...le(8, 2)]),
    ...riff("data", Array(seconds * 100).fill(128)),
  ]);

/** MPEG 1 layer III, 128 kb/s at 44.1 kHz: 417 bytes and 1152 samples a frame; with an ID3 tag. */
export function mp3(frames: number, tag = ascii("ID3\x04\0\0\0\0\0\x02--")) {
  const file = new Uint8Array(tag.length + frames * 417 + 128);
  file.set(tag);
  for (let n = 0; n < frames; n++) file.set([0xff, 0xfb, 0x90, 0xc4], tag.length + n * 417);
  file.set(ascii("TAG".padEnd(128)), tag.length + frames * 417);
  return file;
}

const page = (flags: number, granule: number, ...packets: number[][]) => [
  ...[...ascii("OggS"), 0, flags, ...le(granule, 8), ...le(7), ...le(0), ...le(0)],
  ...[packets.length, ...packets.map((packet) => packet.length), ...packets.flat()],
];

/** A packet of 60 ms. */
export const opusPacket = [11 << 3, 0];

/** Opus, of which the first 312 samples are not heard. */
export const ogg = (seconds: number, codec = "OpusHead", packets = [Array(40).fill(0)]) =>
  new Uint8Array([
    ...page(2, 0, [...ascii(codec), 1, 1, ...le(312, 2), ...le(48_000), 0, 0, 0]),
    ...page(0, 0, ascii("OpusTags")),
    ...page(4, seconds * 48_000 + 312, ...packets),
  ]);

const element = (id: number[], content: number[]) => [
  ...[...id, 0x40 | content.length >> 8, content.length & 255],
  ...content,
];
const endless = [0x01, 255, 255, 255, 255, 255, 255, 255];

/** As a browser records it: without a duration, in clusters whose length nobody knew. */
export const webm = (seconds: number, trackType = 2, doctype = "webm", codec = "") =>
  new Uint8Array([
    ...element([0x1a, 0x45, 0xdf, 0xa3], element([0x42, 0x82], ascii(doctype))),
    ...[0x18, 0x53, 0x80, 0x67, ...endless],
    ...element([0x15, 0x49, 0xa9, 0x66], element([0x2a, 0xd7, 0xb1], be(1_000_000))),
    ...element(
      [0x16, 0x54, 0xae, 0x6b],
      element([0xae], [
        ...element([0x83], [trackType]),
        ...element([0x86], ascii(codec)),
      ]),
    ),
    ...times(seconds, (n) => [
      ...[0x1f, 0x43, 0xb6, 0x75, ...endless, ...element([0xe7], be(n * 1000))],
      ...element([0xa3], [0x81, ...be(1000, 2), 0x80, 0]),
    ]),
  ]);

/** Opus of one second and 10 ms, and blocks of the same time: each is its flags and its packets. */
export const opusWebm = (blocks: number[][]) =>
  new Uint8Array([
    ...webm(1, 2, "webm", "A_OPUS"),
    ...blocks.flatMap((block) => element([0xa3], [0x81, 0, 0, ...block])),
  ]);

/** The head of an element that is passed over, whose size has a field of so many bytes. */
export const voidHead = (field: number, size: number) => {
  const bytes = be(size, field);
  return [0xec, bytes[0]! | 0x80 >> field - 1, ...bytes.slice(1)];
};

/** The head of a box of so many bytes, with its head. */
export const boxHead = (name: string, size: number) => [...be(size), ...ascii(name)];

const box = (name: string, ...content: number[][]): number[] => {
  const bytes = content.flat();
  return [...boxHead(name, bytes.length + 8), ...bytes];
};

const movie = (
  duration: number,
  handler: string,
  more: number[][] = [],
  samples: number[][] = [],
) =>
  box(
    "moov",
    box(
      "trak",
      box(
        "mdia",
        box("mdhd", be(0), be(0), be(0), be(1000), be(duration), be(0)),
        box("hdlr", be(0), be(0), ascii(handler), Array(12).fill(0)),
        ...samples,
      ),
    ),
    ...more,
  );

/** The sizes of packets of AAC, at 44.1 kHz. */
const aac = (packets: number) =>
  box(
    "minf",
    box(
      "stbl",
      box("stsd", be(0), be(1), be(36), ascii("mp4a"), Array(24).fill(0), be(44_100, 2), be(0, 2)),
      box("stsz", be(0), be(4), be(packets)),
    ),
  );

export const m4a = (seconds: number, handler = "soun", packets?: number) =>
  new Uint8Array([
    ...box("ftyp", ascii("M4A "), be(0)),
    ...movie(seconds * 1000, handler, [], packets ? [aac(packets)] : []),
    ...box("mdat", Array(40).fill(0)),
  ]);

/** As a browser records it: fragments of ten samples of 100 ms, and no duration of the whole. */
export const fragmentedM4a = (seconds: number) =>
  new Uint8Array([
    ...box("ftyp", ascii("iso5"), be(0)),
    ...movie(0, "soun", [box("mvex", box("trex", be(0), be(1), be(1), be(100), be(0), be(0)))]),
    ...times(seconds, (n) =>
      box(
        "moof",
        box(
          "traf",
          // Every other fragment states durations of its own.
          box("tfhd", be(n % 2 ? 8 : 0), be(1), n % 2 ? be(50) : []),
          n % 2
            ? box("trun", be(0x100), be(10), times(10, () => be(100)))
            : box("trun", be(0), be(10)),
        ),
      )),
  ]);
