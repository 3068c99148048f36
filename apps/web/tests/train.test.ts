/// <reference lib="dom" />
/** Acts of a person on a train: each waits on the device, and is sent once or shown as refused. */
import { Buffer } from "node:buffer";
import { expect, it } from "vitest";
import { makeTeam } from "../../../tests/journal/people.ts";
import { persons } from "../../../tests/support/people.ts";
import { ok } from "../../../tests/support/requests.ts";
import { sql } from "../../../tests/support/sql.ts";
import { openWindow } from "../../../tests/workout-window/days.ts";
import { freshPhoto } from "../../../tests/workout-window/photos.ts";
import {
  axeFindings,
  begin,
  button,
  device,
  dialog,
  goTo,
  open,
  phone,
  sent,
  shareWith,
  signIn,
} from "./browser.ts";

const photo = () => ({
  name: "train.jpg",
  mimeType: "image/jpeg",
  buffer: Buffer.from(freshPhoto()),
});

it(
  "a photo, a recording, a comment, a reaction, a message, a drop and a check-in wait, and are sent once",
  async () => {
    const [ana, ben] = await persons("Ana", "Ben");
    const { team_id } = await makeTeam(ana, [ben]);
    await openWindow(ana);
    const mine = await device({ ...phone, serviceWorkers: "allow" });
    const page = await open(mine);
    await signIn(page, ana);
    await begin(page, "The last bars of the network.", "Departure");
    await shareWith(page, "Everybody");
    await button(page, "Save").click();
    await sent(page);
    await page.getByText("No comments yet.").waitFor();
    await page.waitForFunction(() => navigator.serviceWorker.controller);
    const address = new URL(page.url()).hash.slice(1);
    // The content of others is on the screen before the tunnel.
    const [chat, other] = [
      await open(mine, `/people/team/${team_id}`),
      await open(mine, "/people"),
    ];
    await chat.getByText("No messages yet").waitFor();
    await goTo(other, `/people/person/${ben.id}`);
    await button(other, "Cheer").click();
    await button(other, "In my own words").click();

    await mine.setOffline(true);
    await page.getByText("You are offline. You can go on writing").waitFor();
    const part = page.getByRole("region", { name: "Photos and recordings" });
    await part.getByLabel("Add a photo").setInputFiles(photo());
    await part.getByAltText("A photo, not sent yet").waitFor();
    await button(page, "Record").click();
    await part.getByText("0:01").waitFor();
    await button(page, "Stop and add").click();
    await part.getByLabel("A recording, not sent yet").waitFor();
    await page.getByLabel("Your comment").fill("From the tunnel");
    await page.getByRole("button", { name: "Comment", exact: true }).click();
    await page.locator(".comments li", { hasText: "From the tunnel" }).waitFor();
    await page.getByRole("group", { name: "Reactions" }).getByRole("button", { name: "Heart" })
      .click();
    await page.getByRole("button", { name: "Heart, 1", pressed: true }).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await chat.getByLabel("Message", { exact: true }).fill("No network here");
    await button(chat, "Send").click();
    await chat.getByText("You are offline. We send it when you are back.").waitFor();
    await dialog(other).getByLabel("Words").fill("Go on");
    await dialog(other).getByRole("button", { name: "Send" }).click();
    await other.getByText("We send it when you are back online").waitFor();
    await chat.close();
    await other.close();

    // The items stay after another start of the app.
    await page.reload();
    await goTo(page, "/today");
    await button(page, "Check in").click();
    await page.locator(".check-in input[type=file]").last().setInputFiles(photo());
    await button(page, "Send check-in").click();
    await page.getByText("Kept on this device").waitFor();
    await button(page, "Done").click();
    await goTo(page, "/me/waiting");
    await expect.poll(() => page.locator(".me-pane .card").count()).toBe(7);
    expect(await axeFindings(page)).toEqual([]);

    await mine.setOffline(false);
    await page.getByText("Everything is sent").waitFor();
    await sent(page);
    const { entry } = await ok(ana, "GET", `/api${address}`);
    expect(entry).toMatchObject({
      attachments: [{ kind: "image" }, { kind: "audio" }],
      comment_count: 1,
      own_reaction: "heart",
    });
    const counts = await sql`
    select
      (select count(*)::int from public.team_messages where user_id = ${ana.id}) as messages,
      (select count(*)::int from public.drops_sent where sender_id = ${ana.id}) as drops,
      (select count(*)::int from public.workout_window_checkins where user_id = ${ana.id}
        and status = 'verified') as check_ins`;
    expect(counts).toEqual([{ messages: 1, drops: 1, check_ins: 1 }]);
  },
);

it("a refused item is shown on every screen, and changed or discarded", async () => {
  const [ana, ben] = await persons("Ana", "Ben");
  const { entry } = await ok(ben, "POST", "/api/journal", {
    title: "Fog",
    content: "The river was gone.",
    metadata_visibility: "public",
    content_visibility: "public",
  });
  const page = await open(await device({ ...phone, serviceWorkers: "allow" }));
  await signIn(page, ana);
  await goTo(page, `/journal/${entry.id}`);
  await page.getByText("No comments yet.").waitFor();
  await page.context().setOffline(true);
  for (const words of ["Alpha", "Beta"]) {
    await page.getByLabel("Your comment").fill(words);
    await page.getByRole("button", { name: "Comment", exact: true }).click();
    await page.locator(".comments li", { hasText: words }).waitFor();
  }
  const refusal = { error: "The answer of this test", code: "forbidden" };
  await page.route(
    "**/comments",
    (route) =>
      route.request().method() === "POST"
        ? route.fulfill({
          status: 403,
          json: refusal,
          headers: { "access-control-allow-origin": "*" },
        })
        : route.continue(),
  );
  await page.context().setOffline(false);
  await page.getByText("2 things could not be sent.").waitFor();
  await page.unroute("**/comments");
  await page.getByRole("link", { name: "Have a look" }).click();
  const [first, second] = [0, 1].map((n) => page.locator(".me-pane .card").nth(n));
  await first!.getByText("Not sent: The answer of this test").waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await second!.getByRole("button", { name: "Discard" }).click();
  await dialog(page).getByRole("button", { name: "Discard" }).click();
  await second!.waitFor({ state: "detached" });
  await first!.getByRole("button", { name: "Change" }).click();
  await page.getByLabel("Your words").fill("In other words");
  await button(page, "Send").click();
  await page.getByText("Everything is sent").waitFor();
  const { comments } = await ok(ana, "GET", `/api/journal/${entry.id}/comments`);
  expect(comments.map(({ content }: { content: string }) => content)).toEqual(["In other words"]);
});
