/** Check-ins with a photo of 5 MB. */
import { noise } from "../packages/stand-ins/png.ts";
import { serviceOf, signUp } from "./acting.ts";
import { atMost, compare, type Row, seconds } from "./measure.ts";
import type { Database } from "./superuser.ts";

const MB = 1024 * 1024;

/** Against the upload of the same bytes straight to Storage, which is most of the work. */
export async function benchCheckIn({ status, sql }: Database): Promise<Row[]> {
  const { id, token } = await signUp(status, "bench@example.com");
  await sql`
    insert into public.workout_windows (
      user_id, activity_type, window_start_time, window_end_time, timezone
    )
    select ${id}, 'walk', at::time, at::time + interval '2 hours', 'UTC'
    from (select date_trunc('minute', now() at time zone 'UTC') as at) as t`;
  const { storage } = serviceOf(status);
  const photos = Array.from({ length: 21 }, () => noise(5 * MB));
  const times = await compare(20, {
    checkIn: async (n) => {
      await sql`delete from public.workout_window_checkins where user_id = ${id}`;
      const form = new FormData();
      form.append("activityType", "walk");
      form.append("photo", new Blob([photos[n]!]));
      const response = await fetch(`${status.base_url}/api/workout-window/checkin`, {
        method: "POST",
        headers: { authorization: `Bearer ${token}` },
        body: form,
      });
      const body = await response.text();
      if (response.status !== 201) throw new Error(`check-in: ${response.status} ${body}`);
    },
    upload: async (n) => {
      const { error } = await storage.from("workout-photos")
        .upload(`bench/${crypto.randomUUID()}.png`, new Blob([photos[n]!], { type: "image/png" }));
      if (error) throw error;
    },
  });
  return [atMost(
    "check-in with a photo of 5 MB, p50",
    `${seconds(times.checkIn.p50, 2)}, upload alone ${seconds(times.upload.p50, 2)}`,
    times.checkIn.p50 / times.upload.p50,
    2,
  )];
}
