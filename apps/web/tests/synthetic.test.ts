/// <reference lib="dom" />
/** Users whom the service plays are labelled wherever the app names them. */
import type { Locator, Page } from "playwright-core";
import { expect, it } from "vitest";
import { makeOrganization, makePeople, makeTeam } from "../../../tests/organizations/people.ts";
import { persons, superAdmin } from "../../../tests/support/people.ts";
import { ok } from "../../../tests/support/requests.ts";
import { sql } from "../../../tests/support/sql.ts";
import { chainAround } from "../../../tests/workout-window/days.ts";
import { axeFindings, goTo, phone, signIn, visit } from "./browser.ts";

const LABEL = "Not a person";
const played = (who: { id: string }) =>
  sql`update public.profiles set is_ai = true where id = ${who.id}`;

/** The parts that name somebody, all of which have the label. */
async function labelled(parts: Locator) {
  await parts.first().waitFor();
  await expect.poll(async () => (await parts.allInnerTexts()).filter((each) => each))
    .toSatisfy((texts: string[]) =>
      texts.length > 0 && texts.every((each) => each.includes(LABEL))
    );
}

it("labels them in the chain, the squad and the mosaic, and counts them apart", async () => {
  const name = `Robot ${crypto.randomUUID()}`;
  const [robot, ana, cleo] = await persons(name, "Ana", "Cleo");
  await played(robot);
  const date = await chainAround([robot, ana, cleo]);
  const admin = await superAdmin();
  await ok(admin, "POST", `/api/workout-window/mosaic/generate/${date}`);
  const page = await visit("/today", phone);
  await signIn(page, ana);
  await goTo(page, "/window");
  await labelled(page.locator(".chain li", { hasText: name }));
  await labelled(page.locator(".squad li", { hasText: name }));
  expect(await page.locator(".squad li", { hasText: "Cleo" }).innerText()).not.toContain(LABEL);
  await goTo(page, `/window/mosaic/${date}`);
  await page.getByText(/of them (is not a person|are not people)\./).waitFor();
  const search = page.getByLabel("Find someone");
  if (await search.count()) await search.fill(name);
  await labelled(page.locator(".sections li", { hasText: name }));
  // A long name does not push the label out of its row.
  const label = page.locator(".sections li", { hasText: name }).getByText(LABEL);
  const isWhole = await label.evaluate((chip) => {
    const [own, row] = [chip, chip.closest(".name")!].map((each) => each.getBoundingClientRect());
    return own!.width > 40 && own!.right <= row!.right + 1;
  });
  expect(isWhole).toBe(true);
  expect(await axeFindings(page)).toEqual([]);
  await page.locator(".sections button", { hasText: name }).click();
  await labelled(page.getByRole("dialog"));
});

/** The smallest parts with a name that have no label beside it: a row, a cell, a paragraph, a dialog. */
const unlabelled = (page: Page, name: string) =>
  page.locator("main, dialog").evaluateAll((parts, [name, label]) => {
    const found = new Set<string>();
    for (const part of parts) {
      const texts = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
      while (texts.nextNode()) {
        const { textContent, parentElement } = texts.currentNode;
        if (!textContent!.includes(name!)) continue;
        const row = parentElement!.closest("li, tr, p, figure, dialog") ?? parentElement!;
        if (!row.textContent!.includes(label!)) found.add(row.outerHTML);
      }
    }
    return [...found];
  }, [name, LABEL]);

it("labels them on every screen of the workout window that names them", async () => {
  const name = `Robot ${crypto.randomUUID()}`;
  const [robot, ana, cleo] = await persons(name, "Ana", "Cleo");
  await played(robot);
  const date = await chainAround([robot, ana, cleo]);
  await ok(await superAdmin(), "POST", `/api/workout-window/mosaic/generate/${date}`);
  const page = await visit("/today", phone);
  // The robot has earned the most of this week.
  await page.route("**/battle/week/*", async (route) => {
    const response = await route.fetch();
    const { redTeam, ...week } = await response.json();
    const first = { user_id: robot.id, full_name: name, is_synthetic: true, chips: 9999 };
    const members = [first, ...redTeam.members];
    await route.fulfill({ response, json: { ...week, redTeam: { ...redTeam, members } } });
  });
  await signIn(page, ana);
  for (const part of ["", `/mosaic/${date}`, `/battle/${date}`]) {
    await goTo(page, `/window${part}`);
    await page.getByText(name).first().waitFor();
    expect(await unlabelled(page, name), part).toEqual([]);
  }
  expect(await axeFindings(page)).toEqual([]);
});

it("labels them in profiles, among members, in a chat, and at entries and comments", async () => {
  const people = await makePeople();
  const { owner: ana, member: robot } = people;
  const team = await makeTeam(await makeOrganization(people), ana, { members: [robot] });
  await played(robot);
  const shared = { metadata_visibility: "public", content_visibility: "public" };
  const title = `Clouds ${crypto.randomUUID()}`;
  const { entry } = await ok(robot, "POST", "/api/journal", { title, content: "Grey.", ...shared });
  await ok(robot, "POST", `/api/journal/${entry.id}/comments`, { content: "Still grey." });
  await ok(robot, "POST", `/api/teams/${team}/messages`, { content: "Good morning" });

  const page = await visit("/today", phone);
  await signIn(page, ana);
  await goTo(page, `/people/person/${robot.id}`);
  await page.getByText("The service plays this account").waitFor();
  await labelled(page.locator(".person-head"));
  await labelled(page.locator(".public-entries .row"));
  expect(await axeFindings(page)).toEqual([]);
  await goTo(page, `/journal/${entry.id}`);
  await labelled(page.locator("article .meta, .article .meta"));
  await goTo(page, `/people/team/${team}`);
  await labelled(page.locator(".message-head"));
  await goTo(page, `/people/team/${team}/members`);
  await labelled(page.locator(".members .row", { hasText: "Mia Member" }));
});
