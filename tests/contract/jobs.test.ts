/** Every scheduled job is closed without its secret, and to the secrets of other jobs. */
import { describe, expect, it } from "vitest";
import { testEnvironment } from "../support/environment.ts";
import { type Person, person, send } from "../support/people.ts";
import { fill, isForJobs, type Operation, ownAddress, readDocument } from "./document.ts";

const jobs = (await readDocument()).operations.filter(isForJobs);

/** The secrets that open the jobs of a group; the general one of the service opens most of them. */
const secrets: Record<string, string[]> = {
  chat: ["CHAT", "WORKOUT_WINDOW"],
  cron: ["LAB", "WORKOUT_WINDOW"],
  drops: ["DROPS"],
  "encouragement-drops": ["DROPS", "WORKOUT_WINDOW", "CHAT"],
  insights: ["CHAT", "WORKOUT_WINDOW"],
  lab: ["LAB", "WORKOUT_WINDOW"],
  music: ["MUSIC_SYNC"],
  notifications: ["CHAT", "WORKOUT_WINDOW"],
  reminders: ["CHAT", "WORKOUT_WINDOW"],
  user: ["CHAT", "WORKOUT_WINDOW"],
  "workout-window": ["WORKOUT_WINDOW"],
};

const others = ({ path }: Operation) => {
  const own = secrets[ownAddress(path).split("/")[1]!]!.map((name) => `${name}_CRON_SECRET`);
  return Object.entries(testEnvironment)
    .filter(([name]) => name.endsWith("_CRON_SECRET") && !own.includes(name))
    .map(([, value]) => value);
};

let ana: Promise<Person> | undefined;

describe.each(jobs)("$method $path", (operation) => {
  it("requires the secret of the job", async () => {
    const path = fill(operation.path, () => "2040-01-02");
    const status = async (headers: Record<string, string>) =>
      (await send(operation.method, path, undefined, headers)).status;
    const wrong = ["wrong", ...others(operation)];
    const answers = await Promise.all([
      status({}),
      ...wrong.flatMap((value) => [
        status({ "x-cron-secret": value }),
        status({ authorization: `Bearer ${value}` }),
      ]),
    ]);
    expect(new Set(answers)).toEqual(new Set([401]));
    const user = await (await (ana ??= person("Ana"))).api(operation.method, path);
    expect([401, 403]).toContain(user.status);
  });
});

it("there are jobs in the document", () => expect(jobs.length).toBeGreaterThan(10));
