import { useState } from "preact/hooks";
import { useAct } from "../../act.ts";
import { Button, Card, Field } from "../../parts/controls.tsx";
import { say } from "../../parts/dialog.tsx";
import { Icon } from "../../parts/icons.tsx";
import { Loaded, Refusal } from "../../parts/states.tsx";
import { useRemote } from "../../remote.ts";
import { go } from "../../router.ts";
import { api, profile } from "../../service.ts";
import { isOnline } from "../../session.ts";
import { count } from "../../words.ts";
import { Prediction, type TemplateDetails } from "./prediction.tsx";
import { By, levels } from "./templates.tsx";

export function TemplatePage({ id }: { id: string }) {
  const [attempt, setAttempt] = useState(0);
  const remote = useRemote(
    async () => (await api.get("/api/lab/templates/{id}", { params: { path: { id } } })).template,
    [id, attempt],
  );
  return (
    <>
      <a class="button quiet back" href="#/lab">
        <Icon name="back" />
        <span>Templates</span>
      </a>
      <Loaded remote={remote} lines={6} label="Template">
        {(template) => (
          <>
            <Head template={template} />
            <Prediction template={template} reload={() => setAttempt(attempt + 1)} />
            <Videos template={template} />
            <Sponsors />
          </>
        )}
      </Loaded>
    </>
  );
}

function Head({ template }: { template: TemplateDetails }) {
  const { id, title, description, author, steps, safety_level, min_grade_band } = template;
  const own = useRemote(
    async () => {
      const { dreams } = await api.get("/api/lab/dreams", { params: { query: { limit: 100 } } });
      return dreams.find(({ cloned_from }) => cloned_from === id) ?? null;
    },
    [id],
  );
  const [supervised, setSupervised] = useState(false);
  const { isBusy, errors, act } = useAct();
  const mustSupervise = profile.value?.is_classroom && safety_level === "with_supervision";
  const begin = () =>
    act(async () => {
      const { dream } = await api.post("/api/lab/templates/{id}/clone", {
        params: { path: { id } },
        body: mustSupervise ? { supervised } : {},
      });
      say("Begun: the steps are yours");
      go(`/lab/dreams/${dream.id}`);
    });
  return (
    <Card>
      <h2 class="title">{title}</h2>
      <p class="by">{author ? <By person={author} /> : "Its author has left"}</p>
      {description && <p class="text">{description}</p>}
      <p class="chips">
        <span class="chip visibility">
          {levels[safety_level]}
          {min_grade_band && `, from grade ${min_grade_band}`}
        </span>
        <span class="chip">{count(template.clone_count, "person", "people")} began it</span>
        <span class="chip">{template.completion_count} completed it</span>
        <span class="chip">{template.build_count} built it</span>
      </p>
      {steps.length > 0 && (
        <>
          <h3>{count(steps.length, "step")}</h3>
          <ol class="steps">{steps.map(({ title }, index) => <li key={index}>{title}</li>)}</ol>
        </>
      )}
      {mustSupervise && (
        <label class="check">
          <input
            type="checkbox"
            checked={supervised}
            onChange={(event) => setSupervised(event.currentTarget.checked)}
          />
          An adult is with me
        </label>
      )}
      <Refusal errors={errors} />
      <div class="actions">
        {own.value
          ? (
            <>
              <Button
                look="quiet"
                isBusy={isBusy}
                disabled={isBusy || !isOnline.value}
                onClick={begin}
              >
                Begin once more
              </Button>
              <a class="button main" href={`#/lab/dreams/${own.value.id}`}>Go on with yours</a>
            </>
          )
          : (
            <Button
              look="main"
              isBusy={isBusy}
              disabled={isBusy || !isOnline.value}
              onClick={begin}
            >
              Replicate it
            </Button>
          )}
      </div>
    </Card>
  );
}

function Videos({ template: { id, videos } }: { template: TemplateDetails }) {
  const [isAdding, setAdding] = useState(false);
  return (
    <Card
      title="Videos"
      icon="play"
      aside={
        <Button
          look="quiet"
          icon="plus"
          aria-expanded={isAdding}
          onClick={() => setAdding(!isAdding)}
        >
          Suggest one
        </Button>
      }
    >
      {isAdding && <Suggest id={id} close={() => setAdding(false)} />}
      {videos.length
        ? (
          <ul class="links">
            {videos.map(({ id, url, title, is_featured }) => (
              <li key={id}>
                <a href={url} target="_blank" rel="noopener noreferrer">
                  <Icon name="play" />
                  <span>
                    <strong>{title}</strong>
                    <span class="hint">
                      {new URL(url).hostname.replace("www.", "")}, in a new tab
                    </span>
                  </span>
                  {is_featured && <span class="chip mood">Featured</span>}
                </a>
              </li>
            ))}
          </ul>
        )
        : !isAdding && <p class="hint">No project shows this template yet.</p>}
    </Card>
  );
}

function Suggest({ id, close }: { id: string; close(): void }) {
  const [url, setUrl] = useState("");
  const [title, setTitle] = useState("");
  const { isBusy, errors, act } = useAct();
  async function submit(event: Event) {
    event.preventDefault();
    const done = await act(() =>
      api.post("/api/lab/templates/{id}/videos", { params: { path: { id } }, body: { url, title } })
    );
    if (!done) return;
    close();
    say("Thank you. It appears when somebody has looked at it.");
  }
  return (
    <form onSubmit={submit}>
      <Field
        label="Address of the video"
        value={url}
        onText={setUrl}
        placeholder="https://vimeo.com/76979871"
        hint="One video on YouTube or Vimeo"
        error={errors.url}
        required
        autofocus
      />
      <Field
        label="Title"
        value={title}
        onText={setTitle}
        maxLength={200}
        error={errors.title}
        required
      />
      <Refusal errors={errors} shown={["url", "title"]} />
      <div class="actions">
        <Button onClick={close}>Cancel</Button>
        <Button look="main" type="submit" isBusy={isBusy} disabled={isBusy || !isOnline.value}>
          Suggest
        </Button>
      </div>
    </form>
  );
}

/** The supporters of the lab. */
function Sponsors() {
  const { value } = useRemote(
    async () => (await api.get("/api/lab/sponsors")).sponsors,
    ["sponsors"],
  );
  if (!value?.length) return null;
  return (
    <Card title="The lab is supported by" icon="people">
      <p class="chips">
        {value.map(({ id, name, tier }) => (
          <span class="chip sponsor" key={id}>
            {name} <span class="hint">{tier}</span>
          </span>
        ))}
      </p>
    </Card>
  );
}
