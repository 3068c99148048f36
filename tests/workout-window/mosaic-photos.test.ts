/** Photos in mosaics: whose are shown, and their withdrawal. */
import { Buffer } from "node:buffer";
import type { ISql } from "postgres";
import { describe, expect, it } from "vitest";
import { paint } from "../../packages/stand-ins/png.ts";
import { filesLike, lastingFiles } from "../support/files.ts";
import { type Person, person, service, superAdmin } from "../support/people.ts";
import { ok, outcome } from "../support/requests.ts";
import { sql } from "../support/sql.ts";
import { somebodyWaitsFor } from "../support/waiting.ts";
import {
  fetchPicture,
  generate,
  newDate,
  type Participant,
  pixelsOf,
  takePart,
} from "./mosaics.ts";
import { photo, types } from "./photos.ts";

const green = new Uint8Array(paint("green"));

/** Ana takes part in a new date; by default her photo is shown. */
async function takesPart(given: Participant = {}): Promise<{ ana: Person; date: string }> {
  const [ana, date] = [await person("Ana"), newDate()];
  await takePart(ana, date, { status: "verified", photo: green, showsPhoto: true, ...given });
  return { ana, date };
}

/** Whether the middle of the first section differs from the one with initials. */
async function isShown(date: string) {
  const { mosaic } = (await generate(date)).body;
  const picture = await pixelsOf(await fetchPicture(mosaic.imageUrl));
  const [tile] = await sql`
    select (mosaic_data -> 0 ->> 'photo')::boolean as photo
    from public.workout_window_mosaics where date = ${date}`;
  const [red, green, blue] = picture.at(60, 30);
  // The team's colour is the ground of initials.
  expect(tile!.photo).toBe(red !== 0xf0 || green !== 0xb8 || blue !== 0xb0);
  return tile!.photo;
}

const imageOf = async (who: Person, date: string) =>
  (await ok(who, "GET", `/api/workout-window/mosaic/${date}`)).mosaic.imageUrl;

/** Records a picture with the user's photo as the function does after the upload. */
async function record(db: ISql, { id }: Person, date: string) {
  const path = `${date}/${crypto.randomUUID()}`;
  await sql`select private.reserve_file('workout-mosaics', ${path})`;
  await db`
    select private.record_workout_mosaic(${date}, ${path},
      ${db.json([{ user_id: id, photo: true }])},
      ${db.json({ total: 1, completed: 1, failed: 0, pending: 0, synthetic: 0 })})`;
}

const withdraw = (db: ISql, { id }: Person) =>
  db`update public.profiles set preferences = '{"mosaic_photo": false}' where id = ${id}`;

