/// <reference lib="dom" />
/** Photos of entries: among the text, in the editor, in lists, on the page of a day. */
import type { Locator, Page } from "playwright-core";
import { expect, it } from "vitest";
import { ok } from "../../../tests/support/requests.ts";
import { axeFindings, begin, button, dialog, goTo, open, sent, textOf } from "./browser.ts";
import { painted } from "./pictures.ts";
import { writer } from "./writer.ts";

async function choose(page: Page, names: string[]) {
  const choosing = page.waitForEvent("filechooser");
  await button(page, "Photos").click();
  await (await choosing).setFiles(names.map(painted));
  await page.getByAltText(`Photo ${names.length}`, { exact: true }).waitFor();
}

const isDrawn = (image: Locator) =>
  expect.poll(() => image.evaluate((each: HTMLImageElement) => each.naturalWidth))
    .toBeGreaterThan(0);

it("photos stand among the text, with words for readers of the screen, also offline", async () => {
  const { page, stored } = await writer({ serviceWorkers: "allow" });
  await begin(page, "Fog in the morning.\n\nThe river at noon.");
  await choose(page, ["fog", "river"]);
  // To the place of the cursor, on a line of its own.
  await textOf(page).press("Control+Home");
  await textOf(page).press("End");
  await button(page, "Put photo 1 into the text").click();
  await button(page, "Put photo 1 into the text").waitFor({ state: "detached" });
  expect(await axeFindings(page)).toEqual([]);
  // A draft keeps the place: the photo has its id already.
  await page.reload();
  await page.getByText("Your draft is still here.").waitFor();
  await page.getByAltText("Photo 2", { exact: true }).waitFor();
  expect(await button(page, /^Put photo/).count()).toBe(1);
  await page.context().setOffline(true);
  await button(page, "Save").click();
  const among = page.locator(".markdown").getByAltText("Photo 1 of 2");
  await isDrawn(among);
  await page.context().setOffline(false);
  await sent(page);
  await expect.poll(async () => (await stored())[0].attachment_count).toBe(2);
  const [{ id, content }] = await stored();
  const [, photo] =
    /^Fog in the morning\.\n!\[\]\(attachment:([\da-f-]{36})\)\n\nThe river at noon\.$/
      .exec(content)!;
  // The gallery has the other photo alone.
  const gallery = page.locator(".gallery");
  await gallery.getByAltText("Photo 2 of 2").waitFor();
  expect(await gallery.getByRole("button").count()).toBe(1);
  await isDrawn(among);
  await button(page, "Photo 1 of 2").click();
  await dialog(page).getByAltText("Photo 1 of 2").waitFor();
  await page.keyboard.press("Escape");

  // The author's own words are the description; of an unknown photo nothing is seen.
  await page.getByRole("link", { name: "Edit" }).click();
  const unknown = `![gone](attachment:${crypto.randomUUID()})`;
  await textOf(page).fill(
    `White.\n\n![Fog over the river](attachment:${photo})\n\n${unknown}\n\nEnd.`,
  );
  await button(page, "Save").click();
  const described = page.locator(".markdown").getByAltText("Fog over the river");
  await isDrawn(described);
  expect(await page.locator(".markdown img:visible").count()).toBe(1);
  expect(await page.locator(".markdown p:visible").count()).toBe(3);
  expect(await axeFindings(page)).toEqual([]);

  await page.context().setOffline(true);
  await goTo(page, "/journal");
  await isDrawn(page.locator(".row .hero"));
  await page.locator(".row").click();
  await isDrawn(described);
  await page.context().setOffline(false);
  await sent(page);

  // A reader with the link sees it at the same place.
  await button(page, "Share link").click();
  await button(page, "Make a link").click();
  const link = dialog(page).getByLabel("The link", { exact: true });
  await link.waitFor();
  const reader = await open(page.context());
  await reader.goto(await link.inputValue());
  await isDrawn(reader.locator(".markdown").getByAltText("Fog over the river"));
  expect(await reader.locator(".files img").count()).toBe(1);
  expect(await axeFindings(reader)).toEqual([]);
  expect(id).toBe((await stored())[0].id);
});

it("the editor has the painted picture and the photos, and they survive an edit", async () => {
  const { ana, page, stored } = await writer();
  await begin(page, "The ice sang.", "Ice");
  await choose(page, ["ice"]);
  await button(page, "Save").click();
  await sent(page);
  await expect.poll(async () => (await stored())[0].attachment_count).toBe(1);
  const [{ id }] = await stored();
  const body = { content: "The ice sang.", entry_id: id };
  await ok(ana, "POST", "/api/ai/generate-background", body);
  await goTo(page, `/journal/${id}/edit`);
  const kept = page.getByRole("list", { name: "Photos and recordings of this entry" });
  await isDrawn(kept.getByAltText("Photo 1"));
  await isDrawn(page.getByAltText(/^A picture for this entry/));
  expect(await axeFindings(page)).toEqual([]);
  await button(page, "Put photo 1 into the text").click();
  await button(page, "Save").click();
  await isDrawn(page.locator(".markdown img"));
  await sent(page);
  await isDrawn(page.getByAltText(/^A picture for this entry/));
  expect((await stored())[0].attachment_count).toBe(1);

  // A deleted photo leaves the text too.
  await page.getByRole("link", { name: "Edit" }).click();
  await button(page, "Delete photo 1").click();
  await dialog(page).getByRole("button", { name: "Delete", exact: true }).click();
  await kept.waitFor({ state: "detached" });
  await button(page, "Save").click();
  await sent(page);
  await expect.poll(async () => (await stored())[0])
    .toMatchObject({ attachment_count: 0, content: expect.not.stringContaining("attachment:") });
});

it("several photos are added at once, lead the row, and have a page of their day", async () => {
  const { page } = await writer();
  for (const [text, hour] of [["Of the fog.", "08:00"], ["Of the evening.", "20:00"]] as const) {
    await begin(page, text);
    await button(page, "Time").click();
    await page.getByLabel("Date").fill("2026-07-01");
    await dialog(page).getByLabel("Time").fill(hour);
    await button(page, "Done").click();
    await button(page, "Save").click();
    await page.getByRole("region", { name: "Photos and recordings" }).waitFor();
    await page.getByLabel("Add a photo").setInputFiles([painted("a"), painted("b"), painted("c")]);
    await page.getByAltText("Photo 3 of 3").waitFor();
  }
  await sent(page);
  await goTo(page, "/journal");
  for (const hero of await page.locator(".row .hero").all()) await isDrawn(hero);
  expect(await page.locator(".row .hero").count()).toBe(2);
  await goTo(page, "/journal/calendar?day=2026-07-01");
  await page.getByRole("link", { name: "6 photos of this day" }).click();
  await page.getByRole("heading", { name: /1 July 2026/ }).waitFor();
  const photos = page.locator(".day-photos img");
  await expect.poll(() => photos.count()).toBe(6);
  for (const photo of await photos.all()) {
    await photo.scrollIntoViewIfNeeded();
    await isDrawn(photo);
  }
  // In the order of the day.
  expect(await page.locator(".day-photos section > a").allInnerTexts())
    .toEqual(["Of the fog.", "Of the evening."]);
  expect(await axeFindings(page)).toEqual([]);
  await page.locator(".day-photos section").nth(1).getByRole("button").nth(1).click();
  await dialog(page).getByAltText("Photo 2 of 3").waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("link", { name: "Of the evening." }).last().click();
  await page.locator("article").waitFor();
});
