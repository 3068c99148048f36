/** Sealed entries on the phone: opening them, and reading and changing one. */
import { useState } from "react";
import { sealedAct, useAct } from "../act";
import { day } from "../days";
import { hasEdit, readEdit, unsavedEdits } from "../edits";
import { Button, Card, Field, Problem, Row, Screen, Words } from "../parts";
import {
  forgetJoined,
  forgetKeys,
  openWith,
  resolve,
  resolveOpen,
  type SealedEntry,
  start,
  useSealed,
} from "../sealed";
import type { Entry } from "../service";
import { useCopies, useSession } from "../session";
import { words } from "../words";
import { Decide } from "./decide";
import { Place } from "./place";
import { Edit } from "./sealed-edit";

/** Asks for a way in while sealed entries are not open on this phone. */
export function Locked() {
  const { state, isOutdated } = useSealed();
  const hasEntries = useCopies().entries.some(({ is_sealed }) => is_sealed);
  const { locked, outdated, formerKeys, unknown, failed, tryAgain, title } = words.sealed;
  if (state === "failed") {
    return hasEntries && (
      <Card title={title}>
        <Words>{failed}</Words>
        <Button name={tryAgain} onPress={() => void start()} />
      </Card>
    );
  }
  const isAsking = state === "new_device" || state === "locked" || isOutdated;
  if (!isAsking && !(state === "unknown" && hasEntries)) return null;
  const hasFormer = state === "locked" && isOutdated;
  return (
    <Card title={title}>
      <Words>
        {!isAsking ? unknown : hasFormer ? formerKeys : isOutdated ? outdated : locked}
      </Words>
      {isAsking && <WaysIn />}
      {hasFormer && <Former />}
    </Card>
  );
}

/** The way on for a person who has begun anew elsewhere, and has no former way in any more. */
function Former() {
  const [isAsked, setAsked] = useState(false);
  const { act, isBusy, problem } = useAct();
  const { forgetKeys: name, forgetAnyway, mayWait } = words.sealed;
  return (
    <>
      {isAsked && <Words look="strong">{mayWait}</Words>}
      <Problem>{problem}</Problem>
      <Button
        name={isAsked ? forgetAnyway : name}
        look="quiet"
        isBusy={isBusy}
        onPress={() => isAsked ? act(() => sealedAct(forgetKeys)) : setAsked(true)}
      />
    </>
  );
}

function WaysIn() {
  const [isCode, setCode] = useState(true);
  const [typed, setTyped] = useState("");
  const { act, isBusy, problem, setProblem } = useAct();
  const { sealed } = words;
  const said = isCode
    ? { wrong_key: sealed.wrongCode, refused: sealed.mistypedCode, offline: sealed.newWay }
    : {
      wrong_key: sealed.wrongPassphrase,
      refused: sealed.noPassphrase,
      offline: sealed.newWay,
    };
  const open = () =>
    act(() =>
      sealedAct(() => openWith(isCode ? { recoveryCode: typed } : { passphrase: typed }), said)
    );
  const change = () => {
    setCode(!isCode);
    setTyped("");
    setProblem("");
  };
  return (
    <>
      <Field
        label={isCode ? sealed.recoveryCode : sealed.passphrase}
        value={typed}
        onChangeText={setTyped}
        secureTextEntry={!isCode}
        autoCapitalize={isCode ? "characters" : "none"}
        autoCorrect={false}
        autoComplete={isCode ? "off" : "current-password"}
        spellCheck={false}
      />
      {isCode && <Words look="hint">{sealed.recoveryCodeHint}</Words>}
      <Problem>{problem}</Problem>
      <Button
        name={sealed.open}
        look="main"
        isBusy={isBusy}
        isOff={!typed.trim()}
        onPress={open}
      />
      <Button
        name={isCode ? sealed.usePassphrase : sealed.useRecoveryCode}
        look="quiet"
        isOff={isBusy}
        onPress={change}
      />
    </>
  );
}

type Named = Pick<SealedEntry, "title" | "written_at">;
const nameOf = ({ title, written_at }: Named) => title || day(written_at);
const nameOfLeft = (entry: Named | null) => entry ? nameOf(entry) : words.sealed.leftOver;

