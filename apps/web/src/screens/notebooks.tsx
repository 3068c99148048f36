import { useState } from "preact/hooks";
import { useOnce } from "../act.ts";
import { Button, Field } from "../parts/controls.tsx";
import { confirm } from "../parts/dialog.tsx";
import { later } from "../parts/later.tsx";
import { Empty } from "../parts/states.tsx";
import { VisibilityChip } from "../parts/visibility.tsx";
import { entries, type Notebook, notebooks, offline } from "../service.ts";
import { syncNow } from "../session.ts";

import { Back } from "./entry.tsx";
import { words as common } from "../words/common.ts";
import { words } from "../words/notebooks.ts";

const Sharing = later(async () => (await import("./editor/sharing.tsx")).Sharing);

export function NotebooksPane() {
  const [name, setName] = useState("");
  const add = useOnce(async () => {
    if (!name.trim()) return;
    await offline.create("notebooks", { name: name.trim() });
    setName("");
    syncNow();
  });
  return (
    <div class="article">
      <Back />
      <h1>{words.notebooks}</h1>
      <p class="hint">
        {words.hint}
      </p>
      <form class="inline" onSubmit={(event) => (event.preventDefault(), add())}>
        <Field label={words.newNotebook} value={name} onText={setName} maxLength={100} />
        <Button look="main" type="submit" disabled={!name.trim()}>{words.add}</Button>
      </form>
      {notebooks.value.length
        ? (
          <ul class="notebooks">
            {notebooks.value.map((each) => <Item key={each.id} notebook={each} />)}
          </ul>
        )
        : (
          <Empty icon="book" title={words.none}>
            {words.noneHint}
          </Empty>
        )}
    </div>
  );
}

function Item({ notebook }: { notebook: Notebook }) {
  const { id, name, metadata_visibility = "user", content_visibility = "user" } = notebook;
  const [isEditing, setEditing] = useState(false);
  const count = entries.value.filter((entry) => entry.notebook_id === id).length;
  async function remove() {
    const text = words.deleteHint;
    if (!await confirm(words.askDelete({ name }), text, common.delete)) return;
    await offline.remove("notebooks", id);
    syncNow();
  }
  if (isEditing) {
    return (
      <li>
        <Form notebook={notebook} onClose={() => setEditing(false)} />
      </li>
    );
  }
  return (
    <li>
      <a href={`#/journal?notebook=${id}`}>
        <strong>{name}</strong>
        <span class="chips">
          <VisibilityChip metadata={metadata_visibility} content={content_visibility} />
          <span class="hint">{words.entries({ count })}</span>
        </span>
      </a>
      <Button
        look="quiet"
        icon="edit"
        aria-label={words.edit({ name })}
        onClick={() => setEditing(true)}
      />
      <Button look="quiet" icon="trash" aria-label={words.delete({ name })} onClick={remove} />
    </li>
  );
}

/** The name of a notebook, and who sees it with the entries that leave that to it. */
function Form({ notebook, onClose }: { notebook: Notebook; onClose(): void }) {
  const [base] = useState({
    name: notebook.name,
    metadata_visibility: notebook.metadata_visibility ?? "user",
    content_visibility: notebook.content_visibility ?? "user",
    team_id: notebook.team_id ?? null,
    org_id: notebook.org_id ?? null,
  });
  const [fields, setFields] = useState(base);
  const set = (changes: Partial<typeof fields>) => setFields((now) => ({ ...now, ...changes }));
  const name = fields.name.trim();
  async function save(event: Event) {
    event.preventDefault();
    if (!name) return;
    await offline.update("notebooks", notebook.id, { ...fields, name }, { base });
    onClose();
    syncNow();
  }
  return (
    <form onSubmit={save}>
      <Field
        label={words.name}
        value={fields.name}
        onText={(name) => set({ name })}
        maxLength={100}
        autofocus
      />
      <Sharing fields={{ ...fields, notebook_id: null }} set={set} />
      <div class="actions">
        <Button onClick={onClose}>{common.cancel}</Button>
        <Button look="main" type="submit" disabled={!name}>{common.save}</Button>
      </div>
    </form>
  );
}
