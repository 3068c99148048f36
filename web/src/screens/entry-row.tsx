import { VisibilityChip } from "../parts/visibility.tsx";
import { path } from "../router.ts";
import type { OwnEntry } from "../service.ts";
import { moment, nameOf } from "../words.ts";

/** An entry as a row shows it; one that was not sent yet lacks what the service adds. */
export interface Row extends
  Pick<OwnEntry, "id" | "title" | "written_at">,
  Partial<
    Pick<
      OwnEntry,
      "mood" | "tags" | "effective_metadata_visibility" | "effective_content_visibility"
    >
  > {
  content: string | null;
  author?: { full_name: string | null; handle: string };
}

export const EntryRow = ({ entry }: { entry: Row }) => {
  const { id, title, content, mood, tags = [], author, written_at } = entry;
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
        <span class="row-head">
          <strong>{title}</strong>
          <time dateTime={written_at}>{moment(written_at)}</time>
        </span>
        {author && <span class="meta">{nameOf(author)}</span>}
        <span class={content === null ? "excerpt hint" : "excerpt"}>
          {content ?? "The text is not shared."}
        </span>
        <span class="chips">
          {mood && <span class="chip mood">{mood}</span>}
          {tags?.slice(0, 3).map((tag) => <span class="chip" key={tag}>#{tag}</span>)}
          {(author || metadata !== "user") && <VisibilityChip metadata={metadata} content={text} />}
        </span>
      </a>
    </li>
  );
};
