/** An entry as its readers see it. */
import "./entry.css";
import { useEffect, useState } from "preact/hooks";
import type { Answer } from "@journal/client";
import { type Person, Played } from "../parts/avatar.tsx";
import { say, UNDO } from "../parts/dialog.tsx";
import { Icon } from "../parts/icons.tsx";
import { later } from "../parts/later.tsx";
import { Empty } from "../parts/states.tsx";
import type { Photos } from "../photo-marks.ts";
import { Text } from "../parts/text.tsx";
import { openingOf } from "@journal/client";
import { VisibilityChip } from "../parts/visibility.tsx";
import { nameOfEntry } from "../names.ts";
import { isInText } from "../photo-marks.ts";
import { usePhotos } from "../photos.ts";
import { subject } from "../router.ts";
import { joins, offline, type OwnEntry, removals, removing } from "../service.ts";
import { syncNow } from "../session.ts";
import { fullMoment, handleOf, moodName, nameOf } from "../words.ts";
import { Care } from "./care.tsx";
import { list, listAddress, narrowed } from "./journal-list.ts";
import { Background, Track, useDetails } from "./surroundings.tsx";
import { words } from "../words/entry.ts";

const Responses = later(async () => (await import("./responses.tsx")).Responses);
const CheerAuthor = later(
  async () => (await import("./friends/cheer-author.tsx")).CheerAuthor,
  true,
);
const Attachments = later(async () => (await import("./attachments.tsx")).Attachments);
const JoinedNote = later(async () => (await import("./joined.tsx")).JoinedNote);

export const Back = () => (
  <a class="button quiet back" href={`#${listAddress()}`}>
    <Icon name="back" />
    <span>{words.journal}</span>
  </a>
);

type Shared = Answer<"/api/journal/{id}", "get">["entry"];

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
          <strong>{nameOfEntry(older)}</strong>
        </a>
      )}
      {newer && (
        <a class="newer" href={`#/journal/${newer.id}`}>
          <span class="hint">{words.after}</span>
          <strong>{nameOfEntry(newer)}</strong>
        </a>
      )}
    </nav>
  );
}

const nothingSaid = { comment_count: 0, reactions: {}, own_reaction: null };

/** The parts of a sealed entry, in place of those of the service. */
export interface SealedParts {
  photos: Photos;
  /** Attachments and responses. */
  rest(among: { opened?: string; onOpen(id?: string): void }): preact.ComponentChildren;
  /** Keeps the text after a box was ticked. */
  onText?(content: string): void;
  author?: Person & { id: string };
}

export function Article(
  { entry, notebook, notice, sealed, children }: {
    entry: OwnEntry | Shared;
    notebook?: string;
    /** Notices and questions for its author. */
    notice?: preact.ComponentChildren;
    sealed?: SealedParts;
    children?: preact.ComponentChildren;
  },
) {
  const { content, mood, tags = [], written_at } = entry;
  const name = nameOfEntry(entry);
  // A heading at the beginning is the heading of the page; another first line stays in the text.
  const { isHeading, rest } = openingOf(entry);
  const body = isHeading ? rest : content ?? "";
  const hasTitle = isHeading || entry.title.trim() !== "";
  const own = "author" in entry || sealed ? undefined : entry as OwnEntry;
  const details = useDetails(own) ?? ("track" in entry ? entry : undefined);
  const { track, tone_image_url: image } = details ?? {};
  const author = "author" in entry ? entry.author : undefined;
  const writer = author ?? sealed?.author;
  const kept = usePhotos(entry.id, details?.attachments);
  const photos = sealed?.photos ?? kept;
  const [openedPhoto, openPhoto] = useState<string>();
  useEffect(() => {
    // The title of a window is seen by more than its reader.
    subject.value = sealed ? null : name;
    return () => void (subject.value = null);
  }, [name, !sealed]);
  return (
    <article class="article">
      <div class="article-bar">
        <Back />
        <span class="spring" />
        {children}
      </div>
      {own && joins.value.some(({ id }) => id === own.id) && <JoinedNote id={own.id} />}
      {notice}
      <p class="eyebrow">{fullMoment(written_at)}</p>
      <h1 class={hasTitle ? "" : "hidden"}>{name}</h1>
      {writer && (
        <p class="meta">
          <a href={`#/people/person/${writer.id}`}>
            {[nameOf(writer), handleOf(writer)].filter(Boolean).join(" · ")}{" "}
            <Played person={writer} />
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
          teamId={"effective_team_id" in entry ? entry.effective_team_id : entry.team_id}
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
            text={body}
            among={{ photos, onPhoto: openPhoto }}
            onTick={(own || sealed?.onText) && ((ticked) => {
              const text = content.slice(0, content.length - body.length) + ticked;
              if (sealed) return sealed.onText!(text);
              const base = { content };
              offline.update("journal_entries", entry.id, { content: text }, { base });
              syncNow();
            })}
          />
        )}
      {own && <Care text={`${entry.title}\n${content ?? ""}`} />}
      {sealed?.rest({ opened: openedPhoto, onOpen: openPhoto })}
      {content !== null && !sealed && (own || details && details.attachment_count > 0) && (
        <Attachments
          entry={details ?? { ...entry, attachments: [] }}
          photos={photos}
          isInText={(id) => isInText(content, id)}
          opened={openedPhoto}
          onOpen={openPhoto}
          isOwn={own !== undefined}
        />
      )}
      {track && <Track track={track} />}
      {content !== null && !sealed && <Background entry={entry} own={own} />}
      {author && <CheerAuthor author={author} />}
      {content !== null && !sealed && (
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
export function removeSoon(id: string, remove: () => Promise<void>): void {
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
  say(words.deleted, { name: words.undo, run: () => void end(false) });
}
