/** Images that users upload, and their files. */
import { describe, expect } from "vitest";
import { it } from "../support/it.ts";
import { Buffer } from "node:buffer";
import { crc32 } from "node:zlib";
import { testEnvironment } from "../support/environment.ts";
import { eventually } from "../support/eventually.ts";
import { jpeg, webp } from "../support/images.ts";
import { anonymous, service, superAdmin } from "../support/people.ts";
import { sql } from "../support/sql.ts";
import { NOWHERE, ok } from "../support/requests.ts";
import {
  addImages,
  createPack,
  download,
  filesOf,
  opens,
  pathOf,
  png,
  readPack,
  setDrops,
  upload,
} from "./support.ts";

/** A picture whose header declares another size than its data has. */
function resized(width: number, height: number): Uint8Array<ArrayBuffer> {
  const bytes = png();
  const view = new DataView(bytes.buffer);
  view.setUint32(16, width);
  view.setUint32(20, height);
  view.setUint32(29, crc32(bytes.subarray(12, 29)));
  return bytes;
}

describe("/api/tone-packs/:id/images", () => {
  const root = "/api/tone-packs";

  it("stores an image, replaces it, and deletes it with its file", async ({ ana }) => {
    const pack = await createPack(ana);
    const path = `${root}/${pack.id}/images`;

    const first = await upload(ana, path, "joyful", png("first"));
    expect(first.status).toBe(201);
    expect(first.body).toEqual({ image: { tone: "joyful", url: expect.any(String) } });
    const { url } = first.body.image;
    expect(pathOf(url)).toMatch(new RegExp(`^${ana.id}/${pack.id}/joyful-\\d{13,}\\.png$`));
    expect(await download(url)).toEqual(png("first"));
    const read = await readPack(ana, pack.id);
    expect(read).toMatchObject({ image_count: 1, images: [first.body.image] });

    const second = await upload(ana, path, "joyful", png("second"));
    expect(second.status).toBe(201);
    expect(second.body.image.url).not.toBe(url);
    expect(await download(second.body.image.url)).toEqual(png("second"));
    expect((await readPack(ana, pack.id)).images).toEqual([second.body.image]);
    await eventually(async () => {
      expect(await opens(url)).toBe(false);
      expect(await filesOf(pack.id)).toEqual([pathOf(second.body.image.url)]);
    });

    expect(await ok(ana, "DELETE", `${path}/joyful`)).toEqual({ message: "Image deleted" });
    expect(await readPack(ana, pack.id)).toMatchObject({ image_count: 0, images: [] });
    await eventually(async () => expect(await filesOf(pack.id)).toEqual([]));
    expect((await ana.api("DELETE", `${path}/joyful`)).status).toBe(404);
    expect((await ana.api("DELETE", `${path}/happy`)).status).toBe(400);
  });

  it("stores an image under the canonical id of its pack", async ({ ana }) => {
    const pack = await createPack(ana);
    const answer = await upload(ana, `${root}/${pack.id.toUpperCase()}/images`, "tired");
    expect(answer.status, JSON.stringify(answer.body)).toBe(201);
    expect(answer.body.image.url).toContain(`/${pack.id}/tired-`);
  });

  it("accepts PNG, JPEG and WebP under any file name", async ({ ana }) => {
    const pack = await createPack(ana);
    const path = `${root}/${pack.id}/images`;
    for (
      const [tone, bytes, extension] of [
        ["joyful", png(), "png"],
        ["calm", jpeg(), "jpg"],
        ["tired", webp(), "webp"],
      ] as const
    ) {
      const file = { type: "text/html", name: "page.html" };
      const { status, body } = await upload(ana, path, tone, bytes, file);
      expect(status, JSON.stringify(body)).toBe(201);
      expect(body.image.url).toMatch(new RegExp(`/${tone}-\\d+\\.${extension}$`));
      const answer = await fetch(body.image.url);
      expect(answer.headers.get("content-type")).toBe(
        `image/${extension === "jpg" ? "jpeg" : extension}`,
      );
      expect(new Uint8Array(await answer.arrayBuffer())).toEqual(bytes);
    }
  });

  it("refuses files that are not images of 1024 x 1024 pixels", async ({ ana }) => {
    const pack = await createPack(ana);
    const path = `${root}/${pack.id}/images`;
    const gif = new Uint8Array(Buffer.from("R0lGODlhAAQABAAAACwAAAAAAQABAAACADs=", "base64"));
    for (
      const [what, bytes, status, error] of [
        ["nothing", new Uint8Array(), 400, "file: is empty"],
        ["a GIF", gif, 415, "file: expected image/png, image/jpeg, image/webp"],
        ["1023 x 1024 pixels", resized(1023, 1024), 400, "file: expected 1024 x 1024 pixels"],
        ["1024 x 2048 pixels", resized(1024, 2048), 400, "file: expected 1024 x 1024 pixels"],
        ["more than 5 MB", new Uint8Array(5 * 1024 * 1024 + 1), 413, "file"],
      ] as const
    ) {
      const answer = await upload(ana, path, "joyful", bytes as Uint8Array<ArrayBuffer>);
      expect(answer.status, what).toBe(status);
      expect(answer.body.error, what).toContain(error);
    }
    expect((await upload(ana, path, "happy")).body.error).toContain("tone: expected one of joyful");
    const form = new FormData();
    form.set("tone", "joyful");
    expect((await ana.api("POST", path, form)).status).toBe(400);
    expect(await readPack(ana, pack.id)).toEqual(pack);
    expect(await filesOf(pack.id)).toEqual([]);
  });

  it("only the owner can add or delete images", async ({ ana, ben }) => {
    const [admin, secret] = [await superAdmin(), await createPack(ana)];
    const open = await createPack(ana, { is_public: true });
    await addImages(open.id, 1);
    await ana.api("POST", `${root}/${secret.id}/share`, { user_id: ben.id });
    for (
      const [who, pack, status] of [
        [ben, NOWHERE, 404],
        [ben, open.id, 403],
        [ben, secret.id, 403],
        [admin, secret.id, 403],
      ] as const
    ) {
      expect((await upload(who, `${root}/${pack}/images`, "joyful")).status).toBe(status);
      expect((await who.api("DELETE", `${root}/${pack}/images/joyful`)).status).toBe(status);
    }
    expect((await readPack(ana, open.id)).image_count).toBe(1);
    expect(await filesOf(secret.id)).toEqual([]);
  });

  it("refuses to delete an image of a purchased pack", async ({ ana, ben }) => {
    const pack = await createPack(ana, { is_public: true, price_drops: 5 });
    const path = `${root}/${pack.id}/images`;
    await upload(ana, path, "joyful", png("first"));
    await setDrops(ben, 5);
    expect((await ben.api("POST", `${root}/${pack.id}/purchase`)).status).toBe(201);
    const refused = await ana.api("DELETE", `${path}/joyful`);
    expect(refused.status).toBe(409);
    expect((await upload(ana, path, "joyful", png("better"))).status).toBe(201);
    const { images } = await readPack(ben, pack.id);
    expect(await download(images[0]!.url)).toEqual(png("better"));
  });
});

