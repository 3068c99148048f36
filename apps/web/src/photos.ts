/** The photos of an entry as this page shows them: from the service, or from this device. */
import { useEffect, useRef, useState } from "preact/hooks";
import type { Answer } from "@journal/client";
import { withCache } from "./drafts.ts";
import type { Photos } from "./photo-marks.ts";
import { waitingOf } from "./outbox.ts";
import { attachments, offline } from "./service.ts";
import { isOnline } from "./session.ts";

type Attachment = Answer<"/api/journal/{id}", "get">["entry"]["attachments"][number];

/** How many small copies a device keeps. */
const MOST = 400;
const addressOf = (id: string) => `/photos/${offline.userId}/${id}`;

/** Keeps a small copy of a photo for the time without a network; the oldest ones make room. */
export const keepPhoto = (id: string, photo: Blob): Promise<void> =>
  withCache("photos", async (cache) => {
    await cache.put(addressOf(id), new Response(photo));
    const all = await cache.keys();
    for (const each of all.slice(0, Math.max(0, all.length - MOST))) await cache.delete(each);
  }).then(() => {});

/** Forgets small copies of photos, such as of entries that are sealed. */
export const forgetPhotos = (ids: string[]): Promise<void> =>
  withCache("photos", (cache) => Promise.all(ids.map((id) => cache.delete(addressOf(id)))))
    .then(() => {});

/** Whether a photo of the user waits to be sent, or lies openly at the service. */
function isOpen(id: string): boolean {
  if (offline.outbox.waiting.some((each) => each.id === id)) return true;
  const attachment = offline.get("attachments", id);
  const entry = attachment && offline.get("journal_entries", attachment.entry_id);
  return !!entry && !entry.is_sealed;
}

/** Forgets the small copies of photos that are gone or sealed, wherever that was done. */
async function forgetGone(): Promise<void> {
  await withCache("photos", async (cache) => {
    const all = await cache.keys();
    // A photo that was sent is among the copies when the sync has ended.
    const { isSyncing, lastError } = offline.status();
    if (!offline.isWhole || isSyncing || lastError) return;
    const place = addressOf("");
    for (const each of all) {
      const { pathname } = new URL(each.url);
      const isGone = pathname.startsWith(place) && !isOpen(pathname.slice(place.length));
      if (isGone) await cache.delete(each);
    }
  });
}

/** Milliseconds after a change of the copies: many change at once. */
const PAUSE = 1000;
let timer: ReturnType<typeof setTimeout>;
function forgetSoon(): void {
  clearTimeout(timer);
  timer = setTimeout(() => forgetGone().catch(() => {/* After the next change. */}), PAUSE);
}
offline.subscribe(forgetSoon);
forgetSoon();

/** The photo on this device: a photo waiting to be sent as a whole, any other as a small copy. */
async function photoHere(id: string): Promise<Blob | undefined> {
  const unsent = await offline.outbox.file(id, "file").catch(() => undefined);
  if (unsent instanceof Blob) return unsent;
  return await withCache("photos", async (cache) => (await cache.match(addressOf(id)))?.blob());
}

/** Fetches a small copy of a photo of the user that this device does not have. */
async function fetchCopy({ id, thumbnail_url, url }: Attachment): Promise<void> {
  const isHere = await withCache("photos", (cache) => cache.match(addressOf(id)));
  if (isHere || !isOpen(id)) return;
  const answer = await fetch(thumbnail_url ?? url!);
  if (answer.ok) await keepPhoto(id, await answer.blob());
}

/** Addresses of files on this device by their ids, until the component goes. */
export function useFilesHere(ids: readonly string[]): Record<string, string> {
  const [found, setFound] = useState<Record<string, string>>({});
  const made = useRef<Record<string, string>>({});
  const isGone = useRef(false);
  useEffect(() => {
    for (const id of ids) {
      if (id in made.current) continue;
      made.current[id] = "";
      photoHere(id).then((file) => {
        if (!file || isGone.current) return;
        made.current[id] = URL.createObjectURL(file);
        setFound({ ...made.current });
      }, () => {/* It is shown when there is a network. */});
    }
  }, [ids.join()]);
  useEffect(() => () => {
    isGone.current = true;
    Object.values(made.current).forEach((each) => each && URL.revokeObjectURL(each));
  }, []);
  return found;
}

/** The ids of the photos of an own entry, photos waiting to be sent included. */
export const photosOf = (entryId: string): string[] =>
  [
    ...attachments.value.filter(({ entry_id, kind }) => entry_id === entryId && kind === "image")
      .toSorted((a, b) => a.created_at < b.created_at ? -1 : 1),
    ...waitingOf("attachments").filter(({ fields, files }) =>
      fields.entry_id === entryId && files.file?.type.startsWith("image/")
    ),
  ].map(({ id }) => id);

/** `items` are the attachments as the service has answered them; undefined before, or without it. */
export function usePhotos(entryId: string, items: Attachment[] = []): Photos {
  const there = items.filter(({ kind, url }) => kind === "image" && url);
  const ids = [
    ...new Set([...there, ...photosOf(entryId).map((id) => ({ id }))].map(({ id }) => id)),
  ];
  const known = new Set(there.map(({ id }) => id));
  // Without a network, an address of the service shows nothing.
  const files = useFilesHere(ids.filter((id) => !known.has(id) || !isOnline.value));
  useEffect(() => {
    for (const each of there) fetchCopy(each).catch(() => {/* Another time. */});
  }, [items]);
  return new Map(ids.map((id) => {
    const { url, thumbnail_url } = there.find((each) => each.id === id) ?? {};
    const here = files[id] ?? "";
    return isOnline.value || !here
      ? [id, { src: url || here, small: thumbnail_url || url || here }]
      : [id, { src: here, small: here }];
  }));
}
