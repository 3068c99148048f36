/** Opens a locked device with a way in: a passphrase, a passkey, or the recovery code. */
import { useState } from "preact/hooks";
import { passkeyOf, type Unlocker, type Way } from "@journal/client/sealed";
import { Button } from "../../parts/controls.tsx";
import { Icon } from "../../parts/icons.tsx";
import { Refusal } from "../../parts/states.tsx";
import { words } from "../../words/sealed.ts";
import { useSealedAct } from "./acts.ts";
import { Anew } from "./anew.tsx";
import { sealed } from "./device.ts";
import { Typed } from "./typed.tsx";

export const Unlock = () => (
  <Anew name={words.lostEverything} loss={words.anewHint}>
    {(anew) => (
      <section class="sealed-gate">
        <Icon name="lock" size={32} />
        <h2>{words.locked}</h2>
        <p class="hint">{words.lockedHint}</p>
        <WaysIn
          ways={() => Promise.resolve(sealed().keys.keptWays)}
          open={(way) => sealed().keys.unlock(way)}
          yes={words.unlock}
        />
        <div class="actions">{anew}</div>
      </section>
    )}
  </Anew>
);

type Kind = "passphrase" | "recovery_code";

/** The forms for the ways in; `ways` answers the ways that the user has. */
export function WaysIn({ ways, open, yes }: {
  ways(): Promise<Pick<Way, "kind" | "parameters">[]>;
  open(way: Unlocker): Promise<void>;
  /** The name of the act. */
  yes: string;
}) {
  const [kind, setKind] = useState<Kind>("passphrase");
  const { isBusy, errors, act } = useSealedAct();
  const isCode = kind === "recovery_code";
  const said = isCode
    ? { wrong_key: words.wrongCode, refused: words.mistypedCode, offline: words.newWay }
    : { wrong_key: words.wrongPassphrase, offline: words.newWay };
  const enter = (typed: string) =>
    act(() => open(isCode ? { recoveryCode: typed } : { passphrase: typed }), said);
  const usePasskey = () =>
    act(async () => open({ passkey: await passkeyOf(await ways()) }), {
      refused: words.noPasskeyChosen,
      wrong_key: words.wrongPasskey,
    });
  return (
    <>
      <Typed
        key={kind}
        label={isCode ? words.recoveryCode : words.passphrase}
        hint={isCode ? words.recoveryCodeHint : undefined}
        type={isCode ? "text" : "password"}
        autocomplete={isCode ? "off" : "current-password"}
        yes={isBusy ? words.opening : yes}
        isBusy={isBusy}
        onTyped={enter}
      >
        <Refusal errors={errors} />
      </Typed>
      <div class="actions">
        <Button icon="lock" disabled={isBusy} onClick={usePasskey}>{words.usePasskey}</Button>
        <Button look="quiet" onClick={() => setKind(isCode ? "passphrase" : "recovery_code")}>
          {isCode ? words.usePassphrase : words.useRecoveryCode}
        </Button>
      </div>
    </>
  );
}
