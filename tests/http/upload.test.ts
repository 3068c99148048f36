import { z } from "@hono/zod-openapi";
import { beforeEach, describe, expect, it } from "vitest";
import { created } from "../../shared/http/answers.ts";
import { createApp } from "../../shared/http/app.ts";
import { form } from "../../shared/http/bodies.ts";
import { group } from "../../shared/http/group.ts";
import { imageInfo } from "../../shared/files/image-type.ts";
import { route } from "../../shared/http/route.ts";
import { file, formLimit, readImage } from "../../shared/files/upload.ts";
import { resetEnvironment } from "./support.ts";

beforeEach(resetEnvironment);

const fromBase64 = (text: string) => Uint8Array.from(atob(text), (char) => char.charCodeAt(0));

/** Whole images of 3 by 2 pixels, but for the extended WebP header of 1024 by 1024. */
const images = {
  png: fromBase64(
    "iVBORw0KGgoAAAANSUhEUgAAAAMAAAACCAIAAAASFvFNAAAAEUlEQVR4nGP4z8DAAMQMUBIAIPQD/f0kfC8AAAAASUVORK5CYII=",
  ),
  gif: fromBase64("R0lGODlhAwACAIAAAP8AAP///yH5BAAAAAAALAAAAAADAAIAAAICjAsAOw=="),
  jpeg: new Uint8Array([
    ...[0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46, 0, 1, 1, 0, 0, 1, 0, 1, 0, 0],
    ...[0xff, 0xdb, 0, 4, 0, 0],
    ...[0xff, 0xff, 0xc0, 0, 11, 8, 0, 2, 0, 3, 1, 1, 0x11, 0],
  ]),
  webp: new TextEncoder().encode("RIFF\x24\0\0\0WEBPVP8X\x0a\0\0\0\0\0\0\0"),
  webpLossless: fromBase64("UklGRhoAAABXRUJQVlA4TA0AAAAvAkAAAAcQEf0PRET/Aw=="),
};
images.webp = new Uint8Array([...images.webp, 0xff, 0x03, 0, 0xff, 0x03, 0]);

describe("an image by its bytes", () => {
  it("has a type and a size", () => {
    expect(imageInfo(images.png)).toEqual({ type: "image/png", width: 3, height: 2 });
    expect(imageInfo(images.gif)).toEqual({ type: "image/gif", width: 3, height: 2 });
    expect(imageInfo(images.jpeg)).toEqual({ type: "image/jpeg", width: 3, height: 2 });
    expect(imageInfo(images.webp)).toEqual({ type: "image/webp", width: 1024, height: 1024 });
    expect(imageInfo(images.webpLossless)).toEqual({ type: "image/webp", width: 3, height: 2 });
  });

  it("is none when it ends before its size is told", () => {
    for (const bytes of Object.values(images)) {
      for (let length = 0; length < 10; length++) {
        expect(imageInfo(bytes.subarray(0, length))).toBeNull();
      }
    }
    expect(imageInfo(images.png.subarray(0, 20))).toBeNull();
    expect(imageInfo(images.jpeg.subarray(0, 30))).toBeNull();
  });

  it("is none when it is something else", () => {
    const others = [
      "<svg xmlns='http://www.w3.org/2000/svg'/>",
      "<html><script>alert(1)</script>",
      "%PDF-1.7",
      "BM6\0\0\0",
      "RIFF\x24\0\0\0WAVEfmt ",
      "\0\0\0\x1cftypheic",
    ];
    for (const text of others) expect(imageInfo(new TextEncoder().encode(text))).toBeNull();
  });

  it("is found out in time whatever the bytes", () => {
    const endless = new Uint8Array(1_000_000).fill(0xff);
    endless.set([0xff, 0xd8, 0xff]);
    expect(imageInfo(endless)).toBeNull();
    const empty = new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 0, 0, 0xff, 0xe0, 0, 0]);
    expect(imageInfo(empty)).toBeNull();
  });
});

describe("an upload", () => {
  const KB = 1024;
  const routes = group("photos", "Photos");
  routes.openapi(
    route({
      method: "post",
      path: "/photos",
      auth: "none",
      operationId: "uploadPhoto",
      summary: "Takes a photo",
      body: form(z.object({ photo: file, caption: z.string().optional() }), {
        maxBytes: formLimit(10 * KB),
      }),
      answer: created("The properties of the photo", z.object({}).loose()),
    }),
    async (c) => {
      const { photo, caption } = c.req.valid("form");
      const { bytes, ...image } = await readImage(photo, {
        field: "photo",
        maxBytes: 10 * KB,
        types: ["image/png", "image/jpeg"],
      });
      return c.json({ ...image, size: bytes.byteLength, caption: caption ?? null }, 201);
    },
  );
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

  it("is what its bytes say, whatever the client calls it", async () => {
    expect(await send({ photo: blob(images.jpeg as Uint8Array<ArrayBuffer>), caption: "Me" }))
      .toEqual([201, {
        type: "image/jpeg",
        extension: "jpg",
        width: 3,
        height: 2,
        size: images.jpeg.byteLength,
        caption: "Me",
      }]);
  });

  it("of another type is 415", async () => {
    const message = { error: "photo: expected image/png, image/jpeg" };
    expect(await send({ photo: blob(images.gif) })).toEqual([415, message]);
    expect(await send({ photo: blob(new TextEncoder().encode("<svg/>")) })).toEqual([415, message]);
  });

  it("that is missing, empty, no file or several is 400", async () => {
    expect(await send({ caption: "Me" })).toEqual([400, { error: "photo: required" }]);
    expect(await send({ photo: blob(new Uint8Array()) })).toEqual([400, {
      error: "photo: is empty",
    }]);
    expect(await send({ photo: "text" })).toEqual([400, { error: "photo: expected one file" }]);
    expect(await send({ photo: [blob(images.png), blob(images.png)] }))
      .toEqual([400, { error: "photo: expected one file" }]);
  });

  it("that is too large is 413, the file as well as the form", async () => {
    const padded = (bytes: number) => {
      const padding = new Uint8Array(bytes - images.png.byteLength);
      return new Blob([images.png, padding], { type: "image/png" });
    };
    expect((await send({ photo: padded(10 * KB) }))[0]).toBe(201);
    expect(await send({ photo: padded(10 * KB + 1) }))
      .toEqual([413, { error: "photo: larger than 10 KB" }]);
    expect(await send({ photo: padded(80 * KB) }))
      .toEqual([413, { error: "body: larger than 74 KB" }]);
  });

  it("that is no form is 415 or 400", async () => {
    const post = async (type: string, body: string) => {
      const headers = { "content-type": type };
      return (await app.request("/photos", { method: "POST", headers, body })).status;
    };
    expect(await post("application/json", "{}")).toBe(415);
    expect(await post("image/png", "x")).toBe(415);
    expect(await post("multipart/form-data; boundary=x", "not a form")).toBe(400);
  });
});
