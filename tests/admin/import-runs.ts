/** Starts imports and waits for their end. */
import { expect } from "vitest";
import { eventually } from "../support/eventually.ts";
import { type Person, superAdmin } from "../support/people.ts";
import { sql } from "../support/sql.ts";
import { ok } from "../support/requests.ts";

/** A form with a file of entries for a user. */
export function importForm(userId: string, content: string | Uint8Array, name = "entries.json") {
  const form = new FormData();
  form.set("user_id", userId);
  form.set("file", new File([content as BlobPart], name));
  return form;
}

/** The super admin who sends the import. */
export const admin = await superAdmin("Import Admin");

/** An import as the service returns it. */
export type State = Record<string, unknown> & { id: string; status: string; errors: unknown[] };

export async function start(
  who: Person,
  content: string | Uint8Array,
  name?: string,
): Promise<State> {
  const form = importForm(who.id, content, name);
  return (await ok(admin, "POST", "/api/admin/imports", form)).import;
}

/** Waits for the end of an import. */
export const finished = ({ id }: { id: string }): Promise<State> =>
  eventually(async () => {
    const state = (await ok(admin, "GET", `/api/admin/imports/${id}`)).import;
    expect(state.status).toBe("completed");
    return state;
  });

export const run = async (who: Person, content: string | Uint8Array, name?: string) =>
  await finished(await start(who, content, name));

/** The entries of the imported rows, oldest first. */
export const entriesOf = (who: Person) =>
  sql`select e.title, c.content, e.mood, e.tags, e.created_at, e.updated_at,
      e.effective_metadata_visibility as visibility
    from public.journal_entries e join private.journal_entry_contents c on c.entry_id = e.id
    where e.user_id = ${who.id} order by e.created_at, e.title`;
