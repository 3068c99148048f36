/// <reference lib="dom" />
/** Reading: months, a list that grows and keeps its place, neighbours of an entry, photos. */
import { expect, it } from "vitest";
import { person, persons } from "../../../tests/support/people.ts";
import { ok } from "../../../tests/support/requests.ts";
import { sql } from "../../../tests/support/sql.ts";
import {
  axeFindings,
  begin,
  button,
  desktop,
  dialog,
  goTo,
  notDrawing,
  phone,
  sent,
  signIn,
  textOf,
  visit,
  written,
} from "./browser.ts";
import { painted } from "./pictures.ts";

it("the journal has months, grows while it is scrolled, and goes on where it was left", async () => {
  const ana = await person("Ana");
  await sql`
    select private.insert_journal_entry(${ana.id}, jsonb_build_object(
      'title', 'Day ' || day, 'content', 'Words', 'written_at', timestamptz '2026-03-20T12:00Z' -
        make_interval(days => day)), now())
    from generate_series(1, 120) as day`;
  const page = await visit("/journal", phone);
  await signIn(page, ana);
  await page.getByRole("heading", { name: "March 2026" }).waitFor();
  await expect.poll(() => page.locator(".row").count()).toBe(20);
  for (const title of ["Day 20", "Day 70"]) {
    await page.locator(".row", { hasText: title }).last().scrollIntoViewIfNeeded();
    await page.locator(".row", { hasText: `Day ${Number(title.slice(4)) + 15}` }).waitFor();
  }
  await page.getByRole("heading", { name: "December 2025" }).waitFor();
  const row = page.locator(".row", { hasText: "Day 90" });
  await row.scrollIntoViewIfNeeded();
  const before = await page.evaluate(() => scrollY);
  expect(before).toBeGreaterThan(2000);

  await row.click();
  await page.getByRole("heading", { name: "Day 90" }).waitFor();
  await expect.poll(() => page.title()).toBe("Day 90 – Journal");
  expect(await page.evaluate(() => scrollY)).toBe(0);
  const others = page.getByRole("navigation", { name: "Other entries" });
  await others.getByRole("link", { name: "Day 91" }).click();
  await page.getByRole("heading", { name: "Day 91" }).waitFor();
  await page.goBack();
  await page.getByRole("heading", { name: "Day 90" }).waitFor();
  await page.goBack();
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(before);
  expect(await page.title()).toBe("Journal – Journal");

  await row.click();
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Journal" })
    .click();
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(before);
});

it("a start asks for the list and the typeface before the later parts of the frame", async () => {
  const ana = await person("Ana");
  await ok(ana, "POST", "/api/journal", { title: "Fog", content: "On the hills" });
  const page = await visit("/journal");
  await signIn(page, ana);
  await page.locator(".row", { hasText: "Fog" }).waitFor();
  await page.reload();
  await page.locator(".row", { hasText: "Fog" }).waitFor();
  const asked = () =>
    page.evaluate(() =>
      performance.getEntriesByType("resource").map((each) => ({
        by: (each as PerformanceResourceTiming).initiatorType,
        file: /(journal-list|manrope-latin-wght|shortcuts)[^/]*\.(js|woff2)$/.exec(each.name)?.[1],
      })).filter(({ file }) => file)
    );
  await expect.poll(async () => (await asked()).at(-1)?.file).toBe("shortcuts");
  const files = await asked();
  expect(files.map(({ file }) => file).slice(0, -1).toSorted()).toEqual([
    "journal-list",
    "manrope-latin-wght",
  ]);
  // The page loads the typeface early; the style asks for it only when the page is drawn.
  expect(files.find(({ file }) => file === "manrope-latin-wght")!.by).toBe("link");
});

