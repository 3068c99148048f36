/** Dates of their own for the tests of mosaics: participants, check-ins and stored photos. */
import { imageDimensionsFromData } from "image-dimensions";
import { Renderer } from "@takumi-rs/wasm/node";
import { expect } from "vitest";
import { type Person, service } from "../support/people.ts";
import { sql } from "../support/sql.ts";
import { openDate } from "./days.ts";
import { asJob } from "./jobs.ts";

/** A date that no other test uses, between 2200 and 4900. */
export function newDate(): string {
  const [day] = crypto.getRandomValues(new Uint32Array(1));
  return new Date(Date.UTC(2200, 0, 1) + 86_400_000 * (day! % 1_000_000)).toISOString().slice(
    0,
    10,
  );
}

export interface Participant {
  /** The photo of the check-in. */
  photo?: Uint8Array<ArrayBuffer>;
  orientation?: number;
  status?: "verified" | "pending" | "rejected";
  /** The window has closed. */
  isOver?: boolean;
  showsPhoto?: boolean;
  color?: "red" | "blue";
}

/** Adds a participant of a date, with a check-in when `status` is given. */
export async function takePart(who: Person, date: string, given: Participant = {}): Promise<void> {
  await openDate(date);
  await sql`
    insert into public.workout_window_chains (
      date, user_id, team_color, location_group, starts_at, ends_at, closes_at
    )
    select ${date}, ${who.id}, ${given.color ?? "red"}, 'Lyon', at, at + interval '2 hours',
      at + interval '150 minutes'
    from (select case when ${given.isOver ?? false} then now() - interval '4 hours'
      else ${date}::date + interval '1 hour' * (select count(*) from public.workout_window_chains
        where date = ${date}) end as at) as t`;
  if (given.showsPhoto) {
    await who.api("PUT", "/api/user/profile", { preferences: { mosaic_photo: true } });
  }
  if (given.status) await addCheckIn(who, date, given);
}

async function addCheckIn(
  { id }: Person,
  date: string,
  { photo, status, orientation }: Participant,
) {
  const path = photo ? `${id}/${crypto.randomUUID()}.jpg` : null;
  if (path) {
    const { error } = await service.storage.from("workout-photos")
      .upload(path, new Blob([photo!], { type: "image/jpeg" }));
    if (error) throw error;
  }
  const [row] = await sql`
    insert into public.workout_window_checkins (user_id, date, activity_type, status, photo_url)
    values (${id}, ${date}, 'walk', ${status!}, ${path}) returning id`;
  await sql`
    insert into private.workout_checkin_photos (checkin_id, hash, orientation, pixels)
    values (${row!.id}, ${crypto.randomUUID().replaceAll("-", "").repeat(2)},
      ${orientation ?? null}, 1048576)`;
}

export const generate = (date: string) => asJob(`/api/workout-window/mosaic/generate/${date}`);

/** The bytes of a public picture. */
export async function fetchPicture(url: string): Promise<Uint8Array<ArrayBuffer>> {
  const response = await fetch(url);
  expect([response.status, response.headers.get("content-type")]).toEqual([200, "image/png"]);
  return new Uint8Array(await response.arrayBuffer());
}

/** Red, green, blue and opacity of a picture's pixels. */
export async function pixelsOf(data: Uint8Array<ArrayBuffer>) {
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
