/** The fields of an entry in the editor. */
import type { NewSealedEntry } from "@journal/client/sealed";
import type { OwnEntry } from "../../service.ts";

export type Fields =
  & Pick<
    OwnEntry,
    | "title"
    | "content"
    | "mood"
    | "tags"
    | "notebook_id"
    | "metadata_visibility"
    | "content_visibility"
    | "team_id"
    | "org_id"
  >
  & {
    /** When it was; null for now, of a new entry. */
    written_at: string | null;
  };

export const fieldsOf = (entry?: OwnEntry): Fields => ({
  title: entry?.title ?? "",
  content: entry?.content ?? "",
  mood: entry?.mood ?? null,
  tags: entry?.tags ?? [],
  notebook_id: entry?.notebook_id ?? null,
  metadata_visibility: entry?.metadata_visibility ?? "user",
  content_visibility: entry?.content_visibility ?? "user",
  team_id: entry?.team_id ?? null,
  org_id: entry?.org_id ?? null,
  written_at: entry?.written_at ?? null,
});

/** The fields that a record has: who reads the entry is the notebook's. */
export const sealedFields = (
  { title, content, mood, tags, notebook_id, written_at }: Partial<Fields>,
): NewSealedEntry => ({
  notebook_id: notebook_id!,
  title,
  content,
  mood,
  tags: tags ?? [],
  ...written_at && { written_at },
});
