/** Changes title and text of a sealed entry. The text outlives the entry, and the app. */
import { useState } from "react";
import { sealedAct, useAct } from "../act";
import { Copy } from "../copy";
import { beginEdit, dropEdit, type Editing, keepEdit, readEdit } from "../edits";
import { Button, Card, Field, Problem, Screen, Words } from "../parts";
import { edit, type SealedEntry, useSealed, write } from "../sealed";
import { offline } from "../service";
import { words } from "../words";
import { Place } from "./place";

/** @param entry undefined when it is gone: the phone has an edit of it then */
export function Edit({ id, entry, onEnd }: {
  id: string;
  entry: SealedEntry | undefined;
  onEnd(): void;
}) {
  const [draft, setDraft] = useState(() => readEdit(id) ?? beginEdit(entry!));
  const { act, isBusy, problem } = useAct();
  const { notebooks } = useSealed();
  const { base, title, content, rest, anew } = draft;
  const { notebook_id } = entry ?? rest;
  const failure = entry?.failure;
  // Nothing is written onto a record that must not be believed.
  const isThere = entry && !failure;
  const canWrite = notebooks.some((each) => each.id === notebook_id);
  const { sealed } = words;

  const change = (fields: Partial<Editing>) => {
    const next = { ...draft, ...fields };
    setDraft(next);
    // Without its entry the text is here alone, also an unchanged one.
    if (isThere && next.title === base.title && next.content === base.content) dropEdit(id);
    else keepEdit(id, next);
  };
  const end = () => {
    dropEdit(id);
    onEnd();
  };
  const save = () =>
    act(() =>
      sealedAct(async () => {
        if (isThere) await edit(id, { title, content }, base);
        else await write({ ...rest, title, content }, anew);
        end();
      })
    );
  const isOpenNow = offline.get("journal_entries", id)?.is_sealed === false;
  return (
    <Screen title={sealed.edit}>
      <Card>
        <Place id={notebook_id} />
        {!entry && <Words look="strong">{isOpenNow ? sealed.isMovedOut : sealed.isDeleted}</Words>}
        {failure && <Words look="strong">{sealed.failures[failure]}</Words>}
        {!canWrite && <Words look="strong">{sealed.cannotWrite}</Words>}
        <Field
          label={sealed.entryTitle}
          value={title}
          onChangeText={(title) => change({ title })}
          editable={!isBusy}
        />
        <Field
          label={sealed.entryText}
          value={content}
          onChangeText={(content) => change({ content })}
          editable={!isBusy}
          multiline
        />
        <Problem>{problem}</Problem>
        {canWrite && (
          <Button
            name={isThere ? sealed.save : sealed.saveAnew}
            look="main"
            isBusy={isBusy}
            isOff={!title.trim() && !content.trim()}
            onPress={save}
          />
        )}
        {!canWrite && <Copy text={[title, content].filter(Boolean).join("\n\n")} />}
        <Button
          name={entry ? sealed.leave : sealed.discard}
          look="quiet"
          isOff={isBusy}
          onPress={end}
        />
      </Card>
    </Screen>
  );
}
