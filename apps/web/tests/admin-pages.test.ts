/** A super admin at each page of the administration: its list, a change, and a refusal. */
import { Buffer } from "node:buffer";
import { describe, expect, it } from "vitest";
import { person, superAdmin } from "../../../tests/support/people.ts";
import { ok } from "../../../tests/support/requests.ts";
import { sql } from "../../../tests/support/sql.ts";
import { act, admin, field, own, press, refused, row } from "./admin-acts.ts";
import { atAdmin, axeFindsNothing, button, dialog, goToAdmin } from "./browser.ts";

describe("the first screen of the administration", () => {
  it("has yesterday's figures, waiting and failed work, and leads there", async () => {
    const [ana, ben] = [await person("Ana"), await person("Ben")];
    await ok(ana, "POST", "/api/reports", { about: "user", id: ben.id, reason: "spam" });
    await sql`select private.count_service_days()`;
    const page = await admin("/");
    await page.getByText("Sign-ups, yesterday").waitFor();
    await page.getByText(/^[1-9][\d,]* today$/).first().waitFor();
    const reports = page.locator(".counts a", { hasText: "Reports" });
    expect(Number(await reports.locator("strong").textContent())).toBeGreaterThan(0);
    await page.getByText("Jobs that are overdue").waitFor();
    await reports.click();
    await page.getByRole("heading", { name: "Reports" }).waitFor();

    await page.goBack();
    await page.getByText("Active people, yesterday").click();
    await page.getByRole("heading", { name: "Days", exact: true }).waitFor();
    await page.locator(".day").first().getByText("Active people").waitFor();
    await page.route("**/rest/v1/service_days*", (route) => route.abort());
    await page.reload();
    await page.getByText("You need to be online for this").waitFor();
    await page.unroute("**/rest/v1/service_days*");
    await button(page, "Try again").click();
    await page.locator(".day").first().waitFor();
  });
});

describe("reports", () => {
  it("are read as they were written, and resolved once with a note", async () => {
    const [ana, ben] = [await person("Ana"), await person("Ben")];
    const words = own("Buy now");
    const { entry } = await ok(ben, "POST", "/api/journal", {
      title: words,
      content: "A very good offer",
      metadata_visibility: "public",
      content_visibility: "public",
    });
    const send = async (about: string, id: string) =>
      (await ok(ana, "POST", "/api/reports", { about, id, reason: "spam", note: words })).report;
    await send("journal_entry", entry.id);
    const page = await admin("/reports");
    const report = row(page, words);
    await report.getByText("A very good offer").waitFor();
    await report.getByRole("button", { name: /^Resolve/ }).click();
    await field(page, "What happens").selectOption("removed");
    await field(page, "Note").fill("Spam it is");
    await press(page, "Resolve");
    await report.getByText("Removed", { exact: true }).waitFor();
    await report.getByText(/Resolved .*: Spam it is/).waitFor();
    expect((await ben.api("GET", `/api/journal/${entry.id}`)).status).toBe(404);
    await page.reload();
    await page.getByLabel("Show").selectOption("resolved");
    await report.getByText("Spam it is").waitFor();

    // Another super admin is faster.
    const { id } = await send("user", ben.id);
    await page.getByLabel("Show").selectOption("open");
    await row(page, words).getByRole("button", { name: /^Resolve/ }).click();
    await field(page, "What happens").selectOption("removed");
    await press(page, "Resolve");
    await refused(page, "a user is blocked, not removed");
    const other = await superAdmin();
    await ok(other, "POST", `/api/admin/reports/${id}/resolve`, { action: "none" });
    await field(page, "What happens").selectOption("blocked");
    await press(page, "Resolve");
    await refused(page, "The report is resolved already");
    expect((await ben.api("GET", "/api/goals")).status).toBe(200);
  });
});

describe("organizations", () => {
  it("are changed with their members and teams, and deleted", async () => {
    const ana = await person("Ana");
    const page = await admin("/organizations");
    const name = own("Writers");
    await button(page, "New organization").click();
    await field(page, "Name").fill(name);
    await press(page, "Create");
    await page.getByRole("link", { name }).click();
    await page.getByRole("heading", { name }).waitFor();
    await act(page, "Change", name);
    await field(page, "Description").fill("They write every day");
    await press(page, "Save");
    await page.getByText("They write every day").waitFor();

    await button(page, "Add somebody").click();
    await field(page, "Id of the user").fill(crypto.randomUUID());
    await press(page, "Add");
    await refused(page, "User not found");
    await field(page, "Id of the user").fill(ana.id);
    await press(page, "Add");
    await act(page, "Role", "Ana");
    await field(page, "Role").selectOption("admin");
    await press(page, "Save");
    await row(page, "Ana").getByText("Admin", { exact: true }).waitFor();

    await button(page, "New team").click();
    await field(page, "Name").fill("Early birds");
    await press(page, "Create");
    await page.getByRole("link", { name: "Early birds" }).click();
    await button(page, "Add somebody").click();
    await field(page, "Id of the user").fill(ana.id);
    await press(page, "Add");
    await act(page, "Remove", "Ana");
    await press(page, "Remove");
    await row(page, "Ana").waitFor({ state: "detached" });
    await act(page, "Delete", "Early birds");
    await press(page, "Delete");
    await page.getByText("There is no team yet").waitFor();

    await act(page, "Make owner", "Ana");
    await press(page, "Make owner");
    await row(page, "Ana").getByText("Owner", { exact: true }).waitFor();
    await act(page, "Delete", name);
    await press(page, "Delete");
    await page.getByRole("heading", { name: "Organizations" }).waitFor();
    expect((await ok(ana, "GET", "/api/organizations")).organizations).toEqual([]);
  });
});

