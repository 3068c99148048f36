/** The entry that is being written. It stays while another page is shown, and when the app starts again. */
import { useEffect, useState } from "react";
import { beginDrafts, draftNames, dropDraft, keepDraft, keepWaiting, readDraft } from "./drafts";
import type { Photo } from "./photos";
import { openDevice } from "./sealed";
import { offline } from "./service";

interface Draft {
  userId: string;
  /** The id of the entry: another attempt, after a photo could not be kept, changes this one. */
  id: string;
  content: string;
  photo?: Photo;
  /** The sealed notebook that the person has chosen; null for an open entry. */
  notebookId: string | null;
}

const NEW = "new/";

const empty = (userId: string, notebookId: string | null = null): Draft => ({
  userId,
  id: crypto.randomUUID(),
  content: "",
  notebookId,
});

/** A text that was not saved before. */
function stored(userId: string): Draft | undefined {
  for (const name of draftNames(NEW)) {
    const { content, notebookId } = readDraft<Pick<Draft, "content" | "notebookId">>(name)!;
    const id = name.slice(NEW.length);
    // The open copy of a sealed entry has no text.
    const saved = openDevice()?.entries.get(id) ?? offline.get("journal_entries", id);
    if (!saved) return { userId, id, content, notebookId };
    // Its entry was saved while the phone could not forget the draft, and may have changed since.
    const isSaved = saved.content === content;
    const anew = { ...empty(userId, notebookId), content };
    if (!isSaved) keep(anew);
    dropDraft(name);
    if (!isSaved) return anew;
  }
  return undefined;
}

let kept: Draft | undefined;

/** Another person on this phone has nothing of it. */
export function beginDraft(userId: string | null): void {
  if (kept?.userId !== userId) kept = undefined;
  beginDrafts(userId);
}

function keep({ id, content, notebookId }: Draft): void {
  if (content.trim()) keepDraft(NEW + id, { content, notebookId });
  else dropDraft(NEW + id);
}

/** @param isOpen whether the phone can read what it keeps under the device's key */
export function useDraft(userId: string, isOpen: boolean) {
  const [draft, setDraft] = useState(() => kept?.userId === userId ? kept : kept = empty(userId));
  const show = (next: Draft) => setDraft(kept = next);
  useEffect(() => {
    if (!isOpen) return;
    void keepWaiting();
    // A text that was begun meanwhile stays; the text of before follows when it is saved.
    if (kept && !kept.content && !kept.photo) show(stored(userId) ?? kept);
  }, [isOpen]);
  return {
    draft,
    change(fields: Partial<Draft>) {
      const next = { ...kept ?? draft, ...fields };
      keep(next);
      show(next);
    },
    /** Begins the next entry, for the same notebook, or shows a text that was not saved before. */
    next() {
      dropDraft(NEW + draft.id);
      show(stored(userId) ?? empty(userId, draft.notebookId));
    },
  };
}
