import { useRef, useState } from "preact/hooks";
import { type Answer, JournalError } from "@journal/client";
import { useAct } from "../act.ts";
import { AiButton } from "../parts/ai-act.tsx";
import { Button } from "../parts/controls.tsx";
import { confirm } from "../parts/dialog.tsx";
import { Icon } from "../parts/icons.tsx";
import { ownPicture } from "../own-pictures.ts";
import { PhotoImage } from "../parts/photo.tsx";
import { Refusal } from "../parts/states.tsx";
import { useRemote } from "../remote.ts";
import { api, attachments, type OwnEntry, supabase } from "../service.ts";
import { isOnline } from "../session.ts";
import { words } from "../words/entry.ts";

type Entry = Answer<"/api/journal/{id}", "get">["entry"];

/** Null for an entry that the service does not have yet, or without a background. */
const orNull = <T,>(read: Promise<T>): Promise<T | null> =>
  read.catch((error) => {
    if (error instanceof JournalError && error.status === 404) return null;
    throw error;
  });

/** The parts of an own entry that only the service knows: its track, files and picture. */
export function useDetails(own: OwnEntry | undefined): Entry | undefined {
  const files = attachments.value.filter(({ entry_id }) => entry_id === own?.id).length;
  const { value } = useRemote(
    async () =>
      own
        ? (await orNull(api.get("/api/journal/{id}", { params: { path: { id: own.id } } })))?.entry
        : undefined,
    [own?.id, own?.version, own?.mood, files],
  );
  return value;
}

/** The background of an entry, which its author has painted and removes. */
export function Background({ entry: { id, version }, own, isWriting }: {
  entry: Entry | OwnEntry;
  own?: OwnEntry;
  /** Whether the entry is being written: then no other picture is offered. */
  isWriting?: boolean;
}) {
  const [attempt, setAttempt] = useState(0);
  const { value: background } = useRemote(
    async () =>
      (await orNull(api.get("/api/journal/{id}/background", { params: { path: { id } } })))
        ?.background ?? null,
    [id, version, attempt],
  );
  const { isBusy, errors, act } = useAct();
  const painting = useRef(new AbortController());
  const reload = () => setAttempt((number) => number + 1);

  const paint = () =>
    act(async () => {
      const { title, content, mood } = own!;
      painting.current = new AbortController();
      try {
        await api.post("/api/ai/generate-background", {
          body: { title, content, mood, entry_id: id },
          signal: painting.current.signal,
        });
        reload();
      } catch (error) {
        if (!painting.current.signal.aborted) throw error;
      }
    });
  async function remove() {
    if (!await confirm(words.askRemovePicture, words.askRemovePictureHint, words.remove)) return;
    await supabase.from("journal_entry_backgrounds").delete().eq("entry_id", id);
    reload();
  }
  return (
    <>
      {background && (
        <figure class="background">
          <PhotoImage src={background.url} alt={words.picture({ tone: background.tone })} />
          {own && <Button icon="trash" aria-label={words.removePicture} onClick={remove} />}
        </figure>
      )}
      {!isWriting && own?.version && own.content.trim() && background === null && isOnline.value &&
        (
          <div class="paint">
            {isBusy
              ? (
                <>
                  <span class="hint" role="status">{words.makingPicture}</span>
                  <Button
                    look="quiet"
                    onClick={() => painting.current.abort()}
                  >
                    {words.stop}
                  </Button>
                </>
              )
              : (
                <AiButton look="quiet" hint={words.makePictureHint} onClick={paint}>
                  {words.makePicture}
                </AiButton>
              )}
          </div>
        )}
      <Refusal errors={errors} />
    </>
  );
}

/** The track that the author listened to while writing. */
export const Track = ({ track }: { track: NonNullable<Entry["track"]> }) => {
  const { name, artist_names, external_url } = track;
  const cover = ownPicture(track.album_image_url);
  const card = (
    <>
      {cover
        ? <img src={cover} alt="" width="44" height="44" loading="lazy" />
        : <Icon name="play" />}
      <span>
        <strong>{name}</strong>
        <span class="hint">{artist_names.join(", ")}</span>
      </span>
    </>
  );
  return external_url
    ? (
      <a class="track-played" href={external_url} target="_blank" rel="noopener noreferrer">
        {card}
      </a>
    )
    : <p class="track-played">{card}</p>;
};
