import type { Answer } from "@journal/client";
import { Avatar, Name } from "../../parts/avatar.tsx";
import { Pages } from "../../parts/pages.tsx";
import { SearchField } from "../../parts/fields.tsx";
import { Empty } from "../../parts/states.tsx";
import { usePages } from "../../remote.ts";
import { go, query } from "../../router.ts";
import { api } from "../../service.ts";
import { count } from "../../words.ts";

export type Template = Answer<"/api/lab/templates", "get">["templates"][number];

export const levels: Record<Template["safety_level"], string> = {
  classroom_safe: "Safe for classrooms",
  with_supervision: "With an adult",
  adult_only: "For adults",
};
const orders = { newest: "Newest", most_cloned: "Most begun" } as const;

export function Templates() {
  const filter = query.value;
  const set = (name: string, value: string) => {
    const next = new URLSearchParams(filter);
    value ? next.set(name, value) : next.delete(name);
    go(`/lab${next.size ? `?${next}` : ""}`, { replace: true });
  };
  const pages = usePages(async (cursor) => {
    const page = await api.get("/api/lab/templates", {
      params: {
        query: {
          q: filter.get("q") ?? undefined,
          safety_level: (filter.get("level") ?? undefined) as Template["safety_level"] | undefined,
          order: (filter.get("order") ?? "newest") as keyof typeof orders,
          limit: 20,
          cursor,
        },
      },
    });
    return { items: page.templates, next: page.next_cursor };
  }, ["templates", String(filter)]);
  return (
    <>
      <SearchField
        label="Search templates"
        value={filter.get("q") ?? ""}
        onText={(q) => set("q", q)}
        maxLength={100}
      />
      <div class="filters">
        <label class="hidden" for="template-order">Order</label>
        <select
          id="template-order"
          value={filter.get("order") ?? "newest"}
          onChange={(event) => set("order", event.currentTarget.value)}
        >
          {Object.entries(orders).map(([key, name]) => <option key={key} value={key}>{name}
          </option>)}
        </select>
        <label class="hidden" for="template-level">For whom</label>
        <select
          id="template-level"
          value={filter.get("level") ?? ""}
          onChange={(event) => set("level", event.currentTarget.value)}
        >
          <option value="">For everybody</option>
          {Object.entries(levels).map(([key, name]) => <option key={key} value={key}>{name}
          </option>)}
        </select>
      </div>
      <Pages
        pages={pages}
        label="Templates"
        lines={6}
        class="tiles"
        empty={
          <Empty icon={filter.size ? "search" : "lab"} title="No templates">
            {filter.size
              ? "No template fits. Try other words, or fewer conditions."
              : "The first ones appear here when they are published."}
          </Empty>
        }
      >
        {(template) => <Tile key={template.id} template={template} />}
      </Pages>
    </>
  );
}

const Tile = ({ template }: { template: Template }) => {
  const { id, title, description, author, clone_count, build_count, safety_level } = template;
  return (
    <li>
      <a class="card tile" href={`#/lab/templates/${id}`}>
        <strong>{title}</strong>
        {description && <span class="excerpt">{description}</span>}
        <span class="chips">
          <span class="chip visibility">{levels[safety_level]}</span>
          {clone_count > 0 && (
            <span class="chip">{count(clone_count, "person", "people")} began it</span>
          )}
          {build_count > 0 && <span class="chip">{build_count} built it</span>}
        </span>
        <span class="by">{author ? <By person={author} /> : "Its author has left"}</span>
      </a>
    </li>
  );
};

export const By = ({ person }: { person: NonNullable<Template["author"]> }) => (
  <>
    <Avatar person={person} size={28} />
    <span>
      <Name person={person} />
    </span>
  </>
);
