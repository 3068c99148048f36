/// <reference lib="dom" />
/** Sunday's week as a picture, which leaves the device by a tap alone. */
import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { person, service } from "../../../tests/support/people.ts";
import { sql } from "../../../tests/support/sql.ts";
import { axeFindings, button, dialog, phone, signIn, visit } from "./browser.ts";
import { painted } from "./pictures.ts";

const SUNDAY = "2025-03-23T12:00:00Z";
const SATURDAY = "2025-03-22T12:00:00Z";

/** Somebody with a page of Tuesday, its photo, and a face of Wednesday. */
async function writer() {
  const ana = await person("Ana");
  const [row] = await sql`
    select private.insert_journal_entry(${ana.id}, ${
    sql.json({
      title: "Secret title",
      content: "Four words, all secret.",
      mood: "joyful",
      written_at: "2025-03-18T10:00Z",
    })
  }::jsonb, now()) as id`;
  await sql`
    insert into public.satisfaction_entries (user_id, score, written_at)
    values (${ana.id}, 2, '2025-03-19T10:00Z')`;
  const { id } = row!;
  const photo = new Blob([painted("river").buffer], { type: "image/png" });
  const path = `${ana.id}/${id}.png`;
  expect((await service.storage.from("entry-attachments").upload(path, photo)).error).toBeNull();
  await sql`
    insert into public.entry_attachments
      (entry_id, user_id, kind, type, path, bytes, width, height, thumbnail_path)
    values (${id}, ${ana.id}, 'image', 'image/png', ${path}, ${photo.size}, 64, 64, ${path})`;
  return ana;
}

/** The page of Ana on a day. */
async function at(time: string): Promise<Page> {
  const ana = await writer();
  const page = await visit("/today", { ...phone, timezoneId: "UTC" });
  await page.clock.setFixedTime(time);
  await signIn(page, ana);
  await page.getByRole("group", { name: "How is your day?" }).waitFor();
  return page;
}

it("is drawn on Sunday with its photo, saved as a picture, and shared by a tap alone", async () => {
  const page = await at(SUNDAY);
  await page.evaluate(() => {
    Object.assign(navigator, {
      canShare: () => true,
      share: ({ files }: ShareData) => {
        document.title = `shared ${files![0]!.name}`;
        return Promise.resolve();
      },
    });
  });
  const requests: string[] = [];
  await button(page, "See the card").click();
  const picture = dialog(page).getByRole("img", { name: /17 Mar – 23 Mar/ });
  await picture.waitFor();
  // The picture is described in words, and no text of an entry is in it.
  const said = (await picture.getAttribute("aria-label"))!;
  expect(said).toContain("Tue: Good");
  expect(said).toContain("Wed: Hard");
  expect(said).toContain("6 words");
  expect(said.toLowerCase()).not.toContain("secret");
  expect(await axeFindings(page)).toEqual([]);

  page.on("request", (request) => request.method() !== "GET" && requests.push(request.url()));
  const saved = page.waitForEvent("download");
  await button(page, "Save as a picture").click();
  const file = await readFile(await (await saved).path());
  // The size that a PNG says.
  expect([file.readUInt32BE(16), file.readUInt32BE(20)]).toEqual([1080, 1350]);
  expect(await page.title()).not.toContain("shared");
  await button(page, "Share").click();
  await expect.poll(() => page.title()).toBe("shared 2025-03-17.png");
  expect(requests).toEqual([]);
});

it("is drawn with the flame where no photo can be read, and is not offered on other days", async () => {
  const page = await at(SUNDAY);
  await page.route(/entry-attachments/, (route) => route.abort());
  await button(page, "See the card").click();
  const save = button(page, "Save as a picture");
  await expect.poll(() => save.isEnabled()).toBe(true);
  const colours = await page.locator("canvas").evaluate((canvas: HTMLCanvasElement) => {
    const { data } = canvas.getContext("2d")!.getImageData(540, 350, 1, 1);
    return [...data];
  });
  expect(colours).toEqual([238, 122, 45, 255]);

  const saturday = await at(SATURDAY);
  expect(await button(saturday, "See the card").count()).toBe(0);
});
