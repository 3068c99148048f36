/** Check-ins: which date they belong to, when they are verified, what they earn, and races. */
import { Buffer } from "node:buffer";
import { codeOf, messageOf, outcome } from "../support/requests.ts";
import { beforeEach, describe, expect, it } from "vitest";
import { filesAreGoing, lastingFiles } from "../support/files.ts";
import { type Person, person } from "../support/people.ts";
import { sql } from "../support/sql.ts";
import { checkIn, checkInForm, checkInWith, hasCheckedIn, openWindow } from "./days.ts";
import { exifTime, freshPhoto, photo, SECRET, types } from "./photos.ts";

let ana: Person;
beforeEach(async () => {
  ana = await person("Ana");
});

const HOUR = 3_600_000;

const rows = (who: Person) =>
  sql`select * from public.workout_window_checkins where user_id = ${who.id} order by date`;

describe("a check-in", () => {
  it("within the window is verified", async () => {
    const date = await openWindow(ana);
    const { status, body } = await checkIn(ana, { latitude: "48.8583", longitude: "-2.2945" });
    expect([status, body]).toEqual([201, {
      checkin: expect.objectContaining({
        user_id: ana.id,
        date,
        activity_type: "walk",
        status: "verified",
        review_reason: null,
        location_lat: 48.8583,
        location_lng: -2.2945,
        battle_chips_earned: 1,
      }),
      battleChipsEarned: 1,
      chainStatus: "continued",
      nextUserNotified: false,
    }]);
  });

  it("requires an active window", async () => {
    expect((await checkIn(ana)).body).toMatchObject({ code: "no_workout_window" });
    await openWindow(ana);
    await sql`update public.workout_windows set is_active = false where user_id = ${ana.id}`;
    expect((await checkIn(ana)).status).toBe(400);
    expect(await lastingFiles("workout-photos", `${ana.id}/%`)).toEqual([]);
  });

  it("without a window is refused before its photo is read", async () => {
    const tooLarge = new Uint8Array(10 * 1024 * 1024 + 1);
    expect((await checkIn(ana, { photo: tooLarge })).body.code).toBe("no_workout_window");
  });

  it.each([
    [149, "verified", null],
    [151, "pending", "outside_window"],
    [-2, "pending", "outside_window"],
    [0, "verified", null],
  ])("%i minutes after the window opened is %s", async (minutes, status, review_reason) => {
    await openWindow(ana, minutes);
    expect((await checkIn(ana)).body.checkin).toMatchObject({ status, review_reason });
  });

  it.each([
    [-11 * 60, 0],
    // The window of the day before is the latest window that opens within 12 hours.
    [-13 * 60, -1],
  ])(
    "%i minutes after the window opened belongs to the latest one at most 12 hours ahead",
    async (minutes, days) => {
      const date = await openWindow(ana, minutes);
      const { checkin } = (await checkIn(ana)).body;
      expect(Date.parse(checkin.date)).toBe(Date.parse(date) + days * 24 * HOUR);
    },
  );

  it("is refused for a date on which the window did not exist yet", async () => {
    await openWindow(ana, -13 * 60);
    await sql`update public.workout_windows set created_at = now() where user_id = ${ana.id}`;
    expect(await codeOf(checkIn(ana))).toBe("400 no_workout_window");
    expect(await rows(ana)).toEqual([]);
  });

  it.each(["Pacific/Kiritimati", "Pacific/Pago_Pago", "Europe/Paris"])(
    "belongs to the date on which the window starts in %s",
    async (timezone) => {
      const date = await openWindow(ana, 9, { timezone });
      expect((await checkIn(ana)).body.checkin).toMatchObject({ date, status: "verified" });
    },
  );

  // The window opened 40 minutes ago and its grace ends in 110.
  it.each([
    [-0.6, "+00:00", null],
    [-0.7, "+00:00", "photo_time"],
    [1.8, "+00:00", null],
    [1.9, "+00:00", "photo_time"],
    [-23, undefined, null],
    [-25, undefined, "photo_time"],
    [25, undefined, "photo_time"],
  ])("with a photo of %f hours from now, offset %s: %s", async (hours, offset, review_reason) => {
    await openWindow(ana);
    const { checkin } = (await checkInWith(ana, { takenAt: exifTime(hours), offset })).body;
    expect(checkin).toMatchObject({
      status: review_reason ? "pending" : "verified",
      review_reason,
    });
    expect(Date.parse(checkin.photo_timestamp)).toBeCloseTo(Date.now() + hours * HOUR, -5);
  });

  it("at the offset of the camera's own place is compared as an instant", async () => {
    await openWindow(ana);
    const { checkin } = (await checkInWith(ana, { takenAt: exifTime(9), offset: "+09:00" })).body;
    expect(checkin.status).toBe("verified");
  });

  it.each([[11.9, "too_soon"], [12.1, null]])(
    "%f hours after one for another date: %s",
    async (hours, review_reason) => {
      const date = await openWindow(ana);
      const created_at = new Date(Date.now() - hours * HOUR);
      const day = new Date(Date.parse(date) - 72 * HOUR).toISOString().slice(0, 10);
      await hasCheckedIn(ana, day, { created_at });
      expect((await checkIn(ana)).body.checkin).toMatchObject({
        status: review_reason ? "pending" : "verified",
        review_reason,
      });
    },
  );

  it("takes a camera's time without an offset for local time", async () => {
    await openWindow(ana, 0, { timezone: "Asia/Tokyo" });
    const takenAt = exifTime(9);
    const { checkin } = (await checkInWith(ana, { takenAt })).body;
    expect(Math.abs(Date.parse(checkin.photo_timestamp) - Date.now())).toBeLessThan(60_000);
  });

  it("with a photo of a camera without a clock is verified", async () => {
    await openWindow(ana);
    const { checkin } = (await checkInWith(ana, { takenAt: "0000:00:00 00:00:00" })).body;
    expect(checkin).toMatchObject({ status: "verified", photo_timestamp: null });
  });

  it("with a photo that somebody has sent before is pending", async () => {
    const ben = await person("Ben");
    await Promise.all([openWindow(ana), openWindow(ben)]);
    const bytes = freshPhoto();
    const other = bytes.slice();
    // Other metadata does not make another photo.
    other.set(Buffer.from("another camera"), Buffer.from(other).indexOf(SECRET));
    expect((await checkIn(ana, { photo: bytes })).body.checkin.status).toBe("verified");
    expect((await checkIn(ben, { photo: other })).body.checkin).toMatchObject({
      status: "pending",
      review_reason: "photo_seen_before",
    });
  });

  it("with a photo that two send at once is verified once", async () => {
    const people = [ana, await person(), await person(), await person()];
    await Promise.all(people.map((each) => openWindow(each)));
    const bytes = freshPhoto();
    const answers = await Promise.all(people.map((each) => checkIn(each, { photo: bytes })));
    const found = answers.map(({ body }) => body.checkin.status).sort();
    expect(found).toEqual(["pending", "pending", "pending", "verified"]);
  });
});

