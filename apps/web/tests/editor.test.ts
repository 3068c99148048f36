/// <reference lib="dom" />
/** Writing: photos before saving, a mood, tags, a moment in the past, Markdown, and undoing. */
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { sentimentOf, type Tone } from "../../../shared/ai/tones.ts";
import { ok } from "../../../tests/support/requests.ts";
import { faces } from "../src/screens/editor/moods.ts";
import {
  axeFindings,
  begin,
  button,
  countTaps,
  dialog,
  goTo,
  sent,
  signOut,
  textOf,
  written,
} from "./browser.ts";
import { painted } from "./pictures.ts";
import { writer } from "./writer.ts";

/** Nothing is wider than the screen, and no control lies under the bar of the last message. */
async function fits(page: Page) {
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  const covered = await page.evaluate(() => {
    const toast = document.querySelector(".toast p")?.getBoundingClientRect();
    return toast &&
      [...document.querySelectorAll(".composer")].some((each) =>
        each.getBoundingClientRect().bottom > toast.top + 1
      );
  });
  expect(covered ?? false).toBe(false);
}

describe("writing", () => {
  it("takes three taps with photos: the camera, the photos, Save", async () => {
    const { page, stored } = await writer();
    const taps = await countTaps(page);
    const choosing = page.waitForEvent("filechooser");
    await button(page, "Photos").tap();
    await (await choosing).setFiles([painted("fog"), painted("river")]);
    await page.getByAltText("Photo 2").waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await fits(page);
    await button(page, "Save").tap();
    await page.getByAltText("Photo 2 of 2").waitFor();
    // Between them is the tap in the dialog of the device.
    expect(await taps()).toBe(2);
    await sent(page);
    await expect.poll(async () => (await stored())[0]?.attachment_count).toBe(2);
  });

  it("adds photos that are pasted or dropped, at most ten, and none of another type", async () => {
    const { page } = await writer({ address: "/journal/new" });
    const give = (event: "paste" | "drop", names: string[], type = "image/png") =>
      textOf(page).evaluate(async (area, { event, names, type }) => {
        const data = new DataTransfer();
        const blank = new OffscreenCanvas(1, 1);
        blank.getContext("2d");
        const photo = await blank.convertToBlob();
        for (const name of names) data.items.add(new File([photo], name, { type }));
        area.dispatchEvent(
          event === "paste"
            ? new ClipboardEvent("paste", { clipboardData: data, bubbles: true })
            : new DragEvent("drop", { dataTransfer: data, bubbles: true }),
        );
      }, { event, names, type });
    await give("paste", ["a", "b"]);
    await give("drop", ["c"]);
    await expect.poll(() => page.locator(".to-add li").count()).toBe(3);
    await give("drop", ["d"], "image/heic");
    await page.getByText("Photos can be JPEG").waitFor();
    await give("drop", [..."defghijklm"]);
    await page.getByText("An entry can hold 10 files.").waitFor();
    await expect.poll(() => page.locator(".to-add li").count()).toBe(10);
    expect(await button(page, "Photos").isDisabled()).toBe(true);
    await button(page, "Remove file 1").first().click();
    expect(await page.locator(".to-add li").count()).toBe(9);
  });

  it("has a mood by one tap, tags, a notebook and a moment in the past", async () => {
    const { ana, page, stored } = await writer();
    await ok(ana, "POST", "/api/notebooks", { name: "Summer" });
    await begin(page, "Swam across the lake.");
    await button(page, "Mood").click();
    await button(page, "joyful").click();
    await button(page, "Tags").click();
    await page.getByLabel("Add a tag").fill("#lake, swim");
    await page.keyboard.press("Enter");
    await button(page, "Remove swim").click();
    await button(page, "Done").click();
    await button(page, "Notebook").click();
    await page.getByLabel("Put it into").selectOption("Summer");
    await button(page, "Done").click();
    await button(page, "Time").click();
    await page.getByLabel("Date").fill("2999-01-01");
    await button(page, "Done").click();
    await page.getByText("This is in the future. Choose an earlier time.").waitFor();
    await page.getByLabel("Date").fill("2026-07-01");
    await page.getByRole("dialog").getByLabel("Time").fill("21:30");
    await button(page, "Done").click();
    await fits(page);
    await button(page, "Save").click();
    await sent(page);
    expect(await stored()).toMatchObject([{
      title: "",
      mood: "joyful",
      mood_source: "author",
      tags: ["lake"],
      notebook: { name: "Summer" },
      written_at: "2026-07-01T19:30:00+00:00",
    }]);
  });

  it("asks once for the readers, and hides the choice for the text behind More", async () => {
    const { page, stored } = await writer();
    await begin(page, "For all.", "Open");
    await button(page, /^Who sees it/).click();
    await dialog(page).getByLabel("Everybody", { exact: true }).check();
    await page.getByText("More", { exact: true }).last().click();
    await page.getByLabel("The text").selectOption("user");
    await page.getByText("Everybody else sees the title").waitFor();
    await button(page, "Done").click();
    await button(page, "Save").click();
    await sent(page);
    expect(await stored()).toMatchObject([{
      metadata_visibility: "public",
      content_visibility: "user",
    }]);
  });

  it("offers the prompt of the day and templates, and keeps a text as one", async () => {
    const { ana, page, stored } = await writer();
    const { prompt } = await ok(ana, "GET", "/api/prompts/today");
    await goTo(page, "/journal/new");
    await button(page, `Write about: ${prompt.text}`).click();
    expect(await written(page)).toBe(`> ${prompt.text}\n\n`);
    await page.keyboard.type("Of the river.");
    await button(page, "Template").press("Enter");
    await page.getByLabel("Keep this text as a template").fill("Rivers");
    await page.keyboard.press("Enter");
    await page.getByText("Kept as a template").waitFor();
    // A user who goes on by keys is where they were.
    expect(await button(page, "Template").evaluate((each) => each === document.activeElement))
      .toBe(true);
    await sent(page);
    const { entry_templates } = await ok(ana, "GET", "/api/entry-templates");
    expect(entry_templates.find(({ name }: { name: string }) => name === "Rivers").title).toBe("");
    await button(page, "Discard").click();

    await goTo(page, "/journal/new");
    await ok(ana, "POST", "/api/entry-templates", {
      name: "Week",
      title: "{{weekday}}",
      content: "- [ ] {{prompt}}",
      tags: ["week"],
    });
    await button(page, "Template").press("Enter");
    await dialog(page).getByRole("button", { name: /^Rivers/ }).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await dialog(page).getByRole("button", { name: /^Week/ }).click();
    await button(page, "Save").click();
    await sent(page);
    expect(await stored()).toMatchObject([{
      title: new Intl.DateTimeFormat("en-GB", { weekday: "long", timeZone: "Europe/Berlin" })
        .format(),
      content: `- [ ] ${prompt.text}`,
      tags: ["week"],
    }]);
    // An answered prompt is not offered again.
    await goTo(page, "/journal/new");
    await button(page, "Template").waitFor();
    await textOf(page).waitFor();
    expect(await button(page, /^Write about/).count()).toBe(0);
  });

  it("renames an own template, replaces and deletes it, also without a network", async () => {
    const { ana, page } = await writer({ serviceWorkers: "allow" });
    for (const name of ["Rivers", "Week"]) {
      await ok(ana, "POST", "/api/entry-templates", { name, title: name, content: "1. " });
    }
    const own = async () =>
      (await ok(ana, "GET", "/api/entry-templates")).entry_templates
        .filter(({ is_shared }: { is_shared: boolean }) => !is_shared)
        .map(({ name, content }: { name: string; content: string }) => `${name}: ${content}`);
    const act = async (name: string, act: string) => {
      await button(page, `Change “${name}”`).click();
      await dialog(page).last().getByRole("button", { name: act }).click();
    };
    await begin(page, "Three good things");
    await button(page, "Template").click();
    await button(page, "Change “Week”").waitFor();
    await page.context().setOffline(true);
    await act("Week", "Rename");
    const name = dialog(page).getByLabel("Name");
    await expect.poll(() => name.evaluate((field) => field === document.activeElement)).toBe(true);
    await name.fill("My week");
    await fits(page);
    await page.keyboard.press("Enter");
    await expect.poll(() => page.evaluate(() => document.activeElement!.textContent))
      .toMatch(/^My week/);
    await act("My week", "Replace with this text");
    await act("Rivers", "Delete");
    await dialog(page).last().getByRole("button", { name: "Delete" }).click();
    await button(page, "Change “Rivers”").waitFor({ state: "detached" });
    await dialog(page).getByRole("button", { name: /^My week.*Three good things/ }).waitFor();
    await page.context().setOffline(false);
    await expect.poll(own).toEqual(["My week: Three good things"]);
    // The templates of the service are everybody's.
    await dialog(page).getByRole("heading", { name: "More templates" }).waitFor();
    expect(await button(page, /^Change “/).count()).toBe(1);
    expect(await axeFindings(page)).toEqual([]);
  });

  it("names the tone of each face as the service does", () => {
    expect(Object.entries(faces).map(([word, { tone }]) => [word, tone]))
      .toEqual(Object.keys(faces).map((word) => [word, sentimentOf(word as Tone)]));
  });
});

