import { useState } from "preact/hooks";
import { Button, Field } from "../parts/controls.tsx";
import { confirm } from "../parts/dialog.tsx";
import { Empty } from "../parts/states.tsx";
import { VisibilityChip } from "../parts/visibility.tsx";
import { entries, type Notebook, notebooks, offline } from "../service.ts";
import { syncNow } from "../session.ts";
import { count } from "../words.ts";
import { Back } from "./entry.tsx";

export function NotebooksPane() {
  const [name, setName] = useState("");
  async function add(event: Event) {
    event.preventDefault();
    if (!name.trim()) return;
    await offline.create("notebooks", { name: name.trim() });
    setName("");
    syncNow();
  }
  return (
    <div class="article">
      <Back />
      <h1>Notebooks</h1>
      <p class="hint">
        An entry that says nothing else is seen by whom its notebook is shared with.
      </p>
      <form class="inline" onSubmit={add}>
        <Field label="New notebook" value={name} onText={setName} maxLength={100} />
        <Button look="main" type="submit" disabled={!name.trim()}>Add</Button>
      </form>
      {notebooks.value.length
        ? (
          <ul class="notebooks">
            {notebooks.value.map((each) => <Item key={each.id} notebook={each} />)}
          </ul>
        )
        : (
          <Empty icon="book" title="No notebooks yet">
            They keep entries together that belong together.
          </Empty>
        )}
    </div>
  );
}

function Item(
  { notebook: { id, name, metadata_visibility = "user", content_visibility = "user" } }: {
    notebook: Notebook;
  },
) {
  const [draft, setDraft] = useState<string | null>(null);
  const number = entries.value.filter((entry) => entry.notebook_id === id).length;
  async function rename(event: Event) {
    event.preventDefault();
    if (draft?.trim() && draft.trim() !== name) {
      await offline.update("notebooks", id, { name: draft.trim() });
    }
    setDraft(null);
    syncNow();
  }
  async function remove() {
    const text = "Its entries stay in your journal, without a notebook.";
    if (!await confirm(`Delete “${name}”?`, text, "Delete")) return;
    await offline.remove("notebooks", id);
    syncNow();
  }
  if (draft !== null) {
    return (
      <li>
        <form class="inline" onSubmit={rename}>
          <Field label="Name" value={draft} onText={setDraft} maxLength={100} autofocus />
          <Button look="main" type="submit" disabled={!draft.trim()}>Save</Button>
          <Button onClick={() => setDraft(null)}>Cancel</Button>
        </form>
      </li>
    );
  }
  return (
    <li>
      <a href={`#/journal?notebook=${id}`}>
        <strong>{name}</strong>
        <span class="chips">
          <VisibilityChip metadata={metadata_visibility} content={content_visibility} />
          <span class="hint">{count(number, "entry", "entries")}</span>
        </span>
      </a>
      <Button
        look="quiet"
        icon="edit"
        aria-label={`Rename ${name}`}
        onClick={() => setDraft(name)}
      />
      <Button look="quiet" icon="trash" aria-label={`Delete ${name}`} onClick={remove} />
    </li>
  );
}