describe("files", () => {
  const waiting = async (packId: string) =>
    (await sql`
      select path from private.storage_deletions where path like ${`%/${packId}/%`}`).length;

  it("of a deleted pack are deleted", async ({ ana }) => {
    const pack = await createPack(ana);
    const urls: string[] = [];
    for (const tone of ["joyful", "sad", "calm"]) {
      const answer = await upload(ana, `/api/tone-packs/${pack.id}/images`, tone);
      urls.push(answer.body.image.url);
    }
    expect(await filesOf(pack.id)).toHaveLength(3);

    await ana.api("DELETE", `/api/tone-packs/${pack.id}`);
    await eventually(async () => {
      expect(await filesOf(pack.id)).toEqual([]);
      expect(await waiting(pack.id)).toBe(0);
    });
    expect(await Promise.all(urls.map(opens))).toEqual([false, false, false]);
  });

  it("are deleted when an upload is cut off before its record", async ({ ana }) => {
    const pack = await createPack(ana);
    const path = `${ana.id}/${pack.id}/joyful-17.png`;
    await sql`select private.reserve_file('tone-packs', ${path})`;
    const { error } = await service.storage.from("tone-packs")
      .upload(path, png(), { contentType: "image/png" });
    expect(error).toBeNull();
    // The function ended here: the outbox contains the file.
    const [row] = await sql`
      select not_before > now() + interval '10 minutes' as later
      from private.storage_deletions where path = ${path}`;
    expect(row!.later).toBe(true);
    await sql`update private.storage_deletions set not_before = now() where path = ${path}`;
    const secret = { "x-cron-secret": testEnvironment.CHAT_CRON_SECRET };
    await anonymous.api("POST", "/api/user/cron/deletions", undefined, secret);
    await eventually(async () => {
      expect([await filesOf(pack.id), await waiting(pack.id)]).toEqual([[], 0]);
    });
    // A deleted file can no longer become an image.
    await expect(
      sql`select private.add_tone_pack_image(${ana.id}, ${pack.id}, 'joyful', ${path}, true)`,
    ).rejects.toThrow("not stored in time");
  });

  it("of one tone at once leave one image and one file", async ({ ana }) => {
    const pack = await createPack(ana);
    const answers = await Promise.all(
      ["a", "b", "c", "d", "e"].map((words) =>
        upload(ana, `/api/tone-packs/${pack.id}/images`, "joyful", png(words))
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201]);
    const read = await readPack(ana, pack.id);
    expect(read).toMatchObject({ image_count: 1 });
    await eventually(async () => {
      expect(await filesOf(pack.id)).toEqual([pathOf(read.images[0]!.url)]);
    });
  });
});
