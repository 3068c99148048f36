/**
 * `npm run tour`: sends real requests to every part of the service and prints the answers, on a
 * throwaway platform with stand-ins of the outside providers, so that no provider's key is needed.
 * `npm run tour -- --running` uses the platform that is running and its providers. Every run
 * creates new users, so it can be repeated.
 */
import { startStandIns } from "../packages/stand-ins/index.ts";
import {
  localDir,
  projectRoot,
  readStatus,
  type Status,
} from "../packages/local-supabase/helpers.ts";
import { withThrowaway } from "../packages/local-supabase/mod.ts";
import { prepareFunctions } from "./build.ts";
import { assistant } from "./tour/assistant.ts";
import { encouragement } from "./tour/encouragement.ts";
import { email } from "./tour/email.ts";
import { journal } from "./tour/journal.ts";
import { music } from "./tour/music.ts";
import { notifications } from "./tour/notifications.ts";
import { lab } from "./tour/lab.ts";
import { live } from "./tour/live.ts";
import { offline } from "./tour/offline.ts";
import { people } from "./tour/people.ts";
import { programs } from "./tour/programs.ts";
import { workout } from "./tour/workout.ts";
import { workoutBattles } from "./tour/workout-battles.ts";
import { workoutPhotos } from "./tour/workout-photos.ts";
import { chapter, faint, signUp, type Tour } from "./tour/traveller.ts";

async function running(): Promise<Status> {
  const status = await readStatus(localDir());
  const answer = status && await fetch(status.health_url).catch(() => null);
  await answer?.body?.cancel();
  if (!status || !answer) {
    console.error(
      'Nothing is running here. Start the platform with "npm start" in another terminal.',
    );
    Deno.exit(1);
  }
  return status;
}

/** The chapters in their order; a later one may build on what an earlier one made. */
const chapters = [
  journal,
  people,
  lab,
  notifications,
  live,
  email,
  music,
  offline,
  programs,
  workout,
  workoutPhotos,
  workoutBattles,
  encouragement,
  assistant,
];

async function walk(
  status: Status,
  known: Pick<Tour, "jobSecret" | "receiver">,
): Promise<void> {
  chapter("Three people sign up");
  const tour: Tour = {
    status,
    ana: await signUp(status, "Ana"),
    ben: await signUp(status, "Ben"),
    cleo: await signUp(status, "Cleo"),
    ...known,
  };
  await tour.ana.ask("GET", "/user/profile");
  for (const walkThrough of chapters) await walkThrough(tour);
}

if (Deno.args.includes("--running")) {
  const status = await running();
  await walk(status, {
    jobSecret: Deno.env.get("WORKOUT_WINDOW_CRON_SECRET"),
    receiver: Deno.env.get("WEBHOOK_ORIGINS"),
  });
  console.log(`\nEvery route is described at ${status.base_url}/api/openapi.json`);
} else {
  await prepareFunctions();
  const { env, stop } = await startStandIns();
  const log = (line: string) => console.error(faint(line));
  const secret = crypto.randomUUID();
  await withThrowaway(
    {
      root: projectRoot,
      env: {
        ...env,
        SITE_URL: "https://app.example.com",
        WORKOUT_WINDOW_CRON_SECRET: secret,
        LOG_LEVEL: "error",
      },
      log,
    },
    (platform) => walk(platform.status, { jobSecret: secret, receiver: env.WEBHOOK_ORIGINS }),
  );
  await stop();
  Deno.exit(0);
}
