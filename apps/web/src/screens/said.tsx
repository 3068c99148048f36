/** The content of a cheer: words, a link, and the entry that it is about. */
import "./said.css";
import type { Answer } from "@journal/client";
import { Icon } from "../parts/icons.tsx";
import { words } from "../words/people.ts";

type Cheer =
  | Answer<"/api/encouragement-drops/received", "get">["drops"][number]
  | Answer<"/api/encouragement-drops/sent", "get">["drops"][number];

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
