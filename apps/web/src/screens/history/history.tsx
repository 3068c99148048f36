/** Former versions of an own entry, beside the present one. */
import "./history.css";
import { useState } from "preact/hooks";
import type { Answer } from "@journal/client";
import { useAct } from "../../act.ts";
import { Button } from "../../parts/controls.tsx";
import { confirm, say } from "../../parts/dialog.tsx";
import { Icon } from "../../parts/icons.tsx";
import { Pages } from "../../parts/pages.tsx";
import { Empty, Refusal } from "../../parts/states.tsx";
import { usePages } from "../../remote.ts";
import { nameOfEntry } from "../../names.ts";
import { go, path } from "../../router.ts";
import { api, entries, type OwnEntry } from "../../service.ts";
import { isOnline, syncNow } from "../../session.ts";
import { fullMoment } from "../../words.ts";
import { Side } from "../conflict.tsx";
import { words } from "../../words/history.ts";

type Version = Answer<"/api/journal/{id}/versions", "get">["versions"][number];

export function HistoryPane() {
  const [, id] = path.value;
  const entry = entries.value.find((each) => each.id === id);
  return entry ? <OpenHistory key={id} entry={entry} /> : null;
}

const OpenHistory = ({ entry }: { entry: OwnEntry }) => (
  <History<Version>
    entry={entry}
    read={async (cursor) => {
      const { versions, next_cursor } = await api.get("/api/journal/{id}/versions", {
        params: { path: { id: entry.id }, query: { cursor, limit: 10 } },
      });
      return { items: versions, next: next_cursor };
    }}
    restore={({ id: versionId }) =>
      api.post("/api/journal/{id}/versions/{versionId}/restore", {
        params: {
          path: { id: entry.id, versionId },
          header: { "If-Match": `"${entry.version}"` },
        },
        // The service looks for the mood of the text, unless the author has chosen one.
        body: entry.mood_source === "author" ? { mood: entry.mood } : {},
      })}
  />
);

type Former = Pick<Version, "id" | "title" | "content" | "created_at">;

export function History<T extends Former>({ entry, read, restore, failureOf }: {
  entry: OwnEntry;
  read(cursor?: string): Promise<{ items: T[]; next: string | null }>;
  restore(version: T): Promise<unknown>;
  /** Why a former text must not be believed. */
  failureOf?(version: T): string | null;
}) {
  const { id } = entry;
  const [forgotten, setForgotten] = useState(0);
  const { isBusy, errors, act } = useAct();
  const pages = usePages(read, [`${id} ${forgotten}`]);

  async function goBack(version: T) {
    const text = words.restoreHint;
    if (!await confirm(words.askRestore, text, words.restore, "main")) return;
    const isDone = await act(() => restore(version));
    if (!isDone) return;
    await syncNow();
    go(`/journal/${id}`);
    say(words.restored);
  }
  async function forget() {
    const text = words.forgetHint;
    if (!await confirm(words.askForget, text, words.forget)) return;
    if (!await act(() => api.delete("/api/journal/{id}/versions", { params: { path: { id } } }))) {
      return;
    }
    setForgotten(forgotten + 1);
    say(words.forgotten);
  }

  return (
    <div class="article history">
      <div class="article-bar">
        <a class="button quiet" href={`#/journal/${id}`}>
          <Icon name="back" />
          <span>{words.entry}</span>
        </a>
        <span class="spring" />
        {pages.items && pages.items.length > 0 && (
          <Button look="quiet" icon="trash" disabled={isBusy || !isOnline.value} onClick={forget}>
            {words.deleteAll}
          </Button>
        )}
      </div>
      <p class="eyebrow">{nameOfEntry(entry)}</p>
      <h1>{words.earlierVersions}</h1>
      <p class="hint">
        {words.hint}
      </p>
      <Refusal errors={errors} />
      <Pages
        pages={pages}
        label={words.earlierVersions}
        class="versions"
        empty={
          <Empty icon="window" title={words.none}>
            {words.noneHint}
          </Empty>
        }
      >
        {(version) => (
          <li key={version.id} class="card">
            <details>
              <summary>
                <span>
                  <span class="hint">
                    {words.until({ moment: fullMoment(version.created_at) })}
                  </span>
                  <strong>{nameOfEntry(version)}</strong>
                </span>
              </summary>
              {failureOf?.(version) ? <p class="error">{failureOf(version)}</p> : (
                <>
                  <div class="columns">
                    <Side name={words.then} words={{ ...version }} other={{ ...entry }} />
                    <Side name={words.now} words={{ ...entry }} other={{ ...version }} />
                  </div>
                  <div class="actions">
                    <Button
                      look="main"
                      disabled={isBusy || !isOnline.value}
                      onClick={() => goBack(version)}
                    >
                      {words.restore}
                    </Button>
                  </div>
                </>
              )}
            </details>
          </li>
        )}
      </Pages>
    </div>
  );
}