it("a start draws the rows of the screen, then asks the service, without the service worker", async () => {
  const ana = await person("Ana");
  await sql`
    select private.insert_journal_entry(${ana.id}, jsonb_build_object(
      'title', 'Day ' || day, 'content', 'Words'), now())
    from generate_series(1, 30) as day`;
  const page = await visit("/journal", { ...phone, serviceWorkers: "allow" });
  await signIn(page, ana);
  await page.locator(".connection").getByText("Up to date").waitFor({ state: "attached" });
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => {}));
  const draw = await notDrawing(page);
  const asked: string[] = [];
  page.on("request", (request) => request.url().includes("/api/sync") && asked.push(request.url()));
  await page.reload();
  await page.locator(".row").first().waitFor();
  await page.waitForTimeout(300);
  expect(await page.locator(".row").count()).toBe(Math.ceil(phone.viewport!.height / 80));
  expect(asked).toEqual([]);
  expect(
    await page.evaluate(() =>
      (performance.getEntriesByType("navigation")[0] as { workerFinalSourceType?: string })
        .workerFinalSourceType
    ),
  ).toBe("cache");
  await draw();
  await expect.poll(() => page.locator(".row").count()).toBe(20);
  await expect.poll(() => asked.length).toBeGreaterThan(0);
});

it("entries of others lead to each other, and a loaded list keeps its place", async () => {
  const [ana, ben] = await persons("Ana", "Ben");
  const word = `w${crypto.randomUUID().replaceAll("-", "")}`;
  await sql`
    select private.insert_journal_entry(${ana.id}, jsonb_build_object(
      'title', 'Day ' || day, 'content', ${word}::text, 'metadata_visibility', 'public',
      'content_visibility', 'public',
      'written_at', timestamptz '2026-03-20T12:00Z' - make_interval(days => day)), now())
    from generate_series(1, 15) as day`;
  const page = await visit("/today", phone);
  await signIn(page, ben);
  await goTo(page, `/journal?scope=public&q=${word}`);
  await page.locator(".row", { hasText: "Day 10" }).click();
  const others = page.getByRole("navigation", { name: "Other entries" });
  const ends = await others.getByRole("link", { name: "Day 9" }).evaluate((link) =>
    [...link.children].map((part) => {
      const range = document.createRange();
      range.selectNodeContents(part);
      return range.getBoundingClientRect().right;
    })
  );
  expect(ends[0], "the word above the title ends where the title does").toBeCloseTo(ends[1]!, 0);
  // By its key: comments that are loaded above it move the link.
  await others.getByRole("link", { name: "Day 11" }).press("Enter");
  await page.getByRole("heading", { name: "Day 11" }).waitFor();

  await goTo(page, `/people/person/${ana.id}`);
  await button(page, "Show more").click();
  const row = page.locator(".row", { hasText: "Day 14" });
  await row.scrollIntoViewIfNeeded();
  const before = await page.evaluate(() => scrollY);
  expect(before).toBeGreaterThan(500);
  await row.click();
  await page.getByRole("heading", { name: "Day 14" }).waitFor();
  await page.goBack();
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(before);
  await row.waitFor();
});

it("photos fill the screen, and are turned by arrows", async () => {
  const ana = await person("Ana");
  const page = await visit("/today");
  await signIn(page, ana);
  await begin(page, "Three pictures.", "Walk");
  await page.locator("input[type=file]").setInputFiles(
    ["fog", "river", "heron"].map(painted),
  );
  await page.getByAltText("Photo 3").waitFor();
  await button(page, "Save").click();
  await page.getByAltText("Photo 3 of 3").waitFor();
  await sent(page);
  await page.getByRole("button", { name: "Photo 2 of 3" }).click();
  const viewer = dialog(page);
  await viewer.getByText("Photo 2 of 3").waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.keyboard.press("ArrowRight");
  await viewer.getByText("Photo 3 of 3").waitFor();
  expect(await button(page, "Next photo").count()).toBe(0);
  await button(page, "Photo before").click();
  await viewer.getByText("Photo 2 of 3").waitFor();
  await button(page, "Delete photo 2 of 3").click();
  await dialog(page).getByRole("button", { name: "Delete", exact: true }).click();
  await page.getByAltText("Photo 2 of 2").waitFor();
  const { entries: [entry] } = await ok(ana, "GET", "/api/journal?scope=own");
  expect(entry.attachment_count).toBe(2);
});

