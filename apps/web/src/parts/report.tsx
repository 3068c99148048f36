/** Reporting a person, or what somebody has written, to those who look after the service. */
import { useState } from "preact/hooks";
import type { components } from "@journal/client";
import { useAct } from "../act.ts";
import { api } from "../service.ts";
import { Button, Select, TextArea } from "./controls.tsx";
import { Dialog, say } from "./dialog.tsx";
import { Refusal } from "./refusal.tsx";

type Subject = components["schemas"]["ReportSubject"];
type Reason = components["schemas"]["ReportReason"];

const reasons: Record<Reason, string> = {
  spam: "It is spam",
  abuse: "It is hateful or threatens somebody",
  self_harm: "I worry about this person",
  other: "Something else",
};

/** A button that opens the form. Whom it is about is not told. */
export function Report({ about, id }: { about: Subject; id: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button look="quiet" icon="warning" onClick={() => setOpen(true)}>Report</Button>
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
    say("Thank you. We will look at it.");
  }
  return (
    <Dialog title="Report" onClose={onClose}>
      <form onSubmit={send}>
        <p class="hint">We look at it. The other person is not told who reported it.</p>
        <Select label="Why?" value={reason} onText={(value) => setReason(value as Reason)}>
          {Object.entries(reasons).map(([key, text]) => (
            <option key={key} value={key}>{text}</option>
          ))}
        </Select>
        <TextArea
          label="Anything we should know? (optional)"
          rows={3}
          maxLength={1000}
          value={note}
          onText={setNote}
        />
        <Refusal errors={errors} />
        <div class="actions">
          <Button onClick={onClose}>Cancel</Button>
          <Button look="main" type="submit" isBusy={isBusy}>Send</Button>
        </div>
      </form>
    </Dialog>
  );
}
