import { findsMoods } from "@journal/client";
import { useState } from "react";
import { Image } from "react-native";
import { useAct } from "../act";
import { useAi } from "../ai";
import { day } from "../days";
import { Button, Card, Field, Problem, Row, Screen, useStyles, Words } from "../parts";
import { addPhoto, choosePhoto, type Photo } from "../photos";
import { type Entry, offline } from "../service";
import { useSealed, write as writeSealed } from "../sealed";
import { useCopies, useSession } from "../session";
import { Waits } from "../waiting";
import { words } from "../words";
import { Decide } from "./decide";
import { Locked, sealedAct, SealedInList, SealedPage } from "./sealed";

/** Shown at once; the older ones are found in the web app. */
const MOST = 50;

export function JournalScreen() {
  const { entries } = useCopies();
  const sealed = useSealed();
  const [openId, setOpenId] = useState<string>();
  const page = sealed.entries.find(({ id }) => id === openId);
  if (page) return <SealedPage entry={page} onBack={() => setOpenId(undefined)} />;
  const all = [...entries.filter(({ is_sealed }) => !is_sealed), ...sealed.entries]
    .sort((a, b) => a.written_at < b.written_at ? 1 : -1);
  return (
    <Screen title={words.journal.title}>
      <Write />
      <Locked />
      {!all.length && <Words look="hint">{words.journal.none}</Words>}
      {all.slice(0, MOST).map((entry) =>
        "failure" in entry
          ? <SealedInList key={entry.id} entry={entry} onOpen={() => setOpenId(entry.id)} />
          : <Written key={entry.id} entry={entry} />
      )}
    </Screen>
  );
}

/** Takes a thought and a photo at once, with or without a network. */
function Write() {
  const { syncNow } = useSession();
  const styles = useStyles();
  const [content, setContent] = useState("");
  // Another attempt, after a photo could not be kept, changes this entry.
  const [id, setId] = useState(() => crypto.randomUUID());
  const [photo, setPhoto] = useState<Photo>();
  const { notebooks } = useSealed();
  const [chosenId, setNotebook] = useState<string | null>(null);
  const notebook = notebooks.find((each) => each.id === chosenId);
  // A text for a notebook that is shut by now is not written openly.
  const isShut = chosenId !== null && !notebook;
  const choose = (notebookId: string | null) => {
    setNotebook(notebookId);
    if (notebookId) setPhoto(undefined);
  };
  const { act, isBusy, problem } = useAct();
  const { question, askAboutMoods } = useAi();
  const saved = () => {
    setContent("");
    setPhoto(undefined);
    setId(crypto.randomUUID());
  };
  const seal = (notebook_id: string) =>
    act(() => sealedAct(() => writeSealed({ notebook_id, content }, id)).then(saved));
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
      saved();
      syncNow();
    });
  return (
    <Card>
      <Field
        label={words.journal.prompt}
        placeholder={words.journal.placeholder}
        value={content}
        onChangeText={setContent}
        multiline
      />
      {(notebooks.length > 0 || isShut) && (
        <Row>
          {[{ id: null, name: words.sealed.notSealed }, ...notebooks].map((each) => (
            <Button
              key={each.id}
              name={each.name}
              look={each.id === chosenId ? "chosen" : "plain"}
              onPress={() => choose(each.id)}
            />
          ))}
        </Row>
      )}
      {chosenId !== null ? <Words look="hint">{words.sealed.photosElsewhere}</Words> : (
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
              onPress={() => act(async () => setPhoto(await choosePhoto() ?? photo))}
            />
            {photo && (
              <Button
                name={words.journal.removePhoto}
                onPress={() => setPhoto(undefined)}
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
      {chosenId !== null ? <Words look="hint">{words.sealed.readers}</Words> : <AiReads />}
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
      {photos.length > 0 && <Words look="hint">{words.journal.photos(photos.length)}</Words>}
      <Waits kind="attachments" entryId={entry.id} />
      {conflict && (
        <Decide
          conflict={conflict}
          resolve={(asked, answer) => offline.resolve(asked, answer).then(syncNow)}
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
