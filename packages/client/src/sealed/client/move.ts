/** A move as the device keeps it, and the readers to whom its person has agreed. */
import { JournalError } from "../../errors.ts";
import type { SealedFile } from "../text.ts";
import type { Device } from "./device.ts";
import { refusal } from "./opening.ts";
import type { Audience } from "./types.ts";

/** A move, as the device keeps it. */
export interface Move {
  entry_id: string;
  /** Into a sealed notebook, also from another one; or out of one. */
  way: "in" | "out";
  notebook_id: string | null;
  /** Out: the readers of the notebook to whom the person has agreed. */
  audience?: Audience | undefined;
  /** Out: from then on this device alone has files of the entry. */
  isDeleting?: true;
  /** Into: the new seals of the open files, by their ids. */
  sealed: Record<string, SealedFile>;
  /** Out: the files that the record names. */
  files: SealedFile[];
  /** Out: the ids of the open files, by those of the sealed ones. */
  open: Record<string, string>;
}

/** Whether the service has everything of the entry still, and nothing new. */
export const isStoppable = ({ sealed, isDeleting }: Move) =>
  !isDeleting && Object.keys(sealed).length === 0;

export const audienceOf = (notebook: Audience): Audience => ({
  metadata_visibility: notebook.metadata_visibility,
  content_visibility: notebook.content_visibility,
  team_id: notebook.team_id,
  org_id: notebook.org_id,
});

/**
 * Asks the service whether the notebook has these readers still.
 *
 * @throws {JournalError} 409 `other_readers`
 */
export async function mustHaveAudience(
  { api }: Device,
  { notebook_id, audience }: Move,
): Promise<void> {
  if (!notebook_id) return;
  const now = await api.get("/api/notebooks/{id}", { params: { path: { id: notebook_id } } })
    .then(({ notebook }) => audienceOf(notebook), (error) => {
      if (error instanceof JournalError && error.status === 404) return null;
      throw error;
    });
  if (now && JSON.stringify(now) === JSON.stringify(audience)) return;
  throw refusal("other_readers", "The notebook has other readers by now, or is gone");
}
