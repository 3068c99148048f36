/** The service makes other keys only after a sign-in of the last ten minutes. */
import { JournalError } from "@journal/client";
import { Dialog } from "../../parts/dialog.tsx";
import { Refusal } from "../../parts/states.tsx";
import { supabase } from "../../service.ts";
import { words as signIn } from "../../words/sign-in.ts";
import { words } from "../../words/sealed.ts";
import { useSealedAct } from "./acts.ts";
import { Typed } from "./typed.tsx";

export function SignInAgain({ onDone, onClose }: { onDone(): void; onClose(): void }) {
  const { isBusy, errors, act } = useSealedAct();
  const enter = (password: string) =>
    act(async () => {
      const { data: { session } } = await supabase.auth.getSession();
      const { error } = await supabase.auth.signInWithPassword({
        email: session!.user.email!,
        password,
      });
      if (error) throw new JournalError(error.status ?? 0, error.code ?? "", error.message);
      onDone();
    });
  return (
    <Dialog title={words.signInAgain} onClose={onClose}>
      <p>{words.signInAgainHint}</p>
      <Typed
        label={signIn.password}
        type="password"
        autocomplete="current-password"
        yes={words.goOn}
        isBusy={isBusy}
        onTyped={enter}
      >
        <Refusal errors={errors} />
      </Typed>
    </Dialog>
  );
}
