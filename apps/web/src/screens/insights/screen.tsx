/** A year of the user: the tone of each day, and the sums of the entries. */
import "./insights.css";
import type { components } from "@journal/client";
import { Bars } from "../../parts/bars.tsx";
import { Card } from "../../parts/controls.tsx";
import { Icon } from "../../parts/icons.tsx";
import { Empty, Failed, Loading } from "../../parts/states.tsx";
import { plusDays, today, weekday } from "../../days.ts";
import { keepDraft, readDraft } from "../../drafts.ts";
import { useRemote } from "../../remote.ts";
import { query } from "../../router.ts";
import { api, entries, notebooks } from "../../service.ts";
import {
  dateOf,
  fullMoment,
  monthName,
  moodName,
  number,
  shortDay,
  shortMonth,
  shortWeekday,
} from "../../words.ts";
import { words } from "../../words/insights.ts";
import { withFace } from "../day.ts";
import { Together } from "./together.tsx";
import { type Day, Year } from "./year.tsx";

type Insights = components["schemas"]["Insights"];

/** The last answer stays on the device with the user's other data. */
const KEPT = "insights";
interface Kept {
  at: string;
  insights: Insights;
}

export function InsightsScreen() {
  const now = Number(today().slice(0, 4));
  const asked = query.value.get("year");
  const year = asked && /^\d{4}$/.test(asked) ? Number(asked) : now;
  const { value, failure, retry } = useRemote(async () => {
    const query = { from: `${year}-01-01`, to: `${year}-12-31` };
    const { insights } = await api.get("/api/insights", { params: { query } });
    keepDraft(KEPT, { at: new Date().toISOString(), insights });
    return insights;
  }, [year]);
  const last = failure?.isOffline ? readDraft<Kept>(KEPT) : null;
  const kept = last?.insights.from === `${year}-01-01` ? last : null;
  const insights = value ?? kept?.insights;
  const oldest = entries.value.at(-1)?.written_at ?? "";
  return (
    <div class="page insights">
      <a class="button quiet back" href="#/journal">
        <Icon name="back" />
        <span>{words.back}</span>
      </a>
      <header class="page-head">
        <h1>{words.title({ year: `${year}` })}</h1>
        <nav aria-label={words.years}>
          {(`${year}` > oldest.slice(0, 4) && oldest || year > now) && (
            <Other year={year - 1} icon="back" name={words.yearBefore({ year: `${year - 1}` })} />
          )}
          {year < now && (
            <Other year={year + 1} icon="next" name={words.yearAfter({ year: `${year + 1}` })} />
          )}
        </nav>
      </header>
      {kept && !value && (
        <p class="notice" role="status">
          <Icon name="offline" />
          <span>{words.kept({ at: fullMoment(kept.at) })}</span>
        </p>
      )}
      {insights
        ? insights.days.length
          ? <Told insights={insights} />
          : <Nothing year={year} isNow={year === now} />
        : failure
        ? <Failed failure={failure} retry={retry} />
        : <Loading lines={8} label={words.loading} />}
    </div>
  );
}

const Other = ({ year, icon, name }: { year: number; icon: "back" | "next"; name: string }) => (
  <a
    class="button quiet icon-only"
    href={`#/journal/insights?year=${year}`}
    aria-label={name}
  >
    <Icon name={icon} />
  </a>
);

const Nothing = ({ year, isNow }: { year: number; isNow: boolean }) => (
  <Empty icon="journal" title={isNow ? words.emptyNow : words.emptyThen({ year: `${year}` })}>
    {isNow ? words.emptyNowText : words.emptyThenText}
    {isNow && <a class="button main" href="#/journal/new">{words.write}</a>}
  </Empty>
);

const Told = ({ insights }: { insights: Insights }) => {
  const { totals, weekdays, hours, moods, tags, together } = insights;
  const days = insights.days.map(withFace);
  const year = Number(insights.from.slice(0, 4));
  return (
    <>
      <dl class="totals">
        <Total value={totals.entries} name={words.entries} />
        <Total value={totals.days} name={words.days} />
        <Total value={totals.words} name={words.written} />
        <Total value={totals.goals_completed} name={words.goalsDone} />
      </dl>
      <Card title={words.yearTitle} icon="calendar">
        <Year year={year} days={days} />
      </Card>
      {notebooks.value.some(({ is_sealed }) => is_sealed) && <p class="hint">{words.sealedMoods}
      </p>}
      <Weeks days={days} />
      <Card title={words.togetherTitle} icon="link">
        <Together pairs={together} />
      </Card>
      <WordsByMonth days={days} />
      {totals.entries > 0 && <When weekdays={weekdays} hours={hours} />}
      {moods.length + tags.length > 0 && (
        <Card title={words.oftenTitle} icon="tag">
          <Often
            name={words.moods}
            things={moods.map(({ mood, count }) => ({
              name: moodName(mood),
              count,
              look: "mood",
              href: `#/journal?mood=${encodeURIComponent(mood)}`,
            }))}
          />
          <Often
            name={words.tags}
            things={tags.map(({ tag, count }) => ({
              name: `#${tag}`,
              count,
              href: `#/journal?tag=${encodeURIComponent(tag)}`,
            }))}
          />
        </Card>
      )}
    </>
  );
};

