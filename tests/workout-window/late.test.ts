/** Check-ins that are sent later than they were made, and check-ins that are sent twice. */
import { describe, expect } from "vitest";
import { it } from "../support/it.ts";
import { type Person, person } from "../support/people.ts";
import { messageOf, ok } from "../support/requests.ts";
import { sql } from "../support/sql.ts";
import { chainAround, checkIn, closeWindow, noonZone, openWindow } from "./days.ts";

const MINUTE = 60_000;

/** So many minutes ago. */
const ago = (minutes: number) => new Date(Date.now() - minutes * MINUTE).toISOString();

/** Checks in with what the device says, and returns the check-in. */
async function madeAt(who: Person, minutes: number) {
  const { status, body } = await checkIn(who, { taken_at: ago(minutes) });
  if (status !== 201) throw new Error(JSON.stringify(body));
  return body.checkin;
}

describe("a check-in that was made in its window", () => {
  it("is pending when it comes after it, and says when it was made", async ({ ana }) => {
    const date = await openWindow(ana, 400);
    const taken_at = ago(390);
    const { checkin } = (await checkIn(ana, { taken_at })).body;
    expect(checkin).toMatchObject({ date, status: "pending", review_reason: "late_upload" });
    expect(Date.parse(checkin.taken_at)).toBe(Date.parse(taken_at));
  });

  // The window opened 40 minutes ago.
  it.each([[30, "verified", null], [50, "pending", "outside_window"]])(
    "%i minutes ago, and comes in it, is %s",
    async (minutes, status, review_reason) => {
      const ana = await person();
      await openWindow(ana, 40);
      expect(await madeAt(ana, minutes)).toMatchObject({ status, review_reason });
    },
  );

  it("belongs to that window although the next one is open", async ({ ana }) => {
    const today = await openWindow(ana, 40);
    const { date } = await madeAt(ana, 24 * 60 + 10);
    expect(Date.parse(today) - Date.parse(date)).toBe(86_400_000);
    // The check-in of today is verified: the two were made a day apart.
    expect((await checkIn(ana)).body.checkin).toMatchObject({ date: today, status: "verified" });
  });

  it("is refused more than 24 hours after its end", async ({ ana }) => {
    await openWindow(ana, 40);
    // The window of the day before yesterday ended 46 hours and 40 minutes ago.
    for (const days of [2, 3, 4000]) {
      expect(await messageOf(checkIn(ana, { taken_at: ago(days * 1440 + 10) })))
        .toBe("400 taken_at: the window ended more than 24 hours ago");
    }
    expect(await sql`select from public.workout_window_checkins where user_id = ${ana.id}`)
      .toEqual([]);
  });

  it("of a device whose clock is fast counts as made now", async ({ ana }) => {
    await openWindow(ana, 40);
    expect(await madeAt(ana, -600)).toMatchObject({ status: "verified" });
  });

  it("takes the failure of a closed date back when it is verified", async ({ ana, ben, admin }) => {
    // The window of the first one opened 125 minutes ago, and that of the second one 5.
    const date = await chainAround([ana, ben]);
    await openWindow(ana, 400, { timezone: noonZone() });
    await closeWindow(ana, date);
    await sql`update public.workout_window_chains set chain_status = 'broken'
      where user_id = ${ben.id} and date = ${date}`;
    const { id } = await madeAt(ana, 390);
    const dayOf = async () => (await ok(ana, "GET", `/api/workout-window/checkin/${date}`)).status;
    expect(await dayOf()).toBe("pending");
    await ok(admin, "POST", `/api/workout-window/admin/checkins/${id}/verify`);
    expect(await dayOf()).toBe("completed");
    expect(
      await sql`select chain_status from public.workout_window_chains
      where user_id = ${ben.id} and date = ${date}`,
    ).toEqual([{ chain_status: "continued" }]);
  });
});

describe("a check-in with an id of the client", () => {
  it("is answered again when it is sent again, also at the same moment", async ({ ana }) => {
    await openWindow(ana);
    const id = crypto.randomUUID();
    const answers = await Promise.all([1, 2, 3].map(() => checkIn(ana, { id })));
    const again = await checkIn(ana, { id });
    expect([...answers.map(({ status }) => status).sort(), again.status])
      .toEqual([200, 200, 201, 200]);
    expect(again.body).toMatchObject({
      checkin: { id },
      battleChipsEarned: 1,
      nextUserNotified: false,
    });
  });

  it("still says that the next one was told", async ({ ana, ben }) => {
    await chainAround([ana, ben]);
    const id = crypto.randomUUID();
    for (let n = 0; n < 2; n++) {
      expect((await checkIn(ana, { id })).body).toMatchObject({ nextUserNotified: true });
    }
  });

  it("is refused when a check-in of another user has the id", async ({ ana, ben }) => {
    await openWindow(ana);
    await openWindow(ben);
    const id = crypto.randomUUID();
    await checkIn(ben, { id });
    expect((await checkIn(ana, { id })).body)
      .toMatchObject({ error: "id: already taken, make another one", code: "id_taken" });
    expect((await checkIn(ana)).status).toBe(201);
  });
});
