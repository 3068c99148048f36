import { useRef, useState } from "preact/hooks";
import { useOnce } from "../act.ts";
import { isToday, today, weekday } from "../days.ts";
import { words } from "../words/today.ts";
import { Button, Card, Field } from "../parts/controls.tsx";
import { Icon } from "../parts/icons.tsx";
import { checkIns, goals, offline } from "../service.ts";
import { syncNow } from "../session.ts";
import { Amount } from "./me/goals/amount.tsx";
import { WeekDots } from "./me/goals/week-dots.tsx";

const answers = [
  { status: "completed", icon: "check" },
  { status: "partial", icon: "half" },
  { status: "missed", icon: "close" },
] as const;

/** The goals of today, with their answers. */
export function Goals(
  { isAdding, setAdding }: { isAdding: boolean; setAdding(isAdding: boolean): void },
) {
  const [title, setTitle] = useState("");
  const opener = useRef<HTMLButtonElement>(null);
  const now = weekday(today()) + 1;
  const active = goals.value.filter(({ status = "active", schedule }) =>
    status === "active" && (schedule?.kind !== "weekdays" || schedule.days.includes(now))
  );
  const todays = new Map(
    checkIns.value.filter(({ written_at }) => isToday(written_at))
      .map((each) => [each.goal_id, each]),
  );

  const add = useOnce(async () => {
    if (!title.trim()) return;
    await offline.create("goals", { title: title.trim() });
    setTitle("");
    setAdding(false);
    opener.current?.focus();
    syncNow();
  });
  type Answer = typeof answers[number]["status"];
  const checkIn = useOnce(async (goal_id: string, status: Answer, button: Element) => {
    const before = todays.get(goal_id);
    if (status === "completed" && before?.status !== status) {
      import("../joy.ts").then(({ rejoice }) => rejoice(button), () => {});
    }
    if (before) await offline.update("goal_check_ins", before.id, { status });
    else await offline.create("goal_check_ins", { goal_id, status });
    syncNow();
  });

  return (
    <Card
      title={words.goals}
      to="#/me/goals"
      icon="target"
      aside={
        <Button
          ref={opener}
          look="quiet"
          icon="plus"
          aria-expanded={isAdding}
          onClick={() => setAdding(!isAdding)}
        >
          {words.newGoal}
        </Button>
      }
    >
      {isAdding && (
        <form class="inline" onSubmit={(event) => (event.preventDefault(), add())}>
          <Field
            label={words.whatToDo}
            value={title}
            onText={setTitle}
            maxLength={200}
            autofocus
          />
          <Button look="main" type="submit" disabled={!title.trim()}>{words.add}</Button>
        </form>
      )}
      {!active.length && !isAdding ? <p class="hint">{words.noOpenGoals}</p> : (
        <ul class="goals">
          {active.map((goal) => {
            const before = todays.get(goal.id);
            return (
              <li key={goal.id}>
                <a class="goal-title" href={`#/me/goals/${goal.id}`}>{goal.title}</a>
                {goal.measure
                  ? <Amount goal={goal} measure={goal.measure} />
                  : (
                    <div class="choice" role="group" aria-label={words.goalToday(goal)}>
                      {answers.map(({ status, icon }) => (
                        <button
                          key={status}
                          type="button"
                          class={status}
                          aria-pressed={before?.status === status}
                          onClick={({ currentTarget }) => checkIn(goal.id, status, currentTarget)}
                        >
                          <Icon name={icon} size={16} />
                          <span>{words.answers[status]}</span>
                        </button>
                      ))}
                    </div>
                  )}
                {goal.schedule && <WeekDots goal={goal} />}
              </li>
            );
          })}
        </ul>
      )}
    </Card>
  );
}
