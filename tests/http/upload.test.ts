import { z } from "@hono/zod-openapi";
import { Buffer } from "node:buffer";
import { deflateSync } from "node:zlib";
import { beforeEach, describe, expect, it } from "vitest";
import { createApp } from "../../shared/http/app.ts";
import { form } from "../../shared/http/bodies.ts";
import { part } from "../../shared/http/declare.ts";
import { created } from "../../shared/http/route.ts";
import type { ImageType } from "../../shared/files/metadata.ts";
import { file } from "../../shared/files/parts.ts";
import { readImage } from "../../shared/files/upload.ts";
import { jpeg } from "../support/images.ts";
import { photo, pngChunk, SECRET, types } from "../workout-window/photos.ts";
import { resetEnvironment } from "./support.ts";

beforeEach(resetEnvironment);

const fromBase64 = (text: string) => Uint8Array.from(atob(text), (char) => char.charCodeAt(0));

/** Complete images: of 3 by 2 pixels, the JPEG of 1024 by 1024. */
const images = {
  png: new Uint8Array(Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    pngChunk("IHDR", Buffer.from([0, 0, 0, 3, 0, 0, 0, 2, 8, 2, 0, 0, 0])),
    pngChunk("IDAT", deflateSync(new Uint8Array(2 * (1 + 3 * 3)))),
    pngChunk("IEND", new Uint8Array()),
  ])),
  gif: fromBase64("R0lGODlhAwACAIAAAP8AAP///yH5BAAAAAAALAAAAAADAAIAAAICjAsAOw=="),
  jpeg: jpeg(),
  webp: fromBase64("UklGRhoAAABXRUJQVlA4TA0AAAAvAkAAAAcQEf0PRET/Aw=="),
};

describe("readImage", () => {
  const MB = 1024 * 1024;
  const everyType = ["image/png", "image/jpeg", "image/gif", "image/webp"] as const;
  const read = async (bytes: Uint8Array | string, types: readonly ImageType[] = everyType) => {
    const content = typeof bytes === "string" ? new TextEncoder().encode(bytes) : bytes;
    return await readImage([content], {
      field: "photo",
      maxBytes: 5 * MB,
      types,
    });
  };
  const unsupported = (types: readonly ImageType[] = everyType) => ({
    status: 415,
    message: `photo: expected ${types.join(", ")}`,
  });

  it.each(
    [
      ["png", { type: "image/png", extension: "png", width: 3, height: 2 }],
      ["gif", { type: "image/gif", extension: "gif", width: 3, height: 2 }],
      ["jpeg", { type: "image/jpeg", extension: "jpg", width: 1024, height: 1024 }],
      ["webp", { type: "image/webp", extension: "webp", width: 3, height: 2 }],
    ] as const,
  )("returns bytes, type, extension and size of a %s", async (name, info) => {
    expect(await read(images[name])).toEqual({ bytes: images[name], ...info });
  });

  it("refuses a truncated header", async () => {
    for (const bytes of Object.values(images)) {
      for (let length = 1; length < 10; length++) {
        await expect(read(bytes.subarray(0, length))).rejects.toMatchObject(unsupported());
      }
    }
    for (const bytes of [images.png.subarray(0, 20), images.jpeg.subarray(0, 30)]) {
      await expect(read(bytes)).rejects.toMatchObject(unsupported());
    }
  });

  it.each([
    ["text", "This is a text, whatever its name is."],
    ["SVG", "<svg xmlns='http://www.w3.org/2000/svg' width='3' height='2'/>"],
    ["HTML", "<!doctype html><script>alert(1)</script>"],
    ["HTML after a GIF's first letters", "GIF<script>alert(1)</script>"],
    ["PDF", "%PDF-1.7"],
    ["BMP", "BM6\0\0\0"],
    ["WAV", "RIFF\x24\0\0\0WAVEfmt "],
    ["HEIC", "\0\0\0\x1cftypheic"],
  ])("refuses %s named photo.png", async (_what, text) => {
    await expect(read(text)).rejects.toMatchObject(unsupported());
  });

  it("refuses a GIF where only PNG is accepted", async () => {
    await expect(read(images.gif, ["image/png"])).rejects.toMatchObject(unsupported(["image/png"]));
  });

  it.each(types)("removes the metadata of a %s and what follows it", async (type) => {
    const { bytes } = await read(photo[type]());
    expect(Buffer.from(bytes).includes(SECRET)).toBe(false);
    expect((await read(bytes)).bytes).toEqual(bytes);
    await expect(read(bytes.subarray(0, -3)))
      .rejects.toMatchObject({ status: 400, message: "photo: is damaged" });
  });

  it("refuses a size of zero or of more than 100 megapixels", async () => {
    const declaring = (width: number, height: number) => {
      const bytes = images.png.slice();
      const view = new DataView(bytes.buffer);
      view.setUint32(16, width);
      view.setUint32(20, height);
      return bytes;
    };
    await expect(read(declaring(10_001, 10_000)))
      .rejects.toMatchObject({ status: 400, message: "photo: expected at most 100 megapixels" });
    for (const bytes of [declaring(0, 2), declaring(3, 0)]) {
      await expect(read(bytes)).rejects.toMatchObject(unsupported());
    }
  });

  it("refuses crafted JPEG segments and HEIC boxes", async () => {
    const fillBytes = new Uint8Array(MB).fill(0xff);
    fillBytes.set([0xff, 0xd8, 0xff]);
    const emptySegments = new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 0, 0, 0xff, 0xe0, 0, 0]);
    for (const bytes of [fillBytes, emptySegments, associations(500_000)]) {
      await expect(read(bytes)).rejects.toMatchObject(unsupported());
    }
  });

  /** A HEIC file with many item associations, which overflows the stack of the library's parser. */
  function associations(count: number): Uint8Array {
    const box = (type: string, ...content: (Uint8Array | string)[]) => {
      const data = Buffer.concat(content.map((part) => Buffer.from(part as string)));
      const header = Buffer.alloc(8);
      header.writeUInt32BE(8 + data.length);
      header.write(type, 4);
      return Buffer.concat([header, data]);
    };
    const entries = Buffer.alloc(8 + 3 * count);
    entries.writeUInt32BE(count, 4);
    const meta = box("meta", "\0\0\0\0", box("iprp", box("ipma", entries)));
    return Buffer.concat([box("ftyp", "heic\0\0\0\0heic"), meta]);
  }
});

