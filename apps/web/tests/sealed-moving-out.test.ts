/// <reference lib="dom" />
/** An entry leaves its sealed notebook: the page says what that opens, and what keeps it there. */
import { expect, it } from "vitest";
import type { Page } from "playwright-core";
import { befriend } from "../../../tests/friends/support.ts";
import { person } from "../../../tests/support/people.ts";
import { ok } from "../../../tests/support/requests.ts";
import { axeFindings, button, dialog, sent, signIn, textOf } from "./browser.ts";
import { painted } from "./pictures.ts";
import { reading } from "./sealed-people.ts";
import {
  enterWith,
  firstNotebook,
  onPhone,
  SECRET,
  toNotebook,
  writeSealed,
} from "./sealed-walk.ts";

/** The id of the entry that is shown. */
const shownId = (page: Page) => page.url().split("/").at(-1)!;

/** Ana's phone with an entry and its photo in a sealed notebook, and an open notebook of her friends. */
async function writer() {
  const [ana, ben] = [await person("Ana"), await person("Ben")];
  const { team } = await befriend(ana, ben);
  await ok(ana, "POST", "/api/notebooks", {
    ...{ name: "Walks", metadata_visibility: "team", content_visibility: "team", team_id: team },
  });
  const page = await onPhone();
  await signIn(page, ana);
  const code = await firstNotebook(page, "Nights");
  await writeSealed(page, SECRET, "A walk");
  await page.getByLabel("Add a photo").setInputFiles(painted("harbour"));
  await page.locator(".gallery img").waitFor();
  await sent(page);
  return { ana, ben, page, code, id: shownId(page) };
}

/** Opens the page on which an entry leaves its notebook, from the menu of the entry that is shown. */
async function toMoveOut(page: Page) {
  await button(page, /^More about/).click();
  await dialog(page).getByRole("button", { name: "Move out of the notebook" }).click();
  await page.getByText("the service can read its text").waitFor();
}

it("a page says who reads an entry from then on, and friends read it openly, with its photo", async () => {
  const { ben, page, id } = await writer();
  await page.getByRole("link", { name: "Edit" }).click();
  await textOf(page).fill(`${SECRET}, at dusk`);
  await button(page, "Notebook: Nights").click();
  await dialog(page).getByText("leaves its notebook when you move it out").waitFor();
  await dialog(page).getByRole("link", { name: "Move out of the notebook" }).click();
  await page.getByText("visible to: Only me").waitFor();
  await page.getByLabel("Put it into").selectOption("Walks");
  await page.getByText("visible to: Friends").waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await button(page, "Move it out").click();
  await page.getByText("It is no longer sealed.").waitFor();
  await page.locator("article").getByText(SECRET).waitFor();
  await page.locator("article .chip").getByText("Friends").waitFor();
  await sent(page);
  const read = async () => (await ok(ben, "GET", `/api/journal/${id}`)).entry;
  expect(await read()).toMatchObject({ title: "A walk", content: SECRET, is_sealed: false });
  await expect.poll(async () => (await read()).attachments).toMatchObject([{ kind: "image" }]);
  await page.locator(".gallery img").waitFor();

  // The unsaved words go on in the open.
  await page.getByRole("link", { name: "Edit" }).click();
  await page.getByText("Your draft is still here.").waitFor();
  await button(page, "Save").click();
  await sent(page);
  await expect.poll(async () => (await read()).content).toBe(`${SECRET}, at dusk`);
  expect((await read()).notebook.name).toBe("Walks");
});

it("a move that is cut off goes on by itself, to the notebook that was chosen, and takes the draft along", async () => {
  const { ben, page, id } = await writer();
  await page.getByRole("link", { name: "Edit" }).click();
  await textOf(page).fill(`${SECRET}, at dusk`);
  await button(page, "Notebook: Nights").click();
  await dialog(page).getByRole("link", { name: "Move out of the notebook" }).click();
  await page.getByLabel("Put it into").selectOption("Walks");
  const isEntry = (url: URL) => url.pathname.endsWith(`/journal/${id}`);
  await page.route(
    isEntry,
    (route) => route.request().method() === "PUT" ? route.abort() : route.continue(),
  );
  await button(page, "Move it out").click();
  await page.getByText("The move has begun.").waitFor();
  await page.locator(".error").waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.unroute(isEntry);
  await page.reload();
  const read = async () => (await ok(ben, "GET", `/api/journal/${id}`)).entry;
  await expect.poll(async () => (await ok(ben, "GET", `/api/journal?scope=team`)).entries.length)
    .toBe(1);
  await page.locator("article").getByText(SECRET).waitFor();
  await expect.poll(async () => (await read()).attachments).toMatchObject([{ kind: "image" }]);
  expect(await read()).toMatchObject({ content: SECRET, notebook: { name: "Walks" } });

  await page.evaluate((id) => location.hash = `#/journal/${id}/edit`, id);
  await page.getByText("Your draft is still here.").waitFor();
  await button(page, "Save").click();
  await sent(page);
  await expect.poll(async () => (await read()).content).toBe(`${SECRET}, at dusk`);
  expect((await read()).notebook.name).toBe("Walks");
});

