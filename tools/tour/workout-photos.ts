/** The tour's chapter about check-ins with photos and the mosaic of a date. */
import { paint } from "../../packages/stand-ins/png.ts";
import { chapter, faint, keepPictures, type Tour } from "./traveller.ts";
import { dateOfTour } from "./workout.ts";

export async function workoutPhotos({ status, ana, ben, cleo, jobSecret }: Tour): Promise<void> {
  const date = dateOfTour();

  chapter("Ana checks in within the grace, with a photo whose location is not stored");
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
