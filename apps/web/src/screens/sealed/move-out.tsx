/**
 * Moves an entry out of its sealed notebook, after the person has read what that opens. It goes on
 * after a stop, because the device remembers how far it has come.
 */
import { useState } from "preact/hooks";
import { Button, Card, Select } from "../../parts/controls.tsx";
import { say } from "../../parts/dialog.tsx";
import { Icon } from "../../parts/icons.tsx";
import { Empty, Loading, Refusal } from "../../parts/states.tsx";
import { nameOfReaders } from "../../parts/visibility.tsx";
import { nameOfEntry } from "../../names.ts";
import { go } from "../../router.ts";
import { allNotebooks, isSealedNotebook, type Opened, openedEntries } from "../../sealed.ts";
import { notebooks, offline } from "../../service.ts";
import { isOnline, sync, syncNow } from "../../session.ts";
import { words as common } from "../../words/common.ts";
import { words as editor } from "../../words/editor.ts";
import { words } from "../../words/sealed.ts";
import { letLeave } from "../editor/draft-store.ts";
import { useSealedAct } from "./acts.ts";
import { sealed } from "./device.ts";
import { Gate } from "./gate.tsx";
import { forgetStopped, reasons, textOfStopped } from "./stopped-moves.ts";

export function MoveOut({ id }: { id: string }) {
  const opened = openedEntries.value.get(id);
  // The sealed copy goes before the open one comes.
  const [moving, setMoving] = useState<Opened>();
  const [isMoved, setMoved] = useState(false);
  const entry = moving ?? opened;
  return (
    <div class="article">
      <a class="button quiet up" href={`#/journal/${id}`}>
        <Icon name="back" />
        <span>{words.sealedEntry}</span>
      </a>
      <h1>{editor.moveOut}</h1>
      <Gate>
        {isMoved
          ? <Empty icon="check" title={words.isMovedOut}>{words.isMovedOutHint}</Empty>
          : entry && entry.user_id === offline.userId && !entry.failure
          ? <Move entry={entry} onMoving={setMoving} onMoved={() => setMoved(true)} />
          : sync.value === "running"
          ? <Loading label={words.sealedEntry} />
          : <Empty icon="lock" title={words.notForYou}>{words.notForYouHint}</Empty>}
      </Gate>
    </div>
  );
}

function Move({ entry, onMoving, onMoved }: {
  entry: Opened;
  onMoving(entry?: Opened): void;
  /** The open entry has not come to this device yet. */
  onMoved(): void;
}) {
  const { id } = entry;
  const begun = sealed().entries.begunMoveOut(id);
  const isBegun = begun !== null;
  const notMoved = textOfStopped(id);
  const [chosen, choose] = useState(begun?.notebook_id ?? null);
  const { isBusy, errors, act, setErrors } = useSealedAct();
  const open = notebooks.value.filter((each) => !isSealedNotebook(each.id));
  const target = open.find((each) => each.id === chosen);
  const to = target?.id ?? null;
  const former = allNotebooks.value.find((each) => each.id === entry.notebook_id);
  const run = async () => {
    onMoving(entry);
    forgetStopped(id);
    const isMoved = await act(
      async () => {
        await letLeave(id, true);
        await sealed().entries.moveOut(id, to);
        await syncNow();
        if (offline.get("journal_entries", id)?.is_sealed) return onMoved();
        say(words.isMovedOut);
        go(`/journal/${id}`, { replace: true });
      },
      { refused: words.moveOutDecide },
      Object.fromEntries(
        Object.entries(reasons()).map(([code, text]) => [code, () => setErrors({ "": text })]),
      ),
    );
    if (!isMoved) onMoving(undefined);
  };
  const cancel = () =>
    act(async () => {
      await sealed().entries.stopMove(id);
      await letLeave(id, false);
      forgetStopped(id);
      go(`/journal/${id}`);
    }, { refused: words.moveOutGoesOn });
  return (
    <Card title={nameOfEntry(entry)} icon="journal">
      <p class="notice">
        <Icon name="warning" />
        <span>{words.moveOutOpens}</span>
      </p>
      {notMoved && !isBusy && (
        <p class="notice warning" role="alert">
          <Icon name="warning" />
          <span>{notMoved}</span>
        </p>
      )}
      {isBegun && !notMoved && <p>{words.moveOutBegun}</p>}
      {begun && !begun.isStoppable && <p>{words.moveOutGoesOn}</p>}
      <Select
        label={editor.putInto}
        value={to ?? ""}
        onText={(to) => choose(to || null)}
        disabled={isBusy}
        hint={words.moveOutReaders({
          readers: nameOfReaders({
            metadata: target?.metadata_visibility ?? "user",
            content: target?.content_visibility ?? "user",
            teamId: target?.team_id,
          }),
        })}
      >
        <option value="">{editor.noNotebook}</option>
        {open.map(({ id, name }) => <option key={id} value={id}>{name}</option>)}
      </Select>
      <ul class="facts-list">
        {former && former.metadata_visibility !== "user" && (
          <li>{words.moveOutMembers({ name: former.name })}</li>
        )}
        <li>{words.moveOutVersions}</li>
      </ul>
      <Refusal errors={errors} />
      {!isOnline.value && <p class="hint">{words.needsNetwork}</p>}
      <div class="actions">
        {(begun?.isStoppable ?? true) && (
          <Button disabled={isBusy} onClick={cancel}>{common.cancel}</Button>
        )}
        <Button look="main" isBusy={isBusy} disabled={isBusy || !isOnline.value} onClick={run}>
          {isBegun ? words.goOn : words.moveOutNow}
        </Button>
      </div>
    </Card>
  );
}
