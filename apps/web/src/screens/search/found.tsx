/** Entries that match a search, or that others share. */
import { useEffect } from "preact/hooks";
import { Icon } from "../../parts/icons.tsx";
import { Pages } from "../../parts/pages.tsx";
import { Empty } from "../../parts/states.tsx";
import { usePages } from "../../remote.ts";
import { allNotebooks, device, isSealedNotebook, openedEntries } from "../../sealed.ts";
import { api } from "../../service.ts";
import { words } from "../../words/search.ts";
import { EntryRow } from "../entry-row.tsx";
import { boundsOf, list, narrowed, type Scope } from "../journal-list.ts";
import { OwnRows } from "../own-rows.tsx";
import { Marked, termsOf } from "./marked.tsx";
import { alsoAs } from "./narrow.tsx";

interface Props {
  scope: Scope;
  filter: URLSearchParams;
}

/**
 * The service searches, because it knows the forms of words. The copies answer without words, where
 * a tone is asked for, which the service does not search by, in a sealed notebook, and where a mood or
 * a tag is asked for that stands in sealed entries alone: the service must not hear of it.
 */
export const Found = (props: Props) =>
  props.scope === "own" && (!props.filter.get("q") || props.filter.get("tone") ||
      isSealedNotebook(props.filter.get("notebook")) || isOfSealed(props.filter))
    ? <FoundHere filter={props.filter} />
    : <FoundThere {...props} />;

function isOfSealed(filter: URLSearchParams): boolean {
  const found = filter.get("mood") || filter.get("tag") ? narrowed(filter) : [];
  return found.length > 0 && found.every(({ is_sealed }) => is_sealed);
}

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
  const isWhole = scope === "own" && !notebook_id && q;
  const sealed = isWhole ? foundSealed(q) : [];
  return (
    <>
      {isWhole && allNotebooks.value.some(({ is_sealed }) => is_sealed) && (
        <p class="hint">{words.wordsSent}</p>
      )}
      {sealed.length > 0 && (
        <section aria-label={words.inSealed}>
          <h2 class="month">{words.inSealed}</h2>
          <OwnRows entries={sealed} mark={markOf(q!)} />
        </section>
      )}
      <Pages
        pages={pages}
        label={words.entries}
        lines={6}
        empty={sealed.length
          ? null
          : isPart
          ? <Nothing filter={filter} isOwn={scope === "own"} />
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
    </>
  );
}

/** The words are looked for on this device, and go nowhere. */
const foundSealed = (words: string) =>
  device.value?.entries.search(words).flatMap(({ id }) => openedEntries.value.get(id) ?? []) ?? [];

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
    : <Nothing filter={filter} isOwn />;
}

/** The entries whose mood or tag alone has the sought word; else nothing. */
function Nothing({ filter, isOwn }: { filter: URLSearchParams; isOwn: boolean }) {
  const { moods, tags } = alsoAs(filter);
  const has = (named: string[], each = "") => named.includes(each.trim().toLowerCase());
  const named = isOwn && (moods.length || tags.length)
    ? narrowed(filter).filter(({ mood, tags: own }) =>
      has(moods, mood ?? "") || own?.some((tag) => has(tags, tag))
    )
    : [];
  if (!named.length) {
    return <Empty icon="search" title={words.nothing}>{words.otherWords}</Empty>;
  }
  return (
    <>
      <p class="hint">{words.moodsToo}</p>
      <OwnRows entries={named} />
    </>
  );
}
