import { useState } from "preact/hooks";
import { useOnce } from "../../../act.ts";
import { Button, Card, Field } from "../../../parts/controls.tsx";
import { Icon } from "../../../parts/icons.tsx";
import { Empty, NoCopiesYet } from "../../../parts/states.tsx";
import { checkIns, goals, offline, profile } from "../../../service.ts";
import { syncNow } from "../../../session.ts";
import { dateOf, moment } from "../../../words.ts";
import { words } from "../../../words/goals.ts";
import { GoalPage } from "./goal.tsx";
import { Pane } from "../../../parts/pane.tsx";
import type { Kinds } from "@journal/client";

type Goal = Kinds["goals"];
type Status = Goal["status"];

export function GoalsPane({ rest: [id] }: { rest: string[] }) {
  if (!id) return <List />;
  const goal = goals.value.find((each) => each.id === id);
  return (
    <Pane title={goal?.title ?? words.goal} back={{ name: words.title, to: "/me/goals" }} isBelow>
      {goal
        ? <GoalPage key={id} goal={goal} />
        : profile.value
        ? <Empty icon="target" title={words.gone} />
        : <NoCopiesYet label={words.goal} />}
    </Pane>
  );
}

function List() {
  const [title, setTitle] = useState("");
  const add = useOnce(async () => {
    if (!title.trim()) return;
    await offline.create("goals", { title: title.trim() });
    setTitle("");
    syncNow();
  });
  return (
    <Pane title={words.title}>
      <form class="inline" onSubmit={(event) => (event.preventDefault(), add())}>
        <Field label={words.newGoal} value={title} onText={setTitle} maxLength={200} />
        <Button look="main" type="submit" disabled={!title.trim()}>{words.add}</Button>
      </form>
      {!goals.value.length && (profile.value
        ? <Empty icon="target" title={words.none}>{words.noneText}</Empty>
        : <NoCopiesYet label={words.title} />)}
      {(Object.keys(words.states) as Status[]).map((state) => {
        const these = goals.value.filter(({ status = "active" }) => status === state);
        return these.length > 0 && (
          <Card title={words.states[state]} key={state}>
            <ul class="rows">
              {these.map((goal) => (
                <li key={goal.id}>
                  <a class="row" href={`#/me/goals/${goal.id}`}>
                    <span class="row-head">
                      <strong>{goal.title}</strong>
                      <Icon name="next" size={16} />
                    </span>
                    {goal.description && <span class="excerpt">{goal.description}</span>}
                    <span class="hint">{factsOf(goal)}</span>
                  </a>
                </li>
              ))}
            </ul>
          </Card>
        );
      })}
    </Pane>
  );
}

function factsOf({ id, target_date, completed_at }: Goal): string {
  const done = checkIns.value.filter(({ goal_id, status }) =>
    goal_id === id && status === "completed"
  );
  return [
    completed_at && words.reachedOn({ date: moment(completed_at) }),
    !completed_at && target_date && words.until({ date: dateOf(target_date) }),
    done.length > 0 && words.doneOn({ count: done.length }),
  ].filter(Boolean).join(" · ");
}
