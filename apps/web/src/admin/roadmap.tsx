/** The plans of the team. */
import type { components } from "@journal/client";
import { api } from "../service.ts";
import { dateOf, moment } from "../words.ts";
import { inWords, type Operation, type Said } from "./fields.ts";
import { removal, type Resource, ResourceScreen } from "./resource.tsx";

type Task = components["schemas"]["RoadmapTask"];

const fields = {
  of: { path: "/api/admin/roadmap", method: "post" } as Operation,
  said: {
    title: "Title",
    description: "Description",
    status: { label: "Status", initial: "planned", hint: "" },
    priority: { label: "Priority", initial: "medium", hint: "" },
    target_date: "Until",
  } as Record<string, Said>,
};

const looks: Record<Task["status"], string> = {
  planned: "",
  in_progress: "pending",
  done: "completed",
  dropped: "failed",
};

const roadmap: Resource<Task> = {
  title: "Roadmap",
  icon: "target",
  nothing: "No task is here",
  filters: {
    status: {
      label: "Show",
      choices: {
        "": "All tasks",
        ...Object.fromEntries(Object.keys(looks).map((status) => [status, inWords(status)])),
      },
    },
  },
  read: async (query) => {
    const { tasks, next_cursor } = await api.get("/api/admin/roadmap", {
      params: { query: query as { status?: Task["status"] } },
    });
    return { items: tasks, next: next_cursor };
  },
  nameOf: ({ title }) => title,
  children: ({ title, description, status, priority, target_date, updated_at }) => (
    <>
      <strong>{title}</strong>
      {description && <p class="words">{description}</p>}
      <p class="chips">
        <span class={`chip ${looks[status]}`}>{inWords(status)}</span>
        <span class="chip">{inWords(priority)} priority</span>
        {target_date && <span class="chip">Until {dateOf(target_date)}</span>}
        <span class="hint">Changed {moment(updated_at)}</span>
      </p>
    </>
  ),
  create: {
    name: "New task",
    done: "The task is there",
    form: { title: "New task", send: "Create", fields },
    run: async (body) => void await api.post("/api/admin/roadmap", { body }),
  },
  acts: (task) => {
    const params = { path: { id: task.id } };
    return [
      {
        name: "Change",
        done: "Changed",
        form: { title: "Change the task", fields, thing: task },
        run: async (body) => (await api.put("/api/admin/roadmap/{id}", { params, body })).task,
      },
      removal(
        `Delete “${task.title}”?`,
        "The audit log keeps it.",
        () => api.delete("/api/admin/roadmap/{id}", { params }),
      ),
    ];
  },
};

export const RoadmapScreen = () => <ResourceScreen resource={roadmap} />;
