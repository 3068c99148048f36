/// <reference lib="dom" />
/** Files larger than the service takes: photos become smaller, other files are refused in words. */
import { Buffer } from "node:buffer";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { patience, scratchFolder } from "../../../packages/local-supabase/helpers.ts";
import { ok } from "../../../tests/support/requests.ts";
import { exifBlock, SECRET } from "../../../tests/workout-window/photos.ts";
import { axeFindings, begin, button, dialog, goTo, sent, visit, written } from "./browser.ts";
import { seen } from "./pictures.ts";
import { writer } from "./writer.ts";

const MB = 1024 * 1024;
const folder = await scratchFolder("large");
const [photo, moving, broken, sound] = ["photo.jpg", "moving.gif", "broken.jpg", "sound.mp3"]
  .map((name) => join(folder, name)) as [string, string, string, string];

/** A red and a blue half, 4000 x 2000 pixels, held upright by its metadata alone, of 61 MB. */
async function largePhoto(): Promise<Buffer> {
  const page = await visit();
  const plain = Buffer.from(
    await page.evaluate(() => {
      const canvas = Object.assign(document.createElement("canvas"), { width: 4000, height: 2000 });
      const drawing = canvas.getContext("2d")!;
      for (const [n, colour] of ["#a00", "#00a"].entries()) {
        drawing.fillStyle = colour;
        drawing.fillRect(n * 2000, 0, 2000, 2000);
      }
      return canvas.toDataURL("image/jpeg").split(",")[1]!;
    }),
    "base64",
  );
  const segment = (marker: number, content: Buffer) => {
    const length = Buffer.alloc(2);
    length.writeUInt16BE(content.length + 2);
    return Buffer.concat([Buffer.from([0xff, marker]), length, content]);
  };
  const exif = Buffer.concat([Buffer.from("Exif\0\0"), exifBlock({ orientation: 6 })]);
  const comment = segment(0xfe, Buffer.alloc(65_000, SECRET));
  return Buffer.concat([
    plain.subarray(0, 2),
    segment(0xe1, exif),
    ...Array.from({ length: Math.ceil(61 * MB / comment.length) }, () => comment),
    plain.subarray(2),
  ]);
}

const choose = (page: Page, files: string | string[]) =>
  page.locator(".composer input[type=file]").setInputFiles(files);

/** The time of the devices, so many minutes ago. */
const before = (minutes: number) =>
  new Intl.DateTimeFormat("en-GB", { timeStyle: "short", timeZone: "Europe/Berlin" })
    .format(Date.now() - minutes * 60_000);

/** Lets the device keep no file until the returned function is called. */
async function keepingNoFiles(page: Page) {
  await page.evaluate(() => {
    const { put } = IDBObjectStore.prototype;
    IDBObjectStore.prototype.put = function (value, ...rest) {
      if (value?.bytes) throw new DOMException("Full", "QuotaExceededError");
      return put.call(this, value, ...rest);
    };
    Object.assign(globalThis, { keepFiles: () => IDBObjectStore.prototype.put = put });
  });
  return () => page.evaluate("keepFiles(); undefined");
}

/** Lets the device read no picture until the returned function is called. */
async function readingNoPictures(page: Page) {
  await page.evaluate(() => {
    const [read, held] = [createImageBitmap, Promise.withResolvers<void>()];
    Object.assign(globalThis, {
      createImageBitmap: (photo: Blob) => held.promise.then(() => read(photo)),
      readPictures: () => held.resolve(),
    });
  });
  return () => page.evaluate("readPictures(); undefined");
}

it("a discard while the photo becomes smaller writes nothing, and can be undone", async () => {
  const large = join(folder, "large.png");
  const icon = await readFile(join(import.meta.dirname!, "../public/icon-192.png"));
  await writeFile(large, Buffer.concat([icon, Buffer.alloc(4 * MB)]));
  const { page, stored } = await writer();
  await begin(page, "The fog came back.", "Fog");
  const readPictures = await readingNoPictures(page);
  await choose(page, large);
  await page.getByText("Making the photo smaller").waitFor();
  await button(page, "Save").click();
  await expect.poll(() => button(page, "Save").getAttribute("aria-busy")).toBe("true");
  await button(page, "Discard").click();
  await page.getByText("Not saved", { exact: true }).waitFor();
  await button(page, "Undo").click();
  await readPictures();
  // The photo that was not read yet is in the draft too.
  await page.getByAltText("Photo 1").waitFor();
  expect(await written(page)).toBe("The fog came back.");
  await sent(page);
  expect(await stored()).toEqual([]);
  await button(page, "Discard").click();
  await goTo(page, "/journal/new");
  expect([await written(page), await page.locator(".to-add li").count()])
    .toEqual(["", 0]);
  expect(await stored()).toEqual([]);
});

