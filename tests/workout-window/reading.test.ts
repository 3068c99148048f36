/** The readers of check-ins and photos, by person: over HTTP and with supabase-js. */
import { decodeJwt } from "jose";
import { describe, expect, it } from "vitest";
import { type Person, person, persons, superAdmin } from "../support/people.ts";
import { sql } from "../support/sql.ts";
import { chainAround, checkIn, closeWindow, hasCheckedIn, openWindow } from "./days.ts";

/** Ana, Ben and Cleo are a squad; Dan follows Cleo in the chain. */
const [ana, ben, cleo, dan, stranger] = await persons("Ana", "Ben", "Cleo", "Dan", "Stranger");
const admin = await superAdmin();
const date = await chainAround([ana, ben, cleo, dan]);
const { status, body } = await checkIn(ben, { latitude: "48.8583", longitude: "2.2945" });
expect(status).toBe(201);
const [row] = await sql`
  select photo_url from public.workout_window_checkins where id = ${body.checkin.id}`;
const path = row!.photo_url;

const around = async (who: Person, on = date) =>
  (await who.api("GET", `/api/workout-window/checkins/${on}`)).body;

describe("the check-ins around the caller", () => {
  it.each([
    ["the user", () => ben],
    ["the user before", () => ana],
    ["the user after, who is in the squad", () => cleo],
  ])("are shown to %s, with the photo", async (_, who) => {
    const { checkins } = await around(who());
    expect(checkins.map(({ user_id }: { user_id: string }) => user_id)).toEqual([ben.id]);
    const file = await fetch(checkins[0].photo_url);
    expect(file.status).toBe(200);
    await file.body?.cancel();
  });

  it("are shown to the squad without location and reason", async () => {
    expect((await around(ana)).checkins[0]).toMatchObject({
      location_lat: null,
      location_lng: null,
      review_reason: null,
    });
    expect((await around(ben)).checkins[0]).toMatchObject({ location_lat: 48.8583 });
  });

  it("are not shown to others", async () => {
    for (const who of [dan, stranger]) expect((await around(who)).checkins).toEqual([]);
  });

  it("count the people of the circle", async () => {
    const none = { synthetic: 0, failed: 0 };
    expect((await around(ben)).stats).toEqual({ ...none, total: 3, completed: 1 });
    expect((await around(dan)).stats).toEqual({ ...none, total: 2, completed: 0 });
    expect((await around(stranger)).stats).toEqual({ ...none, total: 0, completed: 0 });
  });

  it("are not shown while the chains of the date are being written", async () => {
    const other = "2031-05-05";
    await sql`
      insert into private.workout_dates (date) values (${other}) on conflict (date) do nothing`;
    await sql`
      insert into public.workout_window_chains (
        date, user_id, after_user_id, team_color, location_group, starts_at, ends_at, closes_at
      ) values (${other}, ${ana.id}, ${ben.id}, 'red', 'x', '2031-05-05 08:00Z', '2031-05-05 10:00Z',
        '2031-05-05 10:30Z')`;
    await hasCheckedIn(ben, other);
    expect((await around(ana, other)).checkins).toEqual([]);
  });

  it("have addresses that expire within 15 minutes", async () => {
    const { photo_url } = (await around(ana)).checkins[0];
    const { exp } = decodeJwt(new URL(photo_url).searchParams.get("token")!);
    expect(exp! - Date.now() / 1000).toBeLessThanOrEqual(15 * 60);
  });
});

describe("straight at Storage", () => {
  const read = async ({ client }: Person) => {
    const bucket = client.storage.from("workout-photos");
    const signed = await bucket.createSignedUrl(path, 60);
    const { data } = await bucket.download(path);
    expect(signed.error === null).toBe(data !== null);
    return data !== null;
  };

  it("only the owner reads a photo", async () => {
    expect(await read(ben)).toBe(true);
    for (const who of [ana, cleo, dan, stranger, admin]) expect(await read(who)).toBe(false);
  });

  it("a blocked user reads nothing", async () => {
    const blocked = await person();
    await openWindow(blocked);
    await checkIn(blocked);
    const [row] = await sql`
      select photo_url from public.workout_window_checkins where user_id = ${blocked.id}`;
    await sql`update public.profiles set is_active = false where id = ${blocked.id}`;
    const { data } = await blocked.client.storage.from("workout-photos").download(row!.photo_url);
    expect(data).toBeNull();
  });
});

describe("a date", () => {
  const dayOf = async (who: Person, on: string) =>
    (await who.api("GET", `/api/workout-window/checkin/${on}`)).body;

  it("is completed with a verified check-in", async () => {
    const { checkin, status } = await dayOf(ben, date);
    expect([checkin.user_id, status]).toEqual([ben.id, "completed"]);
    expect((await fetch(checkin.photo_url, { method: "HEAD" })).status).toBe(200);
  });

  it("is not started before the window has closed, and without a place in the chains", async () => {
    const nothing = { checkin: null, status: "not_started" };
    expect([await dayOf(cleo, date), await dayOf(stranger, "2020-02-02")])
      .toEqual([nothing, nothing]);
  });

  it("has failed when the window and its grace are over", async () => {
    await closeWindow(dan, date);
    expect((await dayOf(dan, date)).status).toBe("failed");
  });

  it.each([["pending", "pending", "2026-02-02"], ["rejected", "failed", "2026-02-03"]])(
    "with a check-in that is %s is %s",
    async (status, expected, on) => {
      await hasCheckedIn(stranger, on, { status });
      expect((await dayOf(stranger, on)).status).toBe(expected);
    },
  );
});
