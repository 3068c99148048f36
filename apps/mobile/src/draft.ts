/** The entry that is being written. It stays while another page is shown, until the person signs out. */
import { useState } from "react";
import type { Photo } from "./photos";

interface Draft {
  userId: string;
  /** The id of the entry: another attempt, after a photo could not be kept, changes this one. */
  id: string;
  content: string;
  photo?: Photo;
  /** The sealed notebook that the person has chosen; null for an open entry. */
  notebookId: string | null;
}

const empty = (userId: string, notebookId: string | null = null): Draft => ({
  userId,
  id: crypto.randomUUID(),
  content: "",
  notebookId,
});

let kept: Draft | undefined;

export const forgetDraft = (): void => void (kept = undefined);

export function useDraft(userId: string) {
  const [draft, setDraft] = useState(() => kept?.userId === userId ? kept : kept = empty(userId));
  const show = (next: Draft) => setDraft(kept = next);
  return {
    draft,
    change: (fields: Partial<Draft>) => show({ ...kept ?? draft, ...fields }),
    /** Begins the next entry, for the same notebook. */
    next: () => show(empty(userId, draft.notebookId)),
  };
}
