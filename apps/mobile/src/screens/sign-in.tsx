import { useState } from "react";
import { useAct } from "../act";
import { Button, Card, Field, Problem, Screen, Words } from "../parts";
import { inWords } from "../refusals";
import { journal, supabase } from "../service";
import { useSession } from "../session";
import { words } from "../words";

export function SignInScreen() {
  const { hasBadLink } = useSession();
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const [isSent, setSent] = useState(false);
  const { act, isBusy, problem, setProblem } = useAct();
  const signIn = words.signIn;

  /** supabase-js answers its errors. */
  const ask = (
    work: () => Promise<{ error: Error | null }>,
    then?: () => void,
  ) =>
    act(async () => {
      const { error } = await work();
      if (!error) then?.();
      else {setProblem(
          error.name === "AuthRetryableFetchError" ? words.errors.noNetwork : inWords(error),
        );}
    });

  return (
    <Screen title={signIn.title}>
      <Words look="hint">{signIn.hint}</Words>
      <Card>
        {hasBadLink && <Words>{signIn.badLink}</Words>}
        <Field
          label={signIn.email}
          value={email}
          onChangeText={setEmail}
          inputMode="email"
          autoCapitalize="none"
          autoComplete="email"
        />
        <Field
          label={signIn.password}
          value={password}
          onChangeText={setPassword}
          secureTextEntry
          autoComplete="current-password"
        />
        <Problem>{problem}</Problem>
        <Button
          name={signIn.act}
          look="main"
          isBusy={isBusy}
          isOff={!email || !password}
          onPress={() => ask(() => supabase.auth.signInWithPassword({ email, password }))}
        />
        <Button
          name={signIn.link}
          look="quiet"
          isOff={!email || isBusy}
          onPress={() => ask(() => journal.sendLink(email), () => setSent(true))}
        />
        {isSent && <Words look="hint">{signIn.sent}</Words>}
      </Card>
    </Screen>
  );
}
