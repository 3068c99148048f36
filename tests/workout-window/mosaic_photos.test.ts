/** Photos in mosaics: whose are shown, and their withdrawal. */
import { Buffer } from "node:buffer";
import { describe, expect, it } from "vitest";
import { paint } from "../../stand-ins/png.ts";
import { lastingFiles } from "../support/files.ts";
import { person, superAdmin } from "../support/people.ts";
import { sql } from "../support/sql.ts";
import { fetchPicture, generate, newDate, pixelsOf, takePart } from "./mosaics.ts";
import { photo, types } from "./photos.ts";

const green = new Uint8Array(paint("green"));

describe("photos in a mosaic", () => {
  /** Whether the middle of the first section differs from the one with initials. */
  async function isShown(date: string) {
    const { mosaic } = (await generate(date)).body;
    const picture = await pixelsOf(await fetchPicture(mosaic.imageUrl));
    const [tile] = await sql`
      select (mosaic_data -> 0 ->> 'photo')::boolean as photo
      from public.workout_window_mosaics where date = ${date}`;
    const [red, green, blue] = picture.at(60, 30);
    // The team's colour is the ground of initials.
    expect(tile!.photo).toBe(red !== 0xb3 || green !== 0x36 || blue !== 0x2b);
    return tile!.photo;
  }

  it("are shown of verified check-ins of those who want it", async () => {
    const date = newDate();
    const ana = await person("Ana");
    await takePart(ana, date, { status: "verified", photo: green, showsPhoto: true });
    expect(await isShown(date)).toBe(true);
  });

  it("are not shown by default", async () => {
    const date = newDate();
    await takePart(await person("Ana"), date, { status: "verified", photo: green });
    expect(await isShown(date)).toBe(false);
    const thumbnails = await sql`
      select from private.workout_thumbnails as t
      join public.workout_window_checkins as c on c.id = t.checkin_id where c.date = ${date}`;
    expect(thumbnails).toHaveLength(0);
  });

  it.each(["pending", "rejected"] as const)("are not shown of %s check-ins", async (status) => {
    const date = newDate();
    await takePart(await person("Ana"), date, { status, photo: green, showsPhoto: true });
    expect(await isShown(date)).toBe(false);
  });

  it.each(types)("may be %s", async (type) => {
    const date = newDate();
    const bytes = photo[type]();
    await takePart(await person("Ana"), date, {
      status: "verified",
      photo: bytes,
      showsPhoto: true,
    });
    expect(await isShown(date)).toBe(true);
  });

  it("are turned as the camera was", async () => {
    const thumbnails = await Promise.all([undefined, 3, 6].map(async (orientation) => {
      const date = newDate();
      const ana = await person("Ana");
      await takePart(ana, date, {
        status: "verified",
        photo: green,
        showsPhoto: true,
        orientation,
      });
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

  it("that cannot be decoded give way to initials", async () => {
    const date = newDate();
    const bytes = new Uint8Array(Buffer.from("no photo"));
    await takePart(await person("Ana"), date, {
      status: "verified",
      photo: bytes,
      showsPhoto: true,
    });
    expect(await isShown(date)).toBe(false);
  });

  it("give way to initials when the function has ended twice while they were reduced", async () => {
    const date = newDate();
    const ana = await person("Ana");
    await takePart(ana, date, { status: "verified", photo: green, showsPhoto: true });
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

  it("are withdrawn with the preference, at once", async () => {
    const date = newDate();
    const ana = await person("Ana");
    await takePart(ana, date, { status: "verified", photo: green, showsPhoto: true });
    expect(await isShown(date)).toBe(true);
    await ana.client.rpc("update_profile", { p_changes: { preferences: { mosaic_photo: false } } });
    const { mosaic } = (await ana.api("GET", `/api/workout-window/mosaic/${date}`)).body;
    expect(mosaic.imageUrl).toBeNull();
    expect(await lastingFiles("workout-mosaics", `${date}/%`)).toEqual([]);
    expect(await isShown(date)).toBe(false);
  });

  it("are withdrawn when the user is blocked, at once", async () => {
    const date = newDate();
    const [ana, ben] = [await person("Ana"), await person("Ben")];
    await takePart(ana, date, { status: "verified", photo: green, showsPhoto: true });
    await generate(date);
    await sql`update public.profiles set is_active = false where id = ${ana.id}`;
    const { mosaic } = (await ben.api("GET", `/api/workout-window/mosaic/${date}`)).body;
    expect(mosaic.imageUrl).toBeNull();
    expect(await lastingFiles("workout-mosaics", `${date}/%`)).toEqual([]);
    expect(await isShown(date)).toBe(false);
  });

  it("are withdrawn with a rejected check-in", async () => {
    const date = newDate();
    const [ana, admin] = [await person("Ana"), await superAdmin()];
    await takePart(ana, date, { status: "verified", photo: green, showsPhoto: true });
    await generate(date);
    const [row] = await sql`
      select id from public.workout_window_checkins where user_id = ${ana.id}`;
    await admin.api("POST", `/api/workout-window/admin/checkins/${row!.id}/reject`);
    const { mosaic } = (await ana.api("GET", `/api/workout-window/mosaic/${date}`)).body;
    expect(mosaic.imageUrl).toBeNull();
  });

  it("that were withdrawn while the picture was drawn are not recorded", async () => {
    const date = newDate();
    const ana = await person("Ana");
    await takePart(ana, date, { status: "verified", photo: green });
    await sql`insert into private.storage_deletions (bucket, path) values ('workout-mosaics', ${date})`;
    const record = sql`
      select private.record_workout_mosaic(${date}, ${date},
        ${sql.json([{ user_id: ana.id, photo: true }])},
        ${sql.json({ total: 1, completed: 1, failed: 0, pending: 0 })})`;
    await expect(record).rejects.toMatchObject({ code: "PT409" });
    await sql`delete from private.storage_deletions where path = ${date}`;
  });

  it("need a preference that is true or false", async () => {
    const ana = await person();
    const answer = await ana.api("PUT", "/api/user/profile", {
      preferences: { mosaic_photo: "yes" },
    });
    expect(answer.status).toBe(400);
    const direct = await ana.client.from("profiles")
      .update({ preferences: { mosaic_photo: "yes" } }).eq("id", ana.id);
    expect(direct.error?.code).toBe("23514");
  });
});
