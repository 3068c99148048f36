import { useState } from "preact/hooks";
import { useOnce } from "../act.ts";
import { Button, Field } from "../parts/controls.tsx";
import { confirm, say } from "../parts/dialog.tsx";
import { Switch } from "../parts/fields.tsx";
import { Icon } from "../parts/icons.tsx";
import { later } from "../parts/later.tsx";
import { Empty } from "../parts/states.tsx";
import { VisibilityChip } from "../parts/visibility.tsx";
import { entries, type Notebook, notebooks, offline } from "../service.ts";
import { syncNow } from "../session.ts";

import { readDraft } from "../drafts.ts";
import { device, sealingOf } from "../sealed.ts";
import { Back } from "./article.tsx";
import { words as common } from "../words/common.ts";
import { words } from "../words/notebooks.ts";

const Sharing = later(async () => (await import("./editor/sharing.tsx")).Sharing);
const NewSealedNotebook = later(
  async () => (await import("./sealed/new-notebook.tsx")).NewSealedNotebook,
);

export function NotebooksPane() {
  const [name, setName] = useState("");
  const [isSealed, setSealed] = useState(false);
  /** The name of the sealed notebook that is being made. */
  const [sealed, setNewSealed] = useState<string>();
  const add = useOnce(async () => {
    if (!name.trim()) return;
    if (isSealed) return setNewSealed(name.trim());
    await offline.create("notebooks", { name: name.trim() });
    setName("");
    syncNow();
  });
  if (sealed) return <NewSealedNotebook name={sealed} onClose={() => setNewSealed(undefined)} />;
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
      <Switch
        label={words.sealed}
        hint={words.sealedHint}
        isOn={isSealed}
        onSwitch={setSealed}
      />
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
  const { id, name, team_id, is_sealed } = notebook;
  const { metadata_visibility = "user", content_visibility = "user" } = notebook;
  const [isEditing, setEditing] = useState(false);
  const count = entries.value.filter((entry) => entry.notebook_id === id).length;
  async function remove() {
    const text = is_sealed ? words.deleteSealedHint : words.deleteHint;
    if (is_sealed && count) return say(words.notEmpty);
    if (!await confirm(words.askDelete({ name }), text, common.delete)) return;
    const sealed = is_sealed && device.value?.state === "open" && device.value.notebooks;
    await (sealed ? sealed.delete(id) : offline.remove("notebooks", id));
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
          {is_sealed && (
            <span class="chip">
              <Icon name="lock" size={14} />
              {words.sealed}
            </span>
          )}
          <VisibilityChip
            metadata={metadata_visibility}
            content={content_visibility}
            teamId={team_id}
          />
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
      {!notebook.is_sealed && <Sharing fields={{ ...fields, notebook_id: null }} set={set} />}
      <div class="actions">
        <Button onClick={onClose}>{common.cancel}</Button>
        {!notebook.is_sealed && (
          <a class="button quiet" href={`#/journal/notebooks/${notebook.id}`}>
            {readDraft(sealingOf(notebook.id)) ? words.sealOn : words.seal}
          </a>
        )}
        <Button look="main" type="submit" disabled={!name}>{common.save}</Button>
      </div>
    </form>
  );
}
