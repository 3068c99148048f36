/// <reference lib="dom" />
/** A goal that is due on some days of a week, and of which an amount is counted. */
import { expect, it } from "vitest";
import { person } from "../../../tests/support/people.ts";
import { sql } from "../../../tests/support/sql.ts";
import { axeFindings, button, goTo, phone, sent, signIn, visit } from "./browser.ts";

it("a goal takes a rhythm and an amount, which taps take up and down on a phone", async () => {
  const ana = await person("Ana");
  const [goal] = await sql`
    insert into public.goals (user_id, title) values (${ana.id}, 'Drink water') returning id`;
  const page = await visit("/today", { ...phone, timezoneId: "UTC" });
  await signIn(page, ana);
  await goTo(page, `/me/goals/${goal!.id}`);

  await page.getByLabel("How often").selectOption({ label: "Some days a week" });
  await page.getByLabel("How many days").selectOption({ label: "3 days a week" });
  await page.getByLabel("Count an amount").selectOption({ label: "Yes, at least so much a day" });
  await page.getByLabel("How much a day").fill("8");
  expect(await button(page, "Save").isDisabled()).toBe(true);
  await page.getByLabel("Of what").fill("glasses");
  expect(await axeFindings(page)).toEqual([]);
  await button(page, "Save").click();
  await sent(page);
  expect(await sql`select schedule, measure from public.goals where id = ${goal!.id}`).toEqual([{
    schedule: { kind: "weekly", times: 3 },
    measure: { unit: "glasses", target: 8, direction: "at_least" },
  }]);
  await page.getByRole("heading", { name: "Your weeks" }).waitFor();

  await goTo(page, "/today");
  const today = page.getByRole("group", { name: "Today: Drink water" });
  await today.getByText("0 of 8 glasses").waitFor();
  const more = today.getByRole("button", { name: "1 glasses more" });
  for (let taps = 0; taps < 4; taps++) await more.click({ delay: 0 });
  await today.getByRole("button", { name: "1 glasses less" }).click();
  await today.getByText("3 of 8 glasses").waitFor();
  await page.getByText("1 of 3 days this week").waitFor();
  await sent(page);
  const stored = () =>
    sql`
      select sum(amount)::int as amount, min(status) as status, count(*)::int as rows
      from public.goal_check_ins where goal_id = ${goal!.id}`;
  expect(await stored()).toEqual([{ amount: 3, status: "partial", rows: 1 }]);
  expect(await axeFindings(page)).toEqual([]);

  await today.getByRole("textbox", { name: "Today, in glasses" }).fill("8");
  await page.keyboard.press("Enter");
  await today.getByText("8 of 8 glasses").waitFor();
  await sent(page);
  expect(await stored()).toEqual([{ amount: 8, status: "completed", rows: 1 }]);

  await goTo(page, `/me/goals/${goal!.id}`);
  await page.getByText("Done. Your first time this week.").waitFor();
  await page.getByText("8 glasses", { exact: true }).waitFor();
  expect(await axeFindings(page)).toEqual([]);
});

it("a goal of named days is asked about on those days alone", async () => {
  const ana = await person("Ana");
  await sql`
    insert into public.goals (user_id, title, schedule)
    select ${ana.id}, title, jsonb_build_object('kind', 'weekdays', 'days', jsonb_build_array(day))
    from (values ('Swim', extract(isodow from now() at time zone 'utc')::int),
      ('Sing', extract(isodow from now() at time zone 'utc')::int % 7 + 1)) as g (title, day)`;
  const page = await visit("/today", { ...phone, timezoneId: "UTC" });
  await signIn(page, ana);
  await page.getByRole("group", { name: "Today: Swim" }).waitFor();
  await page.getByText("0 of 1 day this week").waitFor();
  expect(await page.getByText("Sing").count()).toBe(0);
});

/** A Thursday. */
const NOW = "2025-03-20T12:00:00Z";

it.each([
  ["some days of a week", { kind: "weekly", times: 3 }, "1 of 3 days this week", "2 of 3 days"],
  // It was set on a Tuesday: the Monday before was not due.
  ["named days", { kind: "weekdays", days: [1, 3] }, "1 of 2 days this week", "1 of 1 day"],
])("a goal of %s shows its own weeks alone, and counts by its schedule", async (...each) => {
  const [, schedule, thisWeek, lastWeek] = each;
  const ana = await person("Ana");
  const [goal] = await sql`
    insert into public.goals (user_id, title, schedule, written_at)
    values (${ana.id}, 'Swim', ${sql.json(schedule)}, '2025-03-11T08:00Z') returning id`;
  await sql`
    insert into public.goal_check_ins (goal_id, user_id, status, written_at)
    select ${goal!.id}, ${ana.id}, 'completed', day::timestamptz
    from unnest(${["2025-03-12T08:00Z", "2025-03-13T08:00Z", "2025-03-17T08:00Z"]}::text[]) as day`;
  const page = await visit("/today", { ...phone, timezoneId: "UTC" });
  await page.clock.setFixedTime(NOW);
  await signIn(page, ana);
  await goTo(page, `/me/goals/${goal!.id}`);
  const weeks = page.locator(".card", { has: page.getByRole("heading", { name: "Your weeks" }) });
  await weeks.waitFor();
  await expect.poll(() => weeks.getByRole("listitem").allInnerTexts()).toEqual([
    `Week of 17 Mar\n${thisWeek}`,
    `Week of 10 Mar\n${lastWeek}`,
  ]);
  expect(await page.getByText("of 7 days").count()).toBe(0);
});