describe("Markdown", () => {
  it("goes on with a list at Enter, and is set by buttons", async () => {
    const { page } = await writer({ address: "/journal/new" });
    await textOf(page).pressSequentially("- [ ] milk");
    await page.keyboard.press("Enter");
    await page.keyboard.type("bread");
    await page.keyboard.press("Enter");
    await page.keyboard.press("Enter");
    await page.keyboard.type("river");
    await page.keyboard.press("Shift+Home");
    await button(page, "Format").click();
    await button(page, "Bold").click();
    expect(await written(page)).toBe("- [ ] milk\n- [ ] bread\n\n**river**");
  });

  it("is drawn where it is read, its boxes can be ticked, and nothing in it runs", async () => {
    const { page, stored } = await writer();
    const text = [
      "# Today",
      "",
      "A *quiet* day, see https://example.com/a and [this](javascript:alert(1)).",
      "<img src=x onerror=\"document.title='hit'\"><script>document.title='hit'</script>",
      "![pixel](https://elsewhere.example/pixel.png)",
      "",
      "- [ ] call Ben",
      "- [x] water the plants",
      "",
      "1. one",
      "",
      "> Slow is smooth.",
    ].join("\n");
    await begin(page, text, "Signs");
    await button(page, "Save").click();
    const read = page.locator(".markdown");
    await read.getByRole("heading", { name: "Today" }).waitFor();
    expect(await read.locator("em, blockquote, ol > li").count()).toBe(3);
    expect(await read.locator("img, script, style, iframe").count()).toBe(0);
    const links = await read.locator("a").evaluateAll((all) =>
      all.map((each) => [each.getAttribute("href"), each.getAttribute("rel")])
    );
    const rel = "noopener noreferrer nofollow ugc";
    expect(links).toEqual([
      ["https://example.com/a", rel],
      [null, rel],
      ["https://elsewhere.example/pixel.png", rel],
    ]);
    await read.getByRole("checkbox", { name: "To do" }).click();
    await expect.poll(() => read.getByRole("checkbox", { name: "Done" }).count()).toBe(2);
    await sent(page);
    expect((await stored())[0].content).toBe(text.replace("[ ]", "[x]"));
    expect(await axeFindings(page)).toEqual([]);
    await goTo(page, "/journal");
    await expect.poll(() => page.locator(".excerpt").first().innerText())
      .toContain("A quiet day");
  });

  it("lets keys tick one box after the other", async () => {
    const { page, stored } = await writer();
    await begin(page, "1. [ ] tent\n2. [ ] stove\n3. [ ] map", "Packing");
    await button(page, "Save").click();
    const boxes = page.locator(".markdown").getByRole("checkbox");
    await boxes.nth(1).focus();
    for (const [place, key] of [[1, "Shift+Tab"], [0, "Tab"]] as const) {
      await page.keyboard.press("Space");
      await expect.poll(() => boxes.nth(place).isChecked()).toBe(true);
      expect(await boxes.nth(place).evaluate((box) => box === document.activeElement)).toBe(true);
      await page.keyboard.press(key);
    }
    await sent(page);
    expect((await stored())[0].content).toBe("1. [x] tent\n2. [x] stove\n3. [ ] map");
    await goTo(page, "/journal");
    await expect.poll(() => page.locator(".excerpt").first().innerText()).toBe("tent stove map");
  });
});

