import "./entry.css";
import { useEffect, useState } from "preact/hooks";
import type { Answer } from "@journal/client";
import { Played } from "../parts/avatar.tsx";
import { Button } from "../parts/controls.tsx";
import { say, UNDO } from "../parts/dialog.tsx";
import { Icon } from "../parts/icons.tsx";
import { later } from "../parts/later.tsx";
import { Report } from "../parts/report.tsx";
import { Empty, Failed, Loading } from "../parts/states.tsx";
import { Text } from "../parts/text.tsx";
import { VisibilityChip } from "../parts/visibility.tsx";
import { useRemote } from "../remote.ts";
import { go, subject } from "../router.ts";
import {
  api,
  entries,
  joins,
  notebooks,
  offline,
  type OwnEntry,
  removals,
  removing,
} from "../service.ts";
import { syncNow } from "../session.ts";
import { fullMoment, moodName, nameOf } from "../words.ts";
import { list, listAddress, narrowed } from "./journal-list.ts";
import type { ShareLinkDialog } from "./share-link.tsx";
import { Background, Track, useDetails } from "./surroundings.tsx";
import { words } from "../words/entry.ts";
import { words as common } from "../words/common.ts";
import { words as rows } from "../words/rows.ts";

const Responses = later(async () => (await import("./responses.tsx")).Responses);
const Attachments = later(async () => (await import("./attachments.tsx")).Attachments);

const Editor = later(async () => (await import("./editor/editor.tsx")).Editor);

export const Back = () => (
  <a class="button quiet back" href={`#${listAddress()}`}>
    <Icon name="back" />
    <span>{words.journal}</span>
  </a>
);

const JoinedNote = later(async () => (await import("./joined.tsx")).JoinedNote);
const JoinedPane = later(async () => (await import("./joined.tsx")).JoinedPane);

const History = later(async () => (await import("./history/history.tsx")).HistoryPane);

export function EntryPane({ id, part }: { id: string; part?: string }) {
  const own = entries.value.find((entry) => entry.id === id);
  if (!own) return <SharedEntry id={id} />;
  const isJoined = joins.value.some((each) => each.id === id);
  if (part === "edit") return <Editor entry={own} />;
  if (part === "history") return <History />;
  if (part === "joined" && isJoined) return <JoinedPane entry={own} />;

  function remove() {
    go(listAddress());
    removeSoon(id, async () => {
      await offline.remove("journal_entries", id);
      syncNow();
    });
  }
  const notebook = notebooks.value.find(({ id }) => id === own.notebook_id);
  return (
    <Article entry={own} notebook={notebook?.name}>
      <a class="button plain" href={`#/journal/${id}/edit`}>
        <Icon name="edit" />
        <span>{words.edit}</span>
      </a>
      <ShareLink entry={own} />
      {own.version && (
        <a
          class="button quiet icon-only"
          href={`#/journal/${id}/history`}
          aria-label={words.earlierVersions}
        >
          <Icon name="window" />
        </a>
      )}
      <Button look="quiet" icon="trash" aria-label={common.delete} onClick={remove} />
    </Article>
  );
}

/** Opens the dialog that makes a link, which is loaded then. */
function ShareLink({ entry: { id, title } }: { entry: OwnEntry }) {
  const [Form, setForm] = useState<typeof ShareLinkDialog>();
  const [isOpen, setOpen] = useState(false);
  async function open() {
    try {
      const { ShareLinkDialog } = await import("./share-link.tsx");
      setForm(() => ShareLinkDialog);
      setOpen(true);
    } catch {
      say(words.couldNotLoad);
    }
  }
  return (
    <>
      <Button look="quiet" icon="link" aria-label={words.shareLink} onClick={open} />
      {isOpen && Form && <Form id={id} title={title} onClose={() => setOpen(false)} />}
    </>
  );
}

/** The entries before and after this one in the list. */
function Neighbours({ id }: { id: string }) {
  const { filter, found: there } = list;
  const found = there.some((entry) => entry.id === id) ? there : narrowed(filter);
  const at = found.findIndex((entry) => entry.id === id);
  if (at < 0 || found.length < 2) return null;
  const [newer, older] = [found[at - 1], found[at + 1]];
  return (
    <nav class="neighbours" aria-label={words.otherEntries}>
      {older && (
        <a href={`#/journal/${older.id}`}>
          <span class="hint">{words.before}</span>
          <strong>{older.title}</strong>
        </a>
      )}
      {newer && (
        <a class="newer" href={`#/journal/${newer.id}`}>
          <span class="hint">{words.after}</span>
          <strong>{newer.title}</strong>
        </a>
      )}
    </nav>
  );
}