describe("photos in a mosaic", () => {
  it.each<[string, Participant, boolean]>([
    ["a verified check-in, where the user wants it", {}, true],
    ["a user who has not said so", { showsPhoto: false }, false],
    ["a pending check-in", { status: "pending" }, false],
    ["a rejected check-in", { status: "rejected" }, false],
    ...types.slice(1).map((type): [string, Participant, boolean] => [
      type,
      { photo: photo[type]() },
      true,
    ]),
    ["bytes that cannot be decoded", { photo: new Uint8Array(Buffer.from("no photo")) }, false],
  ])("of %s: shown or not", async (_, given, shown) => {
    const { date } = await takesPart(given);
    expect(await isShown(date)).toBe(shown);
    if (given.showsPhoto === false) {
      const thumbnails = await sql`
        select from private.workout_thumbnails as t
        join public.workout_window_checkins as c on c.id = t.checkin_id where c.date = ${date}`;
      expect(thumbnails).toHaveLength(0);
    }
  });

  it.each(["file", "bytes"])("of which the %s is gone: not shown", async (what) => {
    const { ana, date } = await takesPart();
    const [path] = await filesLike("workout-photos", `${ana.id}/%`);
    if (what === "file") await service.storage.from("workout-photos").remove([path!]);
    else {
      const other = `${ana.id}/without-bytes.jpg`;
      await sql`update storage.objects set name = ${other} where name = ${path!}`;
      await sql`
        update public.workout_window_checkins set photo_url = ${other} where user_id = ${ana.id}`;
    }
    expect(await isShown(date)).toBe(false);
  });

  it("are turned as the camera was", async () => {
    const thumbnails = await Promise.all([undefined, 3, 6].map(async (orientation) => {
      const { ana, date } = await takesPart({ orientation });
      await generate(date);
      const [row] = await sql`
        select image from private.workout_thumbnails as t
        join public.workout_window_checkins as c on c.id = t.checkin_id where c.user_id = ${ana.id}`;
      return pixelsOf(new Uint8Array(row!.image));
    }));
    const [upright, upsideDown, sideways] = thumbnails;
    const near = (a: number[], b: number[]) =>
      expect(Math.max(...a.map((value, n) => Math.abs(value - b[n]!)))).toBeLessThan(24);
    // The sun stands at the upper right, hills at the bottom.
    near(upright!.at(20, 10), upsideDown!.at(139, 149));
    near(upright!.at(80, 150), upsideDown!.at(79, 9));
    near(upright!.at(20, 10), sideways!.at(149, 20));
    near(upright!.at(80, 150), sideways!.at(9, 80));
  });

  it("lose their thumbnails after 400 days, and a later picture makes them again", async () => {
    const { date } = await takesPart();
    const thumbnails = () =>
      sql`
        select t.checkin_id from private.workout_thumbnails as t
        join public.workout_window_checkins as c on c.id = t.checkin_id where c.date = ${date}`;
    await generate(date);
    for (const [age, left] of [["399 days", 1], ["401 days", 0]] as const) {
      const [checkIn] = await thumbnails();
      await sql`
        update private.workout_thumbnails set created_at = now() - ${age}::interval
        where checkin_id = ${checkIn!.checkin_id}`;
      await sql`select private.purge()`;
      expect(await thumbnails()).toHaveLength(left);
    }
    expect(await isShown(date)).toBe(true);
  });

  it("give way to initials when the function has ended twice while they were reduced", async () => {
    const { date } = await takesPart();
    const [checkIn] = await sql`
      select id from public.workout_window_checkins where date = ${date}`;
    // The thumbnail cannot be stored, as if the function had ended before.
    const constraint = sql(`test_${checkIn!.id}`);
    await sql`
      alter table private.workout_thumbnails add constraint ${constraint}
        check (image is null or checkin_id <> ${sql.unsafe(`'${checkIn!.id}'`)})`;
    const statuses = [(await generate(date)).status, (await generate(date)).status];
    await sql`alter table private.workout_thumbnails drop constraint ${constraint}`;
    expect(statuses.every((status) => status >= 400)).toBe(true);
    expect(await isShown(date)).toBe(false);
  });

  it.each<[string, (ana: Person) => Promise<unknown>]>([
    [
      "with the preference",
      ({ client }) =>
        client.rpc("update_profile", {
          p_changes: { preferences: { mosaic_photo: false } },
        }) as unknown as Promise<unknown>,
    ],
    [
      "when the user is blocked",
      ({ id }) => sql`update public.profiles set is_active = false where id = ${id}`,
    ],
    ["when the check-in is rejected", async ({ id }) => {
      const [row] = await sql`select id from public.workout_window_checkins where user_id = ${id}`;
      const path = `/api/workout-window/admin/checkins/${row!.id}/reject`;
      await ok(await superAdmin(), "POST", path);
    }],
  ])("are withdrawn %s, at once", async (_, withdraw) => {
    const [{ ana, date }, ben] = [await takesPart(), await person("Ben")];
    await generate(date);
    expect(await imageOf(ben, date)).not.toBeNull();
    await withdraw(ana);
    expect(await imageOf(ben, date)).toBeNull();
    expect(await lastingFiles("workout-mosaics", `${date}/%`)).toEqual([]);
    expect(await isShown(date)).toBe(false);
  });

  it("that were withdrawn while the picture was drawn are not recorded", async () => {
    const { ana, date } = await takesPart({ showsPhoto: false });
    await expect(record(sql, ana, date)).rejects.toMatchObject({ code: "PT409" });
  });

  it("that are being withdrawn while the picture is recorded are not", async () => {
    const { ana, date } = await takesPart();
    let recorded: Promise<unknown>;
    await sql.begin(async (tx) => {
      await withdraw(tx, ana);
      recorded = expect(record(sql, ana, date)).rejects.toMatchObject({ code: "PT409" });
      await somebodyWaitsFor(tx);
    });
    await recorded!;
  });

  it("that are withdrawn while the picture is being recorded are in none", async () => {
    const { ana, date } = await takesPart();
    let withdrawn: Promise<unknown>;
    await sql.begin(async (tx) => {
      await record(tx, ana, date);
      // Other changes of the people in it go on.
      await sql`update public.profiles set full_name = 'Anna' where id = ${ana.id}`;
      withdrawn = withdraw(sql, ana).execute();
      await somebodyWaitsFor(tx);
    });
    await withdrawn!;
    const [mosaic] = await sql`
      select mosaic_image_url from public.workout_window_mosaics where date = ${date}`;
    expect(mosaic!.mosaic_image_url).toBeNull();
  });

  it("need a preference that is true or false", async () => {
    const ana = await person();
    const preferences = { mosaic_photo: "yes" };
    expect(await outcome(ana, "PUT", "/api/user/profile", { preferences })).toMatch(/^400 /);
    const direct = await ana.client.from("profiles").update({ preferences }).eq("id", ana.id);
    expect(direct.error?.code).toBe("23514");
  });
});
