import { useState } from "preact/hooks";
import { useOnce } from "../../act.ts";
import { Button, Card, Field, Select, TextArea } from "../../parts/controls.tsx";
import { confirm, say } from "../../parts/dialog.tsx";
import { Icon } from "../../parts/icons.tsx";
import { Empty, NoCopiesYet } from "../../parts/states.tsx";
import { go } from "../../router.ts";
import { checkIns, goals, offline, profile } from "../../service.ts";
import { isOnline, syncNow } from "../../session.ts";
import { count, dateOf, moment } from "../../words.ts";
import { Pane } from "./pane.tsx";
import type { Kinds } from "@journal/client";

type Goal = Kinds["goals"];
type Status = Goal["status"];

const states: Record<Status, string> = {
  active: "Active",
  paused: "Paused",
  completed: "Reached",
  abandoned: "Given up",
};

export function GoalsPane({ rest: [id] }: { rest: string[] }) {
  if (!id) return <List />;
  const goal = goals.value.find((each) => each.id === id);
  return (
    <Pane title={goal?.title ?? "Goal"} back={{ name: "Goals", to: "/me/goals" }} isBelow>
      {goal
        ? <Form key={id} goal={goal} />
        : profile.value
        ? <Empty icon="target" title="This goal is not there any more" />
        : <NoCopiesYet label="Goal" />}
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
    <Pane title="Goals">
      <form class="inline" onSubmit={(event) => (event.preventDefault(), add())}>
        <Field label="New goal" value={title} onText={setTitle} maxLength={200} />
        <Button look="main" type="submit" disabled={!title.trim()}>Add</Button>
      </form>
      {!goals.value.length && (profile.value
        ? (
          <Empty icon="target" title="No goals yet">
            A goal is asked about once a day, on the first screen.
          </Empty>
        )
        : <NoCopiesYet label="Goals" />)}
      {(Object.keys(states) as Status[]).map((state) => {
        const these = goals.value.filter(({ status = "active" }) => status === state);
        return these.length > 0 && (
          <Card title={states[state]} key={state}>
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
    completed_at && `reached ${moment(completed_at)}`,
    !completed_at && target_date && `until ${dateOf(target_date)}`,
    done.length > 0 && `done on ${count(done.length, "day")}`,
  ].filter(Boolean).join(" · ");
}

function Form({ goal }: { goal: Goal }) {
  const { id, status = "active" } = goal;
  const before = {
    title: goal.title,
    description: goal.description ?? "",
    target_date: goal.target_date ?? null,
  };
  const [fields, setFields] = useState(before);
  const set = (changes: Partial<typeof fields>) => setFields({ ...fields, ...changes });
  const write = async (changes: Partial<Goal>, words: string) => {
    await offline.update("goals", id, changes);
    say(isOnline.value ? words : `${words} on this device`);
    syncNow();
  };
  async function save(event: Event) {
    event.preventDefault();
    const title = fields.title.trim();
    if (title) await write({ ...fields, title }, "Saved");
  }
  async function remove() {
    const text = "Its check-ins go with it, on all devices.";
    if (!await confirm(`Delete “${goal.title}”?`, text, "Delete")) return;
    await offline.remove("goals", id);
    go("/me/goals");
    say("Deleted");
    syncNow();
  }
  return (
    <>
      <Card>
        <form onSubmit={save}>
          <Field
            label="Goal"
            value={fields.title}
            onText={(title) => set({ title })}
            maxLength={200}
            required
          />
          <TextArea
            label="Why, and how"
            rows={3}
            value={fields.description}
            onText={(description) => set({ description })}
          />
          <div class="columns">
            <Field
              label="Until (optional)"
              type="date"
              value={fields.target_date ?? ""}
              onText={(date) => set({ target_date: date || null })}
            />
            <Select
              label="State"
              value={status}
              onText={(to) => write({ status: to as Status }, states[to as Status])}
            >
              {Object.entries(states).map(([key, name]) => (
                <option key={key} value={key}>{name}</option>
              ))}
            </Select>
          </div>
          <p class="hint">Only active goals are asked about each day.</p>
          <div class="actions">
            <Button look="danger" icon="trash" onClick={remove}>Delete</Button>
            <span class="spring" />
            <Button
              look="main"
              type="submit"
              disabled={!fields.title.trim() || JSON.stringify(fields) === JSON.stringify(before)}
            >
              Save
            </Button>
          </div>
        </form>
      </Card>
      <History goal={id} />
    </>
  );
}

const answers = { completed: "Done", partial: "In part", missed: "Missed" };

function History({ goal }: { goal: string }) {
  const [shown, setShown] = useState(10);
  const these = checkIns.value.filter(({ goal_id }) => goal_id === goal);
  if (!these.length) return null;
  return (
    <Card title="Check-ins" icon="check">
      <ul class="ledger">
        {these.slice(0, shown).map(({ id, status, notes, written_at }) => (
          <li key={id}>
            <div>
              <strong>{answers[status]}</strong>
              {notes && <p>{notes}</p>}
            </div>
            <span class="hint">{moment(written_at)}</span>
          </li>
        ))}
      </ul>
      {these.length > shown && <Button onClick={() => setShown(shown + 50)}>Show more</Button>}
    </Card>
  );
}
