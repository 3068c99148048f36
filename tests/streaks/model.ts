/**
 * The streak of a goal by plain counting, written from the rules and not from the SQL: each step
 * changes a list of check-ins, and everything else is counted anew from that list.
 */
import type { History, Schedule, Step } from "./histories.ts";
import { type Day, dayOf, midnight, mondayOf, type Time, weekdayOf } from "./zones.ts";

const HOUR = 3_600_000;

interface CheckIn {
  n: number;
  at: Time;
  /** The date to which its amount belongs. */
  date: Day;
  status: string;
  amount: number | null;
  isDerived: boolean;
  /** The day for which it counts; null while it is missed. */
  day: Day | null;
}

export interface State {
  current: number;
  longest: number;
  last_day: Day | null;
  at_risk: boolean;
  unit: "day" | "week";
  statuses: string[];
}

const unitOf = (schedule: Schedule): "day" | "week" => schedule?.kind === "weekly" ? "week" : "day";

export class Model {
  private checkIns: CheckIn[] = [];
  /** When each day with a check-in began. */
  private began = new Map<Day, Time>();
  private schedules: { since: Day; schedule: Schedule }[] = [];
  private freezes: { bought: Day; covers: Day | null }[] = [];
  private pauses: { since: Day; until: Day }[] = [];
  private since = -Infinity;
  private longest = 0;
  private zone: string;

  constructor(private history: History) {
    this.zone = history.zone;
    this.schedules.push({ since: -Infinity, schedule: history.schedule });
  }

  private get unit() {
    return unitOf(this.schedules.at(-1)!.schedule);
  }

  take(step: Step): void {
    if (step.do === "travel") this.zone = step.zone;
    else if (step.do === "pause") this.pauses.push(step);
    else if (step.do === "freeze") {
      this.judge(step.day, midnight(this.zone, step.day));
      this.freezes.push({ bought: step.day, covers: null });
    } else if (step.do === "schedule") this.change(step.schedule, step.day);
    else if (step.do === "write") this.write(step);
    else {
      const found = this.checkIns.find(({ n }) => n === step.n)!;
      if (step.do === "delete") {
        this.checkIns = this.checkIns.filter((each) => each !== found);
      } else {
        if (step.amount !== undefined) found.amount = step.amount;
        if (step.status !== undefined) found.isDerived = step.status === null;
        if (step.status) found.status = step.status;
      }
      this.settle(found.date, step.do === "edit" ? found : undefined);
    }
  }

  private write({ n, at, created, status, amount }: Extract<Step, { do: "write" }>) {
    const time = Math.abs(at - created) <= 48 * HOUR ? at : created;
    const date = dayOf(this.zone, time);
    const written: CheckIn = {
      ...{ n, at: time, date, amount, status: status ?? "missed" },
      ...{ isDerived: status === null, day: null },
    };
    this.checkIns.push(written);
    this.settle(date, written);
  }

  /**
   * Derives the statuses of a date, and gives each check-in that is not missed its day: first the
   * written check-in. A day that has a check-in before and after the write keeps its zone.
   */
  private settle(date: Day, written?: CheckIn) {
    const { measure } = this.history;
    const these = this.checkIns.filter((each) => each.date === date);
    const sum = these.reduce((sum, { amount }) => sum + Math.round(100 * (amount ?? 0)), 0) / 100;
    for (const each of these) {
      if (each.isDerived && measure) {
        each.status = measure.direction === "at_most"
          ? (sum <= measure.target ? "completed" : "missed")
          : sum >= measure.target
          ? "completed"
          : sum > 0
          ? "partial"
          : "missed";
      }
    }
    const isNew: Day[] = [];
    for (const each of new Set([...written ? [written] : [], ...this.checkIns])) {
      if (each.status === "missed" || each.day !== null) continue;
      each.day = this.dayAt(each.at);
      if (this.began.has(each.day)) continue;
      this.began.set(each.day, midnight(this.zone, each.day));
      isNew.push(each.day);
    }
    for (const each of this.checkIns) if (each.status === "missed") each.day = null;
    const days = new Set(this.checkIns.map(({ day }) => day));
    for (const day of [...this.began.keys()]) if (!days.has(day)) this.began.delete(day);
    // A late check-in of a covered day gives its freeze back.
    for (const freeze of this.freezes) {
      if (freeze.covers !== null && isNew.includes(freeze.covers)) freeze.covers = null;
    }
    this.judge();
  }

  /** The day of a time: its date here, or an earlier day that a journey has made long. */
  private dayAt(at: Time): Day {
    const here = dayOf(this.zone, at);
    const days = [...this.began].sort(([a], [b]) => a - b);
    const before = days.findLast(([, began]) => began <= at);
    if (before) {
      const [day, began] = before;
      if (here <= day) return day;
      if (at < began + 20 * HOUR && midnight(this.zone, day) !== began) return day;
    }
    const next = days.find(([day]) => !before || day > before[0]);
    return next && next[0] <= here ? next[0] : here;
  }

