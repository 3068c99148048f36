/** Entries that match a search, or that others share. */
import { useEffect } from "preact/hooks";
import { Icon } from "../../parts/icons.tsx";
import { Pages } from "../../parts/pages.tsx";
import { Empty } from "../../parts/states.tsx";
import { usePages } from "../../remote.ts";
import { api } from "../../service.ts";
import { words } from "../../words/search.ts";
import { EntryRow } from "../entry-row.tsx";
import { boundsOf, list, narrowed, type Scope } from "../journal-list.ts";
import { OwnRows } from "../own-rows.tsx";
import { Marked, termsOf } from "./marked.tsx";

interface Props {
  scope: Scope;
  filter: URLSearchParams;
}

/**
 * The service searches, because it knows the forms of words. The copies answer without words, and
 * where a tone is asked for, which the service does not search by.
 */
export const Found = (props: Props) =>
  props.scope === "own" && (!props.filter.get("q") || props.filter.get("tone"))
    ? <FoundHere filter={props.filter} />
    : <FoundThere {...props} />;

const markOf = (search: string | null) => (text: string, isExcerpt: boolean) => (
  <Marked text={text} search={search} isExcerpt={isExcerpt} />
);

function FoundThere({ scope, filter }: Props) {
  const [q, tag, notebook_id, mood] = ["q", "tag", "notebook", "mood"].map((name) =>
    filter.get(name) ?? undefined
  );
  const pages = usePages(async (cursor) => {
    const query = { scope, q, tag, notebook_id, mood, ...boundsOf(filter), cursor, limit: 20 };
    const { entries, next_cursor } = await api.get("/api/journal", { params: { query } });
    return { items: entries, next: next_cursor };
  }, [`${scope} ${filter}`]);
  useEffect(() => {
    list.found = pages.items ?? [];
    return () => void (list.found = []);
  }, [pages.items]);
  if (scope === "own" && !pages.items && pages.failure?.isOffline) {
    return (
      <>
        <p class="hint">
          <Icon name="offline" size={16} />
          {words.onDevice}
        </p>
        <FoundHere filter={filter} />
      </>
    );
  }
  const isPart = ["q", "tag", "mood", "from", "to"].some((name) => filter.has(name));
  return (
    <Pages
      pages={pages}
      label={words.entries}
      lines={6}
      empty={isPart
        ? <Empty icon="search" title={words.nothing}>{words.otherWords}</Empty>
        : <Empty icon="team" title={words.nothingShared}>{words.nothingSharedText}</Empty>}
    >
      {(entry) => (
        <EntryRow
          key={entry.id}
          entry={scope === "own" ? { ...entry, author: undefined } : entry}
          mark={markOf(q ?? null)}
        />
      )}
    </Pages>
  );
}

/** In the copies on the device. */
function FoundHere({ filter }: { filter: URLSearchParams }) {
  const q = filter.get("q");
  const { sought, unwanted } = termsOf(q ?? "");
  const found = narrowed(filter).filter(({ title, content }) => {
    const text = `${title} ${content}`.toLowerCase();
    return sought.every((term) => text.includes(term)) &&
      !unwanted.some((term) => text.includes(term));
  });
  return found.length
    ? <OwnRows entries={found} mark={markOf(q)} />
    : <Empty icon="search" title={words.nothing}>{words.otherWords}</Empty>;
}
