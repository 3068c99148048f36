/// <reference lib="dom" />
/** Entries without a title are named by their first line, and an entry is moved to another day. */
import { expect, it } from "vitest";
import { ok } from "../../../tests/support/requests.ts";
import { axeFindings, begin, button, dialog, goTo, open, sent, write } from "./browser.ts";
import { writer } from "./writer.ts";

it("names an entry by its first line everywhere, and stores no title", async () => {
  const { ana, page, stored } = await writer();
  await write(page, "# A slow **Saturday**\n\nWalked to the lake.\n\n## Evening\nRead.");
  const heading = page.getByRole("heading", { level: 1, name: "A slow Saturday" });
  await heading.waitFor();
  // The heading of the text is the heading of the page, once, and the date stands once.
  expect(await page.locator("article").getByText("A slow Saturday").count()).toBe(1);
  expect(await page.locator("article .eyebrow").count()).toBe(1);
  expect(await page.title()).toContain("A slow Saturday");
  await sent(page);
  expect(await stored()).toMatchObject([{ title: "" }]);

  await write(page, "> What was good?\n\nThe ice sang.");
  await page.locator(".markdown blockquote").waitFor();
  // A first line without the sign of a heading stays in the text; readers of the screen hear it.
  expect(await page.locator("h1", { hasText: "What was good?" }).getAttribute("class")).toBe(
    "hidden",
  );
  await page.getByRole("navigation", { name: "Other entries" }).getByText("A slow Saturday")
    .waitFor();
  const long = "It rained all day and the river rose over the meadow, so that we stayed in. " +
    "Later we played cards until nobody wanted to win any more.";
  await write(page, long);
  await sent(page);

  const named = [
    [
      "It rained all day and the river rose over the meadow, so that we stayed in.",
      "Later we played",
    ],
    ["What was good?", "The ice sang."],
    ["A slow Saturday", "Walked to the lake. Evening · Read."],
  ];
  const rowsShow = async () => {
    for (const [name, rest] of named) {
      const row = page.locator(".row", { has: page.getByText(name!, { exact: true }) });
      await row.waitFor();
      const excerpt = await row.locator(".excerpt").innerText();
      expect(excerpt.replace(/\s+/g, " ")).toContain(rest);
      expect(excerpt).not.toContain(name);
    }
  };
  await goTo(page, "/journal");
  await rowsShow();
  expect(await axeFindings(page)).toEqual([]);
  await goTo(page, "/today");
  await rowsShow();
  await goTo(page, "/journal?q=lake");
  await page.locator(".row strong", { hasText: "A slow Saturday" }).waitFor();
  await page.locator(".row mark", { hasText: "lake" }).waitFor();
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox").fill("slow sat");
  await page.getByRole("option", { name: /^A slow Saturday/ }).click();
  await heading.waitFor();

  await button(page, "Share link").click();
  await button(page, "Make a link").click();
  const link = dialog(page).getByLabel("The link", { exact: true });
  await link.waitFor();
  const address = await link.inputValue();
  const reader = await open(page.context());
  await reader.goto(address);
  await reader.getByRole("heading", { level: 1, name: "A slow Saturday" }).waitFor();
  expect(await reader.getByText("A slow Saturday").count()).toBe(1);
  await page.keyboard.press("Escape");
  await goTo(page, "/me/links");
  await page.getByRole("link", { name: "A slow Saturday" }).waitFor();

  const [, , { id }] = await stored();
  await ok(ana, "PUT", `/api/journal/${id}`, { content: "# A loud Sunday\nSang." });
  await goTo(page, `/journal/${id}/history`);
  await page.locator(".versions strong", { hasText: "A slow Saturday" }).first().waitFor();
});

it("names an entry without words by its day, in the language of the page", async () => {
  const { ana, page } = await writer();
  await ok(ana, "POST", "/api/journal", {
    title: "",
    content: "![](attachment:0)",
    written_at: "2024-03-09T12:00:00Z",
  });
  await ok(ana, "PUT", "/api/user/profile", { language: "de" });
  // The page loads itself again.
  await page.locator("html[lang=de]").waitFor();
  await goTo(page, "/journal");
  await page.locator(".row strong", { hasText: "9. März 2024" }).waitFor();
});

it("ticks a box below a heading that the page has as its own", async () => {
  const { page, stored } = await writer();
  await write(page, "# Packing\n\n- [ ] tent\n- [ ] stove");
  await page.locator(".markdown").getByRole("checkbox").nth(1).click();
  await sent(page);
  expect((await stored())[0].content).toBe("# Packing\n\n- [ ] tent\n- [x] stove");
});

it("moves a saved entry to another day, also without a network", async () => {
  const { page, stored } = await writer({ serviceWorkers: "allow" });
  await begin(page, "A week before.");
  await button(page, "Save").click();
  await sent(page);
  const [before] = await stored();
  await page.getByRole("link", { name: "Edit" }).click();
  // Done without a change leaves the time to the second.
  await button(page, "Time").last().click();
  await button(page, "Done").click();
  await button(page, "Cancel").waitFor();
  await button(page, "Time").last().click();
  await page.getByLabel("Date").fill("2026-07-01");
  await page.getByRole("dialog").getByLabel("Time").fill("21:30");
  expect(await axeFindings(page)).toEqual([]);
  await button(page, "Done").click();
  await page.context().setOffline(true);
  await button(page, "Save").click();
  await page.locator("article .eyebrow", { hasText: "1 July" }).waitFor();
  await page.context().setOffline(false);
  await sent(page);
  expect(await stored()).toMatchObject([{
    id: before.id,
    content: before.content,
    written_at: "2026-07-01T19:30:00+00:00",
    created_at: before.created_at,
  }]);
  await goTo(page, "/journal/calendar?day=2026-07-01");
  await page.locator(".pane .row", { hasText: "A week before." }).waitFor();
});
