/** A year as a grid of days: months by days where there is room, days by months on a phone. */
import "../../styles/tones.css";
import { useSignal } from "@preact/signals";
import { useEffect, useMemo, useState } from "preact/hooks";
import type { components } from "@journal/client";
import { dateIn, daysInMonth, today } from "../../days.ts";
import { useDayGrid } from "../../parts/day-grid.ts";
import { dateOf, fullDay, monthLetter, monthName, number, shortMonth } from "../../words.ts";
import { words } from "../../words/insights.ts";
import { DayEntries } from "../own-rows.tsx";

export type Day = components["schemas"]["InsightsDay"];

/** How a day with something in it is drawn. */
const lookOf = ({ tone, entries }: Day) => tone ?? (entries ? "written" : "");

/** The facts of a day, in words. */
function factsOf({ tone, mood, entries, words: written, sleep_hours, goals }: Day): string {
  return [
    tone && words.tones[tone],
    mood,
    entries > 0 && words.dayEntries({ count: entries }),
    written > 0 && words.dayWords({ count: written }),
    goals.completed > 0 && words.dayGoals({ count: goals.completed }),
    sleep_hours !== null && words.daySleep({ hours: Math.round(sleep_hours * 10) / 10 }),
  ].filter(Boolean).join(", ") || words.nothing;
}

const query = matchMedia("(width >= 700px)");

/** Whether there is room for 31 columns. */
function useWide(): boolean {
  const [isWide, setWide] = useState(query.matches);
  useEffect(() => {
    const follow = () => setWide(query.matches);
    query.addEventListener("change", follow);
    return () => query.removeEventListener("change", follow);
  }, []);
  return isWide;
}

const months = Array.from({ length: 12 }, (_, index) => index + 1);
const numbers = Array.from({ length: 31 }, (_, index) => index + 1);
/** Days whose numbers stand at the edge. */
const shown = [1, 5, 10, 15, 20, 25, 30];

export function Year({ year, days }: { year: number; days: Day[] }) {
  const picked = useSignal<string | null>(null);
  const isWide = useWide();
  const byDate = useMemo(() => new Map(days.map((day) => [day.date, day])), [days]);
  const counts = { positive: 0, neutral: 0, negative: 0 };
  for (const { tone } of days) if (tone) counts[tone]++;
  const { positive: good, neutral: even, negative: hard } = counts;
  return (
    <>
      <p class="hidden">{words.yearSays({ good, even, hard })}</p>
      <Grid
        key={year}
        year={year}
        isWide={isWide}
        byDate={byDate}
        onPick={(date) => picked.value = date}
      />
      <Legend counts={counts} />
      <p class="hint">{good + even + hard ? words.yearHint : words.addMood}</p>
      <Picked date={picked.value} day={byDate.get(picked.value ?? "")} />
    </>
  );
}

function Picked({ date, day }: { date: string | null; day?: Day }) {
  return (
    <div class="picked" aria-live="polite">
      {date && (
        <>
          <h3>{fullDay(date)}</h3>
          <p class="hint">{day ? factsOf(day) : words.nothing}</p>
          {!!day?.entries && <DayEntries date={date} none={words.otherDevice} />}
        </>
      )}
    </div>
  );
}

function Grid({ year, isWide, byDate, onPick }: {
  year: number;
  isWide: boolean;
  byDate: Map<string, Day>;
  onPick(date: string): void;
}) {
  const last = today();
  const start = last.startsWith(`${year}-`) ? last : `${year}-01-01`;

  const { table } = useDayGrid((date, key) => moved(date, key, isWide), onPick);
  return useMemo(() => {
    const cell = (month: number, day: number) => {
      if (day > daysInMonth(year, month)) return <td key={`${month}-${day}`} />;
      const date = dateIn(year, month, day);
      const found = byDate.get(date);
      return (
        <td
          key={date}
          data-on={date}
          class={`mouth ${found ? lookOf(found) : ""} ${date > last ? "ahead" : ""}`}
          tabIndex={date === start ? 0 : -1}
          aria-current={date === last ? "date" : undefined}
          aria-label={words.day({
            date: dateOf(date),
            what: found ? factsOf(found) : words.nothing,
          })}
        />
      );
    };
    const dayHead = (day: number, scope: "col" | "row") => (
      <th key={day} scope={scope}>
        <span class={shown.includes(day) ? undefined : "hidden"}>{number(day)}</span>
      </th>
    );
    const monthHead = (month: number, scope: "col" | "row") => (
      <th key={month} scope={scope}>
        {isWide ? shortMonth(month) : (
          <>
            <span aria-hidden="true">{monthLetter(month)}</span>
            <span class="hidden">{monthName(month)}</span>
          </>
        )}
      </th>
    );
    const [across, down] = isWide
      ? [numbers.map((day) => dayHead(day, "col")), months]
      : [months.map((month) => monthHead(month, "col")), numbers];
    return (
      <table
        {...table}
        class={`year ${isWide ? "wide" : "tall"}`}
        aria-label={words.title({ year: `${year}` })}
      >
        <thead>
          <tr>
            <td />
            {across}
          </tr>
        </thead>
        <tbody>
          {down.map((at) => (
            <tr key={at}>
              {isWide ? monthHead(at, "row") : dayHead(at, "row")}
              {isWide
                ? numbers.map((day) => cell(at, day))
                : months.map((month) => cell(month, at))}
            </tr>
          ))}
        </tbody>
      </table>
    );
  }, [year, isWide, byDate, last]);
}

/** The day to which a key leads; undefined where the year ends, and for other keys. */
function moved(date: string, key: string, isWide: boolean): string | undefined {
  const [year, month, day] = date.split("-").map(Number) as [number, number, number];
  const byDay = {
    [isWide ? "ArrowLeft" : "ArrowUp"]: -1,
    [isWide ? "ArrowRight" : "ArrowDown"]: 1,
  };
  const byMonth = {
    [isWide ? "ArrowUp" : "ArrowLeft"]: -1,
    [isWide ? "ArrowDown" : "ArrowRight"]: 1,
  };
  if (key === "Home") return dateIn(year, month, 1);
  if (key === "End") return dateIn(year, month, daysInMonth(year, month));
  if (key in byDay) {
    const to = new Date(Date.UTC(year, month - 1, day + byDay[key]!)).toISOString().slice(0, 10);
    return to.startsWith(date.slice(0, 5)) ? to : undefined;
  }
  const to = month + (byMonth[key] ?? 13);
  return to >= 1 && to <= 12 ? dateIn(year, to, Math.min(day, daysInMonth(year, to))) : undefined;
}

/** The meaning of the mouths of days, and the number of each. */
export const Legend = (
  { counts }: { counts?: Record<"positive" | "neutral" | "negative", number> },
) => (
  <ul class="legend" aria-label={words.legend}>
    {(["positive", "neutral", "negative"] as const).map((tone) => (
      <li key={tone}>
        <span class={`mouth ${tone}`} />
        {words.tones[tone]}
        {counts && <span class="hint">{number(counts[tone])}</span>}
      </li>
    ))}
    <li>
      <span class="mouth written" />
      {words.noTone}
    </li>
  </ul>
);
