/** The days of a month that were written, frozen or paused. */
import "./streak-days.css";
import { useState } from "preact/hooks";
import { entriesByDay, today } from "../../../days.ts";
import { Card } from "../../../parts/controls.tsx";
import { type DayLook, Month } from "../../../parts/month.tsx";
import { fullDay } from "../../../words.ts";
import { words } from "../../../words/streaks.ts";
import { DayEntries } from "../../own-rows.tsx";

interface Holds {
  frozen: string[];
  pauses: { since: string; until: string }[];
}

export function StreakDays({ frozen, pauses }: Holds) {
  const [month, setMonth] = useState(today().slice(0, 7));
  const [picked, setPicked] = useState<string | null>(null);
  const isFrozen = (date: string) => frozen.includes(date);
  const isPaused = (date: string) =>
    pauses.some(({ since, until }) => since <= date && date <= until);
  const lookOf = (date: string): DayLook =>
    entriesByDay.value.has(date)
      ? { look: "kept written-day", says: words.written }
      : isFrozen(date)
      ? { look: "kept frozen-day", says: words.frozen }
      : isPaused(date)
      ? { look: "kept paused-day", says: words.paused }
      : {};
  return (
    <Card title={words.calendar} icon="calendar">
      <Month
        month={month}
        onMonth={setMonth}
        picked={picked}
        onPick={setPicked}
        lookOf={lookOf}
      />
      <ul class="legend" aria-label={words.legend}>
        <li>
          <span class="kept written-day" />
          {words.legendWritten}
        </li>
        <li>
          <span class="kept frozen-day" />
          {words.legendFrozen}
        </li>
        <li>
          <span class="kept paused-day" />
          {words.legendPaused}
        </li>
      </ul>
      <div aria-live="polite">
        {picked && (
          <>
            <h3>{fullDay(picked)}</h3>
            <DayEntries
              date={picked}
              none={isFrozen(picked)
                ? words.frozenOn
                : isPaused(picked)
                ? words.pausedOn
                : words.nothingOn}
            />
          </>
        )}
      </div>
    </Card>
  );
}
