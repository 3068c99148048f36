/** Mosaics: their content, whose photos they show, and when they are drawn again. */
import { Buffer } from "node:buffer";
import { imageDimensionsFromData } from "image-dimensions";
import { Renderer } from "@takumi-rs/wasm/node";
import { describe, expect, it } from "vitest";
import { paint } from "../../stand-ins/png.ts";
import { lastingFiles } from "../support/files.ts";
import { anonymous, type Person, person, superAdmin } from "../support/people.ts";
import { sql } from "../support/sql.ts";
import { eventually } from "../support/eventually.ts";
import { asJob, generate, newDate, people, takePart } from "./mosaics.ts";
import { photo, types } from "./photos.ts";

const green = new Uint8Array(paint("green"));

async function fetchPicture(url: string): Promise<Uint8Array<ArrayBuffer>> {
  const response = await fetch(url);
  expect([response.status, response.headers.get("content-type")]).toEqual([200, "image/png"]);
  return new Uint8Array(await response.arrayBuffer());
}

/** Red, green, blue and opacity of a picture's pixels. */
async function pixelsOf(data: Uint8Array<ArrayBuffer>) {
  const { width, height } = imageDimensionsFromData(data)!;
  const node = { type: "image", src: "p", style: { width, height } } as const;
  const raw = await new Renderer().render(node, {
    width,
    height,
    format: "raw",
    images: [{ src: "p", data }],
  });
  return {
    width,
    height,
    at: (x: number, y: number) => [...raw.subarray(4 * (y * width + x), 4 * (y * width + x) + 3)],
  };
}

const stats = (completed: number, failed: number, pending: number) => ({
  totalParticipants: completed + failed + pending,
  completed,
  failed,
  pending,
});

describe("a mosaic", () => {
  it("has a section for each participant, in the order of the chains", async () => {
    const [ana, ben, cleo] = await people("Ana", "Ben", "Cleo") as [Person, Person, Person];
    const date = newDate();
    await takePart(ana, date, { status: "verified" });
    await takePart(ben, date, { color: "blue", status: "pending" });
    await takePart(cleo, date);
    const { status, body } = await generate(date);
    expect([status, body.message]).toEqual([200, "Mosaic generated"]);
    const { mosaic } = (await ben.api("GET", `/api/workout-window/mosaic/${date}`)).body;
    expect(mosaic).toEqual(body.mosaic);
    const place = (x: number, y: number) => ({ x, y, width: 192, height: 192 });
    expect(mosaic).toEqual({
      imageUrl: expect.stringContaining(`/object/public/workout-mosaics/${date}/`),
      date,
      sections: [
        {
          userId: ana.id,
          userName: "Ana",
          status: "completed",
          teamColor: "red",
          coordinates: place(0, 0),
        },
        {
          userId: ben.id,
          userName: "Ben",
          status: "pending",
          teamColor: "blue",
          coordinates: place(192, 0),
        },
        {
          userId: cleo.id,
          userName: "Cleo",
          status: "pending",
          teamColor: "red",
          coordinates: place(0, 192),
        },
      ],
      stats: stats(1, 0, 2),
    });
  });

  it("shows the team's colour at the coordinates of each section", async () => {
    const date = newDate();
    const made = await people(..."ABCDEFGH");
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

  it("counts those who failed: a rejected check-in, or none when the window is over", async () => {
    const date = newDate();
    const [ana, ben] = await people("Ana", "Ben") as [Person, Person];
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

  it("of names in other scripts shows letters of the handle", async () => {
    const date = newDate();
    await takePart(await person("李明"), date);
    await takePart(await person("🙂"), date);
    expect((await generate(date)).status).toBe(200);
  });
});

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

describe("generating", () => {
  const path = `/api/workout-window/mosaic/generate/${newDate()}`;

  it("is for super admins and the job", async () => {
    const [ana, admin] = await Promise.all([person(), superAdmin()]);
    expect((await anonymous.api("POST", path)).status).toBe(401);
    expect((await ana.api("POST", path)).status).toBe(403);
    expect((await admin.api("POST", path)).status).toBe(200);
    const wrong = await anonymous.api("POST", path, undefined, { "x-cron-secret": "guess" });
    expect(wrong.status).toBe(401);
  });

  it("is closed to others at the drawing function too", async () => {
    const ana = await person();
    const step = "/workout-mosaic/2040-01-01";
    expect((await anonymous.api("POST", step)).status).toBe(401);
    expect((await ana.api("POST", step)).status).toBe(403);
  });

  it("takes as many steps as the photos need", async () => {
    const date = newDate();
    for (const who of await people("Ana", "Ben", "Cleo")) {
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

  it("by the job draws what is out of date", async () => {
    const date = newDate();
    const ana = await person("Ana");
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
    date,
    has_image: true,
    total_participants: 1,
    completed_count: 0,
    failed_count: 0,
    pending_count: 1,
    created_at: expect.any(String),
  }]);
});