describe("the input", () => {
  beforeEach(() => openWindow(ana));

  it.each(types)("may be a photo of type %s", async (type) => {
    const { status, body } = await checkIn(ana, { photo: photo[type]() });
    expect(status).toBe(201);
    const file = await fetch(body.checkin.photo_url);
    expect(file.headers.get("content-type")).toBe(type);
    expect(Buffer.from(await file.arrayBuffer()).includes(SECRET)).toBe(false);
  });

  it.each([
    [{ activityType: "sleep" }, "activityType"],
    [{ latitude: "91" }, "latitude"],
    [{ longitude: "-181" }, "longitude"],
    [{ longitude: "east" }, "longitude"],
    [{ latitude: "48.8" }, "longitude"],
    [{ longitude: "2.3" }, "latitude"],
  ])("is refused: %j", async (fields, name) => {
    const { status, body } = await checkIn(ana, fields);
    expect([status, body.fields[0].path]).toEqual([400, name]);
    expect(await rows(ana)).toEqual([]);
  });

  it.each<[string, (Blob | string)[], string]>([
    ["without a photo", [], "photo: required"],
    ["with a text in its place", ["a text"], "photo: expected one file"],
    [
      "with two photos",
      [new Blob([freshPhoto()]), new Blob([freshPhoto()])],
      "photo: expected once",
    ],
  ])("is refused %s", async (_, photos, error) => {
    const form = new FormData();
    form.append("activityType", "walk");
    for (const each of photos) form.append("photo", each as Blob);
    expect(await outcome(ana, "POST", "/api/workout-window/checkin", form)).toBe(`400 ${error}`);
    expect(await rows(ana)).toEqual([]);
  });

  it("is refused when the file is not a photo, and nothing is stored", async () => {
    const bytes = new Uint8Array(Buffer.from("<svg/>"));
    expect((await checkIn(ana, { photo: bytes })).status).toBe(415);
    expect(await rows(ana)).toEqual([]);
    expect(await lastingFiles("workout-photos", `${ana.id}/%`)).toEqual([]);
  });

  it("is refused when the file is larger than 10 MB", async () => {
    const bytes = new Uint8Array(10 * 1024 * 1024 + 1);
    bytes.set(photo["image/png"]());
    expect(await messageOf(checkIn(ana, { photo: bytes }))).toBe("413 photo: larger than 10 MB");
  });

  it("may be a photo of 10 MB", async () => {
    const bytes = new Uint8Array(10 * 1024 * 1024);
    bytes.set(photo["image/png"]());
    expect((await checkIn(ana, { photo: bytes })).status).toBe(201);
  });
});

describe("a second check-in of a date", () => {
  it("is refused, and its photo is not stored", async () => {
    await openWindow(ana);
    const { body } = await checkIn(ana);
    expect((await checkIn(ana)).body).toMatchObject({ code: "already_checked_in" });
    const [row] = await rows(ana);
    expect(row).toMatchObject({ id: body.checkin.id });
    await filesAreGoing("workout-photos", `${ana.id}/%`, [row!.photo_url]);
  });

  it("gets the first answer again when it is the first one sent again", async () => {
    await openWindow(ana);
    const photo = freshPhoto();
    const headers = { "idempotency-key": crypto.randomUUID() };
    const send = () =>
      ana.api("POST", "/api/workout-window/checkin", checkInForm({ photo }), headers);
    const first = await send();
    expect(first.status).toBe(201);
    expect((await send()).body).toEqual(first.body);
  });

  it("is refused when all come at once", async () => {
    await openWindow(ana);
    const answers = await Promise.all(Array.from({ length: 8 }, () => checkIn(ana)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(7).fill(409)]);
    const found = await rows(ana);
    expect(found).toHaveLength(1);
    await filesAreGoing("workout-photos", `${ana.id}/%`, [found[0]!.photo_url]);
  });
});

it("a photo is deleted with its check-in", async () => {
  await openWindow(ana);
  await checkIn(ana);
  await sql`delete from public.workout_window_checkins where user_id = ${ana.id}`;
  await filesAreGoing("workout-photos", `${ana.id}/%`);
});
