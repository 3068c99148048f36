/** The chips that a check-in earns, and the people whom it notifies. */
import { describe, expect } from "vitest";
import { it } from "../support/it.ts";
import { noticesOf } from "../support/notices.ts";
import { type Person, persons } from "../support/people.ts";
import { ok } from "../support/requests.ts";
import { sql } from "../support/sql.ts";
import {
  chainAround,
  checkIn,
  checkInWith,
  hasCheckedInBefore,
  makeSynthetic,
  openWindow,
} from "./days.ts";
import { exifTime } from "./photos.ts";

/** The acts of Ana, before Ben in the chain of a date, and of Ben, before Ben checks in. */
type Before = (given: { ana: Person; ben: Person; date: string }) => unknown;

describe("chips", () => {
  it.each<[chips: number, chainStatus: string, when: string, before: Before]>([
    [2, "continued", "the user before has checked in", ({ ana }) => checkIn(ana)],
    [1, "broken", "the user before has not", () => {}],
    [1, "continued", "the window before did not exist yet", ({ ana, date }) =>
      sql`
        update public.workout_window_chains set closes_at = null
        where user_id = ${ana.id} and date = ${date}`],
    [
      2,
      "continued",
      "the user before is synthetic, and their day is not closed",
      ({ ana }) => makeSynthetic(ana, 1),
    ],
    [4, "continued", "every part of the sum is there", async ({ ana, ben, date }) => {
      await hasCheckedInBefore(ben, date, 6);
      await checkIn(ana);
    }],
  ])("are %i, and the chain is %s, when %s", async (battleChipsEarned, chainStatus, _, before) => {
    const [ana, ben] = await persons("Ana", "Ben");
    const date = await chainAround([ana, ben]);
    await before({ ana, ben, date });
    expect((await checkIn(ben)).body).toMatchObject({ battleChipsEarned, chainStatus });
    const { beforeUser } = (await ok(ben, "GET", `/api/workout-window/chain/${date}`)).chain;
    if (battleChipsEarned > 1) expect(beforeUser.checkedIn).toBe(true);
  });

  it("are 1, and half a chip more in the first 30 minutes is rounded down", async ({ ana }) => {
    await openWindow(ana, 5);
    expect((await checkIn(ana)).body.battleChipsEarned).toBe(1);
  });

  it.for([[5, 1], [6, 3], [20, 3]] as const)(
    "after %i consecutive days are %i",
    async ([days, chips], { ana }) => {
      await hasCheckedInBefore(ana, await openWindow(ana), days);
      expect((await checkIn(ana)).body.battleChipsEarned).toBe(chips);
    },
  );

  it("begin again after a day without a verified check-in", async ({ ana }) => {
    const date = await openWindow(ana);
    await hasCheckedInBefore(ana, date, 9);
    await sql`
      update public.workout_window_checkins set status = 'pending'
      where user_id = ${ana.id} and date = ${date}::date - 3`;
    expect((await checkIn(ana)).body.battleChipsEarned).toBe(1);
  });
});

describe("the next user in the chain", () => {
  it("is notified of a verified check-in", async ({ ana, ben }) => {
    const date = await chainAround([ana, ben]);
    const { profile: { handle } } = await ok(ana, "GET", "/api/user/profile");
    expect((await checkIn(ana)).body.nextUserNotified).toBe(true);
    expect(await noticesOf(ben, "baton_pass")).toEqual([{
      title: "It is your turn",
      body: `@${handle} has checked in and passes the baton to you.`,
      data: { user_id: ana.id, date },
    }]);
  });

  it("is not notified of a check-in that waits for a review", async ({ ana, ben }) => {
    await chainAround([ana, ben]);
    const takenAt = exifTime(-48);
    expect((await checkInWith(ana, { takenAt })).body.nextUserNotified).toBe(false);
    expect(await noticesOf(ben, "baton_pass")).toEqual([]);
  });

  it("is not notified after an own check-in", async ({ ana, ben }) => {
    await chainAround([ana, ben]);
    await checkIn(ben);
    expect((await checkIn(ana)).body.nextUserNotified).toBe(false);
  });
});
