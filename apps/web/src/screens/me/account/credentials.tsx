import { useState } from "preact/hooks";
import { Button, Card, Field } from "../../../parts/controls.tsx";
import { confirm, say } from "../../../parts/dialog.tsx";
import { inWords } from "../../../refusals.ts";
import { useRemote } from "../../../remote.ts";
import { supabase } from "../../../service.ts";
import { isActing, isOnline } from "../../../session.ts";
import { words } from "../../../words/me.ts";

type Change = Parameters<typeof supabase.auth.updateUser>[0];

/** The user's address and password. Auth asks both addresses before it changes one. */
export function Credentials() {
  const { value: address } = useRemote(
    async () => (await supabase.auth.getSession()).data.session?.user.email ?? "",
    ["address"],
  );
  return (
    <Card title={words.signingIn} icon="lock">
      {address && <p class="hint">{words.youSignInAs({ address })}</p>}
      <ChangeOne
        label={words.newPassword}
        type="password"
        done={words.passwordChanged}
        change={(password) => ({ password })}
      />
      <ChangeOne
        label={words.newAddress}
        type="email"
        done={words.addressAsked}
        change={(email) => ({ email })}
      />
      {!isActing.value && <OtherDevices />}
    </Card>
  );
}

/** Ends all sessions of the user but this one. */
function OtherDevices() {
  const [problem, setProblem] = useState("");
  const [isBusy, setBusy] = useState(false);
  async function end() {
    const isSure = await confirm(
      words.askSignOutOthers,
      words.signOutOthersHint,
      words.signOutOthers,
    );
    if (!isSure) return;
    setBusy(true);
    const { error } = await supabase.auth.signOut({ scope: "others" });
    setBusy(false);
    setProblem(error ? inWords(error) : "");
    if (!error) say(words.othersSignedOut);
  }
  return (
    <div>
      <p class="hint">{words.otherDevicesHint}</p>
      <div aria-live="polite">{problem && <p class="error">{problem}</p>}</div>
      <Button isBusy={isBusy} disabled={isBusy || !isOnline.value} onClick={end}>
        {words.signOutOthers}
      </Button>
    </div>
  );
}

function ChangeOne({ label, type, done, change }: {
  label: string;
  type: "password" | "email";
  done: string;
  change(value: string): Change;
}) {
  const [value, setValue] = useState("");
  const [problem, setProblem] = useState("");
  const [isBusy, setBusy] = useState(false);
  async function save(event: Event) {
    event.preventDefault();
    setBusy(true);
    const emailRedirectTo = location.origin + location.pathname;
    const { error } = await supabase.auth.updateUser(change(value), { emailRedirectTo });
    setBusy(false);
    setProblem(error ? inWords(error) : "");
    if (error) return;
    setValue("");
    say(done);
  }
  return (
    <form class="inline" onSubmit={save}>
      <Field
        label={label}
        type={type}
        autocomplete={type === "email" ? "email" : "new-password"}
        minLength={type === "password" ? 8 : undefined}
        value={value}
        onText={setValue}
        error={problem}
        required
      />
      <Button type="submit" isBusy={isBusy} disabled={isBusy || !value || !isOnline.value}>
        {words.change}
      </Button>
    </form>
  );
}
