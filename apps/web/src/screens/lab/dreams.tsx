import type { Answer } from "@journal/client";
import { Icon } from "../../parts/icons.tsx";
import { Pages } from "../../parts/pages.tsx";
import { Empty } from "../../parts/states.tsx";
import { usePages } from "../../remote.ts";
import { api } from "../../service.ts";
import { moment } from "../../words.ts";

export type Dream = Answer<"/api/lab/dreams", "get">["dreams"][number];

export function Dreams() {
  const pages = usePages(async (cursor) => {
    const query = { limit: 20, cursor };
    const { dreams, next_cursor } = await api.get("/api/lab/dreams", { params: { query } });
    return { items: dreams, next: next_cursor };
  }, ["dreams"]);
  return (
    <>
      <div class="actions">
        <a class="button main" href="#/lab/dreams/new">
          <Icon name="plus" />
          <span>New project</span>
        </a>
      </div>
      <Pages
        pages={pages}
        label="Projects"
        lines={6}
        class="tiles"
        empty={
          <Empty icon="lab" title="No projects yet">
            <p>Begin one of your own, or replicate a template.</p>
            <a class="button" href="#/lab">To the templates</a>
          </Empty>
        }
      >
        {(dream) => (
          <li key={dream.id}>
            <a class="card tile" href={`#/lab/dreams/${dream.id}`}>
              <strong>{dream.title}</strong>
              <Progress dream={dream} />
              <span class="chips">
                {dream.cloned_from && <span class="chip">Replication</span>}
                {dream.is_template && <span class="chip">Template</span>}
                {dream.is_public && <span class="chip visibility">Everybody sees it</span>}
                <span class="chip">Begun {moment(dream.written_at)}</span>
              </span>
            </a>
          </li>
        )}
      </Pages>
    </>
  );
}

/** How many of the steps are done. */
export function Progress(
  { dream: { steps, completed_at } }: { dream: Pick<Dream, "steps" | "completed_at"> },
) {
  const done = steps.filter(({ done }) => done).length;
  const text = completed_at
    ? `Completed ${moment(completed_at)}`
    : steps.length
    ? `${done} of ${steps.length} steps`
    : "No steps yet";
  return (
    <span class="progress">
      <span class="track" aria-hidden="true">
        <span style={{ width: `${completed_at ? 100 : done / (steps.length || 1) * 100}%` }} />
      </span>
      <span class="hint">{text}</span>
    </span>
  );
}
