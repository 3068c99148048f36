/** The questions to write about. */
import type { components } from "@journal/client";
import { languages } from "../language.ts";
import { api } from "../service.ts";
import { moment } from "../words.ts";
import type { Operation, Said } from "./fields.ts";
import { removal, type Resource, ResourceScreen } from "./resource.tsx";

type Prompt = components["schemas"]["AdminPrompt"];

const names = new Intl.DisplayNames("en", { type: "language" });
const choices = Object.fromEntries(Object.keys(languages).map((code) => [code, names.of(code)!]));
const fields = {
  of: { path: "/api/admin/prompts", method: "post" } as Operation,
  said: {
    text: "Question",
    language: { label: "Language", initial: "en", choices, hint: "" },
    is_active: {
      label: "Shown to users",
      initial: "true",
      hint: "From the next day of each user on.",
    },
  } as Record<string, Said>,
};

const change = async ({ id }: Prompt, body: Partial<Prompt>) =>
  (await api.put("/api/admin/prompts/{id}", { params: { path: { id } }, body })).prompt;

const prompts: Resource<Prompt> = {
  title: "Prompts",
  icon: "journal",
  nothing: "No prompt is here",
  filters: { language: { label: "Language", choices: { "": "All languages", ...choices } } },
  read: async (query) => {
    const { prompts, next_cursor } = await api.get("/api/admin/prompts", {
      params: { query: query as { language?: Prompt["language"] } },
    });
    return { items: prompts, next: next_cursor };
  },
  nameOf: ({ text }) => text,
  children: ({ text, language, is_active, updated_at }) => (
    <>
      <strong>{text}</strong>
      <p class="chips">
        <span class={`chip ${is_active ? "completed" : ""}`}>
          {is_active ? "Shown" : "Not shown"}
        </span>
        <span class="chip">{choices[language]}</span>
        <span class="hint">Changed {moment(updated_at)}</span>
      </p>
    </>
  ),
  create: {
    name: "New prompt",
    done: "The prompt is there",
    form: { title: "New prompt", fields, send: "Create" },
    run: async (body) => void await api.post("/api/admin/prompts", { body }),
  },
  acts: (prompt) => [
    {
      name: prompt.is_active ? "Hide" : "Show",
      done: prompt.is_active ? "Hidden" : "Shown from the next day on",
      run: () => change(prompt, { is_active: !prompt.is_active }),
    },
    {
      name: "Change",
      done: "Changed",
      form: { title: "Change the prompt", fields, thing: prompt },
      run: (body) => change(prompt, body),
    },
    removal(
      "Delete the prompt?",
      `“${prompt.text}” is not shown any more. Entries that were written to it stay.`,
      () => api.delete("/api/admin/prompts/{id}", { params: { path: { id: prompt.id } } }),
    ),
  ],
};

export const PromptsScreen = () => <ResourceScreen resource={prompts} />;
