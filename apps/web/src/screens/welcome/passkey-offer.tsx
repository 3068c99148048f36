/** Offers a passkey, once, to a person whose account is older than a week. */
import { useEffect, useState } from "preact/hooks";
import { Button, Card } from "../../parts/controls.tsx";
import { say } from "../../parts/dialog.tsx";
import { passkeysHere, problemOf } from "../../passkeys.ts";
import { offline, profile, supabase } from "../../service.ts";
import { syncNow } from "../../session.ts";
import { words } from "../../words/passkeys.ts";
import { words as welcome } from "../../words/welcome.ts";

/** Whether this browser can make one, and the account has none. */
async function isUseful(): Promise<boolean> {
  if (await passkeysHere() !== "here") return false;
  const [isDevice, { data }] = await Promise.all([
    PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable(),
    supabase.auth.passkey.list(),
  ]);
  return isDevice && data?.length === 0;
}

export function PasskeyOffer() {
  const [isOpen, setOpen] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState("");
  useEffect(() => {
    isUseful().then(setOpen, () => {});
  }, []);
  if (!isOpen) return null;

  /** The answer holds on every device. */
  async function close() {
    setOpen(false);
    const own = profile.value!;
    const preferences = { ...own.preferences, passkey_asked: true };
    await offline.update("profile", own.id, { preferences });
    syncNow();
  }
  async function add() {
    setBusy(true);
    const { error } = await supabase.auth.registerPasskey();
    setBusy(false);
    setProblem(error ? problemOf(error) : "");
    if (error) return;
    say(words.added);
    await close();
  }
  return (
    <Card title={words.offer} icon="lock">
      <p class="hint">{words.about}</p>
      <div aria-live="polite">{problem && <p class="error">{problem}</p>}</div>
      <div class="actions">
        <Button look="quiet" onClick={close}>{welcome.notNow}</Button>
        <Button isBusy={isBusy} onClick={add}>{words.add}</Button>
      </div>
    </Card>
  );
}
