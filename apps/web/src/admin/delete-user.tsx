/** The deletion of an account for its user, who is named once more before it happens. */
import { useState } from "preact/hooks";
import { useAct } from "../act.ts";
import { Button, Card, Field } from "../parts/controls.tsx";
import { Dialog, say } from "../parts/dialog.tsx";
import { Refusal } from "../parts/states.tsx";
import { go } from "../router.ts";
import { api } from "../service.ts";
import { nameOf } from "../words.ts";
import type { User } from "./parts.tsx";

export function DeleteUser({ user }: { user: User }) {
  const [isAsking, setAsking] = useState(false);
  return (
    <Card title="Delete the account" icon="trash">
      <p>For a user who has asked for it, or cannot do it alone.</p>
      <div class="actions">
        <Button look="danger" onClick={() => setAsking(true)}>Delete the account …</Button>
      </div>
      {isAsking && <Confirmation user={user} onClose={() => setAsking(false)} />}
    </Card>
  );
}

function Confirmation({ user, onClose }: { user: User; onClose(): void }) {
  const [reason, setReason] = useState("");
  const [typed, setTyped] = useState("");
  const [owned, setOwned] = useState("");
  const { isBusy, errors, act } = useAct();
  const name = user.email ?? user.handle;
  const isTyped = typed.trim().toLowerCase() === name.toLowerCase();
  async function remove(event: Event) {
    event.preventDefault();
    if (!isTyped || isBusy) return;
    const isDone = await act(() =>
      api.delete("/api/admin/users/{id}", {
        params: { path: { id: user.id } },
        body: { reason, ...(owned && { on_owned: "hand_over" as const }) },
      }), { owns_organizations: ({ message }) => setOwned(message) });
    if (!isDone) return;
    say("The account is deleted");
    go("/users", { replace: true });
  }
  return (
    <Dialog title={`Delete the account of ${nameOf(user)}?`} onClose={onClose}>
      <form onSubmit={remove}>
        <p>
          All entries, files and the subscription go at once. Nothing brings them back, no backup
          either.
        </p>
        {owned && (
          <p class="notice warning" role="alert">
            {owned} Deleting hands them over to other members.
          </p>
        )}
        <Field
          label="Reason"
          value={reason}
          onText={setReason}
          hint="The log keeps it."
          error={errors.reason}
          required
          autofocus
        />
        <Field
          label={`Type ${name} to confirm`}
          autocapitalize="none"
          value={typed}
          onText={setTyped}
        />
        <Refusal errors={errors} shown={["reason"]} />
        <div class="actions">
          <Button onClick={onClose}>Cancel</Button>
          <Button look="danger" type="submit" isBusy={isBusy} disabled={isBusy || !isTyped}>
            {owned ? "Hand over and delete" : "Delete for good"}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