it("a move that is cut off before a file has left names its readers, and ends with Cancel", async () => {
  const { ana, page, id } = await writer();
  await toMoveOut(page);
  const target = page.getByLabel("Put it into");
  await target.selectOption("Walks");
  const isNotebook = (url: URL) => /\/notebooks\/[0-9a-f-]{36}$/.test(url.pathname);
  await page.route(isNotebook, (route) => route.abort());
  await button(page, "Move it out").click();
  await page.getByText("The move has begun.").waitFor();
  await page.locator(".error").waitFor();
  await page.getByText("visible to: Friends").waitFor();
  expect(await target.locator("option:checked").textContent()).toBe("Walks");
  await button(page, "Cancel").click();
  await page.locator("article").getByText(SECRET).waitFor();
  await page.unroute(isNotebook);
  await page.reload();
  await page.locator("article").getByText(SECRET).waitFor();
  await sent(page);
  await toMoveOut(page);
  await page.getByText("visible to: Only me").waitFor();
  expect(await page.getByText("The move has begun.").count()).toBe(0);
  expect((await ok(ana, "GET", `/api/journal/${id}`)).entry).toMatchObject({ is_sealed: true });
});

it("a move whose notebook is gone goes elsewhere, with its photo", async () => {
  const { ana, page, id } = await writer();
  await toMoveOut(page);
  await page.getByLabel("Put it into").selectOption("Walks");
  const isEntry = (url: URL) => url.pathname.endsWith(`/journal/${id}`);
  await page.route(
    isEntry,
    (route) => route.request().method() === "PUT" ? route.abort() : route.continue(),
  );
  await button(page, "Move it out").click();
  await page.getByText("Its files are only on this device now.").waitFor();
  expect(await button(page, "Cancel").count()).toBe(0);
  const { notebooks } = await ok(ana, "GET", "/api/notebooks");
  const walks = notebooks.find(({ name }: { name: string }) => name === "Walks");
  await ok(ana, "DELETE", `/api/notebooks/${walks.id}`);
  await page.unroute(isEntry);
  await page.reload();
  await page.getByText("visible to: Only me").waitFor();
  await button(page, "Go on").click();
  await page.getByText("It is no longer sealed.").waitFor();
  const read = async () => (await ok(ana, "GET", `/api/journal/${id}`)).entry;
  await expect.poll(async () => (await read()).attachments).toMatchObject([{ kind: "image" }]);
  expect(await read()).toMatchObject({ content: SECRET, notebook: null });
});

it("the page says that a move has ended because other people read the notebook now", async () => {
  const { ana, page, id } = await writer();
  await toMoveOut(page);
  await page.getByLabel("Put it into").selectOption("Walks");
  const isNotebook = (url: URL) => /\/notebooks\/[0-9a-f-]{36}$/.test(url.pathname);
  await page.route(isNotebook, (route) => route.abort());
  await button(page, "Move it out").click();
  await page.getByText("The move has begun.").waitFor();
  await page.locator(".error").waitFor();
  const { notebooks } = await ok(ana, "GET", "/api/notebooks");
  const walks = notebooks.find(({ name }: { name: string }) => name === "Walks");
  const alone = { metadata_visibility: "user", content_visibility: "user" };
  await ok(ana, "PUT", `/api/notebooks/${walks.id}`, alone);
  await page.unroute(isNotebook);
  await page.reload();
  const reason =
    "This entry has not moved. Other people can see the notebook that you have chosen now";
  await page.getByRole("alert").getByText(reason).waitFor();
  expect(await axeFindings(page)).toEqual([]);

  // The entry says it, too, also when the app starts again.
  await page.getByRole("link", { name: "Sealed entry" }).click();
  await page.reload();
  await page.locator("article").getByText(SECRET).waitFor();
  await page.getByText(reason).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.locator(".notice").getByRole("link", { name: "Move out of the notebook" }).click();
  await page.getByLabel("Put it into").selectOption("Walks");
  await page.getByText("visible to: Only me").waitFor();
  await button(page, "Move it out").click();
  await page.locator("article").getByText(SECRET).waitFor();
  await page.getByRole("link", { name: "Edit" }).waitFor();
  expect(await page.getByText("This entry has not moved.").count()).toBe(0);
  expect((await ok(ana, "GET", `/api/journal/${id}`)).entry.notebook.name).toBe("Walks");
});

