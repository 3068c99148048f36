/** Mosaics: their content, and when they are drawn again. */
import type { ISql } from "postgres";
import { describe, expect } from "vitest";
import { it } from "../support/it.ts";
import { paint } from "../../packages/stand-ins/png.ts";
import { lastingFiles } from "../support/files.ts";
import { anonymous, type Person, person, persons } from "../support/people.ts";
import { mostRows, nodesOf, plansOf } from "../support/plans.ts";
import { UUID } from "../support/requests.ts";
import { sql, undone } from "../support/sql.ts";
import { eventually } from "../support/eventually.ts";
import { openDate } from "./days.ts";
import { asJob } from "./jobs.ts";
import { fetchPicture, generate, newDate, pixelsOf, takePart } from "./mosaics.ts";
import { initialsOf } from "../../functions/workout-mosaic/initials.ts";
import { layOut } from "../../functions/workout-mosaic/layout.ts";

const green = new Uint8Array(paint("green"));

const stats = (completed: number, failed: number, pending: number) => ({
  totalParticipants: completed + failed + pending,
  completed,
  failed,
  pending,
  synthetic: 0,
});

/** Counts places that were inserted without triggers. */
const countCrowd = (tx: ISql, date: string, places: number) =>
  tx`
    insert into private.workout_counts (date, team_color, kind, places)
    values (${date}, 'red', 'open', ${places})`;

