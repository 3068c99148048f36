import { number, plural } from "../../plural.ts";

export const words = {
  someone: "Someone",
  stillAwake: "Still awake",
  goodMorning: "Good morning",
  goodAfternoon: "Good afternoon",
  goodEvening: "Good evening",
  today: "Today",
  tomorrow: "Tomorrow",
  yesterday: "Yesterday",
  days: ({ count }: { count: number }) =>
    plural(count, { one: "1 day", other: `${number(count)} days` }),
  hours: ({ count }: { count: number }) => `${number(count)} h`,
  minutes: ({ count }: { count: number }) => `${number(count)} min`,
  seconds: ({ count }: { count: number }) => `${number(count)} s`,
  zone: ({ city }: { city: string }) => `${city} time`,
};
