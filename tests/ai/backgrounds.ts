/** Requests for backgrounds, the model's answers, and the stored rows and files. */
import { filesLike, lastingFiles } from "../support/files.ts";
import { type Answer, type Person } from "../support/people.ts";
import { sql } from "../support/sql.ts";
import { provider } from "./support.ts";

/** Asks for a background. */
export const ask = (who: Person, fields: Record<string, unknown>): Promise<Answer> =>
  who.api("POST", "/api/ai/generate-background", fields);

/** The text model's output for a text: a scene by which the image request can be identified. */
export const imagined = (words: string, scene = `a still lake, ${words}`, tone = "peaceful") =>
  provider(words, { path: "chat", answer: { tone, scene } });

/** An entry that is not analysed, because it has a mood. */
export async function writeEntry(who: Person): Promise<string> {
  const { data, error } = await who.client.rpc("create_journal_entry", {
    p_entry: { title: "Today", content: "by the lake", mood: "calm" },
  });
  if (error) throw error;
  return data.id;
}

interface Row {
  entry_id: string | null;
  path: string;
  prompt: string;
  tone: string;
  quality: string;
}

/** The backgrounds of a person, the oldest first. */
export const rowsOf = async ({ id }: Person): Promise<Row[]> => [
  ...await sql<Row[]>`
    select entry_id, path, prompt, tone, quality from public.journal_entry_backgrounds
    where user_id = ${id} order by created_at`,
];

const BUCKET = "entry-backgrounds";

/** The paths of a person's backgrounds in storage. */
export const filesOf = ({ id }: Person): Promise<string[]> => filesLike(BUCKET, `${id}/%`);

/** The paths of them that do not wait in the outbox of files to delete. */
export const lastingOf = ({ id }: Person): Promise<string[]> => lastingFiles(BUCKET, `${id}/%`);

/** Whether a file waits in the outbox of files to delete. */
export const waiting = async (path: string): Promise<boolean> =>
  (await sql`
    select from private.storage_deletions where bucket = ${BUCKET} and path = ${path}`).length > 0;
