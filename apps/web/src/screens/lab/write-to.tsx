/** A message to an entrant of a competition. */
import { useState } from "preact/hooks";
import { useAct } from "../../act.ts";
import { Button, Field, TextArea } from "../../parts/controls.tsx";
import { Dialog, say } from "../../parts/dialog.tsx";
import { Refusal } from "../../parts/states.tsx";
import { api } from "../../service.ts";

export function WriteTo({ id, name }: { id: string; name: string }) {
  const [isOpen, setOpen] = useState(false);
  const [subject, setSubject] = useState("");
  const [message, setMessage] = useState("");
  const { isBusy, errors, act } = useAct();
  async function send(event: Event) {
    event.preventDefault();
    const body = { to_participant_id: id, subject: subject.trim(), message };
    if (!await act(() => api.post("/api/lab/outreach", { body }))) return;
    setOpen(false);
    setSubject("");
    setMessage("");
    say("Your message goes out with this week’s mail");
  }
  return (
    <>
      <Button
        look="quiet"
        icon="mail"
        aria-label={`Write to ${name}`}
        onClick={() => setOpen(true)}
      />
      {isOpen && (
        <Dialog title={`Write to ${name}`} onClose={() => setOpen(false)}>
          <form onSubmit={send}>
            <p class="hint">
              All messages of a week go out together. Addresses stay hidden.
            </p>
            <Field
              label="Subject"
              value={subject}
              onText={setSubject}
              maxLength={200}
              error={errors.subject}
              required
            />
            <TextArea
              label="Message"
              rows={4}
              value={message}
              onText={setMessage}
              maxLength={2000}
              error={errors.message}
              required
            />
            <Refusal errors={errors} shown={["subject", "message"]} />
            <div class="actions">
              <Button onClick={() => setOpen(false)}>Cancel</Button>
              <Button look="main" type="submit" isBusy={isBusy}>Send</Button>
            </div>
          </form>
        </Dialog>
      )}
    </>
  );
}
