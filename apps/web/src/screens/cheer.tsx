import "./cheers.css";
import type { Answer } from "@journal/client";
import { Icon } from "../parts/icons.tsx";
import { Player } from "../parts/player.tsx";
import { nameOfOwn } from "../own-names.ts";
import { deliver } from "../outbox.ts";
import { say } from "../parts/dialog.tsx";
import { nameOf } from "../words.ts";
import { words } from "../words/cheers.ts";

export type Received = Answer<"/api/encouragement-drops/received", "get">["drops"][number];
type Cheer = Received | Answer<"/api/encouragement-drops/sent", "get">["drops"][number];

/** The content of a cheer: a recording, words, a link, and the entry that it is about. */
export const Said = ({ drop }: { drop: Cheer }) => {
  const { content, media_url, drop_type, entry, title } = drop;
  const recording = "recording" in drop ? drop.recording : null;
  return (
    <>
      {recording?.url && (
        <Player src={recording.url} seconds={recording.duration_s} label={words.spoken} />
      )}
      {drop_type === "custom" && !recording?.url && (
        <p class="hint">
          <Icon name="mic" size={14} /> {words.spoken}
        </p>
      )}
      {content && <p class="said">{content}</p>}
      {media_url && (
        <p>
          <a class="media" href={media_url} target="_blank" rel="noreferrer">
            {title || words.media}
          </a>
        </p>
      )}
      {entry && (
        <p class="hint">
          <Icon name="journal" size={14} />{" "}
          <a href={`#/journal/${entry.id}`}>{entry.title || nameOfOwn(entry.id)}</a>
        </p>
      )}
    </>
  );
};

interface Sender {
  id: string;
  handle: string;
  full_name: string | null;
}

/** The account in whose name the service itself cheers. */
const ASSISTANT = "00000000-0000-4000-a000-000000000001";
export const isAssistant = (sender: Pick<Sender, "id"> | null): boolean => sender?.id === ASSISTANT;

/** Whether the user may thank for a cheer: a person has sent it, and has no thanks yet. */
export const isThankable = <S extends Sender>(
  drop: { sender: S | null; thanked_at: string | null },
): drop is { sender: S; thanked_at: null } =>
  drop.sender !== null && !isAssistant(drop.sender) && !drop.thanked_at;

/**
 * Thanks for a cheer by one tap, which also marks it as read.
 *
 * @throws {JournalError} when it is refused
 */
export async function thank({ id, sender }: { id: string; sender: Sender }): Promise<void> {
  await deliver("drop_thanks", { drop_id: id });
  say(words.heardThanks({ name: nameOf(sender) }));
}
