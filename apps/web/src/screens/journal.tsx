import { Icon } from "../parts/icons.tsx";
import { later } from "../parts/later.tsx";
import { SearchField } from "../parts/fields.tsx";
import { Empty, NoCopiesYet } from "../parts/states.tsx";
import { go, path, query } from "../router.ts";
import { allNotebooks, isSealedNotebook } from "../sealed.ts";
import { profile } from "../service.ts";
import { words as common } from "../words/common.ts";
import { words } from "../words/journal.ts";
import { list, listed, type Scope, shownScopes } from "./journal-list.ts";
import { OwnRows } from "./own-rows.tsx";

const EntryPane = later(async () => (await import("./entry.tsx")).EntryPane);
const Editor = later(async () => (await import("./editor/editor.tsx")).Editor);
const ConflictPane = later(async () => (await import("./conflict.tsx")).ConflictPane);
const NotebooksPane = later(async () => (await import("./notebooks.tsx")).NotebooksPane);

const SealedEditor = later(async () => (await import("./sealed/editor.tsx")).SealedEditor);
const SealOld = later(async () => (await import("./sealed/seal-old.tsx")).SealOld);
const SealedMembers = later(async () => (await import("./sealed/members.tsx")).SealedMembers);
const SealedBar = later(async () => (await import("./sealed/bar.tsx")).SealedBar, true);
const CalendarPane = later(async () => (await import("./calendar/calendar.tsx")).CalendarPane);
const PhotosPane = later(async () => (await import("./calendar/photos.tsx")).PhotosPane);
const Narrow = later(async () => (await import("./search/narrow.tsx")).Narrow, true);
const Found = later(async () => (await import("./search/found.tsx")).Found);
const Insights = later(async () => (await import("./insights/screen.tsx")).InsightsScreen);

export function JournalScreen() {
  const [, pane, id] = path.value;
  if (!pane) Object.assign(list, { filter: query.value, calendar: "" });
  if (pane === "insights") return <Insights />;
  return (
    <div class={`split ${pane ? "open" : ""}`}>
      <List filter={list.filter} />
      <section class="pane" aria-label={words.entry}>
        {!pane
          ? (
            <Empty icon="journal" title={words.choose}>
              <p>{words.orBegin}</p>
              <a class="button main" href="#/journal/new">{words.newEntry}</a>
            </Empty>
          )
          : pane === "new"
          ? isSealedNotebook(query.value.get("notebook"))
            ? <SealedEditor key="sealed" notebookId={query.value.get("notebook")!} />
            : <Editor key="new" />
          : pane === "calendar"
          ? <CalendarPane />
          : pane === "photos"
          ? <PhotosPane key={query.value.get("day")} />
          : pane === "notebooks"
          ? !id
            ? <NotebooksPane />
            : isSealedNotebook(id)
            ? <SealedMembers key={id} id={id} />
            : <SealOld key={id} id={id} />
          : pane === "conflicts"
          ? <ConflictPane key={id} id={id} />
          : <EntryPane key={pane} id={pane} part={id} />}
      </section>
    </div>
  );
}

function List({ filter }: { filter: URLSearchParams }) {
  const scope = (filter.get("scope") ?? "own") as Scope;
  const sought = filter.get("q") ?? "";
  const set = (changes: Record<string, string>) => {
    // The list may have been narrowed since somebody typed.
    const next = new URLSearchParams(list.filter);
    for (const [name, value] of Object.entries(changes)) {
      value ? next.set(name, value) : next.delete(name);
    }
    go(`/journal?${next}`, { replace: true });
  };
  const isOwn = scope === "own";
  const notebook = filter.get("notebook");
  const isSealed = isSealedNotebook(notebook);
  return (
    <section class="list" aria-label={words.entries}>
      <header class="page-head">
        <h1>{common.journal}</h1>
        <nav class="views" aria-label={words.views}>
          <a class="button quiet icon-only" href="#/journal/calendar" aria-label={words.calendar}>
            <Icon name="calendar" />
          </a>
          <a class="button quiet icon-only" href="#/journal/insights" aria-label={words.insights}>
            <Icon name="chart" />
          </a>
          <a class="button quiet icon-only" href="#/journal/notebooks" aria-label={words.notebooks}>
            <Icon name="book" />
          </a>
        </nav>
        <a
          class="button main icon-only"
          href={`#/journal/new${isSealed ? `?notebook=${notebook}` : ""}`}
          aria-label={words.newEntry}
        >
          <Icon name="plus" />
        </a>
      </header>
      <div class="find">
        <SearchField
          label={words.search}
          placeholder={isOwn ? words.searchOwn : words.searchOthers}
          value={sought}
          onText={(q) => set({ q })}
        />
        <Narrow filter={filter} isOwn={isOwn} set={set} />
      </div>
      <nav class="scopes" aria-label={words.whose}>
        {shownScopes().map(([key, name]) => (
          <a
            key={key}
            href={`#/journal?${new URLSearchParams({ scope: key, ...(sought && { q: sought }) })}`}
            aria-current={key === scope ? "true" : undefined}
          >
            {name}
          </a>
        ))}
      </nav>
      {isOwn && allNotebooks.value.length > 0 && (
        <select
          aria-label={words.notebook}
          value={notebook ?? ""}
          onChange={(event) => set({ notebook: event.currentTarget.value })}
        >
          <option value="">{words.allNotebooks}</option>
          {allNotebooks.value.map(({ id, name }) => <option key={id} value={id}>{name}</option>)}
        </select>
      )}
      {isOwn && isSealed && <SealedBar id={notebook!} />}
      {isOwn && !["q", "mood", "tone", "from", "to"].some((name) => filter.has(name))
        ? <OwnEntries filter={filter} />
        : <Found scope={scope} filter={filter} />}
    </section>
  );
}

/** From the copies on the device: there at once, and without a network. */
function OwnEntries({ filter }: { filter: URLSearchParams }) {
  const found = listed(filter);
  const isPart = filter.has("notebook") || filter.has("tag");
  if (found.length) return <OwnRows entries={found} />;
  if (!profile.value) return <NoCopiesYet lines={6} label={words.entries} />;
  return (
    <Empty icon="journal" title={isPart ? words.noneFits : words.empty}>
      {filter.has("tag") ? words.noneFitsText : words.emptyText}
    </Empty>
  );
}
