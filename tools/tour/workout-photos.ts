/** The tour's chapter about check-ins with photos and the mosaic of a date. */
import { paint } from "../../stand-ins/png.ts";
import { chapter, faint, keepPictures, type Tour, type Traveller } from "./traveller.ts";

const HOUR = 3_600_000;

/** The time of day in UTC, `HH:MM`, some milliseconds from now. */
const timeIn = (ms: number) => new Date(Date.now() + ms).toISOString().slice(11, 16);

export async function workoutPhotos({ status, ana, ben, cleo, jobSecret }: Tour): Promise<void> {
  const date = new Date(Date.now() - HOUR).toISOString().slice(0, 10);

  chapter("Ana's window is open; she checks in with a photo, whose location is not stored");
  const people: [Traveller, number][] = [[ana, -1], [ben, -1.5], [cleo, 2]];
  for (const [who, opensIn] of people) {
    await who.ask("POST", "/workout-window/setup", {
      activityType: "walk",
      windowStartTime: timeIn(opensIn * HOUR),
      windowEndTime: timeIn((opensIn + 2) * HOUR),
      timezone: "UTC",
    });
  }
  await ana.ask("POST", "/workout-window/generate-chains", { date });
  const { checkin } = await ana.ask("POST", "/workout-window/checkin", photoForm("morning walk"));
  await keepPictures([{ tone: "check-in", url: checkin.photo_url }]);
  await ben.ask("POST", "/workout-window/checkin", photoForm("evening walk"));
  await ana.ask("POST", "/workout-window/checkin", photoForm("again"));

  chapter("Ana wants her photo in the mosaic of the date; Ben appears with his initials");
  await ana.ask("PUT", "/user/profile", { preferences: { mosaic_photo: true } });
  if (!jobSecret) {
    console.log(faint("  The mosaic is drawn by a job: set WORKOUT_WINDOW_CRON_SECRET to see it."));
    return;
  }
  await fetch(`${status.base_url}/api/workout-window/mosaic/generate/${date}`, {
    method: "POST",
    headers: { "x-cron-secret": jobSecret },
  });
  const { mosaic } = await cleo.ask("GET", `/workout-window/mosaic/${date}`);
  await keepPictures([{ tone: "mosaic", url: mosaic.imageUrl }]);
}

function photoForm(subject: string): FormData {
  const form = new FormData();
  form.append("activityType", "walk");
  form.append("latitude", "48.8583");
  form.append("longitude", "2.2945");
  const picture = paint(`${subject} ${crypto.randomUUID()}`);
  form.append("photo", new Blob([new Uint8Array(picture)]), "photo.png");
  return form;
}
