/** Opens a locked device with a way in: a passphrase, a passkey, or the recovery code. */
import { useState } from "preact/hooks";
import { passkeyOf, readRecoveryCode, type Unlocker, type Way, wipe } from "@journal/client/sealed";
import { Button } from "../../parts/controls.tsx";
import { confirm } from "../../parts/dialog.tsx";
import { Icon } from "../../parts/icons.tsx";
import { Refusal } from "../../parts/states.tsx";
import { opened } from "../../service.ts";
import { words } from "../../words/sealed.ts";
import { asRefusal, useSealedAct } from "./acts.ts";
import { Anew } from "./anew.tsx";
import { isOutdated, sealed } from "./device.ts";
import { Typed } from "./typed.tsx";

export const Unlock = () => (
  <Anew name={words.lostEverything} loss={words.anewHint}>
    {(anew) => (
      <section class="sealed-gate">
        <Icon name="lock" size={32} />
        <h2>{words.locked}</h2>
        <p class="hint">{words.lockedHint}</p>
        <WaysIn
          ways={() => sealed().keys.unlockingWays()}
          open={(way) => sealed().keys.unlock(way)}
          yes={words.unlock}
        />
        {isOutdated.value ? <Former /> : <div class="actions">{anew}</div>}
      </section>
    )}
  </Anew>
);

/** The way on for a user who has begun anew elsewhere, and has no former way in any more. */
function Former() {
  const { isBusy, errors, act } = useSealedAct();
  const forget = async () => {
    const loss = words.forgetHint({ count: opened.value.pending });
    const isSure = await confirm(words.askForget, loss, words.forgetKeys);
    if (isSure) await act(() => sealed().keys.forget());
  };
  return (
    <>
      <div class="notice warning" role="alert">
        <Icon name="warning" />
        <div>
          <strong>{words.outdated}</strong>
          <p>{words.formerHint}</p>
        </div>
      </div>
      <Refusal errors={errors} />
      <div class="actions">
        <Button isBusy={isBusy} onClick={forget}>{words.forgetKeys}</Button>
      </div>
    </>
  );
}

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
  const use = (read: () => Promise<Unlocker>, unread: string, wrong_key: string) =>
    act(
      async () => {
        const way = await read()
          .catch((error) => Promise.reject(asRefusal(error, { refused: unread })));
        await open(way);
      },
      // The way is well-formed: the device has changed meanwhile.
      { wrong_key, refused: words.changedMeanwhile, offline: words.newWay },
    );
  const readCode = async (recoveryCode: string) => {
    wipe(await readRecoveryCode(recoveryCode));
    return { recoveryCode };
  };
  const enter = (typed: string) =>
    isCode
      ? use(() => readCode(typed), words.mistypedCode, words.wrongCode)
      : use(() => Promise.resolve({ passphrase: typed }), "", words.wrongPassphrase);
  const usePasskey = () =>
    use(
      async () => ({ passkey: await passkeyOf(await ways()) }),
      words.noPasskeyChosen,
      words.wrongPasskey,
    );
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
