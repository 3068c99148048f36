/** Sheets to choose the parts of an entry beside its text. */
import { useState } from "preact/hooks";
import type { ComponentChildren } from "preact";
import { Button, Field, Select } from "../../parts/controls.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { notebooks } from "../../service.ts";
import { Recorder } from "../recorder.tsx";
import type { Fields } from "./fields.ts";
import type { Files } from "./files-to-add.tsx";
import { MoodSheet } from "./mood-sheet.tsx";
import { Sharing } from "./sharing.tsx";
import { TagsSheet } from "./tags-sheet.tsx";
import { TemplatesSheet } from "./templates-sheet.tsx";
import { words } from "../../words/editor.ts";

export type Sheet = "mood" | "tags" | "notebook" | "time" | "sharing" | "recording" | "templates";

const Done = ({ onClick, children }: { onClick(): void; children?: ComponentChildren }) => (
  <div class="actions">
    {children}
    <Button look="main" onClick={onClick}>{words.done}</Button>
  </div>
);

export function Sheets({ sheet, fields, prompt, set, files, onSuggest, onClose }: {
  sheet?: Sheet;
  fields: Fields;
  /** The question that the service asks on this day. */
  prompt?: string;
  set(changes: Partial<Fields>): void;
  files: Files;
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
            onText={(id) => set({ notebook_id: id || null })}
          >
            <option value="">{words.noNotebook}</option>
            {notebooks.value.map(({ id, name }) => <option key={id} value={id}>{name}</option>)}
          </Select>
          <Done onClick={onClose}>
            <a class="button quiet" href="#/journal/notebooks">{words.allNotebooks}</a>
          </Done>
        </Dialog>
      );
    case "time":
      return (
        <Time
          at={fields.written_at}
          onTime={(written_at) => set({ written_at })}
          onClose={onClose}
        />
      );
    case "sharing":
      return (
        <Dialog title={words.whoSeesIt} onClose={onClose}>
          <Sharing fields={fields} set={set} />
          <Done onClick={onClose} />
        </Dialog>
      );
    case "templates":
      return <TemplatesSheet fields={fields} prompt={prompt} set={set} onClose={onClose} />;
    case "recording":
      return (
        <Dialog title={words.record} onClose={onClose}>
          <div class="actions">
            <Recorder
              disabled={files.isFull}
              onRecorded={(sound) => {
                files.add([sound]);
                onClose();
              }}
            />
          </div>
        </Dialog>
      );
  }
  return null;
}

/** The date and time of this device's clock, as a field takes them: `2026-11-21` and `07:30`. */
function local(at: Date): [date: string, time: string] {
  const shifted = new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString();
  return [shifted.slice(0, 10), shifted.slice(11, 16)];
}

/** When it was: now, or a moment before. */
function Time(
  { at, onTime, onClose }: {
    at: string | null;
    onTime(at: string | null): void;
    onClose(): void;
  },
) {
  const [[date, time], setAt] = useState(local(new Date(at ?? Date.now())));
  const [error, setError] = useState("");
  function choose(event: Event) {
    event.preventDefault();
    const chosen = new Date(`${date}T${time}`);
    if (!(chosen.getTime() <= Date.now())) return setError(words.notInFuture);
    onTime(chosen.toISOString());
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
              onTime(null);
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
