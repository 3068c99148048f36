/** The photos and recordings of an entry, which its author adds and removes. */
import "./attachments.css";
import { useEffect, useRef, useState } from "preact/hooks";
import type { Answer, Waiting } from "@journal/client";
import { useAct } from "../act.ts";
import { PHOTOS } from "../chosen-files.ts";
import { sayDone, waitingOf } from "../outbox.ts";
import { AiButton } from "../parts/ai-act.tsx";
import { Button } from "../parts/controls.tsx";
import { confirm } from "../parts/dialog.tsx";
import { FilePicker } from "../parts/file-picker.tsx";
import { NotSent } from "../parts/not-sent.tsx";
import { PhotoImage } from "../parts/photo.tsx";
import { Refusal } from "../parts/states.tsx";
import { fitting } from "../picture.ts";
import { api, offline } from "../service.ts";
import { isOnline, syncNow } from "../session.ts";
import { attach, type Attachment, MOST, SOUNDS } from "./files.ts";
import { clock, Recorder } from "./recorder.tsx";
import { Viewer } from "./viewer.tsx";
import { words } from "../words/attachments.ts";
import { words as common } from "../words/common.ts";

type Entry = Answer<"/api/journal/{id}", "get">["entry"];

export function Attachments(
  { entry, isOwn }: { entry: Pick<Entry, "id" | "attachments">; isOwn: boolean },
) {
  const { id } = entry;
  const [items, setItems] = useState(entry.attachments);
  useEffect(() => setItems(entry.attachments), [entry]);
  // The entry may have been read anew meanwhile.
  const show = (attachment: Attachment) =>
    setItems((now) => [...now.filter((each) => each.id !== attachment.id), attachment]);
  useEffect(() =>
    offline.outbox.onSent(({ kind, fields, answer }) => {
      const isHere = kind === "attachments" && "entry_id" in fields && fields.entry_id === id;
      if (isHere && answer) show((answer as { attachment: Attachment }).attachment);
    }), [id]);
  const unsent = waitingOf("attachments").filter(({ fields }) => fields.entry_id === id);
  const [openedId, setOpened] = useState<string>();
  const part = useRef<HTMLElement>(null);
  const { isBusy, errors, act } = useAct();

  const add = (file: Blob) =>
    act(async () => {
      await attach(id, await fitting(file));
      sayDone(words.added);
      syncNow();
    });
  const remove = async ({ id: attachmentId, kind }: Attachment) => {
    const question = kind === "image" ? words.askDeletePhoto : words.askDeleteRecording;
    if (!await confirm(question, words.goneForEveryone, common.delete)) return;
    const params = { path: { id, attachmentId } };
    const isGone = await act(() =>
      api.delete("/api/journal/{id}/attachments/{attachmentId}", { params })
    );
    if (!isGone) return;
    setItems((now) => now.filter((each) => each.id !== attachmentId));
    part.current?.focus();
    syncNow();
  };
  const transcribe = ({ id: attachmentId }: Attachment) =>
    act(async () => {
      const params = { path: { id, attachmentId } };
      const { attachment } = await api.post(
        "/api/journal/{id}/attachments/{attachmentId}/transcribe",
        { params },
      );
      setItems((now) => now.map((each) => each.id === attachmentId ? attachment : each));
    });

  const photos = items.filter(({ kind }) => kind === "image");
  const sounds = items.filter(({ kind }) => kind === "audio");
  // The entry is read anew while a photo is open, which gives the photo another address.
  const opened = photos.find((each) => each.id === openedId);
  const isFull = items.length + unsent.length >= MOST;
  const isOff = isBusy || isFull;
  const nameOf = (photo: Attachment) =>
    words.photo({ n: photos.indexOf(photo) + 1, of: photos.length });
  return (
    <section ref={part} class="attachments" aria-label={words.photosAndRecordings} tabIndex={-1}>
      {photos.length > 0 && (
        <ul class="gallery">
          {photos.map((photo) => (
            <li key={photo.id}>
              <button
                type="button"
                class="open"
                onClick={() => setOpened(photo.id)}
              >
                <PhotoImage
                  src={(photos.length === 1 ? photo.url : photo.thumbnail_url) ?? photo.url}
                  alt={nameOf(photo)}
                />
              </button>
            </li>
          ))}
        </ul>
      )}
      {sounds.length > 0 && (
        <ul class="recordings">
          {sounds.map((sound, n) => (
            <li key={sound.id}>
              <div class="player">
                <audio
                  controls
                  preload="none"
                  src={sound.url ?? undefined}
                  aria-label={words.recording({ n: n + 1 })}
                />
                <span class="hint clock">{clock(sound.duration_s ?? 0)}</span>
                {isOwn && (
                  <Button
                    look="quiet"
                    icon="trash"
                    aria-label={words.deleteRecording({ n: n + 1 })}
                    disabled={!isOnline.value || isBusy}
                    onClick={() => remove(sound)}
                  />
                )}
              </div>
              {sound.transcript !== null && (
                <blockquote>{sound.transcript || words.noSpeech}</blockquote>
              )}
              {isOwn && sound.transcript === null && (
                <AiButton
                  look="quiet"
                  disabled={!isOnline.value || isBusy}
                  onClick={() => transcribe(sound)}
                >
                  {words.transcribe}
                </AiButton>
              )}
            </li>
          ))}
        </ul>
      )}
      {unsent.length > 0 && (
        <ul class="recordings" aria-label={words.notSentYet}>
          {unsent.map((file) => <Unsent key={file.id} file={file} />)}
        </ul>
      )}
      {isOwn && (
        <div class="adding">
          <FilePicker
            label={words.addPhoto}
            icon="camera"
            accept={PHOTOS}
            onFile={add}
            disabled={isOff}
          />
          <Recorder onRecorded={add} disabled={isOff} />
          <FilePicker
            label={words.addSound}
            icon="music"
            accept={SOUNDS}
            onFile={add}
            disabled={isOff}
          />
        </div>
      )}
      {isOwn && isFull && <p class="hint">{words.isFull({ count: MOST })}</p>}
      <Refusal errors={errors} />
      {opened && (
        <Viewer
          photos={photos}
          first={opened}
          onDelete={isOwn && isOnline.value && !isBusy ? remove : undefined}
          onClose={() => setOpened(undefined)}
        />
      )}
    </section>
  );
}

/** A file that waits on this device: its picture or its sound. */
export function Unsent({ file }: { file: Waiting }) {
  const { id, files } = file;
  const [address, setAddress] = useState("");
  const isPhoto = files.file!.type.startsWith("image/");
  useEffect(() => {
    let [isShown, made] = [true, ""];
    offline.outbox.file(id, files.thumbnail ? "thumbnail" : "file").then((kept) => {
      if (!isShown || !(kept instanceof Blob)) return;
      made = URL.createObjectURL(kept);
      setAddress(made);
    });
    return () => {
      isShown = false;
      URL.revokeObjectURL(made);
    };
  }, [id]);
  return (
    <li>
      {address && (isPhoto
        ? <img class="unsent" src={address} alt={words.unsentPhoto} />
        : <audio controls src={address} aria-label={words.unsentRecording} />)}
      <NotSent item={file} />
    </li>
  );
}
