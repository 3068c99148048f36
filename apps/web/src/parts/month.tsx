/** A month as a calendar whose days open. */
import "../styles/tones.css";
import "./month.css";
import { useEffect, useRef } from "preact/hooks";
import { dateIn, daysInMonth, plusDays, today, weekday } from "../days.ts";
import { dateOf, firstWeekday, monthOf, shortWeekday } from "../words.ts";
import { words } from "../words/month.ts";
import { Button } from "./controls.tsx";
import { useDayGrid } from "./day-grid.ts";

export interface DayLook {
  /** Its class: `mouth positive`, `done`. */
  look?: string;
  /** The meaning of the mark. */
  says?: string;
}

/** The columns, by weekday. */
const weekdays = Array.from({ length: 7 }, (_, column) => (firstWeekday + column) % 7);
const byKey: Record<string, number> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  ArrowUp: -7,
  ArrowDown: 7,
};

/** `2026-02`, months after or before `2026-03`. */
function plusMonths(month: string, by: number): string {
  const [year, at] = month.split("-").map(Number) as [number, number];
  return new Date(Date.UTC(year, at - 1 + by, 1)).toISOString().slice(0, 7);
}

export function Month({ month, onMonth, picked, onPick, lookOf }: {
  /** `2026-03`. */
  month: string;
  onMonth(month: string): void;
  picked?: string | null;
  onPick(date: string): void;
  lookOf(date: string): DayLook;
}) {
  const [year, at] = month.split("-").map(Number) as [number, number];
  const last = today();
  /** The day of another month to which a key has led. */
  const ahead = useRef<string>(undefined);
  const { table, focus } = useDayGrid((date, key) => {
    const to = key === "PageUp" || key === "PageDown"
      ? sameDay(plusMonths(month, key === "PageUp" ? -1 : 1), date)
      : key in byKey
      ? plusDays(date, byKey[key]!)
      : undefined;
    if (!to || to.startsWith(month)) return to;
    ahead.current = to;
    onMonth(to.slice(0, 7));
  }, onPick);
  useEffect(() => {
    if (ahead.current) focus(ahead.current);
    ahead.current = undefined;
  }, [month]);

  const name = monthOf(new Date(year, at - 1, 1));
  const length = daysInMonth(year, at);
  const before = weekdays.indexOf(weekday(`${month}-01`));
  const start = picked?.startsWith(month) ? picked : last.startsWith(month) ? last : `${month}-01`;
  return (
    <div class="calendar">
      <div class="calendar-head">
        <Button
          look="quiet"
          icon="back"
          aria-label={words.before}
          onClick={() => onMonth(plusMonths(month, -1))}
        />
        <h2 aria-live="polite">{name}</h2>
        <Button
          look="quiet"
          icon="next"
          aria-label={words.after}
          onClick={() => onMonth(plusMonths(month, 1))}
        />
      </div>
      <table {...table} key={month} aria-label={name}>
        <thead>
          <tr>
            {weekdays.map((day) => <th key={day} scope="col">{shortWeekday(day)}</th>)}
          </tr>
        </thead>
        <tbody>
          {Array.from({ length: Math.ceil((before + length) / 7) }, (_, week) => (
            <tr key={week}>
              {weekdays.map((_, column) => {
                const day = week * 7 + column - before + 1;
                if (day < 1 || day > length) return <td key={column} />;
                const date = dateIn(year, at, day);
                const { look = "", says } = lookOf(date);
                return (
                  <td
                    key={column}
                    data-on={date}
                    class={look}
                    tabIndex={date === start ? 0 : -1}
                    aria-current={date === last ? "date" : undefined}
                    aria-selected={date === picked}
                    aria-label={[dateOf(date), says].filter(Boolean).join(": ")}
                  >
                    {day}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The same date of another month, or that month's last day. */
function sameDay(month: string, date: string): string {
  const [year, at] = month.split("-").map(Number) as [number, number];
  return dateIn(year, at, Math.min(Number(date.slice(8)), daysInMonth(year, at)));
}
