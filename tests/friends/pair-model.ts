/**
 * Streaks for two as decisions of the contract state them, computed in the simplest way: each
 * question is answered from all events, date by date. Instants are seconds, dates are days since
 * 1970.
 */
export type Side = 0 | 1;

export type Event =
  | { kind: "act"; who: Side; t: number; written: number; goal: boolean; id: number }
  | { kind: "delete"; who: Side; t: number; id: number }
  | { kind: "zone"; who: Side; t: number; zone: string }
  | { kind: "pause"; who: Side; t: number; since: number; until: number }
  // A freeze that covers a date already, or a held freeze.
  | { kind: "covered"; who: Side; t: number; day: number }
  | { kind: "held"; who: Side; t: number; day: number }
  | { kind: "accept"; t: number }
  | { kind: "block"; t: number }
  // The job settles dates, and a check compares the streak.
  | { kind: "settle"; t: number }
  | { kind: "check"; t: number };

export interface Answer {
  current: number;
  longest: number;
  last_day: number | null;
  ended_at: number | null;
}

const HOUR = 3600;
const DAY = 24 * HOUR;

const formats = new Map<string, Intl.DateTimeFormat>();
const offsets = new Map<string, number>();

/** Seconds that the clock of a zone is ahead of UTC; clocks change at quarters of an hour. */
function offsetOf(zone: string, t: number): number {
  const quarter = Math.floor(t / 900);
  const key = `${zone} ${quarter}`;
  let offset = offsets.get(key);
  if (offset === undefined) {
    let format = formats.get(zone);
    if (!format) {
      format = new Intl.DateTimeFormat("en-US", {
        timeZone: zone,
        hourCycle: "h23",
        year: "numeric",
        month: "numeric",
        day: "numeric",
        hour: "numeric",
        minute: "numeric",
      });
      formats.set(zone, format);
    }
    const part = Object.fromEntries(
      format.formatToParts(quarter * 900_000).map(({ type, value }) => [type, Number(value)]),
    );
    const local = Date.UTC(part.year!, part.month! - 1, part.day, part.hour, part.minute) / 1000;
    offset = local - quarter * 900;
    offsets.set(key, offset);
  }
  return offset;
}

/** The date that the calendar of a zone shows. */
export const dateIn = (zone: string, t: number) => Math.floor((t + offsetOf(zone, t)) / DAY);

const beginnings = new Map<string, number>();

/** The instant from which the calendar of a zone shows this date or a later one, for good. */
function beginOf(zone: string, day: number): number {
  const key = `${zone} ${day}`;
  let begin = beginnings.get(key);
  if (begin === undefined) {
    begin = day * DAY + 15 * HOUR;
    while (dateIn(zone, begin - 900) >= day) begin -= 900;
    beginnings.set(key, begin);
  }
  return begin;
}

/** The state of a person at an instant: the days that count, of the journal and of a goal. */
interface Days {
  days: Map<number, { began: number; ids: Set<number> }>[];
  covered: Set<number>;
  held: number[];
  paused: [number, number][];
}

export class Model {
  /** The acceptance. */
  private readonly start: number;

  constructor(
    private readonly zones: readonly [string, string],
    private readonly events: readonly Event[],
  ) {
    this.start = events.find(({ kind }) => kind === "accept")!.t;
  }

  private ofSide(who: Side) {
    return this.events.filter((each) => "who" in each && each.who === who);
  }

  /** The zones of a person, each with the instant from which it is set. */
  private eras(who: Side): { from: number; zone: string }[] {
    const eras = [{ from: -Infinity, zone: this.zones[who] }];
    for (const event of this.ofSide(who)) {
      if (event.kind === "zone") eras.push({ from: event.t, zone: event.zone });
    }
    return eras;
  }

  private zoneAt(who: Side, t: number): string {
    return this.eras(who).findLast(({ from }) => from <= t)!.zone;
  }

  /**
   * The first instant at which a person's calendar shows a later date. Zones that a person had before
   * the acceptance are not remembered: the one of the acceptance stands for them.
   */
  private passed(who: Side, day: number): number {
    const all = this.eras(who);
    const first = all.findLastIndex(({ from }) => from <= this.start);
    const eras = [{ ...all[first]!, from: -Infinity }, ...all.slice(first + 1)];
    for (const [index, { from, zone }] of eras.entries()) {
      const at = Math.max(from, beginOf(zone, day + 1));
      if (at < (eras[index + 1]?.from ?? Infinity)) return at;
    }
    return Infinity;
  }

