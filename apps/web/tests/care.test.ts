/// <reference lib="dom" />
/** The quiet card with helplines below texts that speak of danger to their author. */
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { persons } from "../../../tests/support/people.ts";
import { ok } from "../../../tests/support/requests.ts";
import { sql } from "../../../tests/support/sql.ts";
import { axeFindings, begin, button, goTo, phone, sent, signIn, visit, write } from "./browser.ts";

const berlin = { ...phone, timezoneId: "Europe/Berlin" };
const card = (page: Page) =>
  page.getByRole("complementary", { name: "You do not have to carry this alone" });

/** The requests of a page from now on, without the channel that says that something changed. */
function requestsOf(page: Page): string[] {
  const made: string[] = [];
  page.on("request", (request) => made.push(`${request.method()} ${request.url()}`));
  return made;
}

it("stands below the saved entry with the lines of the country, and asks nobody", async () => {
  const [ana] = await persons("Ana");
  const page = await visit("/today", berlin);
  await signIn(page, ana);
  await begin(page, "I don't want to live anymore.");
  await page.waitForTimeout(500);
  expect(await card(page).count()).toBe(0);
  await button(page, "Save").click();
  await card(page).waitFor();
  await sent(page);
  expect(await axeFindings(page)).toEqual([]);
  await card(page).getByRole("link", { name: "0800 1110111" }).waitFor();
  expect(await card(page).getByRole("link", { name: "112" }).getAttribute("href")).toBe("tel:112");

  // The entry opens again, the card is drawn and another country chosen: without a request.
  await goTo(page, "/journal");
  await page.locator(".row").first().waitFor();
  await sent(page);
  await page.waitForLoadState("networkidle");
  const ordinary = requestsOf(page);
  await page.locator(".row").first().click();
  await card(page).waitFor();
  const opened = ordinary.length;
  await card(page).getByLabel("Country").selectOption("US");
  await card(page).getByRole("link", { name: "988", exact: true }).waitFor();
  await card(page).getByLabel("Country").selectOption("");
  await card(page).getByText("We do not know a line in this country.", { exact: false }).waitFor();
  await button(page, "Hide").click();
  await card(page).waitFor({ state: "detached" });
  expect(ordinary.slice(opened)).toEqual([]);
});

it("makes the same requests for a text with and without danger", async () => {
  const [ana] = await persons("Ana");
  const ids: string[] = [];
  for (const content of ["I baked a cake today.", "I want to die."]) {
    ids.push((await ok(ana, "POST", "/api/journal", { title: "T", content })).entry.id);
  }
  const page = await visit("/journal", berlin);
  await signIn(page, ana);
  await page.locator(".row").nth(1).waitFor();
  const requests: string[][] = [];
  for (const id of ids) {
    await goTo(page, "/journal");
    await page.reload();
    await page.locator(".row").nth(1).waitFor();
    await page.waitForLoadState("networkidle");
    const made = requestsOf(page);
    await goTo(page, `/journal/${id}`);
    await page.getByRole("heading", { name: "T", exact: true }).waitFor();
    await page.waitForLoadState("networkidle");
    requests.push(made.map((each) => each.replaceAll(id, "<id>")).sort());
    expect(await card(page).count()).toBe(id === ids[1] ? 1 : 0);
  }
  expect(requests[1]).toEqual(requests[0]);
});

it("stands below an own comment and not below that of another, and is turned off for good", async () => {
  const [ana, ben] = await persons("Ana", "Ben");
  const { entry } = await ok(ben, "POST", "/api/journal", {
    title: "Fog",
    content: "I want to die.",
    metadata_visibility: "public",
    content_visibility: "public",
  });
  await ok(ben, "POST", `/api/journal/${entry.id}/comments`, { content: "I want to die." });
  const page = await visit("/journal", berlin);
  await signIn(page, ana);
  await goTo(page, `/journal/${entry.id}`);
  await page.locator(".comments li").waitFor();
  expect(await card(page).count()).toBe(0);
  await page.getByLabel("Your comment").fill("I wish I was dead too.");
  await page.getByRole("button", { name: "Comment", exact: true }).click();
  await card(page).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await button(page, "Do not show this again").click();
  await card(page).waitFor({ state: "detached" });
  expect((await ok(ana, "GET", "/api/user/profile")).profile.preferences.care_card).toBe(false);
  await goTo(page, "/today");
  await write(page, "I want to die.");
  await page.locator("article.article").waitFor();
  expect(await card(page).count()).toBe(0);
});

it("stands below an own message to a team and to the assistant", async () => {
  const [ana] = await persons("Ana");
  const { organization } = await ok(ana, "POST", "/api/organizations", { name: "Swimmers" });
  const { team } = await ok(ana, "POST", "/api/teams", { org_id: organization.id, name: "Team" });
  await ok(ana, "POST", `/api/teams/${team.id}/messages`, { content: "I want to die." });
  const page = await visit("/today", berlin);
  await signIn(page, ana);
  await goTo(page, `/people/team/${team.id}`);
  await card(page).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await sql`
    with question as (
      insert into public.chat_messages (user_id, role, content)
      values (${ana.id}, 'user', 'I want to die.') returning id
    )
    insert into public.chat_messages (user_id, role, content, question_id)
    select ${ana.id}, 'assistant', 'You wrote: I want to die.', id from question`;
  await goTo(page, "/assistant");
  await card(page).waitFor();
  expect(await card(page).count()).toBe(1);
  expect(await axeFindings(page)).toEqual([]);
});
