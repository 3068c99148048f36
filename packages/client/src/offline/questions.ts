/** Keeps the questions that edits leave to the user. */
import type { Conflict, Left } from "./conflicts.ts";
import type { Copies, Update } from "./copies.ts";
import { isRecord, type Thing } from "./kinds.ts";
import { isSame } from "./writes.ts";

/**
 * The updates that keep the questions and former versions of an edit joined to `thing`. `isFurther`:
 * the same step has another question.
 */
export function leaving(
  kept: Copies,
  { conflict, joined }: Left,
  thing: Thing | undefined,
  isFurther = false,
): Update[] {
  return [
    ...(conflict
      ? [asking(kept, { ...conflict, theirs: thing ?? null } as Conflict, isFurther)]
      : []),
    ...(joined ? [[`joined/${joined.id}`, joined] satisfies Update] : []),
  ];
}

/** The update that has the storage erase what it has kept of an open text that is a record by now. */
export const remains = (copy: object | null | undefined): Update[] =>
  isRecord(copy) ? [["remains", true]] : [];

/**
 * Keeps a question. An earlier question that the user has not answered becomes part of it, unless it
 * has other words for the same field.
 */
export function asking(kept: Copies, conflict: Conflict, isFurther = false): Update {
  const { id, mine } = conflict;
  const earlier = kept.conflict(id);
  const others: Record<string, unknown> = earlier?.mine ?? {};
  if (isFurther || !isSame(mine, { ...mine, ...others } as Thing, mine as Thing)) {
    const key = `${id} ${kept.newKey()}`;
    return [`conflict/${key}`, { ...conflict, key }];
  }
  const before = earlier?.before ?? conflict.before;
  return [`conflict/${id}`, { ...conflict, before, mine: { ...others, ...mine } }];
}
