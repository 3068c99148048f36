/// <reference lib="dom" />
/** Reminders, and pushes to the browser. */
import process from "node:process";
import { expect, it } from "vitest";
import type { WebMessage } from "../../../packages/stand-ins/web-push.ts";
import { testEnvironment } from "../../../tests/support/environment.ts";
import { send } from "../../../tests/support/people.ts";
import { sql } from "../../../tests/support/sql.ts";
import {
  axeFindings,
  darkDesktop,
  device,
  goTo,
  open,
  phone,
  sent,
  signUp,
  visit,
} from "./browser.ts";

it("keeps reminders of the journal and of goals", async () => {
  const page = await visit("/me/goals", phone);
  const { email } = await signUp(page);
  await page.getByLabel("New goal").fill("Swim");
  await page.keyboard.press("Enter");
  await page.getByRole("link", { name: /Swim/ }).waitFor();

  await goTo(page, "/me/reminders");
  await page.getByText("No reminders yet").waitFor();
  await page.getByText("We remind you once, and only if").waitFor();
  const add = page.getByRole("button", { name: "Add" });
  await add.click();
  await page.getByRole("link", { name: "20:30 · My journal Every day" }).waitFor();
  await page.getByLabel("Remind me of").selectOption("Swim");
  await page.getByLabel("At", { exact: true }).fill("07:15");
  for (const day of ["Saturday", "Sunday"]) await page.getByLabel(day).uncheck();
  await add.click();
  const swimming = page.getByRole("link", { name: "07:15 · Swim Monday to Friday" });
  await swimming.waitFor();
  expect(await axeFindings(page)).toEqual([]);

  await swimming.click();
  for (const day of ["Tuesday", "Thursday", "Friday"]) await page.getByLabel(day).uncheck();
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByRole("link", { name: "07:15 · Swim Mon and Wed" }).waitFor();
  await sent(page);
  expect(
    await sql`
    select kind, local_time, days from public.reminders
    where user_id = (select id from auth.users where email = ${email}) order by local_time`,
  )
    .toEqual([
      { kind: "goal", local_time: "07:15", days: [1, 3] },
      { kind: "journal", local_time: "20:30", days: [1, 2, 3, 4, 5, 6, 7] },
    ]);
  await page.getByRole("link", { name: /My journal/ }).click();
  await page.getByRole("button", { name: "Delete" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await page.getByText("Deleted").waitFor();
  await expect.poll(() => page.getByRole("link", { name: /My journal/ }).count()).toBe(0);
});

it("pushes to the browser, which shows it and opens its subject", async () => {
  const standIn = process.env.WEB_PUSH_ORIGINS!;
  const subscription = await (await fetch(`${standIn}/test/subscriptions`, { method: "POST" }))
    .json();
  const mine = await device({
    ...darkDesktop,
    permissions: ["notifications"],
    serviceWorkers: "allow",
  });
  // The browser's own function asks a server of its maker.
  await mine.addInitScript((json) => {
    let isOn = false;
    const subscribed = {
      toJSON: () => json,
      unsubscribe: () => Promise.resolve(!(isOn = false)),
    } as unknown as PushSubscription;
    PushManager.prototype.subscribe = () => Promise.resolve((isOn = true, subscribed));
    PushManager.prototype.getSubscription = () => Promise.resolve(isOn ? subscribed : null);
  }, subscription);
  const page = await open(mine, "/me/notifications/pushes");
  const { email } = await signUp(page);
  const mySwitch = page.getByRole("switch", { name: "Notifications in this browser" });
  await mySwitch.check();
  await page.getByRole("button", { name: "Remove Browser" }).waitFor();
  expect(await axeFindings(page)).toEqual([]);

  const [{ entry, id }] = await sql<[{ entry: string; id: string }]>`
    select id, private.insert_journal_entry(id, ${
    sql.json({ title: "Fog", content: "The river was gone." })
  }, now()) as entry from auth.users where email = ${email}`;
  await sql`select private.notify(${id}, 'comment', '{"handle": "ben"}',
    ${sql.json({ entry_id: entry })})`;
  const secret = { "x-cron-secret": testEnvironment.CHAT_CRON_SECRET };
  await expect.poll(async () => {
    await send("POST", "/api/notifications/cron/deliver", undefined, secret);
    const url = subscription.endpoint.replace("/push/", "/test/subscriptions/");
    return (await (await fetch(url)).json()).messages as WebMessage[];
  }).toHaveLength(1);
  const url = subscription.endpoint.replace("/push/", "/test/subscriptions/");
  const [{ payload }] = (await (await fetch(url)).json()).messages as [WebMessage];

  const worker = mine.serviceWorkers()[0] ?? await mine.waitForEvent("serviceworker");
  const session = await mine.newCDPSession(page);
  const registered = new Promise<string>((resolve) =>
    session.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      if (registrations[0]) resolve(registrations[0].registrationId);
    })
  );
  await session.send("ServiceWorker.enable");
  const { origin } = new URL(page.url());
  const registrationId = await registered;
  const shown = () =>
    page.evaluate(async () =>
      (await (await navigator.serviceWorker.ready).getNotifications())
        .map(({ title, body }) => [title, body])
    );
  // A worker that starts may miss an event.
  await expect.poll(async () => {
    if (!(await shown()).length) {
      const message = { origin, registrationId, data: payload };
      await session.send("ServiceWorker.deliverPushMessage", message);
    }
    return await shown();
  }, { interval: 3000 })
    .toEqual([["New comment", "@ben commented on your entry"]]);

  await goTo(page, "/today");
  // No driver clicks a notification of the system.
  await worker.evaluate(`(async () => {
    const [notification] = await self.registration.getNotifications();
    self.dispatchEvent(new NotificationEvent("notificationclick", { notification }));
  })()`);
  await page.getByRole("heading", { name: "Fog" }).waitFor();
  expect(page.url()).toMatch(new RegExp(`#/journal/${entry}$`));
  await expect.poll(shown).toEqual([]);

  await goTo(page, "/me/notifications");
  await page.getByText("All read").waitFor();
  await page.getByRole("link", { name: "On my devices" }).click();
  await mySwitch.uncheck();
  await page.getByRole("button", { name: "Remove Browser" }).waitFor({ state: "detached" });
});
