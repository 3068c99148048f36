/** Small photos of the four types, with the metadata of a camera where wanted. */
import { Buffer } from "node:buffer";
import { crc32, deflateSync } from "node:zlib";
import { dump, type IExif, TagValues } from "piexif-ts";
import { paint } from "../../packages/stand-ins/png.ts";
import { jpeg, webp } from "../support/images.ts";

export const types = ["image/jpeg", "image/png", "image/gif", "image/webp"] as const;
export type PhotoType = typeof types[number];

/** A text that occurs in the metadata of every photo here, and must not be stored. */
export const SECRET = "Ana's camera, 48.8583 N 2.2945 E";

export interface Camera {
  /** `2026:11:21 08:30:00` */
  takenAt?: string;
  /** `+01:00` */
  offset?: string;
  orientation?: number;
}

/** The time (UTC) so many hours from now, as a camera writes it. */
export const exifTime = (hours: number) =>
  new Date(Date.now() + hours * 3_600_000).toISOString().slice(0, 19)
    .replace("T", " ").replaceAll("-", ":");

/** An EXIF block: a TIFF file with the camera's owner and the place. */
export function exifBlock({ takenAt, offset, orientation }: Camera = {}): Buffer {
  const { ImageIFD, ExifIFD, GPSIFD } = TagValues;
  const exif: IExif = {
    "0th": {
      [ImageIFD.Artist]: SECRET,
      ...(orientation && { [ImageIFD.Orientation]: orientation }),
    },
    Exif: {
      ...(takenAt && { [ExifIFD.DateTimeOriginal]: takenAt }),
      ...(offset && { [ExifIFD.OffsetTimeOriginal]: offset }),
    },
    GPS: {
      [GPSIFD.GPSLatitudeRef]: "N",
      [GPSIFD.GPSLatitude]: [[48, 1], [51, 1], [30, 1]],
    },
  };
  return Buffer.from(dump(exif).slice("Exif\0\0".length), "latin1");
}

const ascii = (text: string) => Buffer.from(text, "latin1");
const join = (...pieces: Uint8Array[]) => new Uint8Array(Buffer.concat(pieces));

const number = (bytes: 2 | 4, value: number, little = false) => {
  const buffer = Buffer.alloc(4);
  if (little) buffer.writeUInt32LE(value);
  else buffer.writeUInt32BE(value);
  return little ? buffer.subarray(0, bytes) : buffer.subarray(4 - bytes);
};

const segment = (marker: number, content: Uint8Array) =>
  join(Buffer.from([0xff, marker]), number(2, content.length + 2), content);

export function pngChunk(type: string, content: Uint8Array) {
  const body = join(ascii(type), content);
  return join(number(4, content.length), body, number(4, crc32(body)));
}

const riffChunk = (type: string, content: Uint8Array) =>
  join(ascii(type), number(4, content.length, true), content, Buffer.alloc(content.length & 1));

/** XMP, as editors write it. */
const xmp = ascii(`<x:xmpmeta>${SECRET}</x:xmpmeta>`);
const XMP_NAME = ascii("http://ns.adobe.com/xap/1.0/\0");

/** A photo of 1024 x 1024 pixels (GIF: one pixel) with metadata of every kind that its type knows. */
export const photo: Record<PhotoType, (exif?: Uint8Array) => Uint8Array<ArrayBuffer>> = {
  "image/jpeg": (exif = exifBlock()) => {
    const plain = jpeg();
    return join(
      plain.subarray(0, 2),
      segment(0xe1, join(ascii("Exif\0\0"), exif)),
      segment(0xe1, join(XMP_NAME, xmp)),
      segment(0xed, ascii(`Photoshop 3.0\0${SECRET}`)),
      segment(0xfe, ascii(SECRET)),
      plain.subarray(2),
      ascii(`a second picture: ${SECRET}`),
    );
  },
  "image/png": (exif = exifBlock()) => {
    const plain = paint("photo");
    return join(
      plain.subarray(0, 33),
      pngChunk("iCCP", join(ascii(`${SECRET}\0\0`), deflateSync(Buffer.alloc(128)))),
      pngChunk("eXIf", exif),
      pngChunk("tEXt", ascii(`Comment\0${SECRET}`)),
      pngChunk("iTXt", join(ascii("XML:com.adobe.xmp\0\0\0\0\0"), xmp)),
      plain.subarray(33),
      ascii(SECRET),
    );
  },
  "image/gif": () =>
    join(
      ascii("GIF89a"),
      Buffer.from([1, 0, 1, 0, 0x80, 0, 0, 0, 0, 0, 255, 255, 255]),
      Buffer.from([0x21, 0xfe, SECRET.length]),
      ascii(`${SECRET}\0`),
      Buffer.from([0x21, 0xff, 11]),
      ascii("XMP DataXMP"),
      Buffer.from([SECRET.length]),
      ascii(`${SECRET}\0`),
      Buffer.from([0x21, 0xf9, 4, 0, 0, 0, 0, 0]),
      Buffer.from([0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0, 0x3b]),
      ascii(SECRET),
    ),
  "image/webp": (exif = exifBlock()) => {
    const image = webp().subarray(12);
    // Extended header: EXIF and XMP follow; 1024 x 1024.
    const header = riffChunk("VP8X", Buffer.from([0x0c, 0, 0, 0, 0xff, 3, 0, 0xff, 3, 0]));
    const chunks = join(header, image, riffChunk("EXIF", exif), riffChunk("XMP ", xmp));
    return join(ascii("RIFF"), number(4, chunks.length + 4, true), ascii("WEBP"), chunks);
  },
};

/** A JPEG without metadata that no other test sends: its comment is removed, its noise is not. */
export function freshPhoto(camera?: Camera): Uint8Array<ArrayBuffer> {
  const bytes = photo["image/jpeg"](exifBlock(camera));
  // The quantization table may have any value: the picture is grey all the same.
  const table = bytes.findIndex((byte, n) => byte === 0xff && bytes[n + 1] === 0xdb);
  for (let n = 0; n < 48; n++) bytes[table + 20 + n] = 1 + Math.floor(unique() * 254);
  return bytes;
}

const unique = () => crypto.getRandomValues(new Uint32Array(1))[0]! / 2 ** 32;
