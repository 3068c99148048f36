import { findsMoods } from "@journal/client";
import { useState } from "react";
import { Image } from "react-native";
import { sealedAct, useAct } from "../act";
import { useAi } from "../ai";
import { day } from "../days";
import { Button, Card, Field, Problem, Row, Screen, useStyles, Words } from "../parts";
import { useDraft } from "../draft";
import { hasEdit } from "../edits";
import { addPhoto, choosePhoto } from "../photos";
import { type Entry, offline } from "../service";
import { resolveOpen, useSealed, write as writeSealed } from "../sealed";
import { useCopies, useSession } from "../session";
import { Waits } from "../waiting";
import { words } from "../words";
import { Decide } from "./decide";
import { Left, Locked, SealedInList, SealedPage } from "./sealed";

/** Shown at once; the older ones are found in the web app. */
const MOST = 50;

export function JournalScreen() {
  const { entries } = useCopies();
  const sealed = useSealed();
  const [openId, setOpenId] = useState<string>();
  if (openId && (hasEdit(openId) || sealed.entries.some(({ id }) => id === openId))) {
    return <SealedPage id={openId} onBack={() => setOpenId(undefined)} />;
  }
  const all = [...entries.filter(({ is_sealed }) => !is_sealed), ...sealed.entries]
    .sort((a, b) => a.written_at < b.written_at ? 1 : -1);
  const newest = all.slice(0, MOST);
  return (
    <Screen title={words.journal.title}>
      <Write />
      <Locked />
      <Left shown={new Set(newest.map(({ id }) => id))} onOpen={setOpenId} />
      {!entries.length && !all.length && <Words look="hint">{words.journal.none}</Words>}
      {newest.map((entry) =>
        "failure" in entry
          ? <SealedInList key={entry.id} entry={entry} onOpen={() => setOpenId(entry.id)} />
          : <Written key={entry.id} entry={entry} />
      )}
    </Screen>
  );
}

/** Takes a thought and a photo at once, with or without a network. */
function Write() {
  const { userId, syncNow } = useSession();
  const styles = useStyles();
  const { notebooks, state } = useSealed();
  const { draft, change, next } = useDraft(userId!, state === "open");
  const { id, content, photo, notebookId } = draft;
  const notebook = notebooks.find((each) => each.id === notebookId);
  // A text for a notebook that is shut by now is not written openly.
  const isShut = notebookId !== null && !notebook;
  const { act, isBusy, problem } = useAct();
  const { question, askAboutMoods } = useAi();
  const seal = (notebook_id: string) =>
    act(() => sealedAct(() => writeSealed({ notebook_id, content }, id)).then(next));
  const save = () =>
    act(async () => {
      await askAboutMoods();
      if (offline.get("journal_entries", id)) {
        await offline.update("journal_entries", id, { content });
      } else {
        // Its author gave it no title: it is shown under its day.
        await offline.create("journal_entries", { title: "", content }, id);
      }
      if (photo) await addPhoto(id, photo);
      next();
      syncNow();
    });
  return (
    <Card>
      <Field
        label={words.journal.prompt}
        placeholder={words.journal.placeholder}
        value={content}
        onChangeText={(content) => change({ content })}
        // Words that are typed during the saving would go with the draft.
        editable={!isBusy}
        multiline
      />
      {(notebooks.length > 0 || isShut) &&
        [{ id: null, name: words.sealed.notSealed, readers: undefined }, ...notebooks].map((
          each,
        ) => (
          <Row key={each.id}>
            <Button
              name={each.name}
              look={each.id === notebookId ? "chosen" : "plain"}
              isOff={isBusy}
              onPress={() => change({ notebookId: each.id, ...each.id && { photo: undefined } })}
            />
            {each.readers && (
              <Words look="hint">{words.sealed.readBy({ count: each.readers })}</Words>
            )}
          </Row>
        ))}
      {notebookId !== null ? <Words look="hint">{words.sealed.photosElsewhere}</Words> : (
        <>
          {photo && (
            <Image
              source={{ uri: photo.uri }}
              aria-label={words.journal.chosen}
              style={styles.photo}
            />
          )}
          <Row>
            <Button
              name={photo ? words.journal.anotherPhoto : words.journal.photo}
              onPress={() => act(async () => change({ photo: await choosePhoto() ?? photo }))}
            />
            {photo && (
              <Button
                name={words.journal.removePhoto}
                onPress={() => change({ photo: undefined })}
              />
            )}
          </Row>
        </>
      )}
      <Problem>{isShut ? words.sealed.isShut : problem}</Problem>
      <Button
        name={words.journal.save}
        look="main"
        isBusy={isBusy}
        isOff={!content.trim() || isShut}
        onPress={() => notebook ? seal(notebook.id) : save()}
      />
      {notebookId !== null ? <Words look="hint">{words.sealed.readers}</Words> : <AiReads />}
      {question}
    </Card>
  );
}

/** The part of an entry that AI reads when it is saved. */
function AiReads() {
  const { profile } = useCopies();
  if (!profile) return null;
  const { none, mood, assistant, both } = words.ai.reads;
  const readsMood = findsMoods(profile);
  return (
    <Words look="hint">
      {profile.read_notes_enabled ? readsMood ? both : assistant : readsMood ? mood : none}
    </Words>
  );
}

function Written({ entry }: { entry: Entry }) {
  const { attachments, conflicts, joined } = useCopies();
  const { syncNow } = useSession();
  const photos = attachments.filter(({ entry_id, kind }) =>
    entry_id === entry.id && kind === "image"
  );
  const conflict = conflicts.find(({ id }) => id === entry.id);
  return (
    <Card title={entry.title || day(entry.written_at)}>
      <Words>{entry.content}</Words>
      {photos.length > 0 && (
        <Words look="hint">{words.journal.photos({ count: photos.length })}</Words>
      )}
      <Waits kind="attachments" entryId={entry.id} />
      {conflict && (
        <Decide
          conflict={conflict}
          resolve={(asked, answer) => resolveOpen(asked, answer).then(syncNow)}
        />
      )}
      {joined.some(({ id }) => id === entry.id) && (
        <Row>
          <Words look="hint">{words.journal.joined}</Words>
          <Button name={words.journal.gotIt} onPress={() => offline.forgetJoined(entry.id)} />
        </Row>
      )}
    </Card>
  );
}