it("an unsaved edit stays sealed when another device moves its entry out, until its person opens it", async () => {
  const { ana, page, code, id } = await writer();
  await page.getByRole("link", { name: "Edit" }).click();
  await textOf(page).fill(`${SECRET}, at dusk`);
  const other = await onPhone();
  await signIn(other, ana);
  await enterWith(other, { code });
  await sent(other);
  await other.evaluate((id) => location.hash = `#/journal/${id}`, id);
  await other.locator("article").getByText(SECRET).waitFor();
  await toMoveOut(other);
  await button(other, "Move it out").click();
  await other.getByText("It is no longer sealed.").first().waitFor();
  await sent(other);

  await page.reload();
  await page.getByRole("heading", { name: "You have not saved these words" }).waitFor();
  await page.locator("blockquote").getByText(`${SECRET}, at dusk`).waitFor();
  expect(JSON.stringify(await page.evaluate(() => ({ ...localStorage })))).not.toContain("at dusk");
  expect(await axeFindings(page)).toEqual([]);
  await button(page, "Discard").click();
  await page.locator("blockquote").waitFor({ state: "detached" });
  await button(page, "Undo").click();
  await button(page, "Put them into the open entry").click();
  await page.getByText("Your draft is still here.").waitFor();
  await button(page, "Save").click();
  await page.locator("article").getByText(`${SECRET}, at dusk`).waitFor();
  await sent(page);
  const { entry } = await ok(ana, "GET", `/api/journal/${id}`);
  expect(entry).toMatchObject({ content: `${SECRET}, at dusk`, is_sealed: false });
});

it("the page says that an entry has moved though the network is lost behind it", async () => {
  const { page } = await writer();
  await toMoveOut(page);
  let isLost = false;
  await page.route("**/api/**", async (route) => {
    if (isLost) return await route.abort();
    const response = await route.fetch();
    isLost = route.request().method() === "PUT";
    await route.fulfill({ response });
  });
  await button(page, "Move it out").click();
  await page.locator(".state-title").getByText("It is no longer sealed.").waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await page.reload();
  await page.locator("article").getByText(SECRET).waitFor();
});

it("comments and files that came meanwhile keep an entry where it is, and the page says which", async () => {
  const { ana, atAna, atNora } = await reading();
  await toNotebook(atAna, "Nights");
  await atAna.getByRole("link", { name: /A walk/ }).click();
  await atAna.locator("article").getByText(SECRET).waitFor();
  const id = shownId(atAna);
  await toMoveOut(atAna);
  await atAna.getByText("The members of “Nights” no longer find it there.").waitFor();
  const isEntry = (url: URL) => url.pathname.endsWith(`/journal/${id}`);
  await atAna.route(
    isEntry,
    (route) =>
      route.request().method() === "PUT"
        ? route.fulfill({ status: 409, json: { error: "Files", code: "has_attachments" } })
        : route.continue(),
  );
  await button(atAna, "Move it out").click();
  await atAna.getByText("The entry still has files in the sealed notebook.").waitFor();
  await atAna.unroute(isEntry);

  await atNora.getByRole("link", { name: /A walk.*Sealed/s }).click();
  await atNora.getByLabel("Your comment").fill("I heard the gulls, too");
  await button(atNora, "Comment").click();
  await sent(atNora);
  await button(atAna, "Move it out").click();
  await atAna.getByText("The entry has comments, which cannot move with it.").waitFor();
  expect(await axeFindings(atAna)).toEqual([]);
  const { entry } = await ok(ana, "GET", `/api/journal/${id}`);
  expect(entry).toMatchObject({ is_sealed: true, content: "" });
});
