import type { z } from "@hono/zod-openapi";
import type { activityType } from "./check-in-fields.ts";

export const regions = [
  "West Coast",
  "East Coast",
  "Midwest",
  "South",
  "Mountain West",
] as const;
export const slots = ["6-8am", "8-10am", "12-2pm", "2-4pm", "4-6pm", "6-8pm"] as const;

type Region = typeof regions[number];
type Slot = typeof slots[number];
type Activity = z.infer<typeof activityType>;
type Weights<Name extends string> = Partial<Record<Name, number>>;

/** How synthetic users are distributed: shares of the users by name, which add up to 1. */
interface Distribution {
  regions: Weights<Region>;
  activities: Weights<Activity>;
  time_slots: Weights<Slot>;
  check_in_probability: number;
}

export const defaultDistribution: Distribution = {
  regions: {
    "West Coast": 0.25,
    "East Coast": 0.3,
    Midwest: 0.2,
    South: 0.15,
    "Mountain West": 0.1,
  },
  activities: {
    cardio: 0.3,
    strength: 0.25,
    walk: 0.2,
    meditation: 0.1,
    reading: 0.1,
    homework: 0.03,
    other: 0.02,
  },
  time_slots: {
    "6-8am": 0.15,
    "8-10am": 0.1,
    "12-2pm": 0.2,
    "2-4pm": 0.15,
    "4-6pm": 0.25,
    "6-8pm": 0.15,
  },
  check_in_probability: 0.85,
};

type City = [city: string, state: string, timezone: string, latitude: number, longitude: number];

const cities: Record<Region, City[]> = {
  "West Coast": [
    ["Los Angeles", "California", "America/Los_Angeles", 34.0522, -118.2437],
    ["San Francisco", "California", "America/Los_Angeles", 37.7749, -122.4194],
    ["Portland", "Oregon", "America/Los_Angeles", 45.5152, -122.6784],
    ["Seattle", "Washington", "America/Los_Angeles", 47.6062, -122.3321],
  ],
  "East Coast": [
    ["Boston", "Massachusetts", "America/New_York", 42.3601, -71.0589],
    ["Miami", "Florida", "America/New_York", 25.7617, -80.1918],
    ["New York", "New York", "America/New_York", 40.7128, -74.0060],
    ["Philadelphia", "Pennsylvania", "America/New_York", 39.9526, -75.1652],
  ],
  Midwest: [
    ["Chicago", "Illinois", "America/Chicago", 41.8781, -87.6298],
    ["Detroit", "Michigan", "America/Detroit", 42.3314, -83.0458],
    ["Indianapolis", "Indiana", "America/Indiana/Indianapolis", 39.7684, -86.1581],
    ["Minneapolis", "Minnesota", "America/Chicago", 44.9778, -93.2650],
  ],
  South: [
    ["Atlanta", "Georgia", "America/New_York", 33.7490, -84.3880],
    ["Dallas", "Texas", "America/Chicago", 32.7767, -96.7970],
    ["Houston", "Texas", "America/Chicago", 29.7604, -95.3698],
    ["Nashville", "Tennessee", "America/Chicago", 36.1627, -86.7816],
  ],
  "Mountain West": [
    ["Boise", "Idaho", "America/Boise", 43.6150, -116.2023],
    ["Denver", "Colorado", "America/Denver", 39.7392, -104.9903],
    ["Phoenix", "Arizona", "America/Phoenix", 33.4484, -112.0740],
    ["Salt Lake City", "Utah", "America/Denver", 40.7608, -111.8910],
  ],
};

const startOf: Record<Slot, string> = {
  "6-8am": "06:00",
  "8-10am": "08:00",
  "12-2pm": "12:00",
  "2-4pm": "14:00",
  "4-6pm": "16:00",
  "6-8pm": "18:00",
};

const firstNames = ("Aaron Alice Amir Andre Bella Blake Brooke Caleb Carmen Chloe Clara Damon " +
  "Daria Diego Elena Eli Emma Ethan Fiona Gavin Grace Hana Hugo Iris Isaac Jade Jonah Julia Kai " +
  "Keira Leah Liam Lucia Maya Miles Nadia Noah Nora Omar Priya Quinn Rosa Ruben Sadie Samir Tara " +
  "Theo Uma Victor Wren Yusuf Zoe").split(" ");
const lastNames = ("Abbott Adler Barnes Bauer Bishop Brooks Carter Chen Cole Cruz Dawson Diaz " +
  "Ellis Evans Fisher Flores Garcia Grant Hayes Hill Irwin James Kaur Keller Kim Lane Lopez " +
  "Marsh Meyer Moreno Nash Nguyen Ortiz Owens Park Patel Quinn Reed Rivera Rossi Shah Silva " +
  "Stone Tran Turner Vance Vega Walsh West Young").split(" ");

/** A synthetic user as `create_ai_users` stores it. */
type PlannedAiUser = {
  full_name: string;
  region: Region;
  city: string;
  state: string;
  timezone: string;
  latitude: number;
  longitude: number;
  activity_type: Activity;
  starts: string;
  check_in_probability: number;
};

/** Synthetic users of a distribution. The same arguments give the same users. */
export function planAiUsers(
  count: number,
  seed: string,
  distribution: Distribution,
): PlannedAiUser[] {
  const random = numbersFrom(seed);
  const oneOf = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)]!;
  const region = spread(distribution.regions, count, random);
  const activity = spread(distribution.activities, count, random);
  const slot = spread(distribution.time_slots, count, random);
  return Array.from({ length: count }, (_, n) => {
    const [city, state, timezone, latitude, longitude] = oneOf(cities[region[n]!]);
    return {
      full_name: `${oneOf(firstNames)} ${oneOf(lastNames)}`,
      region: region[n]!,
      city,
      state,
      timezone,
      latitude,
      longitude,
      activity_type: activity[n]!,
      starts: startOf[slot[n]!],
      check_in_probability: distribution.check_in_probability,
    };
  });
}

/** `count` names in random order, the share of each as large as its weight, within one. */
function spread<Name extends string>(
  weights: Weights<Name>,
  count: number,
  random: () => number,
): Name[] {
  const chosen = (Object.entries(weights) as [Name, number][]).filter(([, weight]) => weight > 0);
  const names: Name[] = [];
  let upper = 0;
  for (const [name, weight] of chosen) {
    upper += weight;
    // A name for each of the points 0.5, 1.5, ... below the sum of the weights up to this one.
    while (names.length + 0.5 < upper * count && names.length < count) names.push(name);
  }
  // The weights may add up to a little less than 1.
  while (names.length < count) names.push(chosen.at(-1)![0]);
  return names.map((name) => [random(), name] as const)
    .sort(([a], [b]) => a - b).map(([, name]) => name);
}

/** Numbers from 0 to below 1 that follow from a text: Mulberry32, begun with its FNV-1a hash. */
function numbersFrom(seed: string): () => number {
  let state = 0x811c9dc5;
  for (const char of seed) state = Math.imul(state ^ char.codePointAt(0)!, 0x01000193);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