describe("a file above the limit", () => {
  beforeAll(async () => {
    await writeFile(moving, Buffer.concat([Buffer.from("GIF89a"), Buffer.alloc(11 * MB)]));
    await writeFile(broken, Buffer.alloc(11 * MB, 1));
    await writeFile(sound, Buffer.alloc(26 * MB, 1));
  });

  it(
    "is sent as a smaller photo, upright and without metadata, in one entry",
    { timeout: patience(240_000) },
    async () => {
      await writeFile(photo, await largePhoto());
      const { ana, page, stored } = await writer();
      await begin(page, "Fog on the river.");
      await choose(page, photo);
      await button(page, "Save").dblclick();
      await page.getByAltText("Photo 1 of 1").waitFor({ timeout: patience(60_000) });
      await sent(page);
      await expect.poll(async () => (await stored())[0]?.attachment_count).toBe(1);
      const entries = await stored();
      expect(entries).toHaveLength(1);
      const { entry } = await ok(ana, "GET", `/api/journal/${entries[0].id}`);
      const [{ url, bytes }] = entry.attachments;
      expect(bytes).toBeLessThan(3 * MB);
      expect(await seen(page, url)).toMatchObject({ width: 1536, height: 3072 });
      expect(await (await fetch(url)).text()).not.toContain(SECRET);

      // One function serves the pickers of an entry, a check-in and the own picture.
      const part = page.getByRole("region", { name: "Photos and recordings" });
      await part.getByLabel("Add a photo").setInputFiles(photo);
      await page.getByAltText("Photo 2 of 2").waitFor({ timeout: patience(60_000) });
      await goTo(page, "/me/profile");
      await page.locator("input[type=file]").setInputFiles(photo);
      await button(page, "Use this picture").click({ timeout: patience(60_000) });
      await page.getByText("Your new picture is here").waitFor();
      await ok(ana, "POST", "/api/workout-window/setup", {
        activityType: "walk",
        windowStartTime: before(40),
        timezone: "Europe/Berlin",
      });
      await goTo(page, "/window");
      await button(page, /^Check in/).first().click();
      await dialog(page).locator("input[type=file]").last().setInputFiles(photo);
      await page.getByAltText("The photo you send").waitFor({ timeout: patience(60_000) });
      await button(page, "Send check-in").click();
      await dialog(page).getByText(/You are checked in|Kept, and in review/).waitFor();
    },
  );

  it("is refused in words where it cannot be made smaller, and the entry has its text", async () => {
    const { page, stored } = await writer();
    await begin(page, "A quiet day.");
    for (
      const [file, words] of [
        [moving, "A picture that moves can have at most 10 MB."],
        [broken, "we cannot make it smaller here"],
      ] as const
    ) {
      await choose(page, file);
      await page.getByRole("alert").getByText(words).waitFor();
    }
    expect(await axeFindings(page)).toEqual([]);
    expect(await page.locator(".to-add li").count()).toBe(0);
    await button(page, "Save").click();
    await page.getByText("A quiet day.").last().waitFor();
    await page.getByLabel("Add a sound").setInputFiles(sound);
    await page.getByText("It can have at most 25 MB.").waitFor();
    await sent(page);
    expect(await stored()).toMatchObject([{ attachment_count: 0 }]);
  });
});

it("each file that cannot be added is named, a small photo that nobody can read too", async () => {
  const names = ["junk.jpg", "empty.png", "notes.txt"].map((name) => join(folder, name));
  for (const [n, name] of names.entries()) await writeFile(name, n === 1 ? "" : "no picture");
  await writeFile(moving, Buffer.concat([Buffer.from("GIF89a"), Buffer.alloc(11 * MB)]));
  const { page } = await writer();
  await begin(page, "A quiet day.");
  await choose(page, [...names, moving]);
  const alert = page.getByRole("alert");
  await alert.getByText("moving.gif: This picture is too large.").waitFor();
  await expect.poll(async () => (await alert.innerText()).split("\n")).toEqual([
    expect.stringMatching(/^notes\.txt: Photos can be/),
    "junk.jpg and empty.png: This photo cannot be read. Choose another one.",
    expect.stringMatching(/^moving\.gif: This picture is too large/),
  ]);
  expect(await page.locator(".to-add li").count()).toBe(0);
  expect(await axeFindings(page)).toEqual([]);
});

it("one entry is written, however often it is saved without room for its photo", async () => {
  const { page, stored } = await writer();
  await begin(page, "The ice sang.", "Ice");
  await choose(page, join(import.meta.dirname!, "../public/icon-192.png"));
  await page.getByAltText("Photo 1").waitFor();
  const keepFiles = await keepingNoFiles(page);
  for (let attempt = 0; attempt < 3; attempt++) {
    await button(page, "Save").click();
    await page.getByText("Your text is saved, but not every file").waitFor();
    // The text goes to the service at once.
    await expect.poll(stored).toMatchObject([{ title: "Ice", attachment_count: 0 }]);
  }
  // The message on leaving is true: the text is there, the photo is not.
  await button(page, "Discard").click();
  await page.getByText("Your text is saved, the files are not").waitFor();
  await page.getByRole("heading", { name: "Ice" }).waitFor();
  expect(await page.getByText("Not saved", { exact: true }).count()).toBe(0);
  await button(page, "Undo").click();
  await page.getByAltText("Photo 1").waitFor();
  await keepFiles();
  await button(page, "Save").click();
  await page.getByAltText("Photo 1 of 1").waitFor();
  await sent(page);
  await expect.poll(stored).toMatchObject([{ title: "Ice", attachment_count: 1 }]);
});
