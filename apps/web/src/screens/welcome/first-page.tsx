/** The first page of a journal: the page itself, its date, the flame, and when the next one is due. */
import "./welcome.css";
import { useEffect, useRef, useState } from "preact/hooks";
import { useOnce } from "../../act.ts";
import { dayAt, plusDays, today, weekday } from "../../days.ts";
import { rejoice } from "../../joy.ts";
import { Button, Field } from "../../parts/controls.tsx";
import { StreakEmblem } from "../../parts/emblem.tsx";
import { Text } from "../../parts/text.tsx";
import { fromCopies, offline, type OwnEntry, profile } from "../../service.ts";
import { syncNow } from "../../session.ts";
import { weekdayName } from "../../words.ts";
import { words } from "../../words/welcome.ts";

export function FirstPage({ page }: { page: OwnEntry }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    scrollTo(0, 0);
    heading.current!.focus();
    rejoice(heading.current!);
  }, []);
  const close = useOnce(async () => {
    const own = profile.value!;
    await offline.update("profile", own.id, {
      preferences: { ...own.preferences, first_page: true },
    });
    syncNow();
  });
  const day = dayAt(page.written_at);
  return (
    <div class="page first-page">
      <StreakEmblem days={1} size={112} />
      <h1 ref={heading} tabIndex={-1}>{words.page.title}</h1>
      <article class="leaf">
        <p class="eyebrow">{day}</p>
        {page.title.trim() !== "" && page.title !== day && <h2>{page.title}</h2>}
        <Text text={page.content} />
      </article>
      <Next />
      <Button look="main" onClick={close}>{words.page.next}</Button>
    </div>
  );
}

const times = fromCopies(() =>
  offline.list("reminders").filter(({ kind }) => kind === "journal")
    .sort((a, b) => a.local_time.localeCompare(b.local_time))
);

/** The days until the next reminder of the journal, and its time. */
function nextReminder() {
  for (let days = 1; days <= 7; days++) {
    const day = weekday(plusDays(today(), days)) + 1;
    const found = times.value.find((reminder) => reminder.days.includes(day));
    if (found) return { days, day, time: found.local_time };
  }
}

/** When the author is reminded of the next page, or an offer to be reminded. */
function Next() {
  const [local_time, setTime] = useState("20:30");
  const remind = useOnce(async () => {
    await offline.create("reminders", { kind: "journal", local_time, days: [1, 2, 3, 4, 5, 6, 7] });
    syncNow();
  });
  const next = nextReminder();
  if (next) {
    const { days, day, time } = next;
    return (
      <p class="tomorrow" role="status">
        {days === 1
          ? words.page.seeYou({ time })
          : words.page.seeYouOn({ day: weekdayName(day - 1), time })}
      </p>
    );
  }
  return (
    <form class="tomorrow" onSubmit={(event) => (event.preventDefault(), remind())}>
      <Field
        label={words.page.ask}
        type="time"
        required
        value={local_time}
        onText={setTime}
      />
      <Button type="submit" icon="bell" disabled={!local_time}>{words.reminder.next}</Button>
    </form>
  );
}
