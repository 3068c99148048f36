/** Photos of check-ins: their type, and what of their metadata is read and removed. */
import { Buffer } from "node:buffer";
import { Renderer } from "@takumi-rs/wasm/node";
import { describe, expect, it } from "vitest";
import { stripMetadata } from "../../shared/files/metadata.ts";
import { readPhoto } from "../../functions/workout-window/photo.ts";
import { exifBlock, photo, pngChunk, SECRET, types } from "./photos.ts";

const refusal = (...pieces: Uint8Array[]) =>
  readPhoto(pieces).then(() => null, ({ status, message }) => [status, message]);

const camera = { takenAt: "2026:11:21 08:30:00", offset: "+01:00", orientation: 6 };

describe.each(types)("a photo (%s)", (type) => {
  it("is stored without metadata", async () => {
    const original = photo[type]();
    expect(Buffer.from(original).includes(SECRET)).toBe(true);
    const { bytes } = await readPhoto([original]);
    expect(Buffer.from(bytes).includes(SECRET)).toBe(false);
    expect(bytes.length).toBeLessThan(original.length);
  });

  it("can be decoded without its metadata", async () => {
    const { bytes } = await readPhoto([photo[type]()]);
    const picture = { type: "image", src: "photo", style: { width: 8, height: 8 } } as const;
    const images = [{ src: "photo", data: bytes }];
    const size = { width: 8, height: 8, format: "raw" } as const;
    const pixels = await new Renderer().render(picture, { ...size, images });
    // Every pixel is opaque.
    expect(new Set(pixels.filter((_, n) => n % 4 === 3))).toEqual(new Set([255]));
  });

  it("does not change when it is read again", async () => {
    const first = await readPhoto([photo[type](exifBlock(camera))]);
    const again = await readPhoto([first.bytes]);
    expect(again.hash).toBe(first.hash);
    expect(again.takenAt).toBeUndefined();
  });

  it("may arrive in pieces", async () => {
    const bytes = photo[type]();
    const pieces = [bytes.subarray(0, 7), bytes.subarray(7, 8), bytes.subarray(8)];
    expect((await readPhoto(pieces)).hash).toBe((await readPhoto([bytes])).hash);
  });

  it("is refused when it ends early, wherever that is", async () => {
    const { bytes } = await readPhoto([photo[type]()]);
    const ends = Array.from(
      { length: 60 },
      (_, n) => 30 + Math.floor((bytes.length - 31) * n / 60),
    );
    for (const end of new Set(ends.filter((end) => end < bytes.length))) {
      const [status] = await refusal(bytes.subarray(0, end)) ?? [];
      expect([400, 415], `the first ${end} bytes`).toContain(status);
    }
  });
});

describe.each(["image/jpeg", "image/png", "image/webp"] as const)("the time of a %s", (type) => {
  it("is the camera's, with its offset from UTC", async () => {
    const { takenAt } = await readPhoto([photo[type](exifBlock(camera))]);
    expect(takenAt).toBe("2026-11-21T08:30:00+01:00");
  });

  it("is local when the camera recorded no offset", async () => {
    const block = exifBlock({ takenAt: "2026:11:21 08:30:00" });
    expect((await readPhoto([photo[type](block)])).takenAt).toBe("2026-11-21T08:30:00");
  });

  it.each([
    "0000:00:00 00:00:00",
    "0001:01:01 00:00:00",
    "2026:02:30 08:30:00",
    "2026:11:21 25:61:00",
    "yesterday",
    "2026:11:21",
  ])("is unknown for %j", async (takenAt) => {
    const block = exifBlock({ takenAt, offset: "+01:00" });
    expect((await readPhoto([photo[type](block)])).takenAt).toBeUndefined();
  });

  it("is unknown when the block is damaged", async () => {
    const block = exifBlock(camera).subarray(0, 20);
    expect((await readPhoto([photo[type](block)])).takenAt).toBeUndefined();
  });
});

