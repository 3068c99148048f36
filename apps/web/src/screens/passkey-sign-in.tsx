import { useEffect, useState } from "preact/hooks";
import { Button } from "../parts/controls.tsx";
import { passkeysHere, problemOf } from "../passkeys.ts";
import { supabase } from "../service.ts";
import { words } from "../words/passkeys.ts";

/** The button that signs in with a passkey, where this browser and the project have them. */
export function PasskeySignIn({ onBegin, onProblem }: {
  onBegin(): void;
  onProblem(problem: string): void;
}) {
  const [isHere, setHere] = useState(false);
  const [isBusy, setBusy] = useState(false);
  useEffect(() => {
    passkeysHere().then((answer) => setHere(answer === "here"));
  }, []);
  async function signIn() {
    onBegin();
    setBusy(true);
    const { error } = await supabase.auth.signInWithPasskey();
    setBusy(false);
    if (error) onProblem(problemOf(error));
  }
  if (!isHere) return null;
  return <Button icon="lock" isBusy={isBusy} onClick={signIn}>{words.signIn}</Button>;
}
