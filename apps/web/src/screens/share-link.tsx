/** Makes a link that shows an entry to anybody who has it. */
import "./share-link.css";
import { useState } from "preact/hooks";
import { useAct } from "../act.ts";
import { Button, Field, Select } from "../parts/controls.tsx";
import { Dialog } from "../parts/dialog.tsx";
import { NewLink } from "../parts/new-link.tsx";
import { Refusal } from "../parts/refusal.tsx";
import { api } from "../service.ts";
import { isOnline, syncNow } from "../session.ts";
import { dateOf } from "../words.ts";

const days: Record<string, string> = { 1: "1 day", 7: "7 days", 30: "30 days", 90: "90 days" };

/** Where somebody who has the code reads the entry. */
const addressOf = (code: string) => new URL(`shared/${code}`, document.baseURI).href;

interface Made {
  /** Null when the answer was lost on the way: nobody can read it again. */
  code: string | null;
  url: string | null;
  expires_at: string;
}

export function ShareLinkDialog(
  { id, title, onClose }: { id: string; title: string; onClose(): void },
) {
  const [lasts, setLasts] = useState("7");
  const [passphrase, setPassphrase] = useState("");
  const [made, setMade] = useState<Made>();
  const { isBusy, errors, act } = useAct();
  const submit = (event: Event) => {
    event.preventDefault();
    return act(async () => {
      const { share_link: link } = await api.post("/api/journal/{id}/share-links", {
        params: { path: { id } },
        body: { expires_in_days: Number(lasts), passphrase: passphrase || undefined },
      });
      setMade(link);
      syncNow();
    });
  };
  return (
    <Dialog title="Share link" onClose={onClose}>
      {!made
        ? (
          <form class="share-link" onSubmit={submit}>
            <p>
              Whoever has the link reads this entry as it is then, without an account: the text, the
              photos and your name.
            </p>
            <Select
              label="The link works for"
              value={lasts}
              onText={setLasts}
              error={errors.expires_in_days}
            >
              {Object.entries(days).map(([value, name]) => (
                <option key={value} value={value}>{name}</option>
              ))}
            </Select>
            <Field
              label="Passphrase, if you want one"
              value={passphrase}
              onText={setPassphrase}
              error={errors.passphrase}
              hint="At least 6 characters. Tell it another way than the link."
              minLength={6}
              maxLength={200}
              autocapitalize="none"
              autocomplete="off"
            />
            <Refusal errors={errors} shown={["expires_in_days", "passphrase"]} />
            {!isOnline.value && <p class="hint">This needs a network.</p>}
            <div class="actions">
              <Button onClick={onClose}>Cancel</Button>
              <Button
                look="main"
                type="submit"
                isBusy={isBusy}
                disabled={isBusy || !isOnline.value}
              >
                Make the link
              </Button>
            </div>
          </form>
        )
        : (
          <div class="share-link">
            {made.code
              ? (
                <NewLink
                  address={made.url ?? addressOf(made.code)}
                  title={title}
                  hint={`Copy it now: it is shown this once. It works until ${
                    dateOf(made.expires_at)
                  }.`}
                />
              )
              : <p class="error">The link is made, but was lost on its way here: make another.</p>}
            <div class="actions">
              <a class="button quiet" href="#/me/links">My share links</a>
              <Button onClick={onClose}>Done</Button>
            </div>
          </div>
        )}
    </Dialog>
  );
}
