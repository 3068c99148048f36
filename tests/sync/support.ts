/** Reading changes as a device does. */
import type { Person } from "../support/people.ts";
import { ok } from "../support/requests.ts";

/** The list of `changes` that holds the objects of a type of `deleted`. */
export const listOf = {
  journal_entry: "journal_entries",
  notebook: "notebooks",
  goal: "goals",
  goal_check_in: "goal_check_ins",
  satisfaction_entry: "satisfaction_entries",
  action_note: "action_notes",
  sleep_entry: "sleep_entries",
  notification: "notifications",
  reminder: "reminders",
  share_link: "share_links",
  attachment: "attachments",
  entry_template: "entry_templates",
} as const;
type Type = keyof typeof listOf;
export const lists = Object.values(listOf);

// deno-lint-ignore no-explicit-any -- tests read the fields they expect and assert on them
export type Page = any;

export function syncPage(who: Person, cursor?: string | null, limit?: number): Promise<Page> {
  const query = new URLSearchParams({
    ...(cursor && { cursor }),
    ...(limit && { limit: `${limit}` }),
  });
  return ok(who, "GET", `/api/sync?${query}`);
}

/**
 * All changes since the cursor, without streaks, which follow from other changes: `kind id` of each
 * in the order of arrival, and the next cursor.
 */
export async function changesSince(who: Person, cursor?: string | null, limit?: number) {
  const changed: string[] = [];
  const deleted: string[] = [];
  const objects = new Map<string, Page>();
  let page: Page;
  do {
    page = await syncPage(who, cursor, limit);
    let size = page.deleted.length + (page.changes.profile ? 1 : 0);
    if (page.changes.profile) changed.push("profile");
    for (const list of lists) {
      for (const each of page.changes[list]) {
        changed.push(`${list} ${each.id}`);
        objects.set(each.id, each);
        size++;
      }
    }
    for (const { type, id } of page.deleted) {
      if (type !== "streak") deleted.push(`${listOf[type as Type]} ${id}`);
    }
    if (limit && size > limit) throw new Error(`a page of ${size}`);
    cursor = page.next_cursor;
  } while (page.has_more);
  return { changed, deleted, objects, cursor: cursor as string };
}
