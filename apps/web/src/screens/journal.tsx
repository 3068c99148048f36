import { useState } from "preact/hooks";
import { Button } from "../parts/controls.tsx";
import { Icon } from "../parts/icons.tsx";
import { Pages } from "../parts/pages.tsx";
import { SearchField } from "../parts/search-field.tsx";
import { Empty, NoCopiesYet } from "../parts/states.tsx";
import { usePages, useRemote } from "../remote.ts";
import { go, path, query } from "../router.ts";
import { api, attachments, entries, notebooks, profile } from "../service.ts";
import { EntryRow } from "./entry-row.tsx";
import { ConflictPane } from "./conflict.tsx";
import { Editor, EntryPane } from "./entry.tsx";
import { list } from "./journal-list.ts";
import { NotebooksPane } from "./notebooks.tsx";

const scopes = { own: "Mine", team: "Team", org: "Organization", public: "Everybody" } as const;
type Scope = keyof typeof scopes;

export function JournalScreen() {
  const [, pane, id] = path.value;
  if (!pane) list.filter = query.value;
  return (
    <div class={`split ${pane ? "open" : ""}`}>
      <List filter={list.filter} />
      <section class="pane" aria-label="Entry">
        {!pane
          ? <Empty icon="journal" title="Choose an entry">Or begin a new one.</Empty>
          : pane === "new"
          ? <Editor key="new" />
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
        ? <OwnEntries notebook={filter.get("notebook")} tag={filter.get("tag")} />
        : <RemoteEntries scope={scope} filter={filter} />}
    </section>
  );
}

const STEP = 50;

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
function OwnEntries({ notebook, tag }: { notebook: string | null; tag: string | null }) {
  const [shown, setShown] = useState(STEP);
  const filesOf = usePictures();
  const found = entries.value.filter((entry) =>
    (!notebook || entry.notebook_id === notebook) && (!tag || entry.tags?.includes(tag))
  );
  if (!found.length && !profile.value) return <NoCopiesYet lines={6} label="Entries" />;
  if (!found.length) {
    return (
      <Empty icon="journal" title={notebook || tag ? "Nothing here yet" : "Your journal is empty"}>
        {notebook || tag
          ? "No entry of yours fits."
          : "The first entry is the hardest. One sentence is enough."}
      </Empty>
    );
  }
  return (
    <>
      <ul class="rows">
        {found.slice(0, shown).map((entry) => (
          <EntryRow key={entry.id} entry={{ ...entry, ...filesOf(entry) }} />
        ))}
      </ul>
      {found.length > shown && <Button onClick={() => setShown(shown + STEP)}>Show more</Button>}
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
