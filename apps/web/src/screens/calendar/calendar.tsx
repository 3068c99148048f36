/** The journal by days: a month with the mood of each day, and the entries of a chosen day. */
import { Field } from "../../parts/controls.tsx";
import { Icon } from "../../parts/icons.tsx";
import { type DayLook, Month } from "../../parts/month.tsx";
import { NoCopiesYet } from "../../parts/states.tsx";
import { entriesByDay, today } from "../../days.ts";
import { go, query } from "../../router.ts";
import { profile } from "../../service.ts";
import { fullDay, moodName } from "../../words.ts";
import { words } from "../../words/calendar.ts";
import { words as insights } from "../../words/insights.ts";
import { DayEntries } from "../own-rows.tsx";
import { toneOn } from "../day.ts";
import { moodOf, toneOf } from "../editor/moods.ts";
import { Legend } from "../insights/year.tsx";
import { list } from "../journal-list.ts";
import { photosAddress, photosOn } from "./photos.tsx";

function lookOf(date: string): DayLook {
  const found = entriesByDay.value.get(date);
  const mood = found && moodOf(found);
  const tone = mood ? toneOf(mood) : toneOn(date);
  if (!found && !tone) return {};
  const count = found && insights.dayEntries({ count: found.length });
  return {
    look: `mouth ${tone || "written"}`,
    says: [tone && insights.tones[tone], mood && moodName(mood), count].filter(Boolean).join(", "),
  };
}

export function CalendarPane() {
  const day = query.value.get("day");
  const month = query.value.get("month") ?? (day ?? today()).slice(0, 7);
  const show = (address: string) => {
    list.calendar = `/journal/calendar?${address}`;
    go(list.calendar, { replace: true });
  };
  list.calendar = `/journal/calendar?${query.value}`;
  return (
    <div class="article">
      <a class="button quiet back" href="#/journal">
        <Icon name="back" />
        <span>{words.back}</span>
      </a>
      <h1 class="hidden">{words.title}</h1>
      {!profile.value && !entriesByDay.value.size ? <NoCopiesYet label={words.title} /> : (
        <>
          <Month
            month={month}
            onMonth={(month) => show(`month=${month}`)}
            picked={day}
            onPick={(day) => show(`day=${day}`)}
            lookOf={lookOf}
          />
          <Legend />
          <Field
            label={words.goTo}
            type="date"
            value={day ?? ""}
            onText={(day) => day && show(`day=${day}`)}
          />
          <section aria-live="polite">
            {day && (
              <>
                <h2>{fullDay(day)}</h2>
                {photosOn(day) > 0 && (
                  <a class="button quiet" href={photosAddress(day)}>
                    <Icon name="picture" />
                    <span>{words.photos({ count: photosOn(day) })}</span>
                  </a>
                )}
                <DayEntries date={day} none={words.nothing} />
              </>
            )}
          </section>
        </>
      )}
    </div>
  );
}
