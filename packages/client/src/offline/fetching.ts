/** Fetches the changes of other devices, page by page. */
import type { Answer, Api } from "../api.ts";
import { JournalError } from "../errors.ts";
import { type Copies, copyKey, type Update } from "./copies.ts";
import { type Kind, kindOfDeletion } from "./kinds.ts";

type Page = Answer<"/api/sync", "get">;

const isExpired = (error: unknown) =>
  error instanceof JournalError && error.code === "cursor_expired";

/** Forgets the copies when the database was restored. @throws {JournalError} */
export async function probe(api: Api, kept: Copies): Promise<void> {
  try {
    await api.get("/api/sync", { params: { query: { limit: 1, cursor: kept.cursor } } });
  } catch (error) {
    if (!isExpired(error)) throw error;
    await kept.keep(() => kept.forgetting());
  }
}

/** The changes that are asked for when few are expected: a larger page counts as several requests. */
const FEW = 100;

/** A page that is asked for, and the one behind it. */
interface Asked {
  page: Promise<Page>;
  next?: Asked;
}

/**
 * Fetches the changes since the last time, up to `most` in a page. The next page is asked for as soon
 * as the headers of one have come.
 *
 * @throws {JournalError}
 */
export async function pull(api: Api, kept: Copies, most: number): Promise<void> {
  const ask = (cursor: string | undefined, limit = most): Asked => {
    const one: Asked = {
      page: api.get("/api/sync", {
        params: { query: { limit, cursor } },
        answered(headers: Headers) {
          const next = headers.get("next-cursor");
          // No page of a device that is slow to keep one is asked for ahead of the next.
          if (next && one === asked) one.next = ask(next);
        },
      }),
    };
    // It may fail before the loop comes to it, which then finds it failed.
    one.page.catch(() => {});
    return one;
  };
  let asked = ask(kept.cursor, kept.isWhole ? Math.min(FEW, most) : most);
  for (let more = true; more;) {
    try {
      const page = await asked.page;
      more = page.has_more;
      if (more) asked = asked.next ?? ask(page.next_cursor);
      await kept.keep(() => {
        const updates = updatesOf(page, kept.unknownKinds);
        return [...updates, ...sealing(kept, page)];
      });
    } catch (error) {
      if (!isExpired(error)) throw error;
      await kept.keep(() => kept.forgetting());
      more = true;
      asked = ask(undefined);
    }
  }
  // A full storage has no room for it now; the next exchange tries again.
  await kept.erase().catch(() => {});
}

/** Makes objects share equal short texts, such as dates, in memory; answers the object. */
function sharer() {
  const texts = new Map<string, string>();
  return <T extends object>(thing: T): T => {
    const fields = thing as Record<string, unknown>;
    for (const name in fields) {
      const text = fields[name];
      if (name === "id" || typeof text !== "string" || text.length > 40) continue;
      const known = texts.get(text);
      if (known === undefined) texts.set(text, text);
      else fields[name] = known;
    }
    return thing;
  };
}

/** More updates, where a page seals entries that were open on this device. */
function sealing(kept: Copies, { changes }: Page): Update[] {
  const sealed = (changes.journal_entries ?? []).filter(({ id, is_sealed }) =>
    is_sealed && kept.copy("journal_entries", id)?.is_sealed === false
  );
  if (!sealed.length) return [];
  return [["remains", true], ...sealed.map(({ id }): Update => [`joined/${id}`, undefined])];
}

/**
 * The updates that keep a page of changes with its cursor. Objects of kinds that this version does not
 * know are kept for the next one, and a deletion of a type that it does not know is of one of these.
 */
function updatesOf(page: Page, unknown: Kind[]): Update[] {
  const { changes: { profile, ...lists }, deleted, next_cursor, has_more, seen } = page;
  const changed = Object.entries({ ...lists, profile: profile ? [profile] : [] });
  const share = sharer();
  const things = changed.flatMap(([kind, list]) =>
    list.map((thing): Update => [copyKey(kind as Kind, thing.id), share(thing)])
  );
  const sealed = (lists.notebooks ?? []).filter(({ is_sealed }) => is_sealed)
    .map(({ id }): Update => [`sealed/${id}`, true]);
  const gone = deleted.flatMap(({ type, id }): Update[] => {
    const kind = kindOfDeletion(type);
    return (kind ? [kind] : unknown).map((each): Update => [copyKey(each, id), undefined]);
  });
  const end: Update[] = has_more
    ? []
    : [["seen", seen], ["whole", true], ["synced", new Date().toISOString()]];
  return [...things, ...sealed, ...gone, ["cursor", next_cursor], ...end];
}