describe("the orientation", () => {
  it.each(["image/jpeg", "image/webp"] as const)("of a %s stays, alone", async (type) => {
    const { bytes, orientation } = await readPhoto([photo[type](exifBlock(camera))]);
    expect(orientation).toBe(6);
    expect((await readPhoto([bytes])).orientation).toBe(6);
    expect(Buffer.from(bytes).includes(SECRET)).toBe(false);
  });
});

describe("a file that is not a photo", () => {
  const disguised: Record<string, Uint8Array> = {
    "a text": Buffer.from("hello, I am a photo"),
    "an SVG": Buffer.from(
      "<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>",
    ),
    "a page that begins like a GIF": Buffer.from("GIF <html><script>alert(1)</script>"),
    "HEIC": Buffer.from([0, 0, 0, 24, ...Buffer.from("ftypheic"), ...new Uint8Array(200)]),
    "a bitmap": Buffer.from([0x42, 0x4d, ...new Uint8Array(100)]),
  };

  it.each(Object.entries(disguised))("is refused: %s", async (_, bytes) => {
    expect(await refusal(bytes)).toEqual([
      415,
      "photo: expected image/jpeg, image/png, image/gif, image/webp",
    ]);
  });

  it("is refused when it is empty", async () => {
    expect(await refusal()).toEqual([400, "photo: is empty"]);
  });

  it("is refused when it claims more pixels than a device can show", async () => {
    const bytes = photo["image/png"]();
    new DataView(bytes.buffer).setUint32(16, 60_000);
    new DataView(bytes.buffer).setUint32(20, 60_000);
    expect(await refusal(bytes)).toEqual([400, "photo: expected at most 100 megapixels"]);
  });

  const jpeg = Buffer.from(photo["image/jpeg"]());
  const scan = jpeg.indexOf(Buffer.from([0xff, 0xda]));
  const data = scan + 2 + jpeg.readUInt16BE(scan + 2);
  const frameOfJpeg = jpeg.indexOf(Buffer.from([0xff, 0xc0]));
  const png = Buffer.from(photo["image/png"]());
  const idat = png.indexOf("IDAT");
  const altered = (bytes: Buffer, at: number) => {
    const copy = Buffer.from(bytes);
    copy[at]! ^= 1;
    return copy;
  };
  const gif = Buffer.from(photo["image/gif"]());
  const riff = (...chunks: Buffer[]) => {
    const body = Buffer.concat([Buffer.from("WEBP"), ...chunks]);
    const header = Buffer.from("RIFF\0\0\0\0");
    header.writeUInt32LE(body.length, 4);
    return Buffer.concat([header, body]);
  };
  const extended = Buffer.from(photo["image/webp"]()).subarray(12, 30);
  // A frame of 16383 x 16383 pixels; the picture has 1024 x 1024.
  const large = Buffer.from("VP8 \x0c\0\0\0\x10\0\0\x9d\x01\x2a\xff\x3f\xff\x3f\0\0", "latin1");
  const frame = Buffer.concat([Buffer.from("ANMF\x24\0\0\0"), Buffer.alloc(16), large]);
  const wideGif = Buffer.from(gif);
  wideGif.writeUInt16LE(10_000, gif.indexOf(Buffer.from([0x2c, 0, 0, 0, 0])) + 5);
  const damaged: Record<string, Uint8Array> = {
    "a JPEG with an empty scan": Buffer.concat([jpeg.subarray(0, data), Buffer.from([0xff, 0xd9])]),
    "a JPEG without a scan": Buffer.concat([jpeg.subarray(0, scan), Buffer.from([0xff, 0xd9])]),
    "a PNG without image data": Buffer.concat([
      png.subarray(0, 33),
      Buffer.from([0, 0, 0, 0, ...Buffer.from("IEND"), 0xae, 0x42, 0x60, 0x82]),
    ]),
    "a PNG whose first chunk hides another header": Buffer.concat([
      png.subarray(0, 8),
      pngChunk("CgBI", Buffer.concat([Buffer.alloc(12), png.subarray(12, 33)])),
      png.subarray(8),
    ]),
    "a JPEG with another frame behind a marker that has no length": Buffer.concat([
      jpeg.subarray(0, 2),
      Buffer.from([0xff, 0x01]),
      jpeg.subarray(frameOfJpeg, frameOfJpeg + 13),
      Buffer.alloc(0xffc0 - 13),
      jpeg.subarray(2),
    ]),
    "a PNG with an altered byte": altered(png, idat + 6),
    "a PNG with a wrong checksum": altered(png, idat + 4 + png.readUInt32BE(idat - 4)),
    "a GIF with nothing but a trailer": Buffer.concat([gif.subarray(0, 19), Buffer.from([0x3b])]),
    "a GIF with an empty image": Buffer.concat([
      gif.subarray(0, 19),
      Buffer.from([0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 0, 0x3b]),
    ]),
    "a WebP with nothing but the extended header": riff(extended),
    "a WebP with an empty image": riff(extended, Buffer.from("VP8 \0\0\0\0")),
    "a WebP with an image larger than the picture": riff(extended, large),
    "an animated WebP with a frame larger than the picture": riff(extended, frame),
    "a GIF with a frame larger than the picture": wideGif,
  };

  it.each(Object.entries(damaged))("is refused: %s", async (_, bytes) => {
    expect(await refusal(bytes)).toEqual([400, "photo: is damaged"]);
  });

  it("behind a photo is not stored", async () => {
    const page = Buffer.from("<script>alert(1)</script>");
    const { bytes } = await readPhoto([photo["image/gif"](), page]);
    expect(Buffer.from(bytes).includes("script")).toBe(false);
  });
});

