/** Makes a link that shows an entry to anybody who has it. */
import "../parts/parts.css";
import { useState } from "preact/hooks";
import { useAct } from "../act.ts";
import { Button, Field, Select } from "../parts/controls.tsx";
import { Dialog } from "../parts/dialog.tsx";
import { NewLink } from "../parts/new-link.tsx";
import { Refusal } from "../parts/states.tsx";
import { api } from "../service.ts";
import { isOnline, syncNow } from "../session.ts";
import { dateOf } from "../words.ts";
import { words } from "../words/sharing.ts";
import { words as common } from "../words/common.ts";

/** The address where somebody with the code reads the entry. */
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
    <Dialog title={words.shareLink} onClose={onClose}>
      {!made
        ? (
          <form class="share-link" onSubmit={submit}>
            <p>
              {words.hint}
            </p>
            <Select
              label={words.linkWorksFor}
              value={lasts}
              onText={setLasts}
              error={errors.expires_in_days}
            >
              {[1, 7, 30, 90].map((count) => (
                <option key={count} value={count}>{words.days({ count })}</option>
              ))}
            </Select>
            <Field
              label={words.passphrase}
              value={passphrase}
              onText={setPassphrase}
              error={errors.passphrase}
              hint={words.passphraseHint}
              minLength={6}
              maxLength={200}
              autocapitalize="none"
              autocomplete="off"
            />
            <Refusal errors={errors} shown={["expires_in_days", "passphrase"]} />
            {!isOnline.value && <p class="hint">{words.needsNetwork}</p>}
            <div class="actions">
              <Button onClick={onClose}>{common.cancel}</Button>
              <Button
                look="main"
                type="submit"
                isBusy={isBusy}
                disabled={isBusy || !isOnline.value}
              >
                {words.makeLink}
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
                  hint={words.copyNow({ until: dateOf(made.expires_at) })}
                />
              )
              : <p class="error">{words.lost}</p>}
            <div class="actions">
              <a class="button quiet" href="#/me/links">{words.myShareLinks}</a>
              <Button onClick={onClose}>{words.done}</Button>
            </div>
          </div>
        )}
    </Dialog>
  );
}
