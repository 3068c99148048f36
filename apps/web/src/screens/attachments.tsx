/** The photos and recordings of an entry, which its author adds and removes. */
import "./attachments.css";
import { useEffect, useRef, useState } from "preact/hooks";
import type { Answer, Waiting } from "@journal/client";
import { useAct } from "../act.ts";
import { sayDone, waitingOf } from "../outbox.ts";
import { AiButton } from "../parts/ai-act.tsx";
import { Button } from "../parts/controls.tsx";
import { confirm } from "../parts/dialog.tsx";
import { NotSent } from "../parts/not-sent.tsx";
import { Player } from "../parts/player.tsx";
import { PhotoImage } from "../parts/photo.tsx";
import { Refusal } from "../parts/states.tsx";
import type { Photos } from "../photo-marks.ts";
import { fitting } from "../picture.ts";
import { api, offline } from "../service.ts";
import { isOnline, syncNow } from "../session.ts";
import { Adding } from "./adding.tsx";
import { attach, type Attachment, MOST } from "./files.ts";
import { type ViewedPhoto, Viewer } from "./viewer.tsx";
import { words } from "../words/attachments.ts";
import { words as common } from "../words/common.ts";

type Entry = Answer<"/api/journal/{id}", "get">["entry"];

export function Attachments({ entry, photos: shown, isInText, opened: openedId, onOpen, isOwn }: {
  entry: Pick<Entry, "id" | "attachments">;
  photos: Photos;
  /** Whether the text shows a photo, which the gallery then leaves out. */
  isInText(id: string): boolean;
  /** The photo that the viewer shows. */
  opened?: string;
  onOpen(id?: string): void;
  isOwn: boolean;
}) {
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
  const part = useRef<HTMLElement>(null);
  const { isBusy, errors, act } = useAct();

  const add = (files: Blob[]) =>
    act(async () => {
      // One after the other: a decoded photo takes up hundreds of megabytes.
      for (const file of files.slice(0, room)) await attach(id, await fitting(file));
      sayDone(words.added);
      syncNow();
    });
  const remove = async ({ id: attachmentId }: ViewedPhoto, question = words.askDeletePhoto) => {
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

  // Without a network, the photos are the copies on this device.
  const isElsewhere = (id: string) => [...items, ...unsent].some((each) => each.id === id);
  const photos: ViewedPhoto[] = [
    ...items.filter(({ kind }) => kind === "image"),
    ...[...shown].filter(([id, { src }]) => src && !isElsewhere(id))
      .map(([id, { src, small }]) => ({ id, url: src, thumbnail_url: small })),
  ];
  const sounds = items.filter(({ kind }) => kind === "audio");
  // The entry is read anew while a photo is open, which gives the photo another address.
  const opened = photos.find((each) => each.id === openedId);
  const room = MOST - items.length - unsent.length;
  const isFull = room <= 0;
  const gallery = photos.filter((each) => !isInText(each.id));
  const isOff = isBusy || isFull;
  const nameOf = (photo: ViewedPhoto) =>
    words.photo({ n: photos.indexOf(photo) + 1, of: photos.length });
  return (
    <section ref={part} class="attachments" aria-label={words.photosAndRecordings} tabIndex={-1}>
      {gallery.length > 0 && (
        <ul class="gallery">
          {gallery.map((photo) => (
            <li key={photo.id}>
              <button
                type="button"
                class="open"
                onClick={() => onOpen(photo.id)}
              >
                <PhotoImage
                  src={(gallery.length === 1 ? photo.url : photo.thumbnail_url) ?? photo.url}
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
                <Player
                  src={sound.url ?? ""}
                  seconds={sound.duration_s}
                  label={words.recording({ n: n + 1 })}
                />
                {isOwn && (
                  <Button
                    look="quiet"
                    icon="trash"
                    aria-label={words.deleteRecording({ n: n + 1 })}
                    disabled={!isOnline.value || isBusy}
                    onClick={() => remove(sound, words.askDeleteRecording)}
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
      {isOwn && <Adding add={add} isOff={isOff} />}
      {isOwn && isFull && <p class="hint">{words.isFull({ count: MOST })}</p>}
      <Refusal errors={errors} />
      {opened && (
        <Viewer
          photos={photos}
          first={opened}
          onDelete={isOwn && isOnline.value && !isBusy ? remove : undefined}
          onClose={() => onOpen()}
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
        : <Player src={address} label={words.unsentRecording} />)}
      <NotSent item={file} />
    </li>
  );
}