it("a deletion can be undone for ten seconds, and happens when the app is left", async () => {
  const { page, stored } = await writer();
  for (const title of ["First", "Second"]) {
    await begin(page, "Words", title);
    await button(page, "Save").click();
    await page.getByRole("heading", { name: title }).waitFor();
  }
  await sent(page);
  await button(page, "Delete").click();
  await page.getByText("Deleted").waitFor();
  expect(await page.locator(".row").count()).toBe(1);
  await fits(page);
  await button(page, "Undo").click();
  await expect.poll(() => page.locator(".row").count()).toBe(2);

  await page.locator(".row", { hasText: "Second" }).click();
  await button(page, "Delete").click();
  await page.getByText("Deleted").waitFor();
  expect(await stored()).toHaveLength(2);
  await page.evaluate(() => {
    Object.defineProperty(document, "visibilityState", { value: "hidden" });
    document.dispatchEvent(new Event("visibilitychange"));
  });
  await expect.poll(stored).toMatchObject([{ title: "First" }]);
});

it("a deletion happens before the user signs out", async () => {
  const { page, stored } = await writer();
  await begin(page, "Words", "Gone");
  await button(page, "Save").click();
  await page.getByRole("heading", { name: "Gone" }).waitFor();
  await sent(page);
  await button(page, "Delete").click();
  await signOut(page);
  expect(await stored()).toEqual([]);
});
