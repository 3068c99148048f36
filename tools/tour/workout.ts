/** The tour's chapter about windows, chains and teams. */
import { chapter, type Tour, type Traveller } from "./traveller.ts";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

// All windows of the tour are of one date in a time zone in which it is about noon.
const offset = 12 - new Date().getUTCHours();
/** These names follow POSIX: minus is east. */
const timezone = `Etc/GMT${offset > 0 ? "-" : "+"}${Math.abs(offset)}`;
const local = (ms: number) => new Date(Date.now() + offset * 60 * MINUTE + ms).toISOString();

/** The date of the tour's windows, or a date so many days later, `YYYY-MM-DD`. */
export const dateOfTour = (days = 0): string => local(days * DAY).slice(0, 10);

export async function workout({ ana, ben, cleo }: Tour): Promise<void> {
  chapter("Three people in one city commit to two hours a day, one after the other");
  const people: [Traveller, number][] = [[ana, -125], [ben, -5], [cleo, 115]];
  for (const [who, opensIn] of people) {
    await who.ask("PUT", "/workout-window/update-location", { city: "Lisbon", country: "PT" });
    await who.ask("POST", "/workout-window/setup", {
      activityType: "walk",
      windowStartTime: local(opensIn * MINUTE).slice(11, 16),
      windowEndTime: local((opensIn + 120) * MINUTE).slice(11, 16),
      timezone,
    });
  }

  chapter("Ben's place in tomorrow's chain is between Ana and Cleo; the three are a squad");
  const tomorrow = dateOfTour(1);
  await ben.ask("POST", "/workout-window/generate-chains", { date: tomorrow });
  await ben.ask("GET", `/workout-window/chain/${tomorrow}`);
  await ben.ask("GET", `/workout-window/team-stats/${tomorrow}`);
}
