/// <reference lib="dom" />
/** Photos and recordings of an entry: its author adds them, and readers see and hear them. */
import { Buffer } from "node:buffer";
import { expect, it } from "vitest";
import { paint } from "../../../packages/stand-ins/png.ts";
import {
  axeFindings,
  begin,
  darkDesktop,
  goTo,
  phone,
  sent,
  shareWith,
  signUp,
  visit,
} from "./browser.ts";

it("the author adds a photo and a recording, and a reader sees and hears them", async () => {
  const [author, reader] = [await visit("/today", phone), await visit("/today", darkDesktop)];
  await signUp(author);
  await signUp(reader);
  const title = `Fog ${crypto.randomUUID()}`;
  await begin(author, "The river was gone.", title);
  await shareWith(author, "Everybody");
  await author.getByRole("button", { name: "Save" }).click();
  await sent(author);

  const photo = {
    name: "fog.png",
    mimeType: "image/png",
    buffer: Buffer.from(paint("fog over a river")),
  };
  const part = author.getByRole("region", { name: "Photos and recordings" });
  await part.getByLabel("Add a photo").setInputFiles(photo);
  const shown = part.getByAltText("Photo 1 of 1");
  await shown.waitFor();
  expect(await shown.evaluate((image: HTMLImageElement) => image.decode())).toBeUndefined();
  await part.getByRole("button", { name: "Photo 1 of 1", exact: true }).click();
  await author.getByRole("dialog").getByAltText("Photo 1 of 1").waitFor();
  await author.keyboard.press("Escape");

  await part.getByRole("button", { name: "Record", exact: true }).click();
  await part.getByText("0:01").waitFor();
  await part.getByRole("button", { name: "Stop and add" }).click();
  await part.getByRole("button", { name: "Turn into text" }).click();
  await part.locator("blockquote").waitFor();
  expect(await axeFindings(author)).toEqual([]);

  const noSound = { name: "rain.mp3", mimeType: "audio/mpeg", buffer: Buffer.from("no sound") };
  await part.getByLabel("Add a sound").setInputFiles(noSound);
  // The refused file stays until its author discards it.
  await part.getByText("expected JPEG, PNG").waitFor();
  await part.getByRole("button", { name: "Discard" }).click();
  await author.getByRole("dialog").getByRole("button", { name: "Discard" }).click();
  await part.getByText("expected JPEG, PNG").waitFor({ state: "detached" });

  await goTo(reader, "/journal?scope=public");
  const card = reader.locator(".row", { hasText: title });
  await card.getByText("2 attachments").waitFor({ state: "attached" });
  const small = card.locator("img");
  expect(await small.evaluate((image: HTMLImageElement) => image.decode())).toBeUndefined();
  expect(await small.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(720);
  await card.click();
  const theirs = reader.getByRole("region", { name: "Photos and recordings" });
  await theirs.getByAltText("Photo 1 of 1").waitFor();
  await theirs.locator("blockquote").waitFor();
  const audio = theirs.locator("audio");
  expect(
    await audio.evaluate((sound: HTMLAudioElement) =>
      new Promise((resolve, reject) => {
        sound.onloadedmetadata = () => resolve("plays");
        sound.onerror = () => reject(sound.error);
        sound.load();
        sound.preload = "metadata";
      })
    ),
  ).toBe("plays");
  expect(await theirs.getByRole("button", { name: /Delete|Add|Record/ }).count()).toBe(0);
  expect(await axeFindings(reader)).toEqual([]);

  await goTo(author, "/journal");
  await author.locator(".row", { hasText: title }).locator("img").waitFor();
  await author.locator(".row", { hasText: title }).click();
  await part.getByRole("button", { name: "Photo 1 of 1", exact: true }).click();
  await author.getByRole("button", { name: "Delete photo 1 of 1" }).click();
  await author.getByRole("dialog").getByRole("button", { name: "Delete", exact: true }).click();
  await shown.waitFor({ state: "detached" });
});
