/** Joins an edit with the stored object. Loaded at the first collision. */
import type { Conflict, Joined, Left } from "./conflicts.ts";
import type { Copies } from "./copies.ts";
import type { Kind, Thing } from "./kinds.ts";
import { merge } from "./merge.ts";

type Fields = Record<string, unknown>;

/** An edit, with the version from which it began. */
interface Edit {
  kind: Kind;
  id: string;
  base: Fields;
  body: Fields;
}

/** Joins an edit of an object changed meanwhile: the fields to write, and the questions left. */
export function joining(
  kept: Copies,
  { kind, id, base, body }: Edit,
  theirs: Thing,
  isFromHere: boolean,
): Left & { body: Fields } {
  const notebookOf = (id: string) => kept.copy("notebooks", id);
  const merged = merge(kind, base, theirs, body, notebookOf);
  const held = merged.isHeld ? merged.body : {};
  const conflict = Object.keys(merged.asks).length
    ? {
      kind,
      id,
      mine: { ...held, ...merged.asks },
      before: { ...theirs, ...base },
      theirs,
      refusal: null,
      joined: held,
    } as Conflict
    : null;
  const joined = merged.joined.length
    ? {
      kind,
      id,
      mine: body,
      theirs,
      isFromHere: isFromHere || kept.hasWritten(theirs),
      joined_at: new Date().toISOString(),
    } as Joined
    : null;
  return { body: merged.isHeld ? {} : merged.body, conflict, joined };
}
