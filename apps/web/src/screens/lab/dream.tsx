import { useEffect, useRef, useState } from "preact/hooks";
import { JournalError } from "@journal/client";
import { useAct } from "../../act.ts";
import { Button, Card } from "../../parts/controls.tsx";
import { confirm, say } from "../../parts/dialog.tsx";
import { Icon } from "../../parts/icons.tsx";
import { Failed, Loading, Refusal } from "../../parts/states.tsx";
import { useRemote } from "../../remote.ts";
import { go } from "../../router.ts";
import { api, profile } from "../../service.ts";
import { isOnline } from "../../session.ts";
import { count } from "../../words.ts";
import { DreamForm } from "./dream-form.tsx";
import { type Dream, Progress } from "./dreams.tsx";
import { Prediction } from "./prediction.tsx";
import { Reports } from "./reports.tsx";
import { By } from "./templates.tsx";

/** A project: the user's, or another that its owner shows. */
export function DreamPage({ id }: { id: string }) {
  const [attempt, setAttempt] = useState(0);
  const [isEditing, setEditing] = useState(false);
  const path = { id };
  const { value, failure, retry } = useRemote(async () => {
    const { dream } = await api.get("/api/lab/dreams/{id}", { params: { path } });
    const source = dream.is_template ? dream.id : dream.cloned_from;
    if (!source) return { dream, template: null };
    const template = await api.get("/api/lab/templates/{id}", { params: { path: { id: source } } })
      .catch((error) => {
        // It is hidden, or gone; the project stays.
        if (error instanceof JournalError && error.status === 404) return null;
        throw error;
      });
    return { dream, template: template?.template ?? null };
  }, [id, attempt]);
  const reload = () => setAttempt((number) => number + 1);
  if (!value) {
    return (
      <>
        <Back />
        {failure
          ? <Failed failure={failure} retry={retry} />
          : <Loading lines={6} label="Project" />}
      </>
    );
  }
  const { dream, template } = value;
  const isOwn = dream.user_id === profile.value?.id && !dream.is_template;
  if (isEditing) return <DreamForm dream={dream} close={() => (setEditing(false), reload())} />;
  return (
    <>
      <Back />
      <Card
        title={dream.title}
        aside={isOwn && (
          <Button look="quiet" icon="edit" onClick={() => setEditing(true)}>Edit</Button>
        )}
      >
        {!isOwn && dream.author && (
          <p class="by">
            <By person={dream.author} />
          </p>
        )}
        {dream.description && <p class="text">{dream.description}</p>}
        <p class="chips">
          {template && !dream.is_template && (
            <a class="chip" href={`#/lab/templates/${template.id}`}>
              Replicates “{template.title}”
            </a>
          )}
          <span class="chip visibility">
            <Icon name={dream.is_public ? "world" : "lock"} size={14} />
            {dream.is_public ? "Everybody sees it" : "Only you see it"}
          </span>
          <span class="chip">{dream.build_count} built it</span>
          {dream.calculator && (
            <a class="chip" href={`#/lab/calculators/${dream.calculator}`}>
              <Icon name="lab" size={14} />Calculator
            </a>
          )}
        </p>
        <Steps dream={dream} isOwn={isOwn} reload={reload} />
        <Acts dream={dream} isOwn={isOwn} reload={reload} />
      </Card>
      {template && (
        <Prediction template={template} dreamId={isOwn ? id : undefined} reload={reload} />
      )}
      {isOwn && <Reports dreamId={id} />}
    </>
  );
}

export const Back = () => (
  <a class="button quiet back" href="#/lab/dreams">
    <Icon name="back" />
    <span>My projects</span>
  </a>
);

/** The steps; the own ones are ticked here. */
function Steps({ dream, isOwn, reload }: { dream: Dream; isOwn: boolean; reload(): void }) {
  const [steps, setSteps] = useState(dream.steps);
  const latest = useRef(0);
  useEffect(() => setSteps(dream.steps), [dream.updated_at]);
  const { errors, act } = useAct();
  async function tick(index: number, done: boolean) {
    const number = ++latest.current;
    const next = steps.with(index, { ...steps[index]!, done });
    setSteps(next);
    const saved = await act(() =>
      api.put("/api/lab/dreams/{id}", { params: { path: { id: dream.id } }, body: { steps: next } })
    );
    if (!saved) setSteps(dream.steps);
    else if (number === latest.current) reload();
  }
  return (
    <>
      <Progress dream={{ ...dream, steps }} />
      <ul class="ticks">
        {steps.map(({ title, done }, index) => (
          <li key={index}>
            <label class="check">
              <input
                type="checkbox"
                checked={done}
                disabled={!isOwn || !isOnline.value}
                onChange={(event) => tick(index, event.currentTarget.checked)}
              />
              <span>{title}</span>
            </label>
          </li>
        ))}
      </ul>
      <Refusal errors={errors} />
    </>
  );
}

function Acts({ dream, isOwn, reload }: { dream: Dream; isOwn: boolean; reload(): void }) {
  const { isBusy, errors, act } = useAct();
  const at = { params: { path: { id: dream.id } } };
  const does = (work: () => Promise<unknown>, done: string) => async () => {
    if (!await act(work)) return;
    say(done);
    reload();
  };
  async function remove() {
    const text =
      `“${dream.title}” goes with its reports. Projects that others have made from it stay.`;
    if (!await confirm("Delete this project?", text, "Delete")) return;
    if (!await act(() => api.delete("/api/lab/dreams/{id}", at))) return;
    go("/lab/dreams", { replace: true });
    say("Deleted");
  }
  const off = isBusy || !isOnline.value;
  const open = dream.steps.filter(({ done }) => !done).length;
  return (
    <>
      <Refusal errors={errors} />
      <div class="actions">
        {isOwn && (
          <>
            <Button look="quiet" icon="trash" disabled={off} onClick={remove}>Delete</Button>
            <span class="spring" />
          </>
        )}
        <Button
          disabled={off}
          onClick={does(
            () => api.post("/api/lab/dreams/{id}/builds", at),
            "Recorded: you built it",
          )}
        >
          I built it
        </Button>
        {isOwn && !dream.completed_at && (
          <Button
            look="main"
            disabled={off}
            aria-description={open ? `${count(open, "step")} still open` : undefined}
            onClick={does(() => api.post("/api/lab/dreams/{id}/complete", at), "Completed")}
          >
            Complete
          </Button>
        )}
      </div>
    </>
  );
}
