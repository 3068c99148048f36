/** Random histories of two friends, which a seed determines. */
import { randomNumbers } from "../support/random.ts";
import { dateIn, type Event, type Side } from "./pair-model.ts";

const HOUR = 3600;
const DAY = 24 * HOUR;

const zones = [
  "UTC",
  "Europe/Berlin",
  "America/New_York",
  "America/Los_Angeles",
  "Asia/Kolkata",
  "Asia/Kathmandu",
  "Pacific/Auckland",
  "Pacific/Honolulu",
  "Pacific/Kiritimati",
  "Australia/Lord_Howe",
  "America/St_Johns",
  "Asia/Tokyo",
];

/** Days around the changes of clocks in spring and in autumn, in years to come. */
const starts = ["2031-03-05", "2031-03-27", "2031-04-02", "2031-10-22", "2031-10-30", "2031-07-10"]
  .map((date) => Date.parse(date) / 1000);

interface History {
  zones: [string, string];
  events: Event[];
}

/** A history of some days: writing, late and deleted days, travel, pauses, freezes, a block. */
export function historyOf(seed: number): History {
  const random = randomNumbers(Math.imul(seed + 1, 2654435761) >>> 0);
  for (let n = 0; n < 3; n++) random(2);
  const chance = (percent: number) => random(100) < percent;
  const pick = <T>(list: readonly T[]) => list[random(list.length)]!;
  const first = pick(zones);
  const history: History = { zones: [first, chance(50) ? first : pick(zones)], events: [] };
  const events: Event[] = [];
  const begin = pick(starts);
  const length = 4 + random(7);
  // An odd second: no event falls on the beginning of a day, nor 20, 44 or 48 hours after one.
  const at = (day: number) => begin + day * DAY + random(96) * 900 + 60 + random(800);
  const accepted = begin + (1 + random(2)) * DAY + random(96) * 900 + 31;
  events.push({ kind: "accept", t: accepted });
  let id = seed * 1000;
  const freezes = chance(25);
  const travels = !freezes && chance(40);
  for (const who of [0, 1] as const satisfies Side[]) {
    const steady = 85 + random(16);
    // With held freezes a person writes in order, stays and keeps all days.
    const holds = freezes && chance(50);
    const zone = history.zones[who];
    const moves: { t: number; zone: string }[] = [];
    if (travels) {
      for (let n = 1 + random(3); n > 0; n--) {
        moves.push({ t: at(random(length)), zone: pick(zones) });
      }
    }
    moves.sort((a, b) => a.t - b.t);
    events.push(...moves.map(({ t, zone }): Event => ({ kind: "zone", who, t, zone })));
    const zoneAt = (t: number) => moves.findLast((move) => move.t <= t)?.zone ?? zone;
    for (let day = 0; day < length; day++) {
      if (!chance(steady)) {
        if (!holds && freezes && chance(50)) {
          const t = at(day + 1);
          events.push({ kind: "covered", who, t, day: dateIn(zoneAt(t), t) - 1 });
        }
        continue;
      }
      for (let n = chance(15) ? 2 : 1; n > 0; n--) {
        const written = at(day);
        const late = !holds && chance(12) ? 1 + random(80 * HOUR) : 0;
        const goal = !freezes && chance(25);
        events.push({ kind: "act", who, t: written + late, written, goal, id: ++id });
        if (!holds && chance(6)) {
          events.push({ kind: "delete", who, t: written + late + 1 + random(80 * HOUR), id });
        }
      }
    }
    if (holds) {
      const t = begin + random(3) * DAY + 3601;
      for (let n = 1 + random(2); n > 0; n--) {
        events.push({ kind: "held", who, t: t + n, day: dateIn(zone, t) });
      }
    } else if (chance(15)) {
      const t = at(random(length));
      const since = dateIn(zoneAt(t), t);
      events.push({ kind: "pause", who, t, since, until: since + random(3) });
    }
  }
  if (chance(8)) events.push({ kind: "block", t: accepted + random(length * DAY) + 7 });
  for (let n = 2; n > 0; n--) {
    events.push({ kind: "settle", t: accepted + random(length * DAY) + 1 });
  }
  for (let n = 3; n > 0; n--) {
    events.push({ kind: "check", t: accepted + random((length + 3) * DAY) + 1 });
  }
  const last = Math.max(...events.map(({ t }) => t));
  events.push({ kind: "check", t: last + 1 }, { kind: "check", t: last + 4 * DAY });
  // Times are whole seconds apart, so that all agree which of two events is the earlier one.
  events.sort((a, b) => a.t - b.t);
  for (const [index, event] of events.entries()) {
    const before = events[index - 1];
    if (before && event.t <= before.t) event.t = before.t + 1;
  }
  history.events = events;
  return history;
}