type Shared = Answer<"/api/journal/{id}", "get">["entry"];

function SharedEntry({ id }: { id: string }) {
  const { value, failure, isLoading, retry } = useRemote(
    () => api.get("/api/journal/{id}", { params: { path: { id } } }),
    [id],
  );
  if (value) {
    return (
      <Article entry={value.entry} notebook={value.entry.notebook?.name}>
        <Report about="journal_entry" id={id} />
      </Article>
    );
  }
  if (isLoading || !failure) {
    return (
      <div class="article">
        <Back />
        <Loading lines={5} label={words.entry} />
      </div>
    );
  }
  return (
    <div class="article">
      <Back />
      <Failed failure={failure} retry={retry} />
    </div>
  );
}

/** The responses of readers to an entry of which the service has told nothing yet. */
const nothingSaid = { comment_count: 0, reactions: {}, own_reaction: null };

function Article(
  { entry, notebook, children }: {
    entry: OwnEntry | Shared;
    notebook?: string;
    children?: preact.ComponentChildren;
  },
) {
  const { title, content, mood, tags = [], written_at } = entry;
  const own = "author" in entry ? undefined : entry as OwnEntry;
  const details = useDetails(own) ?? ("track" in entry ? entry : undefined);
  const { track, tone_image_url: image } = details ?? {};
  const author = "author" in entry ? entry.author : undefined;
  useEffect(() => {
    subject.value = title;
    return () => void (subject.value = null);
  }, [title]);
  return (
    <article class="article">
      <div class="article-bar">
        <Back />
        <span class="spring" />
        {children}
      </div>
      {own && joins.value.some(({ id }) => id === own.id) && <JoinedNote id={own.id} />}
      <p class="eyebrow">{fullMoment(written_at)}</p>
      <h1>{title}</h1>
      {author && (
        <p class="meta">
          <a href={`#/people/person/${author.id}`}>
            {nameOf(author)} · @{author.handle} <Played person={author} />
          </a>
        </p>
      )}
      <p class="chips">
        {mood && (
          <span class="chip mood">
            {image && <img class="tone" src={image} alt="" width="28" height="28" />}
            {moodName(mood)}
          </span>
        )}
        {notebook && (
          <span class="chip">
            <Icon name="book" size={14} />
            {notebook}
          </span>
        )}
        {tags?.map((tag) => (
          <a class="chip" key={tag} href={`#/journal?tag=${encodeURIComponent(tag)}`}>#{tag}</a>
        ))}
        <VisibilityChip
          metadata={entry.effective_metadata_visibility ?? "user"}
          content={entry.effective_content_visibility ?? "user"}
        />
      </p>
      {content === null
        ? (
          <Empty icon="lock" title={words.textNotShared}>
            {words.textNotSharedHint}
          </Empty>
        )
        : (
          <Text
            text={content}
            onTick={own && ((content) => {
              const base = { content: own.content };
              offline.update("journal_entries", own.id, { content }, { base });
              syncNow();
            })}
          />
        )}
      {content !== null && (own || details && details.attachment_count > 0) && (
        <Attachments entry={details ?? { ...entry, attachments: [] }} isOwn={own !== undefined} />
      )}
      {track && <Track track={track} />}
      {content !== null && <Background entry={entry} own={own} />}
      {content !== null && (
        // Once the service has the entry, its comments are read.
        <Responses
          key={`${entry.id} ${details !== undefined}`}
          entry={details ?? { ...entry, ...nothingSaid }}
        />
      )}
      <Neighbours id={entry.id} />
    </article>
  );
}

/**
 * Hides an entry at once, and removes it when it was not undone for ten seconds, or when the app goes
 * out of sight, or the user signs out, before.
 */
function removeSoon(id: string, remove: () => Promise<void>): void {
  removing.value = [...removing.value, id];
  let isOver = false;
  const end = async (isRemoved: boolean) => {
    if (isOver) return;
    isOver = true;
    clearTimeout(timer);
    removals.delete(now);
    document.removeEventListener("visibilitychange", hide);
    if (isRemoved) await remove();
    removing.value = removing.value.filter((each) => each !== id);
  };
  const now = () => end(true);
  const hide = () => document.visibilityState === "hidden" && now();
  const timer = setTimeout(now, UNDO);
  removals.add(now);
  document.addEventListener("visibilitychange", hide);
  say(rows.deleted, { name: rows.undo, run: () => void end(false) });
}
