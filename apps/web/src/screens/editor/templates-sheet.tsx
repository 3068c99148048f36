/** Outlines of entries: the service's, and the user's own. */
import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { Kinds } from "@journal/client";
import { useOnce } from "../../act.ts";
import { today, weekday } from "../../days.ts";
import { Button, Field } from "../../parts/controls.tsx";
import { Dialog, say } from "../../parts/dialog.tsx";
import { Menu } from "../../parts/menu.tsx";
import { plain } from "../../parts/text.tsx";
import { Loaded } from "../../parts/states.tsx";
import { useRemote } from "../../remote.ts";
import { isSealedNotebook } from "../../sealed.ts";
import { api, fromCopies, offline } from "../../service.ts";
import { syncNow } from "../../session.ts";
import { dateOf, weekdayName } from "../../words.ts";
import type { Fields } from "./fields.ts";
import { words as common } from "../../words/common.ts";
import { words } from "../../words/editor.ts";

type Template = Pick<
  Kinds["entry_templates"],
  "id" | "name" | "title" | "content" | "tags" | "notebook_id"
>;

const own = fromCopies(() =>
  offline.list("entry_templates").sort((a, b) => a.name.localeCompare(b.name))
);

/** The parts of the present entry that a template keeps. */
const kept = ({ title, content, tags, notebook_id }: Fields) => ({
  title: title.trim(),
  content,
  tags: tags ?? [],
  notebook_id,
});

/** The text of a template, with the day and the prompt of the day. */
const filled = (text: string, prompt: string | undefined) => {
  const values: Record<string, string> = {
    date: dateOf(today()),
    weekday: weekdayName(weekday(today())),
    prompt: prompt ?? "",
  };
  return text.replace(/\{\{(date|weekday|prompt)\}\}/g, (_, name) => values[name]!);
};

export function TemplatesSheet({ fields, isSealed, prompt, set, onClose }: {
  fields: Fields;
  /** Whether the text must not become a template, which the service can read. */
  isSealed: boolean;
  prompt?: string;
  set(changes: Partial<Fields>): void;
  onClose(): void;
}) {
  const [name, setName] = useState("");
  const remote = useRemote(
    async () =>
      (await api.get("/api/entry-templates")).entry_templates.filter((each) => each.is_shared),
    ["templates"],
  );
  useEffect(() => void syncNow(), []);
  const hasText = !!fields.content.trim();
  function use({ title, content, tags, notebook_id }: Template) {
    const text = filled(content, prompt);
    set({
      title: fields.title || filled(title, prompt),
      content: hasText ? `${fields.content.trimEnd()}\n\n${text}` : text,
      tags: [...new Set([...fields.tags ?? [], ...tags])],
      // A text goes into a sealed notebook by the choice of its author alone.
      notebook_id: fields.notebook_id ?? (isSealedNotebook(notebook_id) ? null : notebook_id),
    });
    onClose();
  }
  const keep = useOnce(async () => {
    await offline.create("entry_templates", { name: name.trim(), ...kept(fields) });
    say(words.keptAsTemplate);
    onClose();
    syncNow();
  });
  const outline = (template: Template) => (
    <button
      type="button"
      class="outline"
      onClick={() => use(template)}
    >
      <strong>{template.name}</strong>
      <span class="hint">{plain(filled(template.content, prompt)).slice(0, 300)}</span>
    </button>
  );
  return (
    <Dialog title={words.templates} onClose={onClose}>
      {own.value.length > 0 && (
        <>
          <h3>{words.ownTemplates}</h3>
          <ul class="outlines">
            {own.value.map((template) => (
              <OwnTemplate
                key={template.id}
                template={template}
                fields={hasText && !isSealed ? fields : null}
              >
                {outline(template)}
              </OwnTemplate>
            ))}
          </ul>
          <h3>{words.moreTemplates}</h3>
        </>
      )}
      <Loaded remote={remote} label={words.templates}>
        {(templates) => (
          <ul class="outlines">
            {templates.map((template) => <li key={template.id}>{outline(template)}</li>)}
          </ul>
        )}
      </Loaded>
      {hasText && isSealed && <p class="hint">{words.sealedTemplates}</p>}
      {hasText && !isSealed && (
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

/** A template of the user's own, with buttons for it. `fields` are the content that it may get. */
function OwnTemplate({ template: { id, name }, fields, children }: {
  template: Template;
  fields: Fields | null;
  children: ComponentChildren;
}) {
  const [newName, setNewName] = useState<string>();
  const place = useRef<HTMLLIElement>(null);
  const wasRenamed = useRef(false);
  useEffect(() => {
    if (wasRenamed.current) place.current?.querySelector("button")?.focus();
    wasRenamed.current = newName !== undefined;
  }, [newName]);
  async function change(changes: Partial<Template>) {
    await offline.update("entry_templates", id, changes);
    setNewName(undefined);
    say(words.templateChanged);
    syncNow();
  }
  if (newName !== undefined) {
    return (
      <li>
        <form
          class="inline"
          onSubmit={(event) => {
            event.preventDefault();
            if (newName.trim()) change({ name: newName.trim() });
          }}
        >
          <Field
            label={words.templateName}
            value={newName}
            onText={setNewName}
            maxLength={100}
            autofocus
          />
          <Button onClick={() => setNewName(undefined)}>{common.cancel}</Button>
          <Button look="main" type="submit" disabled={!newName.trim()}>{common.save}</Button>
        </form>
      </li>
    );
  }
  return (
    <li class="own" ref={place}>
      {children}
      <Menu
        label={words.changeTemplate({ name })}
        acts={[
          { name: words.rename, icon: "edit", run: () => setNewName(name) },
          fields &&
          { name: words.takeText, icon: "journal", run: () => change(kept(fields)) },
          {
            name: common.delete,
            icon: "trash",
            asks: { title: words.deleteTemplate({ name }), text: words.deleteTemplateHint },
            run: async () => {
              await offline.remove("entry_templates", id);
              say(words.templateDeleted);
              syncNow();
            },
          },
        ]}
      />
    </li>
  );
}
