import { useEffect, useState } from "preact/hooks";
import { useAct } from "../../act.ts";
import { Button, Card, Field } from "../../parts/controls.tsx";
import { Dialog, say } from "../../parts/dialog.tsx";
import { Refusal } from "../../parts/refusal.tsx";
import { api, supabase } from "../../service.ts";
import { isOnline, leave } from "../../session.ts";
import { Archive } from "./archive.tsx";
import { brokeOff, Download, received, save } from "./download.tsx";
import { Import } from "./import.tsx";
import { Pane } from "./pane.tsx";

export const DataPane = () => (
  <Pane title="Your data">
    <Export />
    <Archive />
    <Import />
    <Deletion />
  </Pane>
);

/** Everything that the service keeps of the user, as one file. */
const Export = () => (
  <Card title="Take it with you" icon="download">
    <p>
      All that the journal keeps of you, in one JSON file: entries, goals, messages, cheers,
      settings and the rest. It lists your pictures with their addresses.
    </p>
    <Download
      label="Download"
      look="main"
      work={async (signal, progress) => {
        const body = await api.get("/api/user/export", { parseAs: "stream", signal });
        const file = await received(body, "application/json", progress);
        // A document that has broken off does not end as it began.
        if (await file.slice(-2).text() !== "}}") throw brokeOff();
        save(file, `journal-${new Date().toISOString().slice(0, 10)}.json`);
        say("Your data is in your downloads");
      }}
    />
  </Card>
);

function Deletion() {
  const [isAsking, setAsking] = useState(false);
  return (
    <Card title="Delete the account" icon="trash">
      <p>
        Your journal, goals, pictures, messages and cheers are deleted for good, a subscription
        ends, and nothing can bring them back. Tone packs that others have bought stay theirs.
      </p>
      <div class="actions">
        <Button look="danger" disabled={!isOnline.value} onClick={() => setAsking(true)}>
          Delete my account
        </Button>
      </div>
      {isAsking && <Confirmation onClose={() => setAsking(false)} />}
    </Card>
  );
}

function Confirmation({ onClose }: { onClose(): void }) {
  const [email, setEmail] = useState("");
  const [typed, setTyped] = useState("");
  const [owned, setOwned] = useState("");
  const { isBusy, errors, act } = useAct();
  useEffect(() => {
    supabase.auth.getSession().then(({ data }) => setEmail(data.session?.user.email ?? ""));
  }, []);
  const isTyped = typed.trim().toLowerCase() === email.toLowerCase();
  async function remove(event: Event) {
    event.preventDefault();
    if (!isTyped || isBusy) return;
    await act(async () => {
      const body = { confirm: typed.trim(), ...(owned && { on_owned: "hand_over" as const }) };
      await api.delete("/api/user/account", { body });
      await leave();
    }, { owns_organizations: ({ message }) => setOwned(message) });
  }
  return (
    <Dialog title="Delete your account?" onClose={onClose}>
      <form onSubmit={remove}>
        <p>
          This takes effect at once, on all your devices. Download your data first if you want it.
        </p>
        {owned && (
          <p class="notice warning" role="alert">
            {owned} If you go on, each of them passes to another member.
          </p>
        )}
        <Field
          label={`Type ${email} to confirm`}
          autocapitalize="none"
          value={typed}
          onText={setTyped}
          error={errors.confirm}
          autofocus
        />
        <Refusal errors={errors} shown={["confirm"]} />
        <div class="actions">
          <Button onClick={onClose}>Cancel</Button>
          <Button look="danger" type="submit" isBusy={isBusy} disabled={isBusy || !isTyped}>
            {isBusy ? "Deleting …" : owned ? "Hand over and delete" : "Delete for good"}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