describe("an upload", () => {
  const KB = 1024;
  const routes = part();
  routes.add("POST /photos", {
    auth: "none",
    operationId: "uploadPhoto",
    summary: "Takes a photo",
    body: form(z.object({ photo: file, caption: z.string().optional() }), {
      file: "photo",
      maxBytes: 10 * KB,
    }),
    answer: created("The properties of the photo", z.object({}).loose()),
  }, async ({ body: { photo, caption } }) => {
    const { bytes, ...image } = await readImage(photo.content, {
      field: "photo",
      maxBytes: 10 * KB,
      types: ["image/png", "image/jpeg"],
    });
    return { ...image, size: bytes.byteLength, caption: caption ?? null };
  });
  const app = createApp([routes]);

  const send = async (parts: Record<string, string | Blob | (string | Blob)[]>) => {
    const body = new FormData();
    for (const [name, values] of Object.entries(parts)) {
      for (const value of [values].flat()) {
        if (typeof value === "string") body.append(name, value);
        else body.append(name, value, "photo.png");
      }
    }
    const answer = await app.request("/photos", { method: "POST", body });
    return [answer.status, await answer.json()];
  };
  const blob = (bytes: Uint8Array<ArrayBuffer>, type = "image/png") => new Blob([bytes], { type });

  it("has the type of its bytes, not the type that the client declares", async () => {
    expect(await send({ photo: blob(images.jpeg), caption: "Me" }))
      .toEqual([201, {
        type: "image/jpeg",
        extension: "jpg",
        width: 1024,
        height: 1024,
        size: images.jpeg.byteLength,
        caption: "Me",
      }]);
  });

  it("of another type is 415", async () => {
    const message = { error: "photo: expected image/png, image/jpeg" };
    expect(await send({ photo: blob(images.gif) })).toMatchObject([415, message]);
    expect(await send({ photo: blob(new TextEncoder().encode("<svg/>")) })).toMatchObject([
      415,
      message,
    ]);
  });

  it("that is missing, empty, not a file or repeated is 400", async () => {
    expect(await send({ caption: "Me" })).toMatchObject([400, { error: "photo: required" }]);
    expect(await send({ photo: blob(new Uint8Array()) })).toMatchObject([400, {
      error: "photo: is empty",
    }]);
    expect(await send({ photo: "text" })).toMatchObject([400, {
      error: "photo: expected one file",
    }]);
    expect(await send({ photo: [blob(images.png), blob(images.png)] }))
      .toMatchObject([400, { error: "photo: expected once" }]);
  });

  it("with a file or a form that is too large is 413", async () => {
    const padded = (bytes: number) => {
      const padding = new Uint8Array(bytes - images.png.byteLength);
      return new Blob([images.png, padding], { type: "image/png" });
    };
    expect((await send({ photo: padded(10 * KB) }))[0]).toBe(201);
    expect(await send({ photo: padded(10 * KB + 1) }))
      .toMatchObject([413, { error: "photo: larger than 10 KB" }]);
    expect(await send({ photo: padded(80 * KB) }))
      .toMatchObject([413, { error: "photo: larger than 10 KB" }]);
  });

  it("that is not a form is 415 or 400", async () => {
    const post = async (type: string, body: string) => {
      const headers = { "content-type": type };
      return (await app.request("/photos", { method: "POST", headers, body })).status;
    };
    expect(await post("application/json", "{}")).toBe(415);
    expect(await post("image/png", "x")).toBe(415);
    expect(await post("multipart/form-data; boundary=x", "not a form")).toBe(400);
    const part = '--x\r\ncontent-disposition: form-data; name="photo"; filename="a.png"\r\n\r\n';
    expect(await post("multipart/form-data; boundary=x", `${part}GIF89a`)).toBe(400);
  });
});
