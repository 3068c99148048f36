/** The night and the day on Today. */
import { expect, it } from "vitest";
import { person } from "../../../tests/support/people.ts";
import { ok } from "../../../tests/support/requests.ts";
import { sql } from "../../../tests/support/sql.ts";
import { axeFindsNothing, button, phone, sent, signIn, visit } from "./browser.ts";

/** Somebody who has written before: a newcomer is not asked. */
async function writer() {
  const ana = await person("Ana");
  await ok(ana, "POST", "/api/journal", { title: "Fog", content: "White." });
  return ana;
}

it("keeps the sleep and the day, also without a network, and changes both", async () => {
  const ana = await writer();
  const stored = async () => ({
    nights: [
      ...await sql`
        select hours::float, quality from public.sleep_entries where user_id = ${ana.id}`,
    ],
    days: [...await sql`select score from public.satisfaction_entries where user_id = ${ana.id}`],
  });
  const page = await visit("/today", phone);
  await signIn(page, ana);
  const card = page.locator(".card", { hasText: "How are you?" });
  const save = card.getByRole("button", { name: "Save" });
  const score = (value: string) =>
    card.getByRole("group", { name: "How was your day?" })
      .getByRole("button", { name: value, exact: true });
  await card.getByText("How did you sleep?").waitFor();
  await page.context().setOffline(true);
  expect(await save.isDisabled()).toBe(true);
  await card.getByLabel("Hours of sleep").selectOption("7.5");
  await card.getByRole("button", { name: "4, Well" }).click();
  await save.click();
  await card.getByText("7.5 hours · Well").waitFor();
  await score("8").click();
  await card.getByText("8 of 10").waitFor();
  expect(await stored()).toEqual({ nights: [], days: [] });

  // A stored day is changed with a network alone.
  await button(page, "Change how your day was").click();
  await score("9").click();
  await card.getByText("You are offline. Try again when you are back.").waitFor();
  await page.context().setOffline(false);
  await sent(page);
  await score("10").click();
  await card.getByText("10 of 10").waitFor();
  await button(page, "Change how you slept").click();
  await card.getByLabel("Hours of sleep").selectOption("6");
  await save.click();
  await card.getByText("6 hours · Well").waitFor();
  expect(await stored()).toEqual({ nights: [{ hours: 6, quality: 4 }], days: [{ score: 10 }] });
});

axeFindsNothing("in the questions about the night and the day", async (page, look) => {
  await signIn(page, await writer());
  const card = page.locator(".card", { hasText: "How are you?" });
  await card.getByRole("button", { name: "5, Very well" }).click();
  await look("asked");
  await card.getByLabel("Hours of sleep").selectOption("8");
  await card.getByRole("button", { name: "Save" }).click();
  await card.getByText("8 hours · Very well").waitFor();
  await look("answered");
});