const Total = ({ value, name }: { value: number; name(of: { count: number }): string }) => (
  <div>
    <dt>{name({ count: value })}</dt>
    <dd>{number(value)}</dd>
  </div>
);

/** Good days above the line, hard ones below it, and so-so ones on it. */
function Weeks({ days }: { days: Day[] }) {
  const weeks = new Map<string, [hard: number, even: number, good: number]>();
  const places = { negative: 0, neutral: 1, positive: 2 };
  for (const { date, tone } of days) {
    const monday = plusDays(date, -weekday(date));
    const counts = weeks.get(monday) ?? [0, 0, 0];
    if (tone) counts[places[tone]]!++;
    weeks.set(monday, counts);
  }
  const [first, last] = [[...weeks.keys()][0]!, [...weeks.keys()].at(-1)!];
  if (![...weeks.values()].some((counts) => counts.some(Boolean))) return null;
  const bars = [];
  for (let monday = first; monday <= last; monday = plusDays(monday, 7)) {
    const values = weeks.get(monday) ?? [0, 0, 0];
    const isFirstOfMonth = monday.slice(8) <= "07";
    bars.push({
      name: words.weekOf({ date: shortDay(monday) }),
      short: isFirstOfMonth ? shortMonth(Number(monday.slice(5, 7))) : undefined,
      values,
      from: -values[0] - values[1] / 2,
      monday,
    });
  }
  const best = bars.reduce((best, bar) => bar.values[2]! > best.values[2]! ? bar : best);
  return (
    <Card title={words.weeksTitle} icon="chart">
      <Bars
        title={words.weeksTitle}
        says={words.weeksSays({ weeks: bars.length, best: dateOf(best.monday) })}
        of={words.week}
        parts={(["negative", "neutral", "positive"] as const)
          .map((look) => ({ look, name: words.tones[look] }))}
        bars={bars}
      />
    </Card>
  );
}

function WordsByMonth({ days }: { days: Day[] }) {
  const counts = Array.from({ length: 12 }, () => 0);
  for (const { date, words: count } of days) counts[Number(date.slice(5, 7)) - 1]! += count;
  const most = Math.max(...counts);
  if (!most) return null;
  return (
    <Card title={words.wordsTitle} icon="edit">
      <Bars
        title={words.wordsTitle}
        says={words.wordsSays({ month: monthName(counts.indexOf(most) + 1), count: most })}
        of={words.month}
        parts={[{ look: "plain", name: words.words }]}
        bars={counts.map((count, index) => ({
          name: monthName(index + 1),
          short: shortMonth(index + 1),
          values: [count],
        }))}
      />
    </Card>
  );
}

const hourName = (hour: number) => `${String(hour).padStart(2, "0")}:00`;

function When({ weekdays, hours }: { weekdays: number[]; hours: number[] }) {
  const parts = [{ look: "plain" as const, name: words.count }];
  const often = (counts: number[]) => counts.indexOf(Math.max(...counts));
  return (
    <Card title={words.whenTitle} icon="window">
      <p>{words.weekdaysSays({ weekday: words.weekdays[often(weekdays)]! })}</p>
      <Bars
        title={words.weekdaysTitle}
        says={words.weekdaysSays({ weekday: words.weekdays[often(weekdays)]! })}
        of={words.weekday}
        parts={parts}
        bars={weekdays.map((count, index) => ({
          name: words.weekdays[index]!,
          short: shortWeekday(index),
          values: [count],
        }))}
      />
      <p>{words.hoursSays({ hour: hourName(often(hours)) })}</p>
      <Bars
        title={words.hoursTitle}
        says={words.hoursSays({ hour: hourName(often(hours)) })}
        of={words.hour}
        parts={parts}
        bars={hours.map((count, hour) => ({
          name: hourName(hour),
          short: hour % 6 ? undefined : hourName(hour),
          values: [count],
        }))}
      />
    </Card>
  );
}

interface Thing {
  name: string;
  count: number;
  look?: string;
  href: string;
}

function Often({ name, things }: { name: string; things: Thing[] }) {
  if (!things.length) return null;
  return (
    <section class="often">
      <h3>{name}</h3>
      <ul class="chips">
        {things.map(({ name, count, look = "", href }) => (
          <li key={href}>
            <a class={`chip ${look}`} href={href}>{name}</a>
            <span class="hint">{words.times({ count })}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
