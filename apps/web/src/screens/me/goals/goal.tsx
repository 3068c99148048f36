/** A goal: today's answer, its past days and weeks, and its words. */
import "./goal.css";
import { useState } from "preact/hooks";
import type { Kinds } from "@journal/client";
import { useOnce } from "../../../act.ts";
import { dateAt, plusDays, today, weekday } from "../../../days.ts";
import { rejoice } from "../../../joy.ts";
import { Bars } from "../../../parts/bars.tsx";
import { Button, Card } from "../../../parts/controls.tsx";
import { say } from "../../../parts/dialog.tsx";
import { Icon } from "../../../parts/icons.tsx";
import { Month } from "../../../parts/month.tsx";
import { checkIns, offline } from "../../../service.ts";
import { syncNow } from "../../../session.ts";
import { fullDay, moment, shortDay } from "../../../words.ts";
import { words as common } from "../../../words/common.ts";
import { words } from "../../../words/goals.ts";
import { GoalForm } from "./goal-form.tsx";

type Goal = Kinds["goals"];
type CheckIn = Kinds["goal_check_ins"];
type Answer = CheckIn["status"];

const icons = { completed: "check", partial: "half", missed: "close" } as const;
/** Weeks that the chart has. */
const WEEKS = 16;

export function GoalPage({ goal }: { goal: Goal }) {
  const these = checkIns.value.filter(({ goal_id }) => goal_id === goal.id);
  const byDay = new Map<string, CheckIn>();
  // The newest of a day is its answer.
  for (const each of these) {
    const day = dateAt(each.written_at);
    if (!byDay.has(day)) byDay.set(day, each);
  }
  return (
    <>
      <Today goal={goal} byDay={byDay} />
      <Days byDay={byDay} />
      {these.length > 0 && <Weeks byDay={byDay} />}
      <History these={these} />
      <GoalForm key={goal.id} goal={goal} />
    </>
  );
}

const mondayOf = (day: string) => plusDays(day, -weekday(day));

/** Days of the week that begins on a Monday on which the goal was done, or done in part. */
const doneIn = (monday: string, byDay: Map<string, CheckIn>, answer: Answer) =>
  [0, 1, 2, 3, 4, 5, 6].filter((day) => byDay.get(plusDays(monday, day))?.status === answer).length;

function Today({ goal, byDay }: { goal: Goal; byDay: Map<string, CheckIn> }) {
  const { id, title, status = "active" } = goal;
  const now = byDay.get(today());
  const answer = useOnce(async (status: Answer, button: Element) => {
    if (status === "completed" && now?.status !== status) rejoice(button);
    if (now) await offline.update("goal_check_ins", now.id, { status });
    else await offline.create("goal_check_ins", { goal_id: id, status });
    syncNow();
  });
  const become = useOnce(async (status: Goal["status"], button: Element) => {
    if (status === "completed") rejoice(button);
    await offline.update("goals", id, { status });
    say(status === "completed" ? words.reached : words.takenUp);
    syncNow();
  });
  if (status !== "active") {
    return (
      <Card title={words.states[status]} icon={status === "completed" ? "trophy" : "target"}>
        {status === "completed" && <p>{words.reached}</p>}
        <div class="actions start">
          <Button onClick={({ currentTarget }) => become("active", currentTarget)}>
            {words.again}
          </Button>
        </div>
      </Card>
    );
  }
  const count = doneIn(mondayOf(today()), byDay, "completed");
  return (
    <Card title={words.today} icon="target">
      <div class="choice" role="group" aria-label={words.todayOf({ goal: title })}>
        {(["completed", "partial", "missed"] as const).map((status) => (
          <button
            key={status}
            type="button"
            class={status}
            aria-pressed={now?.status === status}
            onClick={({ currentTarget }) => answer(status, currentTarget)}
          >
            <Icon name={icons[status]} size={16} />
            <span>{words.answers[status]}</span>
          </button>
        ))}
      </div>
      <p class="answered" role="status">
        {now?.status === "completed"
          ? words.doneToday({ count })
          : now?.status === "partial"
          ? words.partToday
          : now && words.missedToday}
      </p>
      <div class="actions start">
        <Button icon="trophy" onClick={({ currentTarget }) => become("completed", currentTarget)}>
          {words.reach}
        </Button>
      </div>
    </Card>
  );
}

function Days({ byDay }: { byDay: Map<string, CheckIn> }) {
  const [month, setMonth] = useState(today().slice(0, 7));
  const [picked, setPicked] = useState<string | null>(null);
  const found = picked ? byDay.get(picked) : undefined;
  return (
    <Card title={words.calendar} icon="calendar">
      <Month
        month={month}
        onMonth={setMonth}
        picked={picked}
        onPick={setPicked}
        lookOf={(date) => {
          const answer = byDay.get(date)?.status;
          return answer ? { look: `answer ${answer}`, says: words.onDay[answer] } : {};
        }}
      />
      <div aria-live="polite">
        {picked && (
          <>
            <h3>{fullDay(picked)}</h3>
            <p class="hint">{found ? words.answers[found.status] : words.nothingOn}</p>
            {found?.notes && <p>{found.notes}</p>}
          </>
        )}
      </div>
    </Card>
  );
}

function Weeks({ byDay }: { byDay: Map<string, CheckIn> }) {
  const last = mondayOf(today());
  const first = mondayOf([...byDay.keys()].reduce((a, b) => a < b ? a : b));
  const mondays = Array.from(
    { length: WEEKS },
    (_, index) => plusDays(last, 7 * (index + 1 - WEEKS)),
  ).filter((monday) => monday >= first);
  const bars = mondays.map((monday, index) => ({
    name: words.weekOf({ date: shortDay(monday) }),
    short: (mondays.length - 1 - index) % 5 ? undefined : shortDay(monday),
    values: [doneIn(monday, byDay, "completed"), doneIn(monday, byDay, "partial")],
  }));
  const done = bars.reduce((sum, { values: [whole] }) => sum + whole!, 0);
  const says = words.weeksSays({
    weeks: bars.length,
    rate: Math.round(10 * done / Math.max(1, bars.length)) / 10,
  });
  return (
    <Card title={words.weeks} icon="chart">
      <p>{says}</p>
      <Bars
        title={words.weeks}
        says={says}
        of={words.week}
        high={7}
        parts={[
          { look: "plain", name: words.answers.completed },
          { look: "neutral", name: words.answers.partial },
        ]}
        bars={bars}
      />
    </Card>
  );
}

function History({ these }: { these: CheckIn[] }) {
  const [shown, setShown] = useState(10);
  if (!these.length) return null;
  return (
    <Card title={words.checkIns} icon="check">
      <ul class="ledger">
        {these.slice(0, shown).map(({ id, status, notes, written_at }) => (
          <li key={id}>
            <div>
              <strong>{words.answers[status]}</strong>
              {notes && <p>{notes}</p>}
            </div>
            <span class="hint">{moment(written_at)}</span>
          </li>
        ))}
      </ul>
      {these.length > shown && (
        <Button onClick={() => setShown(shown + 50)}>{common.showMore}</Button>
      )}
    </Card>
  );
}
