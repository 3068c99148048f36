/** The tour's chapter about the weekly battle. */
import { chapter, faint, type Tour } from "./traveller.ts";

const DAY = 86_400_000;

/** The Monday of the week of a time, `YYYY-MM-DD` in UTC. */
const mondayOf = (time: number) =>
  new Date(time - (new Date(time).getUTCDay() + 6) % 7 * DAY).toISOString().slice(0, 10);

export async function workoutBattles({ status, ana, jobSecret }: Tour): Promise<void> {
  if (!jobSecret) {
    console.log(faint("  Battles are run by a job: set WORKOUT_WINDOW_CRON_SECRET to see one."));
    return;
  }
  const post = (path: string) =>
    fetch(`${status.base_url}/api/workout-window/battle/${path}`, {
      method: "POST",
      headers: { "x-cron-secret": jobSecret },
    });
  // The week of the check-ins before.
  const week = mondayOf(Date.now() - DAY / 24);

  chapter("The teams fight the battle of the week with the chips of their check-ins");
  await post("cron/generate-weekly");
  await ana.ask("GET", `/workout-window/battle/week/${week}`);
  await post(`execute/${week}`);
  await ana.ask("GET", "/workout-window/battle/history?limit=1");
}
