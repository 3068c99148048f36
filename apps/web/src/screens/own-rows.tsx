/** Own entries by month, with more of them while the user scrolls. */
import { useEffect, useRef, useState } from "preact/hooks";
import { Button } from "../parts/controls.tsx";
import { Icon } from "../parts/icons.tsx";
import { photosOf, useFilesHere } from "../photos.ts";
import { useRemote } from "../remote.ts";
import { api, attachments, type OwnEntry, pending } from "../service.ts";
import { isOnline } from "../session.ts";
import { monthOf } from "../words.ts";
import { words as common } from "../words/common.ts";
import { EntryRow, type Marking } from "./entry-row.tsx";
import { entriesByDay, today } from "../days.ts";
import { words } from "../words/today.ts";

/** A screen of them and somewhat more. */
const FIRST = 20;
const STEP = 50;
/** Pixels that a row has at least. */
const LEAST = 80;
/** When the app starts, the rows of the screen are drawn before the others. */
let isStart = true;

/** Groups entries by month, newest first. */
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
      <Button onClick={onClick}>{common.showMore}</Button>
    </div>
  );
}

/**
 * The files of own entries, and the first photo of each. The service has the photos of the newest
 * entries; of others, and without a network, this device shows the copy that it has.
 */
function useFilesOf(shown: OwnEntry[]) {
  const files = attachments.value;
  const { value } = useRemote(async () => {
    if (!files.length) return new Map();
    const query = { scope: "own", limit: STEP } as const;
    const { entries } = await api.get("/api/journal", { params: { query } });
    return new Map(entries.map(({ id, picture }) => [id, picture]));
  }, ["own", files.length]);
  const firsts = new Map(
    shown.filter(({ id }) => !isOnline.value || !value?.get(id)?.thumbnail_url)
      .map(({ id }) => [id, photosOf(id)[0]]),
  );
  const here = useFilesHere([...firsts.values()].filter((id) => id !== undefined));
  return ({ id }: { id: string }) => ({
    picture: { thumbnail_url: here[firsts.get(id) ?? ""] || value?.get(id)?.thumbnail_url || null },
    attachment_count: files.filter(({ entry_id }) => entry_id === id).length,
  });
}

export function OwnRows({ entries, mark }: { entries: OwnEntry[]; mark?: Marking }) {
  const [shown, setShown] = useState(isStart ? Math.ceil(innerHeight / LEAST) : FIRST);
  const filesOf = useFilesOf(entries.slice(0, shown));
  useEffect(() => {
    isStart = false;
    const idle = globalThis.requestIdleCallback ?? setTimeout;
    idle(() => setShown((shown) => Math.max(shown, FIRST)));
  }, []);
  return (
    <>
      {byMonth(entries.slice(0, shown)).map(([month, entries]) => (
        <section key={month} aria-label={month}>
          <h2 class="month">{month}</h2>
          <ul class="rows">
            {entries.map((entry) => (
              <EntryRow key={entry.id} entry={{ ...entry, ...filesOf(entry) }} mark={mark} />
            ))}
          </ul>
        </section>
      ))}
      {shown >= FIRST && entries.length > shown && <More onClick={() => setShown(shown + STEP)} />}
    </>
  );
}

const NONE: OwnEntry[] = [];

/** The entries that the user wrote on a date, from the copies on the device. */
export function DayEntries({ date, none }: { date: string; none?: string }) {
  const found = entriesByDay.value.get(date) ?? NONE;
  const filesOf = useFilesOf(found);
  if (!found.length) return none ? <p class="hint">{none}</p> : null;
  return (
    <ul class="rows">
      {found.map((entry) => <EntryRow key={entry.id} entry={{ ...entry, ...filesOf(entry) }} />)}
    </ul>
  );
}

/** The entries of today, on Today. */
export function Written() {
  if (!entriesByDay.value.has(today())) return null;
  return (
    <div class="written">
      <h2>{words.written}</h2>
      {pending.value > 0 && (
        <p class="hint">
          <Icon name="cloud" size={16} />
          {words.waiting({ count: pending.value })}
        </p>
      )}
      <DayEntries date={today()} />
    </div>
  );
}
