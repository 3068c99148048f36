/** The passkeys of the account: what they are, adding, naming and removing them. */
import { useState } from "preact/hooks";
import { Button } from "../../../parts/controls.tsx";
import { Card, Field } from "../../../parts/controls.tsx";
import { confirm, say } from "../../../parts/dialog.tsx";
import { Icon } from "../../../parts/icons.tsx";
import { passkeysHere, problemOf } from "../../../passkeys.ts";
import { useRemote } from "../../../remote.ts";
import { supabase } from "../../../service.ts";
import { isActing, isOnline } from "../../../session.ts";
import { moment } from "../../../words.ts";
import { words as common } from "../../../words/common.ts";
import { words } from "../../../words/passkeys.ts";

type Answer = { error: Parameters<typeof problemOf>[0] | null };
type Passkey = NonNullable<
  Awaited<ReturnType<typeof supabase.auth.passkey.list>>["data"]
>[number];

export function Passkeys() {
  const [version, setVersion] = useState(0);
  const [problem, setProblem] = useState("");
  const [isBusy, setBusy] = useState(false);
  const { value } = useRemote(async () => {
    const where = await passkeysHere();
    return where === "off" ? null : { where, ...await supabase.auth.passkey.list() };
  }, ["passkeys", version, isOnline.value]);
  if (!value) return null;
  const { where, data, error } = value;
  const isShut = isBusy || !isOnline.value || isActing.value;
  const refusal = problem || (error && isOnline.value ? problemOf(error) : "");

  /** Says what was done, or why it was not. */
  async function act(work: () => Promise<Answer>, done: string): Promise<boolean> {
    setBusy(true);
    setProblem("");
    const { error } = await work();
    setBusy(false);
    if (error) setProblem(problemOf(error));
    else say(done);
    setVersion(version + 1);
    return !error;
  }
  const rename = (passkeyId: string, friendlyName: string) =>
    act(() => supabase.auth.passkey.update({ passkeyId, friendlyName }), words.renamed);
  async function remove({ id: passkeyId, friendly_name: name = words.title }: Passkey) {
    if (!await confirm(words.askRemove({ name }), words.removeHint, words.remove)) return;
    await act(() => supabase.auth.passkey.delete({ passkeyId }), words.removed);
  }
  return (
    <Card title={words.title} icon="lock">
      <p class="hint">{words.about}</p>
      {data?.length === 0 && <p class="hint">{words.none}</p>}
      {data && data.length > 0 && (
        <ul class="ledger">
          {data.map((passkey) => (
            <Row
              key={passkey.id}
              passkey={passkey}
              isShut={isShut}
              onName={(name) => rename(passkey.id, name)}
              onRemove={() => remove(passkey)}
            />
          ))}
        </ul>
      )}
      <div aria-live="polite">{refusal && <p class="error">{refusal}</p>}</div>
      {where === "elsewhere" ? <p class="hint">{words.elsewhere}</p> : (
        <Button
          icon="plus"
          isBusy={isBusy}
          disabled={isShut}
          onClick={() => act(() => supabase.auth.registerPasskey(), words.added)}
        >
          {words.add}
        </Button>
      )}
    </Card>
  );
}

function Row({ passkey, isShut, onName, onRemove }: {
  passkey: Passkey;
  isShut: boolean;
  onName(name: string): Promise<boolean>;
  onRemove(): void;
}) {
  const { friendly_name: name = words.title, created_at, last_used_at } = passkey;
  const [draft, setDraft] = useState<string>();
  async function save(event: Event) {
    event.preventDefault();
    if (await onName(draft!.trim())) setDraft(undefined);
  }
  if (draft !== undefined) {
    return (
      <li>
        <form class="inline" onSubmit={save}>
          <Field
            label={words.name}
            value={draft}
            onText={setDraft}
            maxLength={60}
            autofocus
            required
          />
          <Button type="submit" look="main" disabled={isShut || !draft.trim()}>
            {common.save}
          </Button>
          <Button look="quiet" onClick={() => setDraft(undefined)}>{common.cancel}</Button>
        </form>
      </li>
    );
  }
  return (
    <li>
      <Icon name="lock" />
      <div>
        <p>{name}</p>
        <p class="hint">
          {words.addedAt({ at: moment(created_at) })} ·{" "}
          {last_used_at ? words.usedAt({ at: moment(last_used_at) }) : words.notUsed}
        </p>
      </div>
      <Button
        look="quiet"
        disabled={isShut}
        aria-label={words.renameNamed({ name })}
        onClick={() => setDraft(name)}
      >
        {words.rename}
      </Button>
      <Button disabled={isShut} aria-label={words.removeNamed({ name })} onClick={onRemove}>
        {words.remove}
      </Button>
    </li>
  );
}
