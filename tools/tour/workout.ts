/** The tour's chapter about windows, chains and teams. */
import { chapter, type Tour, type Traveller } from "./traveller.ts";

export async function workout({ ana, ben, cleo }: Tour): Promise<void> {
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);

  chapter("Three people in one city commit to two hours a day, one after the other");
  const people: [Traveller, string, string][] = [
    [ana, "06:00", "08:00"],
    [ben, "08:30", "10:30"],
    [cleo, "12:00", "14:00"],
  ];
  for (const [who, windowStartTime, windowEndTime] of people) {
    await who.ask("PUT", "/workout-window/update-location", { city: "Berlin", country: "DE" });
    await who.ask("POST", "/workout-window/setup", {
      activityType: "walk",
      windowStartTime,
      windowEndTime,
      timezone: "UTC",
    });
  }

  chapter("Ben's place in tomorrow's chain is between Ana and Cleo; the three are a squad");
  await ben.ask("POST", "/workout-window/generate-chains", { date: tomorrow });
  await ben.ask("GET", `/workout-window/chain/${tomorrow}`);
  await ben.ask("GET", `/workout-window/team-stats/${tomorrow}`);
}