it("a colour profile that may inflate to much is removed", async () => {
  const png = Buffer.from(photo["image/png"]());
  const withProfile = (bytes: number) =>
    readPhoto([
      png.subarray(0, 33),
      pngChunk("iCCP", Buffer.concat([Buffer.from("x\0\0"), Buffer.alloc(bytes)])),
      png.subarray(png.indexOf("IDAT") - 4),
    ]);
  const [small, large] = [await withProfile(10_000), await withProfile(40_000)];
  expect([small, large].map(({ bytes }) => Buffer.from(bytes).includes("iCCP")))
    .toEqual([true, false]);
});

it("a pixel of 16 bits a channel counts twice", async () => {
  const png = Buffer.from(photo["image/png"]());
  const header = Buffer.from(png.subarray(16, 29));
  header[8] = 16;
  const deep = [png.subarray(0, 8), pngChunk("IHDR", header), png.subarray(33)];
  const [plain, twice] = [await readPhoto([png]), await readPhoto(deep)];
  expect([plain.pixels, twice.pixels]).toEqual([1024 * 1024, 2 * 1024 * 1024]);
});

it("parts that follow each other are stored in one piece, however many there are", async () => {
  const jpeg = Buffer.from(photo["image/jpeg"]());
  const frame = jpeg.indexOf(Buffer.from([0xff, 0xc0]));
  const tables = Array(1000).fill([0xff, 0xdd, 0, 2]).flat();
  const bytes = Buffer.concat([jpeg.subarray(0, frame), Buffer.from(tables), jpeg.subarray(frame)]);
  const { pieces } = await stripMetadata("image/jpeg", new Uint8Array(bytes));
  expect(Buffer.concat(pieces).includes(Buffer.from(tables))).toBe(true);
  expect(pieces.length).toBeLessThan(10);
});

it("an EXIF block is read up to 4 kB, however large it is", async () => {
  const block = Buffer.concat([exifBlock(camera), Buffer.alloc(50_000)]);
  const { takenAt } = await readPhoto([photo["image/jpeg"](block)]);
  expect(takenAt).toBe("2026-11-21T08:30:00+01:00");
  const directory = block.readUInt32BE(4);
  // The first directory moves behind the limit.
  block.copy(block, 40_000, directory, directory + 200);
  block.writeUInt32BE(40_000, 4);
  expect((await readPhoto([photo["image/jpeg"](block)])).takenAt).toBeUndefined();
});
