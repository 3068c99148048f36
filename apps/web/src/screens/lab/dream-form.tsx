import { useState } from "preact/hooks";
import { useAct } from "../../act.ts";
import { Button, Field, Select, TextArea } from "../../parts/controls.tsx";
import { say } from "../../parts/dialog.tsx";
import { Refusal } from "../../parts/states.tsx";
import { go } from "../../router.ts";
import { api } from "../../service.ts";
import { isOnline } from "../../session.ts";
import { useCalculators } from "./calculator.tsx";
import type { Dream } from "./dreams.tsx";

/** Begins a project, or changes a stored one. */
export function DreamForm({ dream, close }: { dream?: Dream; close(): void }) {
  const [fields, setFields] = useState({
    title: dream?.title ?? "",
    description: dream?.description ?? "",
    calculator: dream?.calculator ?? null,
    steps: dream?.steps ?? [],
    is_public: dream?.is_public ?? false,
  });
  const [id] = useState(() => dream?.id ?? crypto.randomUUID());
  const [step, setStep] = useState("");
  const { isBusy, errors, act } = useAct();
  const calculators = useCalculators();
  const set = (changes: Partial<typeof fields>) => setFields({ ...fields, ...changes });
  const setSteps = (change: (steps: Dream["steps"]) => Dream["steps"]) =>
    set({ steps: change(fields.steps) });

  function add() {
    if (!step.trim()) return;
    setSteps((steps) => [...steps, { title: step.trim(), done: false }]);
    setStep("");
  }
  async function save(event: Event) {
    event.preventDefault();
    const steps = step.trim()
      ? [...fields.steps, { title: step.trim(), done: false }]
      : fields.steps;
    const body = { ...fields, title: fields.title.trim(), steps };
    const done = await act(() =>
      dream
        ? api.put("/api/lab/dreams/{id}", { params: { path: { id } }, body })
        : api.post("/api/lab/dreams", { body: { id, ...body } })
    );
    if (!done) return;
    say("Saved");
    if (dream) close();
    else go(`/lab/dreams/${id}`, { replace: true });
  }
  const shown = ["title", "description", "calculator", "steps"];
  return (
    <form class="card" onSubmit={save}>
      <h2>{dream ? "Change the project" : "New project"}</h2>
      <Field
        label="What do you want to build or find out?"
        value={fields.title}
        onText={(title) => set({ title })}
        maxLength={200}
        error={errors.title}
        required
        autofocus
      />
      <TextArea
        label="Description"
        rows={3}
        value={fields.description}
        onText={(description) => set({ description })}
        maxLength={2000}
        error={errors.description}
      />
      <fieldset class="step-list">
        <legend>Steps</legend>
        <ol class="steps">
          {fields.steps.map(({ title }, index) => (
            <li key={index}>
              <span>{title}</span>
              <Button
                look="quiet"
                icon="trash"
                aria-label={`Remove the step: ${title}`}
                onClick={() => setSteps((steps) => steps.toSpliced(index, 1))}
              />
            </li>
          ))}
        </ol>
        <div class="inline-field">
          <input
            aria-label="Next step"
            placeholder="Next step"
            maxLength={200}
            value={step}
            onInput={(event) => setStep(event.currentTarget.value)}
            onKeyDown={(event) => event.key === "Enter" && (event.preventDefault(), add())}
          />
          <Button onClick={add} disabled={!step.trim()}>Add</Button>
        </div>
        {errors.steps && <p class="error">{errors.steps}</p>}
      </fieldset>
      <Select
        label="Calculator that helps"
        value={fields.calculator ?? ""}
        onText={(value) => set({ calculator: (value || null) as Dream["calculator"] })}
        error={errors.calculator}
        disabled={!calculators.value}
      >
        <option value="">None</option>
        {calculators.value?.map(({ id, title }) => <option key={id} value={id}>{title}</option>)}
      </Select>
      <label class="check">
        <input
          type="checkbox"
          checked={fields.is_public}
          onChange={(event) => set({ is_public: event.currentTarget.checked })}
        />
        Everybody who is signed in may see it
      </label>
      <Refusal errors={errors} shown={shown} />
      <div class="actions">
        {!isOnline.value && <span class="hint">Saving this needs a network.</span>}
        <Button onClick={close}>Cancel</Button>
        <Button look="main" type="submit" isBusy={isBusy} disabled={isBusy || !isOnline.value}>
          Save
        </Button>
      </div>
    </form>
  );
}
