/** The painted picture, the photos and the recordings of a stored entry, while it is written. */
import "../entry.css";
import { useAct } from "../../act.ts";
import { Button } from "../../parts/controls.tsx";
import { confirm } from "../../parts/dialog.tsx";
import { PhotoImage } from "../../parts/photo.tsx";
import { Icon } from "../../parts/icons.tsx";
import { Player } from "../../parts/player.tsx";
import { Refusal } from "../../parts/states.tsx";
import { isInText, type Photos } from "../../photo-marks.ts";
import { device } from "../../sealed.ts";
import { api, offline, type OwnEntry, waiting } from "../../service.ts";
import { isOnline, syncNow } from "../../session.ts";
import { words as attachments } from "../../words/attachments.ts";
import { words as common } from "../../words/common.ts";
import { words } from "../../words/editor.ts";
import { drawings } from "./drawings.ts";
import { Background } from "../surroundings.tsx";

interface Sound {
  id: string;
  address: string;
  seconds?: number | null;
}

export function KeptFiles({ entry, photos, sounds, content, onPut, onGone }: {
  entry: OwnEntry;
  photos: Photos;
  sounds: readonly Sound[];
  /** The text as it is now. */
  content: string;
  /** Puts a photo into the text. */
  onPut(id: string): void;
  /** A photo is deleted. */
  onGone(id: string): void;
}) {
  const { isBusy, errors, act } = useAct();
  const isWaiting = (id: string) => waiting.value.some((each) => each.id === id);
  // The files that a sealed entry names are a part of its text, which waits on the device.
  const isHere = (id: string) => entry.is_sealed || isWaiting(id);
  async function remove(id: string) {
    const { askDeletePhoto, goneForEveryone } = attachments;
    if (!await confirm(askDeletePhoto, goneForEveryone, common.delete)) return;
    const params = { path: { id: entry.id, attachmentId: id } };
    const isGone = await act(() =>
      entry.is_sealed
        ? device.value!.entries.detach(entry.id, id)
        : isWaiting(id)
        ? offline.outbox.discard(id)
        : api.delete("/api/journal/{id}/attachments/{attachmentId}", { params })
    );
    if (!isGone) return;
    onGone(id);
    syncNow();
  }
  return (
    <>
      {photos.size + sounds.length > 0 && (
        <ul class="to-add" aria-label={words.inEntry}>
          {[...photos].map(([id, { small }], n) => (
            <li key={id}>
              <PhotoImage src={small} alt={words.photo({ n: n + 1 })} />
              <Button
                icon="close"
                aria-label={words.deletePhoto({ n: n + 1 })}
                disabled={isBusy || !isOnline.value && !isHere(id)}
                onClick={() => remove(id)}
              />
              {!isInText(content, id) && <PutInText n={n + 1} onClick={() => onPut(id)} />}
            </li>
          ))}
          {sounds.map(({ id, address, seconds }, n) => (
            <li key={id} class="sound">
              <Player src={address} seconds={seconds} label={words.recording({ n: n + 1 })} />
            </li>
          ))}
        </ul>
      )}
      <Refusal errors={errors} />
      {!entry.is_sealed && <Background entry={entry} own={entry} isWriting />}
    </>
  );
}

/** Puts a photo to the place in the text where the writer is. */
export const PutInText = ({ n, onClick }: { n: number; onClick(): void }) => (
  <button
    type="button"
    class="button plain icon-only put"
    aria-label={words.putInText({ n })}
    title={words.putInText({ n })}
    onClick={onClick}
  >
    <Icon path={drawings.into} />
  </button>
);
