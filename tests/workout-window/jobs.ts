/** Requests of the scheduled jobs. */
import { testEnvironment } from "../support/environment.ts";
import { send } from "../support/people.ts";

export async function asJob(path: string, given?: object) {
  const { status, body } = await send("POST", path, given, {
    "x-cron-secret": testEnvironment.WORKOUT_WINDOW_CRON_SECRET,
  });
  return { status, body };
}
