/** A goal: today's answer, its past days and weeks, and its words. */
import "./goal.css";
import { useState } from "preact/hooks";
import { useOnce } from "../../../act.ts";
import { dateAt, plusDays, today } from "../../../days.ts";
import { rejoice } from "../../../joy.ts";
import { Bars } from "../../../parts/bars.tsx";
import { Button, Card } from "../../../parts/controls.tsx";
import { say } from "../../../parts/dialog.tsx";
import { Icon } from "../../../parts/icons.tsx";
import { Month } from "../../../parts/month.tsx";
import { checkIns, offline } from "../../../service.ts";
import { syncNow } from "../../../session.ts";
import { fullDay, moment, number, shortDay } from "../../../words.ts";
import { words as common } from "../../../words/common.ts";
import { words } from "../../../words/goals.ts";
import { Amount } from "./amount.tsx";
import { GoalForm } from "./goal-form.tsx";
import {
  amountOf,
  amountSays,
  answerOf,
  type CheckIn,
  checkInsOn,
  firstDayOf,
  type Goal,
  mondayOf,
} from "./rhythm.ts";
import { WeekDots } from "./week-dots.tsx";

type Answer = CheckIn["status"];

const icons = { completed: "check", partial: "half", missed: "close" } as const;
/** Weeks that the chart has, and weeks of dots of a goal with a schedule. */
const [WEEKS, DOTS] = [16, 6];

/** The check-ins of a day, newest first, and how the day went. */
interface Day {
  these: CheckIn[];
  status: Answer | undefined;
  amount: number | null;
}

export function GoalPage({ goal }: { goal: Goal }) {
  const these = checkIns.value.filter(({ goal_id }) => goal_id === goal.id);
  const byDay = new Map<string, Day>();
  for (const day of new Set(these.map(({ written_at }) => dateAt(written_at)))) {
    const found = checkInsOn(goal, day, these);
    byDay.set(day, { these: found, status: answerOf(goal, found), amount: amountOf(found) });
  }
  return (
    <>
      <Today goal={goal} byDay={byDay} />
      <Days goal={goal} byDay={byDay} />
      {goal.schedule ? <Dots goal={goal} /> : these.length > 0 && <Weeks byDay={byDay} />}
      <History goal={goal} these={these} />
      <GoalForm key={goal.id} goal={goal} />
    </>
  );
}

/** Days of the week that begins on a Monday on which the goal was done, or done in part. */
const doneIn = (monday: string, byDay: Map<string, Day>, answer: Answer) =>
  [0, 1, 2, 3, 4, 5, 6].filter((day) => byDay.get(plusDays(monday, day))?.status === answer).length;

function Today({ goal, byDay }: { goal: Goal; byDay: Map<string, Day> }) {
  const { id, title, status = "active" } = goal;
  const now = byDay.get(today());
  const answer = useOnce(async (status: Answer, button: Element) => {
    if (status === "completed" && now?.status !== status) rejoice(button);
    if (now) await offline.update("goal_check_ins", now.these[0]!.id, { status });
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
      {goal.measure
        ? <Amount goal={goal} measure={goal.measure} />
        : (
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
        )}
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

function Dots({ goal }: { goal: Goal }) {
  const last = mondayOf(today());
  const first = mondayOf(firstDayOf(goal));
  const mondays = Array.from({ length: DOTS }, (_, ago) => plusDays(last, -7 * ago));
  return (
    <Card title={words.thisRhythm} icon="calendar">
      <ul class="dot-weeks">
        {mondays.filter((monday) => monday >= first || monday === last).map((monday) => (
          <li key={monday}>
            <span class="hint">{words.weekOf({ date: shortDay(monday) })}</span>
            <WeekDots goal={goal} monday={monday} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Days({ goal, byDay }: { goal: Goal; byDay: Map<string, Day> }) {
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
            <p class="hint">{found?.status ? words.answers[found.status] : words.nothingOn}</p>
            {goal.measure && found && found.amount !== null && (
              <p>{amountSays(goal.measure, found.amount)}</p>
            )}
            {found?.these[0]?.notes && <p>{found.these[0].notes}</p>}
          </>
        )}
      </div>
    </Card>
  );
}

function Weeks({ byDay }: { byDay: Map<string, Day> }) {
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

function History({ goal, these }: { goal: Goal; these: CheckIn[] }) {
  const [shown, setShown] = useState(10);
  if (!these.length) return null;
  return (
    <Card title={words.checkIns} icon="check">
      <ul class="ledger">
        {these.slice(0, shown).map(({ id, status, notes, amount, written_at }) => (
          <li key={id}>
            <div>
              <strong>
                {goal.measure && typeof amount === "number"
                  ? words.measured({ amount: number(amount), unit: goal.measure.unit })
                  : status && words.answers[status]}
              </strong>
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
