/** Sealed entries on the phone: opening them, and reading and changing one. */
import { JournalError } from "@journal/client";
import type { SealedFailure } from "@journal/client/sealed";
import { useState } from "react";
import { useAct } from "../act";
import { day } from "../days";
import { Button, Card, Field, Problem, Row, Screen, Words } from "../parts";
import {
  edit,
  forgetJoined,
  openWith,
  resolve,
  type SealedEntry,
  start,
  useSealed,
} from "../sealed";
import { useCopies } from "../session";
import { words } from "../words";
import { Decide } from "./decide";

type Said = Partial<Record<SealedFailure, string>>;

/** Runs an act; its failures by name have words of the app. The client is loaded later. */
export async function sealedAct(work: () => Promise<void>, said: Said = {}): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof Error) || error.name !== "SealedError") throw error;
    const { code } = error as Error & { code: SealedFailure };
    throw new JournalError(409, `sealed_${code}`, said[code] ?? words.sealed.failures[code]);
  }
}

/** Asks for a way in while sealed entries are not open on this phone. */
export function Locked() {
  const { state, isOutdated } = useSealed();
  const hasEntries = useCopies().entries.some(({ is_sealed }) => is_sealed);
  const { locked, outdated, unknown, failed, tryAgain, title } = words.sealed;
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
  return (
    <Card title={title}>
      <Words>{!isAsking ? unknown : isOutdated ? outdated : locked}</Words>
      {isAsking && <WaysIn />}
    </Card>
  );
}

function WaysIn() {
  const [isCode, setCode] = useState(true);
  const [typed, setTyped] = useState("");
  const { act, isBusy, problem, setProblem } = useAct();
  const { sealed } = words;
  const said = isCode
    ? { wrong_key: sealed.wrongCode, refused: sealed.mistypedCode }
    : { wrong_key: sealed.wrongPassphrase, refused: sealed.noPassphrase };
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

const nameOf = ({ title, written_at }: SealedEntry) => title || day(written_at);

/** The notebook, the failure and the open edits of an entry, above its text. */
function Facts({ entry }: { entry: SealedEntry }) {
  const { userId } = useCopies();
  const { notebooks, conflicts, joined } = useSealed();
  const { failure, files, title, content, id, notebook_id } = entry;
  const { act } = useAct();
  const conflict = conflicts.find((each) => each.id === id);
  const name = notebooks.find((each) => each.id === notebook_id)?.name;
  const { sealed } = words;
  const isByOther = entry.user_id !== userId;
  return (
    <>
      <Words look="hint">
        {[name ?? sealed.notebook, isByOther && sealed.byOther].filter(Boolean).join(" · ")}
      </Words>
      {failure && (
        <Words look="strong">
          {[sealed.failures[failure], (title || content) && sealed.lastBelieved]
            .filter(Boolean).join(" ")}
        </Words>
      )}
      {files.length > 0 && <Words look="hint">{sealed.files(files.length)}</Words>}
      {conflict && <Decide conflict={conflict} resolve={resolve} />}
      {joined.some((each) => each.id === id) && (
        <Row>
          <Words look="hint">{words.journal.joined}</Words>
          <Button name={words.journal.gotIt} onPress={() => act(() => forgetJoined(id))} />
        </Row>
      )}
    </>
  );
}

export function SealedInList({ entry, onOpen }: { entry: SealedEntry; onOpen(): void }) {
  return (
    <Card title={nameOf(entry)}>
      <Facts entry={entry} />
      <Words lines={4}>{entry.content}</Words>
      <Button name={words.sealed.openEntry(nameOf(entry))} onPress={onOpen} />
    </Card>
  );
}

/** One sealed entry; its author can change it. */
export function SealedPage({ entry, onBack }: { entry: SealedEntry; onBack(): void }) {
  const { userId } = useCopies();
  const [isEdited, setEdited] = useState(false);
  if (isEdited) return <Edit entry={entry} onEnd={() => setEdited(false)} />;
  return (
    <Screen title={nameOf(entry)}>
      <Card>
        <Facts entry={entry} />
        <Words>{entry.content}</Words>
        <Row>
          {entry.user_id === userId && !entry.failure && (
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

function Edit({ entry, onEnd }: { entry: SealedEntry; onEnd(): void }) {
  // The edit begins here: what another device writes meanwhile is joined with it.
  const [base] = useState({ title: entry.title, content: entry.content });
  const [title, setTitle] = useState(base.title);
  const [content, setContent] = useState(base.content);
  const { act, isBusy, problem } = useAct();
  const save = () =>
    act(() => sealedAct(() => edit(entry.id, { title, content }, base)).then(onEnd));
  const { sealed } = words;
  return (
    <Screen title={sealed.edit}>
      <Card>
        <Field label={sealed.entryTitle} value={title} onChangeText={setTitle} />
        <Field label={sealed.entryText} value={content} onChangeText={setContent} multiline />
        <Problem>{problem}</Problem>
        <Button
          name={sealed.save}
          look="main"
          isBusy={isBusy}
          isOff={!title.trim() && !content.trim()}
          onPress={save}
        />
        <Button name={sealed.leave} look="quiet" isOff={isBusy} onPress={onEnd} />
      </Card>
    </Screen>
  );
}
