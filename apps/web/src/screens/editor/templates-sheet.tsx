/** Outlines of entries: those of the service, and one's own. */
import { useState } from "preact/hooks";
import type { Answer } from "@journal/client";
import { useOnce } from "../../act.ts";
import { Button, Field } from "../../parts/controls.tsx";
import { Dialog, say } from "../../parts/dialog.tsx";
import { Loaded } from "../../parts/states.tsx";
import { useRemote } from "../../remote.ts";
import { api, offline } from "../../service.ts";
import { syncNow } from "../../session.ts";
import { dateOf, weekdayOf } from "../../words.ts";
import type { Fields } from "./fields.ts";
import { words } from "../../words/en/editor.ts";

type Template = Answer<"/api/entry-templates", "get">["entry_templates"][number];

/** The text of a template, with the day and the prompt of the day. */
const filled = (text: string, prompt: string | undefined) => {
  const values: Record<string, string> = {
    date: dateOf(new Date().toISOString()),
    weekday: weekdayOf(new Date()),
    prompt: prompt ?? "",
  };
  return text.replace(/\{\{(date|weekday|prompt)\}\}/g, (_, name) => values[name]!);
};

export function TemplatesSheet({ fields, prompt, set, onClose }: {
  fields: Fields;
  prompt?: string;
  set(changes: Partial<Fields>): void;
  onClose(): void;
}) {
  const [name, setName] = useState("");
  const remote = useRemote(() => api.get("/api/entry-templates"), ["templates"]);
  function use({ title, content, tags, notebook_id }: Template) {
    const text = filled(content, prompt);
    set({
      title: fields.title || filled(title, prompt),
      content: fields.content.trim() ? `${fields.content.trimEnd()}\n\n${text}` : text,
      tags: [...new Set([...fields.tags ?? [], ...tags])],
      notebook_id: fields.notebook_id ?? notebook_id,
    });
    onClose();
  }
  const keep = useOnce(async () => {
    const { title, content, tags, notebook_id } = fields;
    await offline.create("entry_templates", {
      name: name.trim(),
      title: title.trim() || name.trim(),
      content,
      tags: tags ?? [],
      notebook_id,
    });
    say(words.keptAsTemplate);
    onClose();
    syncNow();
  });
  return (
    <Dialog title={words.templates} onClose={onClose}>
      <Loaded remote={remote} label={words.templates}>
        {({ entry_templates }) => (
          <ul class="outlines">
            {entry_templates.map((template) => (
              <li key={template.id}>
                <button type="button" onClick={() => use(template)}>
                  <strong>{template.name}</strong>
                  <span class="hint">{filled(template.content, prompt).slice(0, 120)}</span>
                </button>
              </li>
            ))}
          </ul>
        )}
      </Loaded>
      {fields.content.trim() && (
        <form
          class="inline"
          onSubmit={(event) => (event.preventDefault(), name.trim() && keep())}
        >
          <Field
            label={words.keepAsTemplate}
            value={name}
            onText={setName}
            maxLength={100}
          />
          <Button look="main" type="submit" disabled={!name.trim()}>{words.keep}</Button>
        </form>
      )}
    </Dialog>
  );
}