  private change(schedule: Schedule, today: Day) {
    const [before, after] = [this.unit, unitOf(schedule)];
    if (before !== after) this.judge(today, midnight(this.zone, today));
    const monday = mondayOf(today);
    const since = after === "day" ? today : before === "day" ? monday : monday + 7;
    this.schedules = this.schedules.filter((each) => each.since < since);
    this.schedules.push({ since, schedule });
    if (before !== after) {
      this.since = monday;
      this.longest = 0;
    }
    this.judge();
  }

  private scheduleOn = (day: Day) => this.schedules.findLast(({ since }) => since <= day)!.schedule;
  private isPaused = (day: Day) =>
    this.pauses.some(({ since, until }) => since <= day && day <= until);

  private names(day: Day): boolean | undefined {
    const schedule = this.scheduleOn(day);
    return schedule?.kind === "weekdays" ? schedule.days.includes(weekdayOf(day)) : undefined;
  }
  private isDue = (day: Day) => this.names(day) ?? this.scheduleOn(day) === null;

  /** Counts everything. Missed days until `today`, which began at `began`, take freezes too. */
  private judge(today?: Day, began?: Time) {
    return this.unit === "week" ? this.weeks(today) : this.days(today, began);
  }

  private days(today?: Day, todayBegan?: Time) {
    const days = [...this.began].sort(([a], [b]) => a - b);
    if (today !== undefined) days.push([today, todayBegan!]);
    let [length, last] = [0, null as Day | null];
    let before: [Day, Time] | undefined;
    days.forEach(([day, began], index) => {
      const isEnd = today !== undefined && index === days.length - 1;
      if (before && day > before[0]) {
        // A change of zone skips dates: only as many are missed as there was time for.
        const passed = Math.min(
          day - before[0] - 1,
          Math.floor((began - before[1] - 20 * HOUR) / (24 * HOUR)),
        );
        for (let gap = day - passed; gap < day; gap++) {
          if (this.isPaused(gap) || !this.isDue(gap)) continue;
          if (length > 1 && this.cover(gap)) continue;
          length = 0;
          break;
        }
      }
      if (isEnd) return;
      before = [day, began];
      if (day < this.since || this.names(day) === false) return;
      length++;
      last = day;
      this.longest = Math.max(this.longest, length);
    });
    return { length, last, full: null as Day | null };
  }

  /** Whether a freeze covers the day, or takes it now. */
  private cover(day: Day): boolean {
    if (this.freezes.some(({ covers }) => covers === day)) return true;
    const held = this.freezes.find(({ covers, bought }) => covers === null && bought < day);
    if (held) held.covers = day;
    return !!held;
  }

  private doneIn = (monday: Day) =>
    [...this.began.keys()].filter((day) => day >= monday && day < monday + 7).length;
  private pausedIn = (monday: Day) =>
    [0, 1, 2, 3, 4, 5, 6].filter((day) => this.isPaused(monday + day)).length;
  private timesIn(monday: Day) {
    const schedule = this.scheduleOn(monday);
    return schedule?.kind === "weekly" ? schedule.times : Infinity;
  }

  private weeks(today?: Day) {
    const all = [...this.began.keys()].filter((day) => day >= this.since).sort((a, b) => a - b);
    let [length, full] = [0, null as Day | null];
    if (all.length) {
      const present = mondayOf(today ?? all.at(-1)!);
      const latest = Math.max(present, mondayOf(all.at(-1)!));
      for (let monday = mondayOf(all[0]!); monday <= latest; monday += 7) {
        if (this.doneIn(monday) >= this.timesIn(monday)) {
          length++;
          full = monday;
          this.longest = Math.max(this.longest, length);
        } else if (monday < present && this.pausedIn(monday) < 4) length = 0;
      }
    }
    return { length, last: all.at(-1) ?? null, full };
  }

  /** The streak as it stands at a time. Call it once: it takes the freezes that are due. */
  at(now: Time): State {
    const today = dayOf(this.zone, now);
    const [unit, longest] = [this.unit, this.longest];
    const { length, last } = this.judge(today, midnight(this.zone, today));
    return {
      current: length,
      longest,
      last_day: last,
      at_risk: length > 0 &&
        (unit === "week" ? this.weekAtRisk(today) : this.dayAtRisk(now, today, length)),
      unit,
      statuses: this.checkIns.sort((a, b) => a.n - b.n).map(({ status }) => status),
    };
  }

  private dayAtRisk(now: Time, today: Day, length: number) {
    const isDone = this.began.size > 0 && this.dayAt(now) <= Math.max(...this.began.keys());
    const isCovered = length > 1 &&
      this.freezes.some(({ covers, bought }) => covers === null && bought < today);
    return !isDone && !this.isPaused(today) && this.isDue(today) && !isCovered;
  }

  private weekAtRisk(today: Day) {
    const monday = mondayOf(today);
    const needed = this.timesIn(monday) - this.doneIn(monday);
    const left = monday + 7 - Math.max(today, Math.max(...this.began.keys()) + 1);
    return needed > 0 && this.pausedIn(monday) < 4 && left <= needed;
  }
}
