/** Check-ins with a photo of 5 MB, and the mosaic of 400 participants with their photos. */
import { createClient } from "@supabase/supabase-js";
import process from "node:process";
import type postgres from "postgres";
import type { Status } from "../packages/local-supabase/helpers.ts";
import { drawMosaic, type Tile } from "../functions/workout-mosaic/drawing.ts";
import { makeThumbnail } from "../functions/workout-mosaic/thumbnail.ts";
import { readPhoto } from "../functions/workout-window/photo.ts";
import { noise, paint } from "../packages/stand-ins/png.ts";
import { compare, type Row } from "./measure.ts";

const MB = 1024 * 1024;

const seconds = (ms: number) => `${(ms / 1000).toFixed(2)} s`;

/** The processor time (ms) of this process, of all its threads, while `work` runs. */
async function cpuTime(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** Needs a new platform. A measurement that fails is a row beside the others. */
export async function benchCheckIn(status: Status, sql: postgres.Sql): Promise<Row[]> {
  const rows: Row[] = [];
  const parts = { upload: () => checkIns(status, sql), photo: photoCpu, mosaic: mosaicCpu };
  for (const [part, measure] of Object.entries(parts)) {
    rows.push(
      await measure().catch((error) => ({
        what: `checkin: ${part}`,
        measured: `failed: ${error}`.slice(0, 100),
        ok: false,
      })),
    );
  }
  return rows;
}

/** Against the upload of the same bytes straight to Storage, which is most of the work. */
async function checkIns(status: Status, sql: postgres.Sql): Promise<Row> {
  const { api_url, base_url, publishable_key, secret_key } = status;
  const client = createClient(api_url, publishable_key, { auth: { persistSession: false } });
  const account = { email: "bench@example.com", password: "bench-password" };
  const { data, error } = await client.auth.signUp(account);
  if (error) throw error;
  const { user, session } = data;
  await sql`
    insert into public.workout_windows (
      user_id, activity_type, window_start_time, window_end_time, timezone
    )
    select ${user!.id}, 'walk', at::time, at::time + interval '2 hours', 'UTC'
    from (select date_trunc('minute', now() at time zone 'UTC') as at) as t`;
  const service = createClient(api_url, secret_key, { auth: { persistSession: false } });
  const photos = Array.from({ length: 21 }, () => noise(5 * MB));
  const times = await compare(20, {
    checkIn: async (n) => {
      await sql`delete from public.workout_window_checkins where user_id = ${user!.id}`;
      const form = new FormData();
      form.append("activityType", "walk");
      form.append("photo", new Blob([photos[n]!]));
      const response = await fetch(`${base_url}/api/workout-window/checkin`, {
        method: "POST",
        headers: { authorization: `Bearer ${session!.access_token}` },
        body: form,
      });
      const body = await response.text();
      if (response.status !== 201) throw new Error(`check-in: ${response.status} ${body}`);
    },
    upload: async (n) => {
      const { error } = await service.storage.from("workout-photos")
        .upload(`bench/${crypto.randomUUID()}.png`, new Blob([photos[n]!], { type: "image/png" }));
      if (error) throw error;
    },
  });
  const ratio = times.checkIn.p50 / times.upload.p50;
  return {
    what: "check-in with a photo of 5 MB, p50",
    measured: `${seconds(times.checkIn.p50)}, upload alone ${seconds(times.upload.p50)}`,
    ratio,
    bar: "<= 2",
    ok: ratio <= 2,
  };
}

/** What a request spends on the photo itself; the platform gives it 2 s. */
async function photoCpu(): Promise<Row> {
  const bytes = noise(10 * MB);
  const cpu = await cpuTime(() => readPhoto([bytes]));
  return {
    what: "photo of 10 MB: metadata and hash, processor time",
    measured: seconds(cpu),
    bar: "< 0.5 s",
    ok: cpu < 500,
  };
}

/** The first picture of a process, with the start of the engine. */
async function mosaicCpu(): Promise<Row> {
  const thumbnail = await makeThumbnail(new Uint8Array(paint("bench")), null);
  const statuses = ["completed", "pending", "failed"] as const;
  const tiles = Array.from({ length: 400 }, (_, n): Tile => ({
    initials: "AM",
    status: statuses[n % 3]!,
    teamColor: n % 2 ? "red" : "blue",
    thumbnail: n % 3 === 0 ? thumbnail : null,
  }));
  const cpu = await cpuTime(() => drawMosaic(tiles));
  return {
    what: "mosaic of 400 participants, processor time",
    measured: seconds(cpu),
    bar: "< 2 s",
    ok: cpu < 2000,
  };
}
