/// <reference lib="dom" />
/** Programs and assistants that use the journal: their tokens, and webhooks with news for them. */
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { person, withToken } from "../../../tests/support/people.ts";
import { codeOf, ok } from "../../../tests/support/requests.ts";
import { sql } from "../../../tests/support/sql.ts";
import { makeWebhook, newReceiver, run } from "../../../tests/webhooks/support.ts";
import {
  axeFindsNothing,
  button,
  clipboard,
  desktop,
  dialog,
  goTo,
  phone,
  signIn,
  visit,
} from "./browser.ts";

const heading = (page: Page, name: string) =>
  page.getByRole("heading", { name, exact: true }).waitFor();
const box = (page: Page, name: string) => page.getByRole("checkbox", { name, exact: true });

/** The text that the button with this name copies. */
async function copied(page: Page, name: string): Promise<string> {
  await page.getByRole("button", { name, exact: true }).click();
  await page.getByText("Copied", { exact: true }).waitFor();
  return await page.evaluate(() => navigator.clipboard.readText());
}

/** Answers yes to the question that has been asked. */
const yes = (page: Page, name: string) =>
  dialog(page).getByRole("button", { name, exact: true }).click();

async function at(address: string, options = desktop) {
  const ana = await person("Ana");
  const page = await visit("/today", { ...options, permissions: clipboard });
  await signIn(page, ana);
  await goTo(page, address);
  return { ana, page };
}

describe("a token", () => {
  it("lets a program use the journal, as far as its scopes reach, until it is revoked", async () => {
    const { page } = await at("/me", phone);
    await page.getByRole("link", { name: "Connections", exact: true }).click();
    await page.getByText("No tokens yet").waitFor();
    await page.getByLabel("What is it for?").fill("My backup");
    await page.getByLabel("It works for").selectOption("30 days");
    await box(page, "See and change my goals").check();
    expect(await box(page, "See my goals").isDisabled()).toBe(true);
    await button(page, "Make it").click();
    await heading(page, "“My backup” is ready");
    const secret = await copied(page, "Copy");
    expect(secret).toMatch(/^jt_[0-9a-f]{40}$/);
    expect(await page.getByLabel("The token", { exact: true }).inputValue()).toBe(secret);

    const program = { api: withToken(secret) };
    await ok(program, "GET", "/api/journal?scope=own");
    await ok(program, "POST", "/api/goals", { title: "Back it up" });
    expect(await codeOf(program.api("GET", "/api/teams"))).toBe("403 scope_missing");
    await page.reload();
    const row = page.getByRole("listitem").filter({ has: button(page, "Revoke “My backup”") });
    await row.getByText("Read my journal", { exact: true }).waitFor();
    await row.getByText("See and change my goals", { exact: true }).waitFor();
    await row.getByText(`Begins with ${secret.slice(0, 11)}`).waitFor();
    await row.getByText("Last used").waitFor();
    expect(await page.content()).not.toContain(secret);

    await button(page, "Revoke “My backup”").click();
    await yes(page, "Revoke");
    await page.getByText(/· Revoked /).waitFor();
    expect(await codeOf(program.api("GET", "/api/journal?scope=own"))).toBe("401 unauthorized");
  });

  it("is refused to a classroom account, and a notification leads to it", async () => {
    const { page, ana } = await at("/me/notifications");
    await ok(ana, "POST", "/api/user/tokens", { name: "Script", scopes: ["account:read"] });
    await page.reload();
    await page.getByRole("link", { name: "A program may use your account" }).click();
    await button(page, "Revoke “Script”").waitFor();
    await sql`update public.profiles set is_classroom = true where id = ${ana.id}`;
    await page.getByLabel("What is it for?").fill("Another");
    await button(page, "Make it").click();
    await page.getByText("Classroom accounts may not make personal tokens").waitFor();
  });

  it("connects an assistant by lines to copy", async () => {
    const { page } = await at("/today");
    await page.keyboard.press("Control+k");
    await dialog(page).getByRole("combobox").fill("assistants");
    await dialog(page).getByRole("option", { name: /^Connections/ }).click();
    await page.getByRole("link", { name: "Assistants", exact: true }).click();
    await button(page, "Make it").click();
    await page.getByText("The token “My assistant” is in the lines below").waitFor();
    const { journal } =
      JSON.parse(await copied(page, "Copy for Cursor and most others")).mcpServers;
    const answer = await fetch(journal.url, {
      method: "POST",
      headers: { ...journal.headers, "content-type": "application/json" },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" }),
    });
    const tools = (await answer.json()).result.tools.map(({ name }: { name: string }) => name);
    expect(tools).toContain("search_entries");
    expect(tools).not.toContain("write_entry");
  });
});

