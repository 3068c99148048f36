/** How often a goal is due, and what is counted on its days: a part of its form. */
import "../notifications/reminders.css";
import { Field, Select } from "../../../parts/controls.tsx";
import { fromTyped, typed as asTyped } from "../../../plural.ts";
import { shortWeekday, weekdayName } from "../../../words.ts";
import { words } from "../../../words/goals.ts";
import { everyDay, type Measure, type Schedule } from "./rhythm.ts";

/** The measure as it is typed: the target is a text. */
export interface Typed {
  direction: Measure["direction"] | "";
  target: string;
  unit: string;
}

export interface Plan {
  schedule: Schedule;
  typed: Typed;
}

export const typedOf = (measure: Measure | null): Typed =>
  measure
    ? { direction: measure.direction, target: asTyped(measure.target), unit: measure.unit }
    : { direction: "", target: "", unit: "" };

/** The measure that was typed; undefined while it is not whole. */
export function measureOf({ direction, target, unit }: Typed): Measure | null | undefined {
  if (!direction) return null;
  const value = fromTyped(target);
  const isWhole = value > 0 && value <= 1_000_000_000 && unit.trim() !== "";
  return isWhole ? { unit: unit.trim(), target: value, direction } : undefined;
}

const kinds: Record<string, Schedule> = {
  daily: null,
  weekdays: { kind: "weekdays", days: [1, 2, 3, 4, 5] },
  weekly: { kind: "weekly", times: 3 },
};

export function PlanFields({ plan, onPlan }: { plan: Plan; onPlan(plan: Plan): void }) {
  const { schedule, typed } = plan;
  const often = (schedule: Schedule) => onPlan({ ...plan, schedule });
  const type = (changes: Partial<Typed>) => onPlan({ ...plan, typed: { ...typed, ...changes } });
  const days = schedule?.kind === "weekdays" ? schedule.days : [];
  const toggle = (day: number, isOn: boolean) => {
    const next = everyDay.filter((each) => each === day ? isOn : days.includes(each));
    if (next.length) often({ kind: "weekdays", days: next });
  };
  return (
    <>
      <Select
        label={words.often}
        value={schedule?.kind ?? "daily"}
        onText={(kind) => often(kinds[kind]!)}
      >
        {Object.keys(kinds).map((kind) => (
          <option key={kind} value={kind}>{words.kinds[kind as keyof typeof words.kinds]}</option>
        ))}
      </Select>
      {schedule?.kind === "weekdays" && (
        <fieldset class="weekdays">
          <legend>{words.onDays}</legend>
          {everyDay.map((day) => (
            <label key={day}>
              <input
                type="checkbox"
                aria-label={weekdayName(day - 1)}
                checked={days.includes(day)}
                onChange={(event) => {
                  toggle(day, event.currentTarget.checked);
                  // The last day stays.
                  event.currentTarget.checked = days.includes(day) && days.length === 1 ||
                    event.currentTarget.checked;
                }}
              />
              <span aria-hidden="true">{shortWeekday(day - 1)}</span>
            </label>
          ))}
        </fieldset>
      )}
      {schedule?.kind === "weekly" && (
        <Select
          label={words.timesField}
          value={String(schedule.times)}
          hint={words.timesHint}
          onText={(times) => often({ kind: "weekly", times: Number(times) })}
        >
          {everyDay.map((times) => (
            <option key={times} value={String(times)}>{words.timesAWeek({ count: times })}</option>
          ))}
        </Select>
      )}
      <Select
        label={words.count}
        value={typed.direction}
        onText={(direction) => type({ direction: direction as Typed["direction"] })}
      >
        <option value="">{words.counts.nothing}</option>
        <option value="at_least">{words.counts.at_least}</option>
        <option value="at_most">{words.counts.at_most}</option>
      </Select>
      {typed.direction && (
        <div class="columns">
          <Field
            label={words.target}
            inputMode="decimal"
            value={typed.target}
            onText={(target) => type({ target })}
            required
          />
          <Field
            label={words.unit}
            placeholder={words.unitLike}
            value={typed.unit}
            onText={(unit) => type({ unit })}
            maxLength={20}
            required
          />
        </div>
      )}
    </>
  );
}
