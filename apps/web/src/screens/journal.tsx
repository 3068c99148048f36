import { useEffect, useRef, useState } from "preact/hooks";
import { Button } from "../parts/controls.tsx";
import { Icon } from "../parts/icons.tsx";
import { later } from "../parts/later.tsx";
import { Pages } from "../parts/pages.tsx";
import { SearchField } from "../parts/search-field.tsx";
import { Empty, NoCopiesYet } from "../parts/states.tsx";
import { usePages, useRemote } from "../remote.ts";
import { go, path, query } from "../router.ts";
import { api, attachments, entries, notebooks, type OwnEntry, profile } from "../service.ts";
import { monthOf } from "../words.ts";
import { words } from "../words/en/journal.ts";
import { EntryRow } from "./entry-row.tsx";
import { list, listed } from "./journal-list.ts";

const EntryPane = later(async () => (await import("./entry.tsx")).EntryPane);
const Editor = later(async () => (await import("./editor/editor.tsx")).Editor);
const ConflictPane = later(async () => (await import("./conflict.tsx")).ConflictPane);
const NotebooksPane = later(async () => (await import("./notebooks.tsx")).NotebooksPane);

const CalendarPane = later(async () => (await import("./calendar/calendar.tsx")).CalendarPane);
const Insights = later(async () => (await import("./insights/screen.tsx")).InsightsScreen);

const scopes = { own: "Mine", team: "Team", org: "Organization", public: "Everybody" } as const;
type Scope = keyof typeof scopes;

export function JournalScreen() {
  const [, pane, id] = path.value;
  if (!pane) Object.assign(list, { filter: query.value, calendar: "" });
  if (pane === "insights") return <Insights />;
  return (
    <div class={`split ${pane ? "open" : ""}`}>
      <List filter={list.filter} />
      <section class="pane" aria-label="Entry">
        {!pane
          ? <Empty icon="journal" title="Choose an entry">Or begin a new one.</Empty>
          : pane === "new"
          ? <Editor key="new" />
          : pane === "calendar"
          ? <CalendarPane />
          : pane === "notebooks"
          ? <NotebooksPane />
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
    const next = new URLSearchParams(filter);
    for (const [name, value] of Object.entries(changes)) {
      value ? next.set(name, value) : next.delete(name);
    }
    go(`/journal?${next}`, { replace: true });
  };
  const isOwn = scope === "own";
  return (
    <section class="list" aria-label="Entries">
      <header class="page-head">
        <h1>Journal</h1>
        <nav class="views" aria-label={words.views}>
          <a class="button quiet icon-only" href="#/journal/calendar" aria-label={words.calendar}>
            <Icon name="calendar" />
          </a>
          <a class="button quiet icon-only" href="#/journal/insights" aria-label={words.insights}>
            <Icon name="chart" />
          </a>
        </nav>
        <a class="button main" href="#/journal/new">
          <Icon name="plus" />
          <span>New entry</span>
        </a>
      </header>
      <SearchField
        label="Search"
        placeholder={isOwn ? "Search my journal" : "Search what I may read"}
        value={sought}
        onText={(q) => set({ q })}
      />
      <nav class="scopes" aria-label="Whose entries">
        {Object.entries(scopes).map(([key, name]) => (
          <a
            key={key}
            href={`#/journal?${new URLSearchParams({ scope: key, ...(sought && { q: sought }) })}`}
            aria-current={key === scope ? "true" : undefined}
          >
            {name}
          </a>
        ))}
      </nav>
      {isOwn && (
        <div class="filters">
          <label class="hidden" for="notebook-filter">Notebook</label>
          <select
            id="notebook-filter"
            value={filter.get("notebook") ?? ""}
            onChange={(event) => set({ notebook: event.currentTarget.value })}
          >
            <option value="">All notebooks</option>
            {notebooks.value.map(({ id, name }) => <option key={id} value={id}>{name}</option>)}
          </select>
          <a class="button quiet" href="#/journal/notebooks">
            <Icon name="book" />
            <span>Notebooks</span>
          </a>
        </div>
      )}
      {filter.get("tag") && (
        <Button icon="close" onClick={() => set({ tag: "" })}>#{filter.get("tag")}</Button>
      )}
      {isOwn && !sought
        ? <OwnEntries filter={filter} />
        : <RemoteEntries scope={scope} filter={filter} />}
    </section>
  );
}

const STEP = 50;

/** Entries of one month after the other, as they come: newest first. */
function byMonth(entries: OwnEntry[]): [month: string, entries: OwnEntry[]][] {
  const months = new Map<string, OwnEntry[]>();
  for (const entry of entries) {
    const month = monthOf(new Date(entry.written_at));
    const before = months.get(month);
    before ? before.push(entry) : months.set(month, [entry]);
  }
  return [...months];
}

/** A button for more of a list, which presses itself when it comes near. */
function More({ onClick }: { onClick(): void }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const watch = new IntersectionObserver(([seen]) => seen!.isIntersecting && onClick(), {
      rootMargin: "600px",
    });
    watch.observe(place.current!);
    return () => watch.disconnect();
  });
  return (
    <div ref={place}>
      <Button onClick={onClick}>Show more</Button>
    </div>
  );
}

