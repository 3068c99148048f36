/// <reference lib="dom" />
/** A goal: today's answer, and the days and weeks behind it. */
import { expect, it } from "vitest";
import { person } from "../../../tests/support/people.ts";
import { sql } from "../../../tests/support/sql.ts";
import { axeFindings, button, desktop, goTo, phone, sent, signIn, visit } from "./browser.ts";

/** A Thursday. */
const NOW = "2025-03-20T12:00:00Z";

async function swimmer() {
  const ana = await person("Ana");
  const [goal] = await sql`
    insert into public.goals (user_id, title) values (${ana.id}, 'Swim') returning id`;
  await sql`
    insert into public.goal_check_ins (goal_id, user_id, status, notes, written_at)
    select ${goal!.id}, ${ana.id}, c ->> 'status', coalesce(c ->> 'notes', ''),
      (c ->> 'at')::timestamptz
    from jsonb_array_elements(${
    sql.json([
      { status: "completed", at: "2025-03-17T08:00Z" },
      { status: "partial", at: "2025-03-18T08:00Z" },
      { status: "completed", at: "2025-03-11T08:00Z" },
      { status: "completed", at: "2025-03-12T08:00Z" },
      { status: "missed", notes: "A cold", at: "2025-03-04T08:00Z" },
    ])
  }::jsonb) as c`;
  return { ana, address: `/me/goals/${goal!.id}` };
}

const confetti = "body > div[aria-hidden='true'] > span";

it("a goal is done by one tap, which is felt, and shows its days and weeks", async () => {
  const { ana, address } = await swimmer();
  const page = await visit("/today", { ...phone, timezoneId: "UTC" });
  await page.clock.setFixedTime(NOW);
  await signIn(page, ana);
  await goTo(page, address);
  await page.getByText("In the last 3 weeks, done on 1 of 7 days on average.").first().waitFor();
  const today = page.getByRole("group", { name: "Today: Swim" });
  const flying = page.locator(confetti).first().waitFor({ state: "attached" });
  await today.getByRole("button", { name: "Done" }).click();
  await flying;
  await page.getByText("Done, on 2 days this week. Well done.").waitFor();
  await expect.poll(() => page.locator(confetti).count()).toBe(0);
  await sent(page);
  expect(
    await sql`
    select status from public.goal_check_ins where user_id = ${ana.id} and written_at = ${NOW}`,
  )
    .toEqual([{ status: "completed" }]);
  await page.getByText("In the last 3 weeks, done on 1.3 of 7 days on average.").first().waitFor();

  const day = (name: string) => page.getByRole("gridcell", { name, exact: true });
  await day("20 Mar 2025: done").waitFor();
  await day("18 Mar 2025: done in part").waitFor();
  await day("4 Mar 2025: missed").click();
  await page.getByText("A cold").first().waitFor();
  const weeks = page.locator(".card", { has: page.getByRole("heading", { name: "Week by week" }) });
  await weeks.getByText("Show as a table").click();
  await expect.poll(() => weeks.locator("tbody tr").allInnerTexts()).toEqual([
    "Week of 3 Mar\t0\t0",
    "Week of 10 Mar\t2\t0",
    "Week of 17 Mar\t2\t1",
  ]);
  expect(await axeFindings(page)).toEqual([]);

  await button(page, "I have reached it").click();
  await page.getByRole("heading", { name: "Reached" }).waitFor();
  await button(page, "Take it up again").click();
  await today.waitFor();
});

it("nothing flies for people who want less motion", async () => {
  const { ana, address } = await swimmer();
  const page = await visit("/today", { ...desktop, timezoneId: "UTC", reducedMotion: "reduce" });
  await page.clock.setFixedTime(NOW);
  await signIn(page, ana);
  await goTo(page, address);
  await page.getByRole("button", { name: "Done" }).click();
  await page.getByText("Done, on 2 days this week. Well done.").waitFor();
  expect(await page.locator(confetti).count()).toBe(0);
  expect(await axeFindings(page)).toEqual([]);
});
