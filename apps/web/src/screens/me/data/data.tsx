import { useEffect, useState } from "preact/hooks";
import { useAct } from "../../../act.ts";
import { Button, Card, Field } from "../../../parts/controls.tsx";
import { Dialog, say } from "../../../parts/dialog.tsx";
import { Refusal } from "../../../parts/states.tsx";
import { api, supabase } from "../../../service.ts";
import { isOnline, leave } from "../../../session.ts";
import { Archive } from "./archive.tsx";
import { Download, save } from "./download.tsx";
import { exported } from "./export.ts";
import { Import } from "./import.tsx";
import { Pane } from "../../../parts/pane.tsx";
import { words } from "../../../words/me.ts";
import { words as common } from "../../../words/common.ts";

export const DataPane = () => (
  <Pane title={words.yourData}>
    <Export />
    <Archive />
    <Import />
    <Deletion />
  </Pane>
);

/** Everything that the service keeps of the user, as one file. */
const Export = () => (
  <Card title={words.takeItWithYou} icon="download">
    <p>
      {words.exportHint}
    </p>
    <Download
      label={words.download}
      look="main"
      work={async (signal, progress) => {
        const file = await exported(signal, progress);
        save(file, `journal-${new Date().toISOString().slice(0, 10)}.json`);
        say(words.exportSaved);
      }}
    />
  </Card>
);

function Deletion() {
  const [isAsking, setAsking] = useState(false);
  return (
    <Card title={words.deleteAccount} icon="trash">
      <p>
        {words.deleteAccountHint}
      </p>
      <div class="actions">
        <Button look="danger" disabled={!isOnline.value} onClick={() => setAsking(true)}>
          {words.deleteMyAccount}
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
      await leave({ isGone: true });
    }, { owns_organizations: ({ message }) => setOwned(message) });
  }
  return (
    <Dialog title={words.askDeleteAccount} onClose={onClose}>
      <form onSubmit={remove}>
        <p>
          {words.askDeleteAccountHint}
        </p>
        {owned && (
          <p class="notice warning" role="alert">
            {owned} {words.handOverHint}
          </p>
        )}
        <Field
          label={words.typeToConfirm({ email })}
          autocapitalize="none"
          value={typed}
          onText={setTyped}
          error={errors.confirm}
          autofocus
        />
        <Refusal errors={errors} shown={["confirm"]} />
        <div class="actions">
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button look="danger" type="submit" isBusy={isBusy} disabled={isBusy || !isTyped}>
            {isBusy ? words.deleting : owned ? words.handOverAndDelete : words.deleteForGood}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