describe("a mosaic", () => {
  it("has a section for each participant, in the order of the chains", async ({ ana, ben, cleo }) => {
    const date = newDate();
    await takePart(ana, date, { status: "verified" });
    await takePart(ben, date, { color: "blue", status: "pending" });
    await takePart(cleo, date);
    const { status, body } = await generate(date);
    expect([status, body.message]).toEqual([200, "Mosaic generated"]);
    const { mosaic } = (await ben.api("GET", `/api/workout-window/mosaic/${date}`)).body;
    expect(mosaic).toEqual(body.mosaic);
    const section = (
      { id: userId }: Person,
      ...[userName, status, teamColor, x, y]: unknown[]
    ) => ({
      userId,
      userName,
      isSynthetic: false,
      status,
      teamColor,
      coordinates: { x, y, width: 192, height: 192 },
    });
    expect(mosaic).toEqual({
      imageUrl: expect.stringContaining(`/object/public/workout-mosaics/${date}/`),
      date,
      sections: [
        section(ana, "Ana", "completed", "red", 0, 0),
        section(ben, "Ben", "pending", "blue", 192, 0),
        section(cleo, "Cleo", "pending", "red", 0, 192),
      ],
      stats: stats(1, 0, 2),
    });
  });

  it("shows the team's colour at the coordinates of each section", async () => {
    const date = newDate();
    const made = await persons(..."ABCDEFGH");
    for (const [n, who] of made.entries()) {
      await takePart(who, date, { color: n % 3 ? "red" : "blue", status: "verified" });
    }
    const { mosaic } = (await generate(date)).body;
    const picture = await pixelsOf(await fetchPicture(mosaic.imageUrl));
    expect([picture.width, picture.height]).toEqual([3 * 192, 3 * 192]);
    for (const { coordinates: { x, y, width }, teamColor } of mosaic.sections) {
      const [red, , blue] = picture.at(x + width / 2, y + 12);
      expect(red! > blue!).toBe(teamColor === "red");
    }
    // No section is clear.
    expect(picture.at(2.5 * 192, 2.5 * 192)).toEqual([0, 0, 0]);
  });

  it("counts users who failed: by a rejected check-in, or without one when the window is over", async ({ ana, ben }) => {
    const date = newDate();
    await takePart(ana, date, { status: "rejected" });
    await takePart(ben, date, { isOver: true });
    expect((await generate(date)).body.mosaic.stats).toEqual(stats(0, 2, 0));
  });

  it("is null when nobody takes part", async () => {
    const date = newDate();
    expect((await generate(date)).body).toEqual({
      mosaic: null,
      message: "Nobody takes part on this date",
    });
    const ana = await person();
    const answer = await ana.api("GET", `/api/workout-window/mosaic/${date}`);
    expect(answer.body).toEqual({ mosaic: null });
  });

  it("has another address after each generation, and the old file is deleted", async () => {
    const date = newDate();
    await takePart(await person(), date);
    const first = (await generate(date)).body.mosaic.imageUrl;
    const second = (await generate(date)).body.mosaic.imageUrl;
    expect(second).not.toBe(first);
    expect(first).toMatch(/\/[0-9a-f-]{36}\.png$/);
    const name = second.slice(second.indexOf(date));
    await eventually(async () =>
      expect(await lastingFiles("workout-mosaics", `${date}/%`)).toEqual([name])
    );
  });

  it("has one file when several ask at once", async () => {
    const date = newDate();
    await takePart(await person(), date);
    const answers = await Promise.all([1, 2, 3, 4].map(() => generate(date)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    await eventually(async () =>
      expect(await lastingFiles("workout-mosaics", `${date}/%`)).toHaveLength(1)
    );
  });
});

describe("generating", () => {
  it("is closed to others at the drawing function", async () => {
    const ana = await person();
    const step = "/workout-mosaic/2040-01-01";
    expect((await anonymous.api("POST", step)).status).toBe(401);
    expect((await ana.api("POST", step)).status).toBe(403);
  });

  it("takes as many steps as the photos need", async () => {
    const date = newDate();
    for (const who of await persons("Ana", "Ben", "Cleo")) {
      await takePart(who, date, { status: "verified", photo: green, showsPhoto: true });
    }
    // One photo a step: its pixels are those of a large one.
    await sql`
      update private.workout_checkin_photos as f set pixels = 12000000
      from public.workout_window_checkins as c where c.id = f.checkin_id and c.date = ${date}`;
    const step = async () => (await asJob(`/workout-mosaic/${date}`)).body;
    const thumbnails = { step: "thumbnails", done: false };
    expect([await step(), await step(), await step()]).toEqual([
      thumbnails,
      thumbnails,
      thumbnails,
    ]);
    expect(await step()).toEqual({ step: "picture", done: true });
  });

  it("makes no thumbnails where the sections have no room for photos", async ({ ana }) => {
    const date = newDate();
    await takePart(ana, date, { status: "verified", photo: green, showsPhoto: true });
    // Places without users: their number alone matters.
    await sql.begin(async (tx) => {
      await tx`set local session_replication_role = replica`;
      await tx`
        insert into public.workout_window_chains (
          date, user_id, team_color, location_group, starts_at, ends_at
        )
        select ${date}, gen_random_uuid(), 'red', 'nobody', now(), now() + interval '2 hours'
        from generate_series(1, 1156)`;
      await countCrowd(tx, date, 1156);
    });
    const { body } = await asJob(`/workout-mosaic/${date}`);
    await sql`
      delete from public.workout_window_chains where date = ${date} and location_group = 'nobody'`;
    expect(body).toEqual({ step: "picture", done: true });
    const [mosaic] = await sql`
      select mosaic_data -> 0 -> 'photo' as photo from public.workout_window_mosaics
      where date = ${date}`;
    expect(mosaic!.photo).toBe(false);
  });

  it("leaves out photos with too many pixels", async () => {
    const date = newDate();
    await takePart(await person(), date, { status: "verified", photo: green, showsPhoto: true });
    await sql`
      update private.workout_checkin_photos as f set pixels = 50000000
      from public.workout_window_checkins as c where c.id = f.checkin_id and c.date = ${date}`;
    expect((await generate(date)).body.message).toBe("Mosaic generated");
  });

  it("by the job draws what is out of date", async ({ ana }) => {
    const date = newDate();
    await takePart(ana, date, { status: "verified", photo: green, showsPhoto: true });
    await generate(date);
    await ana.client.rpc("update_profile", { p_changes: { preferences: { mosaic_photo: false } } });
    const { status, body } = await asJob("/api/workout-window/cron/draw-mosaics");
    expect([status, body.success]).toEqual([200, true]);
    expect(body.results.drawn).toBeGreaterThan(0);
    const { mosaic } = (await ana.api("GET", `/api/workout-window/mosaic/${date}`)).body;
    expect(mosaic.imageUrl).not.toBeNull();
  });
});

describe("photos of a date", () => {
  /** The largest number of sections that are drawn with photos. */
  let most = 1;
  while (layOut(most + 1).isLarge) most++;

  /** Adds so many participants whose photos are to be shown, as the superuser without triggers. */
  async function crowd(tx: ISql, date: string, count: number) {
    await tx`set local session_replication_role = replica`;
    await openDate(date, tx);
    await tx`
      with people as (
        insert into public.profiles (id, handle, preferences)
        select md5(${date} || n)::uuid, left(md5(${date} || n), 20), '{"mosaic_photo": true}'
        from generate_series(1, ${count}) as n returning id
      ), places as (
        insert into public.workout_window_chains (
          date, user_id, team_color, location_group, starts_at, ends_at, closes_at
        )
        select ${date}, id, 'red', left(id::text, 3), ${date}, ${date}::date + interval '2 hours',
          ${date}::date + interval '3 hours'
        from people
      ), checkins as (
        insert into public.workout_window_checkins (user_id, date, activity_type, status, photo_url)
        select id, ${date}, 'walk', 'verified', id || '/a.jpg' from people returning id
      )
      insert into private.workout_checkin_photos (checkin_id, hash, pixels)
      select id, md5(id::text) || md5(''), 1 from checkins`;
    await countCrowd(tx, date, count);
  }

  it.for([["as many participants as have room", 0], ["one more than have room", 1]] as const)(
    "are shown or not: %s",
    async ([_, more]) => {
      const date = newDate();
      const [missing, photos] = await undone(async (tx) => {
        await crowd(tx, date, most + more);
        const missing = await tx`select from private.missing_workout_thumbnails(${date}, 20)`;
        await tx`
          insert into private.workout_thumbnails (checkin_id, image, attempts)
          select id, '\\x00', 1 from public.workout_window_checkins where date = ${date}`;
        const [row] = await tx`select private.workout_mosaic_material(${date}) as material`;
        const tiles: { photo: string | null }[] = row!.material.tiles;
        expect(tiles).toHaveLength(most + more);
        return [missing.length, tiles.filter(({ photo }) => photo !== null).length];
      });
      expect([missing, photos]).toEqual(more ? [0, 0] : [20, most]);
    },
  );

  it.for([true, false])("are read until there are enough (statistics: %s)", async (analyzed) => {
    const [large, small] = [newDate(), newDate()];
    const reads = async (date: string) => {
      const call = "select * from private.missing_workout_thumbnails($1, 20)";
      const plans = await plansOf(null, call, [date], async (tx) => {
        await crowd(tx, large, 5000);
        await crowd(tx, small, most);
        if (analyzed) {
          await tx`
            analyze public.workout_window_chains, public.workout_window_checkins,
              private.workout_checkin_photos, public.profiles`;
        }
      });
      const photos = plans.find(({ query }) => query.includes("workout_checkin_photos"))!;
      // Thumbnails, of which there are few, may be read whole for each photo.
      const ofDate = nodesOf(photos.plan).filter((node) =>
        node["Relation Name"] && node["Relation Name"] !== "workout_thumbnails"
      );
      const others = plans.filter((each) => each !== photos);
      return [
        Math.max(...others.map(({ plan }) => mostRows(plan))),
        Math.max(...ofDate.map((node) => mostRows({ ...node, Plans: [] }))),
      ];
    };
    // One count and no photo, or as many as are asked for.
    expect(await reads(large)).toEqual([1, 0]);
    expect(await reads(small)).toEqual([20, 20]);
  });
});

it("the view of the states has no tiles", async () => {
  const date = newDate();
  const ana = await person();
  await takePart(ana, date);
  await generate(date);
  const { data } = await ana.client.from("workout_window_mosaic_status").select().eq("date", date);
  expect(data).toEqual([{
    id: expect.stringMatching(UUID),
    date,
    mosaic_image_url: expect.stringMatching(`^${date}/.*png$`),
    has_image: true,
    total_participants: 1,
    completed_count: 0,
    failed_count: 0,
    pending_count: 1,
    synthetic_count: 0,
    created_at: expect.any(String),
  }]);
});

it.each([
  ["Ana María Ruiz", "AR"],
  ["ana", "A"],
  ["Жанна Орлова", "ЖО"],
  ["Ωmega Ψ", "ΩΨ"],
  ["  (Ben)  de la-Cruz ", "BC"],
  ["e\u0301va", "É"],
  ["ßen", "S"],
  // Words in scripts that the font does not have are left out.
  ["李明 Li", "L"],
  ["李明", "HA"],
  ["🙂", "HA"],
  [null, "HA"],
])("the initials of %j are %s", (name, initials) => {
  expect(initialsOf(name, "ha_ndle")).toBe(initials);
});
