/** The waitlist of the lab's kit. */
import { useState } from "preact/hooks";
import { useAct } from "../../act.ts";
import { Button, Card, Field } from "../../parts/controls.tsx";
import { Refusal } from "../../parts/states.tsx";
import { api, supabase } from "../../service.ts";
import { useRemote } from "../../remote.ts";

export function Kit() {
  const own = useRemote(
    async () => (await supabase.auth.getSession()).data.session?.user.email ?? "",
    [],
  );
  const [typed, setTyped] = useState<string>();
  const [notes, setNotes] = useState("");
  const [isDone, setDone] = useState(false);
  const { isBusy, errors, act } = useAct();
  const email = typed ?? own.value ?? "";
  async function join(event: Event) {
    event.preventDefault();
    const body = { email: email.trim(), notes: notes.trim() || null };
    if (await act(() => api.post("/api/lab/kit-waitlist", { body }))) setDone(true);
  }
  return (
    <Card title="The kit" icon="lab">
      {isDone
        ? <p role="status">You are on the list. We write to you when the kit is ready.</p>
        : (
          <form onSubmit={join}>
            <p>A box with the parts for the projects of the lab, if enough people want one.</p>
            <Field
              label="Your e-mail address"
              type="email"
              value={email}
              onText={setTyped}
              error={errors.email}
              required
            />
            <Field
              label="What should be in it?"
              value={notes}
              onText={setNotes}
              maxLength={2000}
              error={errors.notes}
            />
            <Refusal errors={errors} shown={["email", "notes"]} />
            <div class="actions">
              <Button type="submit" isBusy={isBusy}>I want one</Button>
            </div>
          </form>
        )}
    </Card>
  );
}
