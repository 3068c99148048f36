/** Joins an edit with the stored object. Loaded at the first collision. */
import type { Conflict, Joined, Left } from "./conflicts.ts";
import { leaving } from "./questions.ts";
import type { Copies, Update } from "./copies.ts";
import { baseOf } from "./fields.ts";
import type { Kind, Thing } from "./kinds.ts";
import { merge } from "./merge.ts";
import type { Write } from "./writes.ts";

type Fields = Record<string, unknown>;

/** An edit, with the version from which it began. */
interface Edit {
  kind: Kind;
  id: string;
  base: Fields;
  body: Fields;
}

/**
 * Joins an edit of an object changed meanwhile: the fields to write, and the questions left.
 * `isFromHere`: another window of this program has changed it. `mayBeStored`: the edit may have
 * arrived before.
 */
export function joining(
  kept: Copies,
  { kind, id, base, body }: Edit,
  theirs: Thing,
  { isFromHere = false, mayBeStored = false },
): Left & { body: Fields } {
  const notebookOf = (id: string) => kept.copy("notebooks", id);
  const merged = merge(kind, base, theirs, body, notebookOf, mayBeStored);
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

/**
 * Joins the waiting changes behind a joined one with the object as it is stored now: they were made
 * on words of which the user may still have to decide.
 */
export function rejoining(kept: Copies, behind: Write[], stored: Thing): Update[] {
  const { version = 0 } = stored;
  return behind.filter(({ method }) => method === "PUT").flatMap((write): Update[] => {
    const { kind, id, key, base = {}, body: own = {} } = write;
    const { body, ...left } = joining(kept, { kind, id, base, body: own }, stored, {});
    const next = {
      ...write,
      body,
      saw: version,
      base: { ...stored, ...baseOf(kind, body, stored) },
    };
    stored = { ...stored, ...body };
    return [
      [`outbox/${key}`, Object.keys(body).length ? next : undefined],
      ...leaving(kept, { ...left, joined: null }, stored, true),
    ];
  });
}