describe("settings", () => {
  it.each([
    ["/settings", "Price of a freeze", "0", "12", "12 drops", "streak_freeze_price"],
    ["/chat", "Entries that the model reads", "51", "7", "7", "chat_max_context_entries"],
  ])(
    "on %s say what they do, and %s is changed",
    async (address, name, wrong, right, shown, key) => {
      const [before] = await sql`select value from public.site_settings where key = ${key}`;
      const page = await admin(address);
      await act(page, "Change", name);
      await field(page, "Value").fill(wrong);
      await press(page, "Save");
      await refused(page, /./);
      await field(page, "Value").fill(right);
      await press(page, "Save");
      await row(page, name).getByText(shown, { exact: true }).waitFor();
      await sql`update public.site_settings set value = ${
        sql.json(before!.value)
      } where key = ${key}`;
    },
  );
});

describe("imports", () => {
  it("show their progress and the rows that were refused", async () => {
    const ana = await person("Ana");
    const page = await admin("/imports");
    const file = (name: string, text: string) => ({
      name,
      mimeType: "text/csv",
      buffer: Buffer.from(text),
    });
    await button(page, "Choose a file").waitFor();
    const choose = page.locator("input[type=file]");
    await choose.setInputFiles(
      file("days.csv", `title,content\nA day,Long\n${"x".repeat(201)},Nothing\n`),
    );
    await page.getByLabel("For whom").fill("nobody@example.com");
    await button(page, "Import").click();
    await refused(page, "No user has this e-mail");
    await page.getByLabel("For whom").fill(ana.email);
    await button(page, "Import").click();
    await page.getByRole("heading", { name: "days.csv" }).waitFor();
    await page.getByText("Done", { exact: true }).waitFor();
    await page.getByRole("row", { name: /2 title/ }).waitFor();
    expect(await sql`select title from public.journal_entries where user_id = ${ana.id}`)
      .toEqual([{ title: "A day" }]);

    await page.getByRole("link", { name: "Imports", exact: true }).last().click();
    await page.getByRole("link", { name: /days.csv 2 rows/ }).first().waitFor();
    await choose.setInputFiles(file("empty.csv", ""));
    await page.getByLabel("For whom").fill(ana.id);
    await button(page, "Import").click();
    await refused(page, /./);
  });
});

describe("lists to read", () => {
  it("are the waitlist with its gate, and who acted as whom", async () => {
    const name = own("Ida");
    const email = `${crypto.randomUUID()}@example.com`;
    await sql`insert into public.kit_waitlist (email, name, country) values (${email}, ${name}, 'ES')`;
    const page = await admin("/waitlist");
    await row(page, name).getByText("· ES").waitFor();
    await page.getByText(/Green light|Not yet/).waitFor();

    const [other, ben] = [await superAdmin(), await person("Ben")];
    const reason = own("Ticket");
    await ok(other, "POST", `/api/admin/users/${ben.id}/impersonate`, { reason });
    await goToAdmin(page, "/impersonations");
    await row(page, reason).getByText("The link waits").waitFor();
  });
});

const screens = [
  "/",
  "/days",
  "/reports",
  "/organizations",
  "/impersonations",
  "/imports",
  "/prompts",
  "/cheers",
  "/cheers/rules",
  "/competitions",
  "/synthetic",
  "/synthetic/teams",
  "/waitlist",
  "/roadmap",
  "/settings",
  "/chat",
  "/more",
];
/** The pages with a form, and their fields. */
const forms = {
  "/prompts": "New prompt",
  "/cheers": "New template",
  "/competitions": "New competition",
  "/synthetic": "Generate",
  "/settings": "Change: Price of a freeze",
};

axeFindsNothing("on the pages of the administration", async (page, look) => {
  const [who, ana, ben] = [await superAdmin(), await person("Ana"), await person("Ben")];
  await ok(ana, "POST", "/api/reports", { about: "user", id: ben.id, reason: "abuse" });
  await ok(who, "POST", `/api/admin/users/${ben.id}/impersonate`, { reason: "Ticket" });
  const { organization } = await ok(ana, "POST", "/api/organizations", { name: "Axe" });
  const { team } = await ok(ana, "POST", "/api/teams", { name: "Axe", org_id: organization.id });
  await sql`select private.count_service_days()`;
  await atAdmin(page, who);
  const more = [
    `/organizations/${organization.id}`,
    `/organizations/${organization.id}/${team.id}`,
  ];
  for (const screen of [...screens, ...more]) {
    await goToAdmin(page, screen);
    await look(screen);
  }
  for (const [screen, name] of Object.entries(forms)) {
    await goToAdmin(page, screen);
    await button(page, name).click();
    await dialog(page).locator("form").waitFor();
    await look(`${screen}: ${name}`);
    await dialog(page).getByRole("button", { name: "Close" }).click();
  }
});
