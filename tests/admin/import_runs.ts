/** Starts imports and waits for their end. */
import { expect } from "vitest";
import { type Person, superAdmin } from "../support/people.ts";
import { sql } from "../support/sql.ts";
import { importForm } from "./routes.ts";

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
  const { status, body } = await admin.api("POST", "/api/admin/imports", form);
  expect([status, body.error]).toEqual([201, undefined]);
  return body.import;
}

/** Waits for the end of an import. */
export async function finished({ id }: { id: string }): Promise<State> {
  for (;;) {
    const { status, body } = await admin.api("GET", `/api/admin/imports/${id}`);
    expect(status).toBe(200);
    if (body.import.status === "completed") return body.import;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

export const run = async (who: Person, content: string | Uint8Array, name?: string) =>
  await finished(await start(who, content, name));

/** The entries of the imported rows, oldest first. */
export const entriesOf = (who: Person) =>
  sql`select e.title, c.content, e.mood, e.tags, e.created_at, e.updated_at,
      e.effective_metadata_visibility as visibility
    from public.journal_entries e join public.journal_entry_contents c on c.entry_id = e.id
    where e.user_id = ${who.id} order by e.created_at, e.title`;
