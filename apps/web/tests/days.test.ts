/// <reference lib="dom" />
/** Days follow the person's time zone, wherever their device is, and dates have their year. */
import { expect, it } from "vitest";
import { person } from "../../../tests/support/people.ts";
import { ok } from "../../../tests/support/requests.ts";
import { goTo, phone, signIn, visit } from "./browser.ts";

const HOUR = 3_600_000;
/** The time zone of the devices in these tests. */
const DEVICE = "Europe/Berlin";
const dateIn = (timeZone: string, at: number) =>
  new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short" }).format(at);

it("shows a traveller the entries of the present day in their own time zone", async () => {
  const now = Date.now();
  // One of them always has another date than the device.
  const home = ["Pacific/Kiritimati", "Pacific/Pago_Pago"]
    .find((zone) => dateIn(zone, now) !== dateIn(DEVICE, now))!;
  const isPresent = (zone: string, at: number) => dateIn(zone, at) === dateIn(zone, now);
  const at = Array.from({ length: 24 }, (_, hours) => now - hours * HOUR)
    .find((at) => isPresent(home, at) !== isPresent(DEVICE, at))!;
  const isDone = isPresent(home, at);

  const ana = await person("Ana");
  await ok(ana, "PUT", "/api/user/profile", { timezone: home });
  const { goal } = await ok(ana, "POST", "/api/goals", { title: "Swim" });
  const written_at = new Date(at).toISOString();
  await ok(ana, "POST", `/api/goals/${goal.id}/check-ins`, { status: "completed", written_at });
  await ok(ana, "POST", "/api/journal", { title: "On the way", content: "Sea.", written_at });
  await ok(ana, "POST", "/api/journal", { title: "Arrived", content: "Land." });
  const page = await visit("/today", phone);
  await signIn(page, ana);
  await page.locator(".row", { hasText: "Arrived" }).waitFor();
  expect({
    done: await page.getByRole("group", { name: "Today: Swim" })
      .getByRole("button", { name: "Done" }).getAttribute("aria-pressed"),
    rows: await page.locator(".row", { hasText: "On the way" }).count(),
    day: await page.locator(".page-head .eyebrow").innerText(),
  }).toEqual({
    done: String(isDone),
    rows: isDone ? 1 : 0,
    day: new Intl.DateTimeFormat("en-GB", {
      timeZone: home,
      weekday: "long",
      day: "numeric",
      month: "long",
    }).format(now),
  });
});

it.each([
  ["es", /sábado, 22 de noviembre de 2025, 10:30/i],
  ["pt", /sábado, 22 de novembro de 2025, 10:30/i],
  ["en", /Saturday,? 22 November 2025, 10:30/i],
])("writes a day of another year as is usual in %s", async (language, day) => {
  const ana = await person("Ana");
  const { entry } = await ok(ana, "POST", "/api/journal", {
    title: "Before",
    content: "Rain.",
    written_at: "2025-11-22T10:30:00+01:00",
  });
  const page = await visit("/today", phone);
  await signIn(page, ana);
  await ok(ana, "PUT", "/api/user/profile", { language });
  await page.locator(`html[lang^="${language}"]`).waitFor();
  await goTo(page, `/journal/${entry.id}`);
  await page.getByText("Rain.").last().waitFor();
  await expect.poll(async () => (await page.locator(".eyebrow").allInnerTexts()).join())
    .toMatch(day);
});