/** The notebook, the failure and the open edits of an entry, above its text. */
function Facts({ entry }: { entry: SealedEntry }) {
  const { userId, conflicts: ofEntries } = useCopies();
  const { syncNow } = useSession();
  const { conflicts, joined } = useSealed();
  const { failure, files, title, content, id, notebook_id } = entry;
  const { act } = useAct();
  const conflict = conflicts.find((each) => each.id === id);
  // An open edit, which came after another device had sealed the entry.
  const open = ofEntries.find((each) => each.id === id);
  const { sealed } = words;
  const isByOther = entry.user_id !== userId;
  return (
    <>
      <Place id={notebook_id} also={isByOther && sealed.byOther} />
      {hasEdit(id) && <Words look="strong">{sealed.changed}</Words>}
      {failure && (
        <Words look="strong">
          {[sealed.failures[failure], (title || content) && sealed.lastBelieved]
            .filter(Boolean).join(" ")}
        </Words>
      )}
      {files.length > 0 && <Words look="hint">{sealed.files({ count: files.length })}</Words>}
      {conflict && <Decide conflict={conflict} resolve={resolve} />}
      {open && (
        <Decide
          conflict={open}
          resolve={(asked, answer) => resolveOpen(asked, answer).then(syncNow)}
        />
      )}
      {joined.some((each) => each.id === id) && (
        <Row>
          <Words look="hint">{words.journal.joined}</Words>
          <Button name={words.journal.gotIt} onPress={() => act(() => forgetJoined(id))} />
        </Row>
      )}
    </>
  );
}

/** Texts and questions whose entry is not on the screen: it is gone, old, or was not taken. */
export function Left({ shown, onOpen }: { shown: ReadonlySet<string>; onOpen(id: string): void }) {
  const { conflicts, entries } = useSealed();
  const { syncNow } = useSession();
  const ofEntries = useCopies().conflicts.filter(({ kind }) => kind === "journal_entries");
  const { sealed } = words;
  const { leftOver } = sealed;
  return (
    <>
      {unsavedEdits().filter((id) => !shown.has(id)).map((id) => {
        const { title, content } = readEdit(id)!;
        const entry = entries.find((each) => each.id === id);
        const name = entry ? nameOf(entry) : title || leftOver;
        return (
          <Card key={id} title={name}>
            <Words look="strong">{sealed.notSaved}</Words>
            <Words lines={4}>{content}</Words>
            <Button name={sealed.openEntry({ name })} onPress={() => onOpen(id)} />
          </Card>
        );
      })}
      {conflicts.filter(({ id }) => !shown.has(id)).map((conflict) => (
        <Card key={conflict.key ?? conflict.id} title={nameOfLeft(conflict.theirs)}>
          <Decide conflict={conflict} resolve={resolve} />
        </Card>
      ))}
      {ofEntries.filter(({ id }) => !shown.has(id)).map((conflict) => (
        <Card
          key={conflict.key ?? conflict.id}
          title={nameOfLeft(conflict.theirs as Entry | null)}
        >
          <Decide
            conflict={conflict}
            resolve={(asked, answer) => resolveOpen(asked, answer).then(syncNow)}
          />
        </Card>
      ))}
    </>
  );
}

export function SealedInList({ entry, onOpen }: { entry: SealedEntry; onOpen(): void }) {
  return (
    <Card title={nameOf(entry)}>
      <Facts entry={entry} />
      <Words lines={4}>{entry.content}</Words>
      <Button name={words.sealed.openEntry({ name: nameOf(entry) })} onPress={onOpen} />
    </Card>
  );
}

/**
 * One sealed entry; its author can change it. An edit stays open when its entry goes: the text that is
 * not saved is there alone.
 */
export function SealedPage({ id, onBack }: { id: string; onBack(): void }) {
  const { userId } = useCopies();
  const { entries, state } = useSealed();
  const entry = entries.find((each) => each.id === id);
  const [isEdited, setEdited] = useState(!entry);
  if (isEdited || !entry) {
    return <Edit id={id} entry={entry} onEnd={() => entry ? setEdited(false) : onBack()} />;
  }
  return (
    <Screen title={nameOf(entry)}>
      <Card>
        <Facts entry={entry} />
        <Words>{entry.content}</Words>
        <Row>
          {state === "open" && entry.user_id === userId && !entry.failure && (
            <Button
              name={words.sealed.edit}
              onPress={() => setEdited(true)}
            />
          )}
          <Button name={words.sealed.back} look="quiet" onPress={onBack} />
        </Row>
      </Card>
    </Screen>
  );
}
