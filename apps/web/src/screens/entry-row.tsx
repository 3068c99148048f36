import type { ComponentChildren } from "preact";
import { Name, type Person } from "../parts/avatar.tsx";
import { Icon } from "../parts/icons.tsx";
import { later } from "../parts/later.tsx";
import { VisibilityChip } from "../parts/visibility.tsx";
import { named } from "../names.ts";
import { path } from "../router.ts";
import { openedEntries } from "../sealed.ts";
import type { OwnEntry } from "../service.ts";
import { moment, moodName, number as format } from "../words.ts";
import { words } from "../words/rows.ts";

const RowPhoto = later<{ id: string; photo: string }>(
  async () => (await import("./sealed/row-photo.tsx")).RowPhoto,
  true,
);

/** An entry as a row shows it. An unsent entry lacks the fields that the service adds. */
export interface Row extends
  Pick<OwnEntry, "id" | "title" | "written_at">,
  Partial<
    Pick<
      OwnEntry,
      | "mood"
      | "tags"
      | "effective_metadata_visibility"
      | "effective_content_visibility"
      | "team_id"
      | "is_sealed"
    >
  > {
  content: string | null;
  author?: Omit<Person, "avatar_url">;
  comment_count?: number;
  reactions?: Record<string, number>;
  effective_team_id?: string | null;
  attachment_count?: number;
  picture?: { thumbnail_url: string | null } | null;
}

/** The number of answers, in words for people who do not see the icon. */
const Answers = (
  { icon, number, text }: { icon: "clip" | "comment" | "heart"; number: number; text: string },
) =>
  number > 0
    ? (
      <span class="chip number">
        <Icon name={icon} size={14} />
        <span aria-hidden="true">{format(number)}</span>
        <span class="hidden">{text}</span>
      </span>
    )
    : null;

/** Draws a text with the sought words marked; of an excerpt, the part where they stand. */
export type Marking = (text: string, isExcerpt: boolean) => ComponentChildren;

/** Two lines of a row show less than this, and the browser lays out the rest too. */
const EXCERPT = 500;

export const EntryRow = ({ entry, mark }: { entry: Row; mark?: Marking }) => {
  const { id, content, mood, tags = [], author, written_at } = entry;
  const { name, rest } = named(entry, mark && Infinity);
  const { comment_count: comments = 0, reactions = {} } = entry;
  // No browser can draw the sealed bytes that the service has of a photo.
  const sealed = entry.is_sealed ? openedEntries.value.get(id)?.files ?? [] : undefined;
  const photo = sealed?.find(({ type, thumbnail }) => type.startsWith("image/") && thumbnail)?.id;
  const files = sealed?.length || entry.attachment_count || 0;
  const reacted = Object.values(reactions).reduce((sum, number) => sum + number, 0);
  const small = sealed ? null : entry.picture?.thumbnail_url;
  const {
    effective_metadata_visibility: metadata = "user",
    effective_content_visibility: text = "user",
  } = entry;
  return (
    <li>
      <a
        class="row"
        href={`#/journal/${id}`}
        aria-current={path.value[1] === id ? "true" : undefined}
      >
        {photo && <RowPhoto key={photo} id={id} photo={photo} />}
        {small && (
          <img
            key={small}
            class="hero"
            src={small}
            alt=""
            loading="lazy"
            onError={({ currentTarget }) => void (currentTarget.hidden = true)}
          />
        )}
        <span class="row-head">
          <strong>{mark ? mark(name, false) : name}</strong>
          <time dateTime={written_at}>{moment(written_at)}</time>
        </span>
        {author && (
          <span class="meta">
            <Name person={author} />
          </span>
        )}
        {(content === null || rest.trim()) && (
          <span class={content === null ? "excerpt hint" : "excerpt"}>
            {content === null
              ? words.textNotShared
              : mark
              ? mark(rest, true)
              : rest.slice(0, EXCERPT)}
          </span>
        )}
        <span class="chips">
          {entry.is_sealed && (
            <span class="chip">
              <Icon name="lock" size={14} />
              {words.sealed}
            </span>
          )}
          {mood && <span class="chip mood">{moodName(mood)}</span>}
          {tags?.slice(0, 3).map((tag) => <span class="chip" key={tag}>#{tag}</span>)}
          {(author || metadata !== "user") && (
            <VisibilityChip
              metadata={metadata}
              content={text}
              teamId={entry.effective_team_id ?? entry.team_id}
            />
          )}
          <Answers icon="clip" number={files} text={words.attachments({ count: files })} />
          <Answers icon="comment" number={comments} text={words.comments({ count: comments })} />
          <Answers
            icon="heart"
            number={reacted}
            text={words.reactions({ count: reacted })}
          />
        </span>
      </a>
    </li>
  );
};