/** What the newest own entries show beside their copies: pictures, whose addresses soon end. */
function usePictures() {
  const files = attachments.value;
  const { value } = useRemote(async () => {
    if (!files.length) return new Map();
    const query = { scope: "own", limit: STEP } as const;
    const { entries } = await api.get("/api/journal", { params: { query } });
    return new Map(entries.map(({ id, picture }) => [id, picture]));
  }, ["own", files.length]);
  return ({ id }: { id: string }) => ({
    picture: value?.get(id),
    attachment_count: files.filter(({ entry_id }) => entry_id === id).length,
  });
}

/** From the copies on the device: there at once, and without a network. */
function OwnEntries({ filter }: { filter: URLSearchParams }) {
  const [shown, setShown] = useState(STEP);
  const filesOf = usePictures();
  const found = listed(filter);
  const isPart = filter.has("notebook") || filter.has("tag");
  if (!found.length && !profile.value) return <NoCopiesYet lines={6} label="Entries" />;
  if (!found.length) {
    return (
      <Empty icon="journal" title={isPart ? "Nothing here yet" : "Your journal is empty"}>
        {isPart
          ? "No entry of yours fits."
          : "The first entry is the hardest. One sentence is enough."}
      </Empty>
    );
  }
  return (
    <>
      {byMonth(found.slice(0, shown)).map(([month, entries]) => (
        <section key={month} aria-label={month}>
          <h2 class="month">{month}</h2>
          <ul class="rows">
            {entries.map((entry) => (
              <EntryRow key={entry.id} entry={{ ...entry, ...filesOf(entry) }} />
            ))}
          </ul>
        </section>
      ))}
      {found.length > shown && <More onClick={() => setShown(shown + STEP)} />}
    </>
  );
}

function RemoteEntries({ scope, filter }: { scope: Scope; filter: URLSearchParams }) {
  const [q, tag, notebook_id] = ["q", "tag", "notebook"].map((name) =>
    filter.get(name) ?? undefined
  );
  const pages = usePages(async (cursor) => {
    const query = { scope, q, tag, notebook_id, cursor, limit: 20 };
    const { entries, next_cursor } = await api.get("/api/journal", { params: { query } });
    return { items: entries, next: next_cursor };
  }, [`${scope} ${filter}`]);
  if (scope === "own" && q && !pages.items && pages.failure?.isOffline) {
    return <FoundHere words={q} />;
  }
  return (
    <Pages
      pages={pages}
      label="Entries"
      lines={6}
      empty={
        <Empty icon={q ? "search" : "team"} title={q ? "Nothing found" : "Nothing shared here yet"}>
          {q ? "Try other words." : "What others share with you appears here."}
        </Empty>
      }
    >
      {(entry) => (
        <EntryRow
          key={entry.id}
          entry={scope === "own" ? { ...entry, author: undefined } : entry}
        />
      )}
    </Pages>
  );
}

/** Without a network the copies are looked through. */
function FoundHere({ words }: { words: string }) {
  const sought = words.toLowerCase();
  const found = entries.value.filter(({ title, content }) =>
    `${title} ${content}`.toLowerCase().includes(sought)
  );
  return (
    <>
      <p class="hint">
        <Icon name="offline" size={16} />Found on this device
      </p>
      {found.length
        ? (
          <ul class="rows">
            {found.slice(0, STEP).map((entry) => <EntryRow key={entry.id} entry={entry} />)}
          </ul>
        )
        : (
          <Empty icon="search" title="Nothing found">
            Try other words, or again with a network.
          </Empty>
        )}
    </>
  );
}
