/** The fields of an entry in the editor. */
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
    /** When it was, of a new entry; null for now. */
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
  written_at: null,
});
