/** Review of check-ins by super admins. */
import { describe, expect } from "vitest";
import { it } from "../support/it.ts";
import { type Person, person, superAdmin } from "../support/people.ts";
import { noticesOf } from "../support/notices.ts";
import { messageOf, NOWHERE, walk } from "../support/requests.ts";
import { sql } from "../support/sql.ts";
import { chainAround, checkIn, hasCheckedInBefore, openWindow } from "./days.ts";
import { freshPhoto } from "./photos.ts";

const admin = await superAdmin();

const decide = (by: Person, id: string, decision: "verify" | "reject", body?: object) =>
  by.api("POST", `/api/workout-window/admin/checkins/${id}/${decision}`, body);

/** A user's own check-in of a date. */
const ownOf = async (who: Person, date: string) =>
  (await who.api("GET", `/api/workout-window/checkin/${date}`)).body.checkin;

/** A check-in after the window. */
async function lateCheckIn(who: Person) {
  await openWindow(who, 200);
  return (await checkIn(who)).body.checkin;
}

describe("the flagged list", () => {
  it("contains what waits for a review, with user and photo", async ({ ana }) => {
    const { id } = await lateCheckIn(ana);
    const list = await walk(admin, "/api/workout-window/admin/checkins/flagged", "checkins");
    const found = list.find((each) => each.id === id);
    expect(found).toMatchObject({
      review_reason: "outside_window",
      user: { id: ana.id, full_name: "Ana" },
    });
    expect((await fetch(found.photo_url, { method: "HEAD" })).status).toBe(200);
  });
});

describe("verifying", () => {
  it("counts the check-in", async ({ ana }) => {
    const { id } = await lateCheckIn(ana);
    const { status, body } = await decide(admin, id, "verify");
    expect([status, body.checkin.status]).toEqual([200, "verified"]);
    expect(await messageOf(decide(admin, id, "verify"))).toBe(
      "409 This check-in is already verified",
    );
  });

  it("passes the baton while the next user's window is open", async ({ ana, ben }) => {
    await chainAround([ana, ben]);
    const bytes = freshPhoto();
    const other = await person();
    await openWindow(other);
    await checkIn(other, { photo: bytes });
    const { checkin } = (await checkIn(ana, { photo: bytes })).body;
    await decide(admin, checkin.id, "verify");
    expect(await noticesOf(ben, "baton_pass")).toHaveLength(1);
  });

  it("counts the user's later days again", async ({ ana }) => {
    const date = await openWindow(ana);
    await hasCheckedInBefore(ana, date, 6);
    await sql`
      update public.workout_window_checkins set status = 'pending'
      where user_id = ${ana.id} and date = ${date}::date - 3`;
    const { checkin } = (await checkIn(ana)).body;
    expect(checkin.battle_chips_earned).toBe(1);
    const [pending] = await sql`
      select id from public.workout_window_checkins
      where user_id = ${ana.id} and status = 'pending'`;
    for (const [decision, chips] of [["verify", 3], ["reject", 1]] as const) {
      expect((await decide(admin, pending!.id, decision)).status).toBe(200);
      expect((await ownOf(ana, date)).battle_chips_earned).toBe(chips);
    }
  });
});

describe("rejecting", () => {
  it("takes the chips back, of a verified check-in too", async ({ ana }) => {
    await openWindow(ana);
    const { id } = (await checkIn(ana)).body.checkin;
    const { body } = await decide(admin, id, "reject", { reason: "A photo of a screen" });
    expect(body.checkin).toMatchObject({ status: "rejected", battle_chips_earned: 0 });
    for (const decision of ["verify", "reject"] as const) {
      expect((await decide(admin, id, decision)).body.error)
        .toBe("This check-in is already rejected");
    }
  });

  it("takes the chip for it from the user after, and breaks the chain", async ({ ana, ben }) => {
    const date = await chainAround([ana, ben]);
    const { id } = (await checkIn(ana)).body.checkin;
    expect((await checkIn(ben)).body.battleChipsEarned).toBe(2);
    const place = () =>
      sql`
        select chain_status from public.workout_window_chains
        where user_id = ${ben.id} and date = ${date}`;
    await sql`
      update public.workout_window_chains set closed_at = now()
      where user_id = ${ana.id} and date = ${date}`;
    await decide(admin, id, "reject");
    const own = await ownOf(ben, date);
    expect(own).toMatchObject({ battle_chips_earned: 1, chain_status: "broken" });
    expect(await place()).toEqual([{ chain_status: "broken" }]);
    const day = new Intl.DateTimeFormat("en-GB", {
      weekday: "long",
      day: "numeric",
      month: "long",
      timeZone: "UTC",
    }).format(new Date(date));
    const told = async (who: Person) =>
      (await noticesOf(who, "chain_broken")).map(({ body }) => body);
    expect(await told(ana))
      .toEqual([`Your check-in of ${day} was rejected, so the chain is broken.`]);
    expect(await told(ben)).toEqual([`The person before you did not check in on ${day}.`]);

    // An own review counts from the lower base.
    await sql`update public.workout_window_checkins set status = 'pending' where id = ${own.id}`;
    const { checkin } = (await decide(admin, own.id, "verify")).body;
    expect(checkin.battle_chips_earned).toBe(1);
  });

  it("takes the chip for a later check-in back from the user after", async ({ ana, ben }) => {
    const date = await chainAround([ana, ben]);
    await checkIn(ben);
    const { id } = (await checkIn(ana)).body.checkin;
    await decide(admin, id, "reject");
    expect(await ownOf(ben, date)).toMatchObject({
      battle_chips_earned: 1,
      chain_status: "broken",
    });
  });

  it("is recorded with its reason", async ({ ana }) => {
    const { id } = await lateCheckIn(ana);
    await decide(admin, id, "reject", { reason: "A photo of a screen" });
    const acts = await sql`
      select actor_id, act, reason, before, after from public.audit_log where target_id = ${id}`;
    expect(acts).toEqual([{
      actor_id: admin.id,
      act: "workout_checkin.rejected",
      reason: "A photo of a screen",
      before: { status: "pending" },
      after: { status: "rejected" },
    }]);
  });

  it("by two super admins at once happens once", async ({ ana }) => {
    const { id } = await lateCheckIn(ana);
    const answers = await Promise.all([1, 2, 3, 4].map(() => decide(admin, id, "reject")));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
  });
});

it("a check-in that does not exist is not found", async () => {
  expect((await decide(admin, NOWHERE, "verify")).status).toBe(404);
});
