/** Sheets to choose the parts of an entry beside its text. */
import { useState } from "preact/hooks";
import type { ComponentChildren } from "preact";
import { Button, Field, Select } from "../../parts/controls.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { allNotebooks, readOnly } from "../../sealed.ts";
import type { Fields } from "./fields.ts";
import { MoodSheet } from "./mood-sheet.tsx";
import { Sharing } from "./sharing.tsx";
import { TagsSheet } from "./tags-sheet.tsx";
import { TemplatesSheet } from "./templates-sheet.tsx";
import { words } from "../../words/editor.ts";

export type Sheet = "mood" | "tags" | "notebook" | "time" | "sharing" | "templates";

const Done = ({ onClick, children }: { onClick(): void; children?: ComponentChildren }) => (
  <div class="actions">
    {children}
    <Button look="main" onClick={onClick}>{words.done}</Button>
  </div>
);

export function Sheets({
  id,
  sheet,
  isNew,
  isSealed,
  fields,
  prompt,
  set,
  putInto,
  onSuggest,
  onClose,
}: {
  id: string;
  sheet?: Sheet;
  /** Whether the entry is written for the first time. */
  isNew: boolean;
  /** Whether only the members of its notebook can open the entry. */
  isSealed: boolean;
  fields: Fields;
  /** The question that the service asks on this day. */
  prompt?: string;
  set(changes: Partial<Fields>): void;
  putInto(notebook_id: string | null): void;
  /** AI is asked for the mood. */
  onSuggest(): void;
  onClose(): void;
}) {
  switch (sheet) {
    case "mood":
      return (
        <MoodSheet
          mood={fields.mood}
          text={fields.content}
          title={fields.title.trim() || undefined}
          isSealed={isSealed}
          onMood={(mood) => set({ mood })}
          onSuggest={onSuggest}
          onClose={onClose}
        />
      );
    case "tags":
      return (
        <TagsSheet
          tags={fields.tags ?? []}
          onTags={(tags) => set({ tags })}
          onClose={onClose}
        />
      );
    case "notebook":
      return (
        <Dialog title={words.notebook} onClose={onClose}>
          <Select
            label={words.putInto}
            value={fields.notebook_id ?? ""}
            onText={(id) => putInto(id || null)}
            disabled={!isNew && isSealed}
            hint={!isNew && (isSealed ? words.sealedStays : words.sealedMoves)}
          >
            <option value="">{words.noNotebook}</option>
            {allNotebooks.value
              .filter(({ id, is_sealed }) =>
                id === fields.notebook_id ||
                (isNew || !!is_sealed === isSealed) && !readOnly.value.includes(id)
              )
              .map(({ id, name }) => <option key={id} value={id}>{name}</option>)}
          </Select>
          <Done onClick={onClose}>
            {!isNew && isSealed
              ? <a class="button quiet" href={`#/journal/${id}/move`}>{words.moveOut}</a>
              : <a class="button quiet" href="#/journal/notebooks">{words.allNotebooks}</a>}
          </Done>
        </Dialog>
      );
    case "time":
      return (
        <Time
          at={fields.written_at}
          onTime={(written_at) => set({ written_at })}
          isNew={isNew}
          onClose={onClose}
        />
      );
    case "sharing":
      return (
        <Dialog title={words.whoSeesIt} onClose={onClose}>
          {isSealed ? <p>{words.sealedReaders}</p> : <Sharing fields={fields} set={set} />}
          <Done onClick={onClose} />
        </Dialog>
      );
    case "templates":
      return (
        <TemplatesSheet
          fields={fields}
          isSealed={isSealed}
          prompt={prompt}
          set={set}
          onClose={onClose}
        />
      );
  }
  return null;
}

/** The date and time of this device's clock, as a field takes them: `2026-11-21` and `07:30`. */
function local(at: Date): [date: string, time: string] {
  const shifted = new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString();
  return [shifted.slice(0, 10), shifted.slice(11, 16)];
}

/** When it was: now, or a moment before. An entry that is there moves. */
function Time(
  { at, isNew, onTime, onClose }: {
    at: string | null;
    isNew: boolean;
    onTime(at: string | null): void;
    onClose(): void;
  },
) {
  const [before] = useState(() => local(new Date(at ?? Date.now())));
  const [[date, time], setAt] = useState(before);
  const [error, setError] = useState("");
  function choose(event: Event) {
    event.preventDefault();
    const chosen = new Date(`${date}T${time}`);
    if (!(chosen.getTime() <= Date.now())) return setError(words.notInFuture);
    // A field has no seconds: the same minute is the same time.
    if (at === null || `${local(chosen)}` !== `${before}`) onTime(chosen.toISOString());
    onClose();
  }
  return (
    <Dialog title={words.whenWasIt} onClose={onClose}>
      <form onSubmit={choose}>
        <div class="columns">
          <Field
            label={words.date}
            type="date"
            value={date}
            onText={(date) => setAt([date, time])}
          />
          <Field
            label={words.time}
            type="time"
            value={time}
            onText={(time) => setAt([date, time])}
            error={error}
          />
        </div>
        <div class="actions">
          <Button
            look="quiet"
            onClick={() => {
              onTime(isNew ? null : new Date().toISOString());
              onClose();
            }}
          >
            {words.now}
          </Button>
          <Button look="main" type="submit">{words.done}</Button>
        </div>
      </form>
    </Dialog>
  );
}
