/** Reports a person or a text to the people who look after the service. */
import { useState } from "preact/hooks";
import type { components } from "@journal/client";
import { useAct } from "../act.ts";
import { api } from "../service.ts";
import { Button, Select, TextArea } from "./controls.tsx";
import { Dialog, say } from "./dialog.tsx";
import { type Acts, Menu } from "./menu.tsx";
import { Refusal } from "./states.tsx";
import { words as common } from "../words/common.ts";
import { words } from "../words/parts.ts";

type Subject = components["schemas"]["ReportSubject"];
type Reason = components["schemas"]["ReportReason"];

/** The further acts on somebody or something, with the report. The reported person is not told. */
export function More({ name, about, id, acts = [] }: {
  name: string;
  about: Subject;
  id: string;
  acts?: Acts;
}) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Menu
        label={words.more({ name })}
        acts={[...acts, { name: words.report, icon: "warning", run: () => setOpen(true) }]}
      />
      {isOpen && <Form about={about} id={id} onClose={() => setOpen(false)} />}
    </>
  );
}

function Form({ about, id, onClose }: { about: Subject; id: string; onClose(): void }) {
  const [reason, setReason] = useState<Reason>("spam");
  const [note, setNote] = useState("");
  const { isBusy, errors, act } = useAct();
  async function send(event: Event) {
    event.preventDefault();
    const body = { about, id, reason, note: note.trim() || null };
    if (!await act(() => api.post("/api/reports", { body }))) return;
    onClose();
    say(words.reported);
  }
  return (
    <Dialog title={words.report} onClose={onClose}>
      <form onSubmit={send}>
        <p class="hint">{words.reportHint}</p>
        <Select label={words.why} value={reason} onText={(value) => setReason(value as Reason)}>
          {Object.entries(words.reasons).map(([key, text]) => (
            <option key={key} value={key}>{text}</option>
          ))}
        </Select>
        <TextArea
          label={words.anythingElse}
          rows={3}
          maxLength={1000}
          value={note}
          onText={setNote}
        />
        <Refusal errors={errors} />
        <div class="actions">
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button look="main" type="submit" isBusy={isBusy}>{common.send}</Button>
        </div>
      </form>
    </Dialog>
  );
}