  private readonly kept = new Map<string, Days>();

  private until(who: Side, t: number): Days {
    const known = this.kept.get(`${who} ${t}`);
    if (known) return known;
    const all: Days = { days: [new Map(), new Map()], covered: new Set(), held: [], paused: [] };
    for (const event of this.ofSide(who)) {
      if (event.t > t) break;
      if (event.kind === "act") {
        const { t, written, goal, id } = event;
        const at = Math.abs(written - t) <= 48 * HOUR ? written : t;
        const days = all.days[Number(goal)]!;
        const zone = this.zoneAt(who, t);
        // The last day that began before, or the first one after it.
        const sorted = [...days.keys()].toSorted((a, b) => a - b);
        const last = sorted.findLast((day) => days.get(day)!.began <= at);
        const next = sorted.find((day) => last === undefined || day > last);
        let day = Math.min(dateIn(zone, at), next ?? Infinity);
        if (last !== undefined) {
          const { began } = days.get(last)!;
          const isMoved = beginOf(zone, last) !== began;
          if (dateIn(zone, at) <= last || isMoved && at < began + 20 * HOUR) day = last;
        }
        if (!days.has(day)) {
          days.set(day, { began: beginOf(zone, day), ids: new Set() });
          all.covered.delete(day);
        }
        days.get(day)!.ids.add(id);
      } else if (event.kind === "delete") {
        for (const days of all.days) {
          for (const [day, { ids }] of days) {
            if (ids.delete(event.id) && ids.size === 0) days.delete(day);
          }
        }
      } else if (event.kind === "pause") all.paused.push([event.since, event.until]);
      else if (event.kind === "covered") {
        if (!all.days.some((days) => days.has(event.day))) all.covered.add(event.day);
      } else if (event.kind === "held") all.held.push(event.day);
    }
    this.kept.set(`${who} ${t}`, all);
    return all;
  }

  /** Whether a date is done by a person, as of an instant. */
  private done(who: Side, day: number, t: number): boolean {
    return this.until(who, t).days.some((days) => days.has(day));
  }

  /** Whether a freeze, a pause or a change of the zone covers a date that is not done. */
  private covers(who: Side, day: number, t: number): boolean {
    const { days: [journal, goal], covered, held, paused } = this.until(who, t);
    if (covered.has(day) || paused.some(([since, until]) => since <= day && day <= until)) {
      return true;
    }
    // A held freeze covers the missed day of a streak of two days or more.
    const left = [...held];
    let length = 0;
    const sorted = [...journal!.keys()].toSorted((a, b) => a - b);
    for (let each = sorted[0] ?? Infinity; left.length > 0 && each <= day; each++) {
      if (journal!.has(each)) length++;
      else {
        const freeze = length > 1 ? left.findIndex((bought) => bought < each) : -1;
        if (freeze < 0) length = 0;
        else {
          left.splice(freeze, 1);
          if (each === day) return true;
        }
      }
    }
    // By the 20-hour rule no day begins in less than 20 hours after the last one, and none is
    // missed in less than 44.
    const before = Math.max(
      ...[...journal!.keys(), ...goal!.keys()].filter((each) => each < day),
    );
    const began = Math.min(
      ...[journal!, goal!].map((days) => days.get(before)?.began ?? Infinity),
    );
    return began < Infinity && this.passed(who, day) < began + 44 * HOUR;
  }

  /** The streak at an instant; null before the acceptance. */
  at(t: number): Answer | null {
    const { start } = this;
    if (t < start) return null;
    const end = this.events.find((event) => event.kind === "block")?.t ?? Infinity;
    const now = Math.min(t, end);
    const today = (t: number) =>
      Math.max(...([0, 1] as const).map((who) => dateIn(this.zoneAt(who, t), t)));
    let days = 0;
    let last: number | null = null;
    let missed: number | null = null;
    for (let day = today(start); day <= today(now) && missed === null; day++) {
      const passed = Math.max(this.passed(0, day), this.passed(1, day));
      // 48 hours after it has passed the date stays as it is.
      const asOf = Math.min(now, passed + 48 * HOUR);
      if (this.done(0, day, asOf) && this.done(1, day, asOf)) {
        days++;
        last = day;
      } else if (passed <= now && !this.covers(0, day, asOf) && !this.covers(1, day, asOf)) {
        missed = passed;
      }
    }
    const ended = missed ?? (end <= t ? end : null);
    return { current: ended === null ? days : 0, longest: days, last_day: last, ended_at: ended };
  }
}
