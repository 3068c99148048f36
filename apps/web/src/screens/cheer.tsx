import "./cheers.css";
import type { Answer } from "@journal/client";
import { Icon } from "../parts/icons.tsx";
import { words } from "../words/people.ts";
import { deliver } from "../outbox.ts";
import { say } from "../parts/dialog.tsx";
import { nameOf } from "../words.ts";
import { words as cheers } from "../words/cheers.ts";

type Cheer =
  | Answer<"/api/encouragement-drops/received", "get">["drops"][number]
  | Answer<"/api/encouragement-drops/sent", "get">["drops"][number];

/** The content of a cheer: words, a link, and the entry that it is about. */
export const Said = (
  { drop: { content, media_url, drop_type, entry, title } }: { drop: Cheer },
) => (
  <>
    {content && <p class="said">{content}</p>}
    {media_url && (
      <p>
        <a class="media" href={media_url} target="_blank" rel="noreferrer">
          {title || words.kinds[drop_type]}
        </a>
      </p>
    )}
    {entry && (
      <p class="hint">
        <Icon name="journal" size={14} /> <a href={`#/journal/${entry.id}`}>{entry.title}</a>
      </p>
    )}
  </>
);

interface Sender {
  id: string;
  handle: string;
  full_name: string | null;
}

/** The account in whose name the service itself cheers. */
const ASSISTANT = "00000000-0000-4000-a000-000000000001";
export const isAssistant = (sender: Pick<Sender, "id"> | null): boolean => sender?.id === ASSISTANT;

/**
 * Thanks for a cheer by one tap.
 *
 * @throws {JournalError} when it is refused, such as where no cheer is left for today
 */
export async function thank(sender: Sender): Promise<void> {
  await deliver("drops", {
    recipient_id: sender.id,
    drop_type: "encouragement",
    content: cheers.thankYou,
  });
  say(cheers.heardThanks({ name: nameOf(sender) }));
}
