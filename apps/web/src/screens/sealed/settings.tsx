/** An open device: when it locks, and the ways to the keys. */
import { useRef, useState } from "preact/hooks";
import {
  newRecoveryCode,
  passkeyOf,
  printRecoveryCode,
  type Unlocker,
  type Way,
} from "@journal/client/sealed";
import { Button, Card, Select } from "../../parts/controls.tsx";
import { confirm, Dialog, say } from "../../parts/dialog.tsx";
import { Loaded, Refusal } from "../../parts/states.tsx";
import { isPossible } from "../../passkeys.ts";
import { useRemote } from "../../remote.ts";
import { isOnline } from "../../session.ts";
import { dateOf } from "../../words.ts";
import { words as common } from "../../words/common.ts";
import { words } from "../../words/sealed.ts";
import { asRefusal, lockNow, useSealedAct } from "./acts.ts";
import { Anew } from "./anew.tsx";
import { Asking } from "./asking.tsx";
import { isOutdated, sealed } from "./device.ts";
import { NewDevice } from "./new-device.tsx";
import { Code, makePasskey, Passphrase } from "./set-up.tsx";

const MINUTE = 60_000;
/** After how many minutes without use a device locks. */
const times = [1, 5, 15, 60, 8 * 60];

export const Settings = () => (
  <Anew name={words.beginAnew} loss={words.anewHereHint}>
    {(anew) =>
      isOutdated.value
        ? (
          <>
            <NewDevice isOutdated />
            <LockTime />
          </>
        )
        : (
          <>
            <Asking />
            <LockTime />
            <Ways />
            <Card title={words.lostDevice} icon="warning">
              <ul class="facts-list">
                <li>
                  {words.lostSignOut} <a href="#/me/privacy">{words.toSignOut}</a>
                </li>
                <li>{words.lostWays}</li>
                <li>{words.lostOpen}</li>
              </ul>
              <div class="actions">{anew}</div>
            </Card>
          </>
        )}
  </Anew>
);

function LockTime() {
  const { keys } = sealed();
  const [after, setAfter] = useState(keys.lockAfter);
  const { errors, act } = useSealedAct();
  const choose = (text: string) =>
    act(async () => {
      const ms = text ? Number(text) * MINUTE : null;
      await keys.setLockAfter(ms);
      setAfter(ms);
    });
  const hours = (minutes: number) =>
    minutes < 60 ? words.minutes({ count: minutes }) : words.hours({ count: minutes / 60 });
  return (
    <Card title={words.thisDevice} icon="lock">
      <p>{words.isOpenHere}</p>
      <Select
        label={words.lockAfter}
        hint={words.lockAfterHint}
        value={after === null ? "" : String(after / MINUTE)}
        onText={choose}
      >
        <option value="">{words.never}</option>
        {times.map((minutes) => <option key={minutes} value={minutes}>{hours(minutes)}</option>)}
      </Select>
      <Refusal errors={errors} />
      <div class="actions">
        <Button icon="lock" onClick={lockNow}>{words.lockNow}</Button>
      </div>
    </Card>
  );
}

type New = "passphrase" | "recovery_code";

function Ways() {
  const [version, setVersion] = useState(0);
  const [adding, setAdding] = useState<New>();
  const { isBusy, errors, act } = useSealedAct();
  const { keys } = sealed();
  const remote = useRemote(
    () => keys.ways().catch((error) => Promise.reject(asRefusal(error))),
    ["ways", version, isOnline.value],
  );
  const isShut = isBusy || !isOnline.value;
  const changed = (done: string) => {
    setVersion((now) => now + 1);
    say(done);
  };
  /** The passkey that was made, until the service has answered. */
  const made = useRef<Pick<Way, "parameters"> | null>(null);
  const addPasskey = () => {
    const before = made.current;
    made.current = null;
    return act(async () => {
      const passkey = before ? await passkeyOf([before]) : await makePasskey(await keys.ways());
      const { credential_id, salt } = passkey;
      made.current = { parameters: { credential_id, salt } };
      await keys.addWay({ passkey }, words.passkey);
      made.current = null;
      changed(words.wayAdded);
    }, {
      refused: before ? words.noPasskeyChosen : words.noPasskeyMade,
      exists: words.hasPasskey,
    });
  };
  async function remove({ id, kind }: Way) {
    const isSure = await confirm(words.askRemoveWay, words.removeWayHints[kind], words.remove);
    if (isSure) await act(async () => (await keys.removeWay(id), changed(words.wayRemoved)));
  }
  return (
    <Card title={words.ways} icon="shield">
      <p class="hint">{words.waysHint}</p>
      <Loaded remote={remote} label={words.ways}>
        {(ways) => (
          <ul class="ledger">
            {ways.map((way) => (
              <li key={way.id}>
                <div>
                  <strong>{words.kinds[way.kind]}</strong>
                  <p class="hint">{words.madeOn({ date: dateOf(way.created_at) })}</p>
                </div>
                <Button
                  look="quiet"
                  icon="trash"
                  aria-label={words.removeWay({ name: words.kinds[way.kind] })}
                  disabled={isShut}
                  onClick={() => remove(way)}
                />
              </li>
            ))}
          </ul>
        )}
      </Loaded>
      <Refusal errors={errors} />
      <div class="actions">
        {isPossible && (
          <Button icon="plus" disabled={isShut} onClick={addPasskey}>{words.passkey}</Button>
        )}
        <Button icon="plus" disabled={isShut} onClick={() => setAdding("passphrase")}>
          {words.passphrase}
        </Button>
        <Button icon="plus" disabled={isShut} onClick={() => setAdding("recovery_code")}>
          {words.recoveryCode}
        </Button>
      </div>
      {adding && (
        <NewWay
          kind={adding}
          onClose={() => setAdding(undefined)}
          onDone={() => changed(words.wayAdded)}
        />
      )}
    </Card>
  );
}

/** Another passphrase or recovery code; the former ones hold until they are removed. */
function NewWay({ kind, onClose, onDone }: { kind: New; onClose(): void; onDone(): void }) {
  const [code, setCode] = useState<string>();
  const { isBusy, errors, act } = useSealedAct();
  const { keys } = sealed();
  const add = (way: Unlocker, label?: string) =>
    act(async () => {
      await keys.addWay(way, label);
      onDone();
      onClose();
    });
  // The code is on paper before it opens anything: whatever fails then, nobody lacks it.
  const make = async () => setCode(await printRecoveryCode(newRecoveryCode()));
  return (
    <Dialog title={words.kinds[kind]} onClose={onClose}>
      {kind === "passphrase"
        ? (
          <Passphrase
            onPhrase={(passphrase) => add({ passphrase }, words.passphrase)}
            yes={words.add}
            isBusy={isBusy}
          />
        )
        : (
          <>
            <p>{words.codeHint}</p>
            {code && <Code code={code} />}
            <div class="actions">
              {code
                ? (
                  <Button look="main" isBusy={isBusy} onClick={() => add({ recoveryCode: code })}>
                    {words.codeIsWritten}
                  </Button>
                )
                : <Button look="main" onClick={make}>{words.makeCode}</Button>}
            </div>
          </>
        )}
      <Refusal errors={errors} />
      <Button look="quiet" onClick={onClose}>{common.cancel}</Button>
    </Dialog>
  );
}
