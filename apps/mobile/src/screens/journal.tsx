import { type Conflict, findsMoods } from "@journal/client";
import { useState } from "react";
import { Image, View } from "react-native";
import { useAct } from "../act";
import { useAi } from "../ai";
import { Button, Card, Field, Problem, Row, Screen, useStyles, Words } from "../parts";
import { addPhoto, choosePhoto, type Photo } from "../photos";
import { type Entry, offline } from "../service";
import { useCopies, useSession } from "../session";
import { Waits } from "../waiting";
import { words } from "../words";

/** Shown at once; the older ones are found in the web app. */
const MOST = 50;

const day = (moment: string) =>
  new Date(moment).toLocaleDateString(undefined, {
    weekday: "long",
    day: "numeric",
    month: "long",
  });

export function JournalScreen() {
  const { entries } = useCopies();
  return (
    <Screen title={words.journal.title}>
      <Write />
      {!entries.length && <Words look="hint">{words.journal.none}</Words>}
      {entries.slice(0, MOST).map((entry) => <Written key={entry.id} entry={entry} />)}
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
  const { act, isBusy, problem } = useAct();
  const { question, askAboutMoods } = useAi();
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
      setContent("");
      setPhoto(undefined);
      setId(crypto.randomUUID());
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
      <Problem>{problem}</Problem>
      <Button
        name={words.journal.save}
        look="main"
        isBusy={isBusy}
        isOff={!content.trim()}
        onPress={save}
      />
      <AiReads />
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
  const photos = attachments.filter(({ entry_id, kind }) =>
    entry_id === entry.id && kind === "image"
  );
  const conflict = conflicts.find(({ id }) => id === entry.id);
  return (
    <Card title={entry.title || day(entry.written_at)}>
      <Words>{entry.content}</Words>
      {photos.length > 0 && <Words look="hint">{words.journal.photos(photos.length)}</Words>}
      <Waits kind="attachments" entryId={entry.id} />
      {conflict && <Decide conflict={conflict} />}
      {joined.some(({ id }) => id === entry.id) && (
        <Row>
          <Words look="hint">{words.journal.joined}</Words>
          <Button name={words.journal.gotIt} onPress={() => offline.forgetJoined(entry.id)} />
        </Row>
      )}
    </Card>
  );
}

/** Asks the person about a write that collided with another device's or was refused. */
function Decide({ conflict }: { conflict: Conflict }) {
  const { syncNow } = useSession();
  const { act } = useAct();
  const answer = (which: "mine" | "theirs") =>
    act(async () => {
      await offline.resolve(conflict, which);
      syncNow();
    });
  const { refusal, theirs } = conflict;
  const mine = conflict.mine as Partial<Entry>;
  return (
    <View style={{ gap: 8 }}>
      <Words>
        {refusal ? words.journal.refused(refusal.message) : words.journal.conflict}
      </Words>
      {theirs && !refusal && <Words>{[mine.title, mine.content].filter(Boolean).join("\n")}</Words>}
      <Row>
        <Button name={words.journal.keepMine} onPress={() => answer("mine")} />
        <Button
          name={refusal ? words.journal.forget : words.journal.keepTheirs}
          onPress={() => answer("theirs")}
        />
      </Row>
    </View>
  );
}
