/** The photos and recordings of a sealed entry. */
import "../attachments.css";
import { waitingOf } from "../../outbox.ts";
import { Button } from "../../parts/controls.tsx";
import { confirm } from "../../parts/dialog.tsx";
import { NotSent } from "../../parts/not-sent.tsx";
import { PhotoImage } from "../../parts/photo.tsx";
import { Player } from "../../parts/player.tsx";
import { Refusal } from "../../parts/states.tsx";
import { isInText } from "../../photo-marks.ts";
import { fitting } from "../../picture.ts";
import type { Opened } from "../../sealed.ts";
import { attachSealed, type SealedFiles as Files } from "../../sealed-files.ts";
import { syncNow } from "../../session.ts";
import { words as attachments } from "../../words/attachments.ts";
import { words as common } from "../../words/common.ts";
import { words } from "../../words/sealed.ts";
import { Adding } from "../adding.tsx";
import { MOST } from "../files.ts";
import { type ViewedPhoto, Viewer } from "../viewer.tsx";
import { useSealedAct } from "./acts.ts";
import { sealed } from "./device.ts";

export function SealedFiles({ entry, files, isOwn, opened: openedId, onOpen }: {
  entry: Opened;
  files: Files;
  isOwn: boolean;
  /** The photo that the viewer shows. */
  opened?: string;
  onOpen(id?: string): void;
}) {
  const { id, content } = entry;
  const { isBusy, errors, act } = useSealedAct();
  const photos: ViewedPhoto[] = [...files.photos].filter(([, { src }]) => src)
    .map(([id, { src, small }]) => ({ id, url: src, thumbnail_url: small }));
  const gallery = photos.filter((each) => !isInText(content, each.id));
  const opened = photos.find((each) => each.id === openedId);
  const sounds = [...files.sounds].filter(([, address]) => address);
  const lost = entry.files.filter((file) => files.failed.has(file.id));
  const refused = waitingOf("attachments").filter(({ fields, refusal }) =>
    refusal && fields.entry_id === id
  );
  const room = MOST - entry.files.length;
  const add = (chosen: Blob[]) =>
    act(async () => {
      // One after the other: a decoded photo takes up hundreds of megabytes.
      for (const file of chosen.slice(0, room)) await attachSealed(id, await fitting(file));
      syncNow();
    });
  const remove = async (file: { id: string }, question = attachments.askDeletePhoto) => {
    if (!await confirm(question, attachments.goneForEveryone, common.delete)) return;
    await act(async () => (await sealed().entries.detach(id, file.id), syncNow()));
  };
  if (!isOwn && !entry.files.length) return null;
  const isOff = isBusy || room <= 0;
  return (
    <section class="attachments" aria-label={attachments.photosAndRecordings}>
      {gallery.length > 0 && (
        <ul class="gallery">
          {gallery.map((photo) => (
            <li key={photo.id}>
              <button type="button" class="open" onClick={() => onOpen(photo.id)}>
                <PhotoImage
                  src={gallery.length === 1 ? photo.url : photo.thumbnail_url}
                  alt={attachments.photo({ n: photos.indexOf(photo) + 1, of: photos.length })}
                />
              </button>
            </li>
          ))}
        </ul>
      )}
      {sounds.length > 0 && (
        <ul class="recordings">
          {sounds.map(([sound, address], n) => (
            <li key={sound}>
              <div class="player">
                <Player src={address} label={attachments.recording({ n: n + 1 })} />
                {isOwn && (
                  <Button
                    look="quiet"
                    icon="trash"
                    aria-label={attachments.deleteRecording({ n: n + 1 })}
                    disabled={isBusy}
                    onClick={() => remove({ id: sound }, attachments.askDeleteRecording)}
                  />
                )}
              </div>
            </li>
          ))}
        </ul>
      )}
      {refused.length > 0 && (
        <ul class="recordings" aria-label={attachments.notSentYet}>
          {refused.map((item) => (
            <li key={item.id}>
              <NotSent item={item} />
            </li>
          ))}
        </ul>
      )}
      {lost.length > 0 && <p class="hint">{words.filesNotOpen({ count: lost.length })}</p>}
      {isOwn && lost.map((file, n) => {
        const isSound = file.type.startsWith("audio/");
        return (
          <Button
            key={file.id}
            look="quiet"
            icon="trash"
            disabled={isBusy}
            onClick={() => remove(file, isSound ? attachments.askDeleteRecording : undefined)}
          >
            {isSound
              ? attachments.deleteRecording({ n: n + 1 })
              : attachments.deletePhoto({ n: n + 1, of: lost.length })}
          </Button>
        );
      })}
      {isOwn && <Adding add={add} isOff={isOff} />}
      <Refusal errors={errors} />
      {opened && (
        <Viewer
          photos={photos}
          first={opened}
          onDelete={isOwn && !isBusy ? remove : undefined}
          onClose={() => onOpen()}
        />
      )}
    </section>
  );
}