describe("a webhook", () => {
  it("is made, tested, turned off by its receiver, turned on again, and deleted", async () => {
    const { page } = await at("/me/connections/webhooks");
    const receiver = newReceiver();
    await page.getByText("No webhooks yet").waitFor();
    await page.getByRole("link", { name: "Make a webhook" }).click();
    await heading(page, "Make a webhook");
    await page.getByLabel("Address", { exact: true }).fill("http://example.com/");
    await box(page, "A goal is new or changed").check();
    await button(page, "Make it").click();
    await page.getByText("expected an https address").waitFor();
    await page.getByLabel("Address", { exact: true }).fill(receiver.url);
    await button(page, "Make it").click();
    await heading(page, "The secret");
    const secret = await copied(page, "Copy");

    await button(page, "Send a test").click();
    const sent = page.getByRole("listitem").filter({ hasText: "A test" });
    await sent.getByText("Waiting", { exact: true }).waitFor();
    /** Runs the job, and reads the deliveries again until they say this. */
    const runUntil = async (text: string) => {
      await run();
      await expect.poll(async () => {
        await button(page, "Refresh").click();
        return await sent.innerText();
      }).toContain(text);
    };
    await runUntil("1 try · Answer 200");
    await sent.getByText("Delivered", { exact: true }).waitFor();
    expect((await receiver.events(secret)).map(({ type }) => type)).toEqual(["ping"]);

    await receiver.answer({ statuses: [410] });
    await button(page, /^Send again: A test/).click();
    await sent.getByText("Waiting", { exact: true }).waitFor();
    await runUntil("It does not take it: answer 410");
    expect((await receiver.received()).length).toBe(2);
    await goTo(page, "/me/notifications");
    await page.reload();
    await page.getByRole("link", { name: "A webhook was turned off" }).click();
    await page.getByText(/^We turned it off on .* gone for good/).waitFor();
    await button(page, "Turn on").click();
    await button(page, "Send a test").waitFor();

    await button(page, "New secret").click();
    await yes(page, "New secret");
    const field = page.getByLabel("The secret", { exact: true });
    await field.waitFor();
    expect(await field.inputValue()).not.toBe(secret);
    await box(page, "I get a notification").check();
    await button(page, "Save").click();
    await page.getByText("Saved", { exact: true }).waitFor();
    await page.reload();
    await expect.poll(() => box(page, "I get a notification").isChecked()).toBe(true);
    await expect.poll(() => box(page, "A goal is deleted").isChecked()).toBe(false);
    expect(await field.count()).toBe(0);

    await button(page, "Turn off").click();
    await yes(page, "Turn off");
    await page.getByText("You have turned it off").waitFor();
    await button(page, "Delete").click();
    await yes(page, "Delete");
    await page.getByText("No webhooks yet").waitFor();
  });

  it("says why a delivery failed", async () => {
    const { page, ana } = await at("/me/connections/webhooks");
    const { id } = await makeWebhook(ana, "https://hooks.example.net/journal");
    const words = {
      dns: "Its name has no public address",
      refused: "It refuses the connection",
      tls: "Its certificate is not valid",
      timeout: "It took longer than 10 seconds",
      status: "It does not take it: answer 503",
    };
    for (const error of Object.keys(words)) {
      await sql`
        insert into private.webhook_deliveries
          (webhook_id, type, object_id, status, next_attempt_at, attempts, error, response_status)
        values (${id}, 'goal.changed', ${ana.id}, 'failed', null, 1, ${error},
          ${error === "status" ? 503 : null})`;
    }
    await page.reload();
    await page.getByRole("link", { name: /hooks\.example\.net/ }).click();
    for (const text of Object.values(words)) {
      await page.getByRole("listitem").filter({ hasText: `1 try · ${text}` }).waitFor();
    }
  });

  it("shows its deliveries in pages", async () => {
    const { page, ana } = await at("/me/connections/webhooks");
    const { id } = await makeWebhook(ana, "https://hooks.example.net/journal");
    await sql`
      insert into private.webhook_deliveries (webhook_id, type, object_id, status, next_attempt_at)
      select ${id}, 'goal.changed', ${ana.id}, 'failed', null from generate_series(1, 25)`;
    await page.reload();
    await page.getByRole("link", { name: /hooks\.example\.net/ }).click();
    const rows = page.getByRole("listitem").filter({ hasText: "A goal is new or changed" });
    await expect.poll(() => rows.count()).toBe(20);
    await button(page, "Show more").click();
    await expect.poll(() => rows.count()).toBe(25);
  });
});

axeFindsNothing("where users connect programs", async (page, look) => {
  const ana = await person("Ana");
  await ok(ana, "POST", "/api/user/tokens", { name: "Script", scopes: ["journal:write"] });
  const { id } = await makeWebhook(ana, `${newReceiver().url}?${"journal".repeat(20)}`);
  await ok(ana, "POST", `/api/user/webhooks/${id}/ping`);
  await signIn(page, ana);
  const shown = {
    "": () => button(page, "Revoke “Script”"),
    "/webhooks": () => page.getByRole("link", { name: /journaljournal/ }),
    "/webhooks/new": () => button(page, "Make it"),
    [`/webhooks/${id}`]: () => page.getByText("A test", { exact: true }),
    "/webhooks/00000000-0000-4000-8000-000000000000": () =>
      page.getByText("This webhook does not exist"),
    "/assistants": () => button(page, "Copy for VS Code"),
  };
  for (const [screen, sign] of Object.entries(shown)) {
    await goTo(page, `/me/connections${screen}`);
    await sign().waitFor();
    await look(screen);
  }
  await button(page, "Make it").click();
  await page.getByText("is in the lines below").waitFor();
  await look("an assistant with its token");
  await goTo(page, "/me/connections");
  await page.getByLabel("The token", { exact: true }).waitFor();
  await look("a new token");
  await page.context().setOffline(true);
  await goTo(page, "/me/connections/webhooks");
  await page.getByText("You need to be online for this").waitFor();
  await page.getByText("You can change this when you are online.").waitFor();
  await look("without a network");
});
