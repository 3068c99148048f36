/** Mosaics: their content, and when they are drawn again. */
import { describe, expect } from "vitest";
import { it } from "../support/it.ts";
import { paint } from "../../stand-ins/png.ts";
import { lastingFiles } from "../support/files.ts";
import { anonymous, type Person, person, persons } from "../support/people.ts";
import { UUID } from "../support/requests.ts";
import { sql } from "../support/sql.ts";
import { eventually } from "../support/eventually.ts";
import { asJob } from "./jobs.ts";
import { fetchPicture, generate, newDate, pixelsOf, takePart } from "./mosaics.ts";
import { initialsOf } from "../../functions/workout-mosaic/initials.ts";

const green = new Uint8Array(paint("green"));

const stats = (completed: number, failed: number, pending: number) => ({
  totalParticipants: completed + failed + pending,
  completed,
  failed,
  pending,
});

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
    // No section is the ground.
    expect(picture.at(2.5 * 192, 2.5 * 192)).toEqual([16, 21, 28]);
  });

  it("counts those who failed: a rejected check-in, or none when the window is over", async ({ ana, ben }) => {
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