it("keys write, search, and go through a list", async () => {
  const ana = await person("Ana");
  for (const title of ["First", "Second"]) {
    await ok(ana, "POST", "/api/journal", { title, content: "Words" });
  }
  const page = await visit("/today");
  await signIn(page, ana);
  /** A screen that has just begun takes no key yet. */
  const press = (key: string, isDone: () => Promise<boolean> | boolean) =>
    expect.poll(async () => {
      if (await isDone()) return true;
      await page.keyboard.press(key);
      return await isDone();
    }).toBe(true);
  const isAt = (address: string) => () => page.url().endsWith(`#${address}`);
  await press("?", async () => await dialog(page).count() === 1);
  expect(await axeFindings(page)).toEqual([]);
  await page.keyboard.press("n");
  expect(await dialog(page).count()).toBe(1);
  await page.keyboard.press("Escape");
  const inText = () =>
    expect.poll(() => textOf(page).evaluate((field) => field === document.activeElement))
      .toBe(true);
  await press("n", isAt("/journal/new"));
  await inText();
  await page.keyboard.type("no / here?");
  expect(await written(page)).toBe("no / here?");
  await button(page, "Discard").click();
  // A screen that has been loaded before takes the keys too.
  await page.locator("main").focus();
  await press("n", isAt("/journal/new"));
  await inText();
  await page.keyboard.type("a jay, pt");
  expect(await written(page)).toBe("a jay, pt");
  await button(page, "Discard").click();
  await press("t", isAt("/today"));
  await page.getByRole("link", { name: "What is on your mind?" }).waitFor();
  const search = page.getByLabel("Search");
  await press(
    "/",
    async () =>
      await search.count() > 0 &&
      await search.evaluate((field) => field === document.activeElement),
  );
  await page.locator(".row").first().focus();
  await page.keyboard.press("ArrowDown");
  const focused = () => page.evaluate(() => document.activeElement?.textContent);
  expect(await focused()).toContain("First");
  await page.keyboard.press("ArrowUp");
  expect(await focused()).toContain("Second");
  await press("t", isAt("/today"));
  await page.getByRole("link", { name: /What is on your mind/ }).waitFor();

  await goTo(page, "/me/profile");
  await page.getByRole("switch", { name: "Keys" }).click();
  // It is disabled until the device has the profile that the service keeps.
  await page.getByRole("switch", { name: "Keys", checked: false, disabled: false }).waitFor();
  expect((await ok(ana, "GET", "/api/user/profile")).profile.preferences.keys).toBe(false);
  await page.locator("main").focus();
  await page.keyboard.press("n");
  expect(page.url()).toContain("/me/profile");
});

it("keys do nothing while the screen is loaded for which they may be meant", async () => {
  const ana = await person("Ana");
  const page = await visit("/people", desktop);
  await signIn(page, ana);
  await page.getByRole("heading", { name: "People", exact: true }).waitFor();
  const { promise: held, resolve: go } = Promise.withResolvers<void>();
  await page.route(/\/assets\/editor-[^/]*\.js/, async (route) => {
    await held;
    await route.continue();
  });
  await expect.poll(async () => {
    await page.keyboard.press("n");
    return page.url();
  }).toMatch(/#\/journal\/new$/);
  await page.keyboard.type("t jp?/");
  expect(await dialog(page).count()).toBe(0);
  go();
  await textOf(page).waitFor();
  expect(page.url()).toMatch(/#\/journal\/new$/);
  await expect.poll(() => textOf(page).evaluate((field) => field === document.activeElement))
    .toBe(true);
  await page.keyboard.type("t jp?/");
  expect(await written(page)).toBe("t jp?/");
});

it("a tablet shows the list and the entry side by side", async () => {
  const ana = await person("Ana");
  await ok(ana, "POST", "/api/journal", { title: "Fog", content: "White." });
  const page = await visit("/journal", { viewport: { width: 900, height: 1100 } });
  await signIn(page, ana);
  await page.locator(".row", { hasText: "Fog" }).click();
  await page.getByRole("heading", { name: "Fog" }).waitFor();
  for (const address of ["", "/journal", "/journal/new", "/people", "/me/reminders"]) {
    if (address) await goTo(page, address);
    await page.locator(".pane").getByRole("heading").or(textOf(page)).or(page.locator(".state"))
      .first().waitFor();
    expect(await page.locator(".list").isVisible()).toBe(true);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(900);
    expect(await axeFindings(page)).toEqual([]);
  }
});
