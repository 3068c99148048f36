/** The photos of a day, of all own entries of that day. */
import "./photos.css";
import { computed } from "@preact/signals";
import { useState } from "preact/hooks";
import { dateAt, entriesByDay, today } from "../../days.ts";
import { Icon } from "../../parts/icons.tsx";
import { PhotoImage } from "../../parts/photo.tsx";
import { Empty } from "../../parts/states.tsx";
import { nameOfEntry } from "../../names.ts";
import { photosOf, usePhotos } from "../../photos.ts";
import { query } from "../../router.ts";
import { attachments, entries, type OwnEntry, waiting } from "../../service.ts";
import { fullDay } from "../../words.ts";
import { words as attached } from "../../words/attachments.ts";
import { words } from "../../words/calendar.ts";
import { listAddress } from "../journal-list.ts";
import { useDetails } from "../surroundings.tsx";
import { Viewer } from "../viewer.tsx";

/** The days that have photos, the oldest first. */
const daysWithPhotos = computed(() => {
  const pictured = new Set([
    ...attachments.value.filter(({ kind }) => kind === "image").map(({ entry_id }) => entry_id),
    ...waiting.value.filter(({ files }) => files.file?.type.startsWith("image/"))
      .map(({ fields }) => "entry_id" in fields && fields.entry_id),
  ]);
  const days = entries.value.filter(({ id }) => pictured.has(id))
    .map(({ written_at }) => dateAt(written_at));
  return [...new Set(days)].sort();
});

/** How many photos a day has. */
export const photosOn = (day: string): number =>
  (entriesByDay.value.get(day) ?? []).reduce((sum, { id }) => sum + photosOf(id).length, 0);

export const photosAddress = (day: string): string => `#/journal/photos?day=${day}`;

export function PhotosPane() {
  const all = daysWithPhotos.value;
  const day = query.value.get("day") ?? all.at(-1) ?? today();
  const [before, after] = [all.findLast((each) => each < day), all.find((each) => each > day)];
  const found = (entriesByDay.value.get(day) ?? []).filter(({ id }) => photosOf(id).length)
    .toReversed();
  const turn = (to: string | undefined, icon: "back" | "next", name: string) =>
    to && (
      <a class="button quiet icon-only" href={photosAddress(to)} aria-label={name}>
        <Icon name={icon} />
      </a>
    );
  return (
    <div class="article day-photos">
      <a class="button quiet back" href={`#${listAddress()}`}>
        <Icon name="back" />
        <span>{words.back}</span>
      </a>
      <header>
        <p class="eyebrow">{words.photosTitle}</p>
        <h1>{fullDay(day)}</h1>
        {turn(before, "back", words.dayBefore)}
        {turn(after, "next", words.dayAfter)}
      </header>
      {found.length
        ? found.map((entry) => <OfEntry key={entry.id} entry={entry} />)
        : <Empty icon="picture" title={words.noPhotos} />}
    </div>
  );
}

function OfEntry({ entry }: { entry: OwnEntry }) {
  const photos = [...usePhotos(entry.id, useDetails(entry)?.attachments)]
    .map(([id, { src, small }]) => ({ id, url: src, thumbnail_url: small }));
  const [openedId, open] = useState<string>();
  const opened = photos.find(({ id }) => id === openedId);
  const name = nameOfEntry(entry);
  return (
    <section aria-label={name}>
      <ul>
        {photos.map((photo, n) => (
          <li key={photo.id}>
            <button type="button" onClick={() => open(photo.id)}>
              <PhotoImage
                src={photo.url}
                alt={attached.photo({ n: n + 1, of: photos.length })}
                isLazy
              />
            </button>
          </li>
        ))}
      </ul>
      <a href={`#/journal/${entry.id}`}>{name}</a>
      {opened && <Viewer photos={photos} first={opened} onClose={() => open(undefined)} />}
    </section>
  );
}
