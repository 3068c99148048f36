/** Opens templates of the lab to classrooms. */
import type { components } from "@journal/client";
import { useState } from "preact/hooks";
import { useAct } from "../act.ts";
import { Button, Select } from "../parts/controls.tsx";
import { Dialog, say } from "../parts/dialog.tsx";
import { Pages } from "../parts/pages.tsx";
import { Empty, Refusal } from "../parts/states.tsx";
import { usePages } from "../remote.ts";
import { api } from "../service.ts";
import { count, nameOf } from "../words.ts";

type Template = components["schemas"]["DreamWithAuthor"];
type Grade = components["schemas"]["GradeBand"];

const levels: Record<Template["safety_level"], string> = {
  adult_only: "Adults only",
  with_supervision: "Classrooms, with supervision",
  classroom_safe: "Classrooms",
};
const grades: Grade[] = ["K-5", "6-8", "9-12"];

export function Templates() {
  const [changes, setChanges] = useState<Record<string, components["schemas"]["Dream"]>>({});
  const pages = usePages(async (cursor) => {
    const { templates, next_cursor } = await api.get("/api/lab/templates", {
      params: { query: { cursor } },
    });
    return { items: templates, next: next_cursor };
  }, []);
  return (
    <section class="card" aria-label="Templates">
      <Pages
        pages={pages}
        label="Templates"
        empty={<Empty icon="book" title="No templates yet" />}
      >
        {(template) => (
          <Row
            key={template.id}
            template={{ ...template, ...changes[template.id] }}
            onChange={(dream) => setChanges({ ...changes, [dream.id]: dream })}
          />
        )}
      </Pages>
    </section>
  );
}

function Row(
  { template, onChange }: {
    template: Template;
    onChange(dream: components["schemas"]["Dream"]): void;
  },
) {
  const { id, title, author, safety_level, min_grade_band, clone_count } = template;
  const [isAsked, setAsked] = useState(false);
  const [fields, setFields] = useState({ grade: min_grade_band ?? "6-8", isWatched: "" });
  const { isBusy, errors, act } = useAct();
  const params = { path: { id } };
  const change = (work: () => Promise<{ template: components["schemas"]["Dream"] }>) =>
    act(async () => {
      onChange((await work()).template);
      setAsked(false);
      say("Changed");
    });
  const promote = (event: Event) => {
    event.preventDefault();
    change(() =>
      api.post("/api/lab/admin/templates/{id}/promote-to-classroom", {
        params,
        body: { min_grade_band: fields.grade as Grade, with_supervision: !!fields.isWatched },
      })
    );
  };
  return (
    <li class="template">
      <div>
        <strong>{title}</strong>
        <p class="hint">
          {author ? nameOf(author) : "Somebody who has left"} · {count(clone_count, "clone")}
        </p>
        <p class="chips">
          <span class={`chip ${safety_level === "adult_only" ? "" : "completed"}`}>
            {levels[safety_level]}
            {min_grade_band && `, from ${min_grade_band}`}
          </span>
        </p>
        {!isAsked && <Refusal errors={errors} />}
      </div>
      {safety_level === "adult_only"
        ? (
          <Button aria-label={`Open to classrooms: ${title}`} onClick={() => setAsked(true)}>
            Open to classrooms
          </Button>
        )
        : (
          <Button
            isBusy={isBusy}
            aria-label={`Close to classrooms: ${title}`}
            onClick={() =>
              change(() => api.post("/api/lab/admin/templates/{id}/demote", { params }))}
          >
            Close to classrooms
          </Button>
        )}
      {isAsked && (
        <Dialog title="Open to classrooms" onClose={() => setAsked(false)}>
          <form onSubmit={promote}>
            <Select
              label="From grades"
              value={fields.grade}
              onText={(grade) => setFields({ ...fields, grade: grade as Grade })}
            >
              {grades.map((grade) => <option key={grade}>{grade}</option>)}
            </Select>
            <Select
              label="Supervision"
              value={fields.isWatched}
              onText={(isWatched) => setFields({ ...fields, isWatched })}
            >
              <option value="">Safe by oneself</option>
              <option value="yes">Only with supervision</option>
            </Select>
            <Refusal errors={errors} />
            <div class="actions">
              <Button onClick={() => setAsked(false)}>Cancel</Button>
              <Button look="main" type="submit" isBusy={isBusy}>Open</Button>
            </div>
          </form>
        </Dialog>
      )}
    </li>
  );
}
