/** Edits a goal: its words, its end and its state. */
import { useState } from "preact/hooks";
import type { Kinds } from "@journal/client";
import { Button, Card, Field, Select, TextArea } from "../../../parts/controls.tsx";
import { confirm, say } from "../../../parts/dialog.tsx";
import { go } from "../../../router.ts";
import { offline } from "../../../service.ts";
import { isOnline, syncNow } from "../../../session.ts";
import { words as common } from "../../../words/common.ts";
import { words } from "../../../words/goals.ts";
import { measureOf, PlanFields, typedOf } from "./plan.tsx";

type Goal = Kinds["goals"];
type Status = Goal["status"];

export function GoalForm({ goal }: { goal: Goal }) {
  const { id, status = "active" } = goal;
  const before = {
    title: goal.title,
    description: goal.description ?? "",
    target_date: goal.target_date ?? null,
    schedule: goal.schedule ?? null,
    measure: goal.measure ?? null,
  };
  // Changes of another device stay while the form is open.
  const [base, setBase] = useState(before);
  const [fields, setFields] = useState(before);
  const [typed, setTyped] = useState(typedOf(before.measure));
  const set = (changes: Partial<typeof fields>) => setFields({ ...fields, ...changes });
  const write = async (changes: Partial<Goal>, done: string, base?: Partial<Goal>) => {
    await offline.update("goals", id, changes, { base });
    say(isOnline.value ? done : words.savedHere);
    syncNow();
  };
  async function save(event: Event) {
    event.preventDefault();
    const title = fields.title.trim();
    if (!title || measureOf(typed) === undefined) return;
    await write({ ...fields, title }, words.saved, base);
    setBase(fields);
  }
  async function remove() {
    const question = words.askDelete({ goal: goal.title });
    if (!await confirm(question, words.askDeleteText, common.delete)) return;
    await offline.remove("goals", id);
    go("/me/goals");
    say(words.deleted);
    syncNow();
  }
  return (
    <Card title={words.edit} icon="edit">
      <form onSubmit={save}>
        <Field
          label={words.goal}
          value={fields.title}
          onText={(title) => set({ title })}
          maxLength={200}
          required
        />
        <TextArea
          label={words.why}
          rows={3}
          value={fields.description}
          onText={(description) => set({ description })}
        />
        <div class="columns">
          <Field
            label={words.untilField}
            type="date"
            value={fields.target_date ?? ""}
            onText={(date) => set({ target_date: date || null })}
          />
          <Select
            label={words.state}
            value={status}
            onText={(to) => write({ status: to as Status }, words.states[to as Status])}
          >
            {Object.entries(words.states).map(([key, name]) => (
              <option key={key} value={key}>{name}</option>
            ))}
          </Select>
        </div>
        <p class="hint">{words.stateHint}</p>
        <PlanFields
          plan={{ schedule: fields.schedule, typed }}
          onPlan={({ schedule, typed }) => {
            setTyped(typed);
            const measure = measureOf(typed);
            set({ schedule, ...measure !== undefined && { measure } });
          }}
        />
        <div class="actions">
          <Button look="danger" icon="trash" onClick={remove}>{common.delete}</Button>
          <span class="spring" />
          <Button
            look="main"
            type="submit"
            disabled={!fields.title.trim() || measureOf(typed) === undefined ||
              JSON.stringify(fields) === JSON.stringify(before)}
          >
            {common.save}
          </Button>
        </div>
      </form>
    </Card>
  );
}
