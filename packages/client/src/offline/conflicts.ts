/** Edits that met another edit: the questions that they leave to the user. */
import type { Copies, Update } from "./copies.ts";
import type { Kind, Kinds, Thing } from "./kinds.ts";
import { isSame } from "./writes.ts";

/** An edit that the service refused because another device was faster, or for good. */
export interface Conflict<K extends Kind = Kind> {
  kind: K;
  id: string;
  /** Identifies a further question about the same field of the object. */
  key?: string;
  /** The fields as the user wrote them. */
  mine: Partial<Kinds[K]>;
  /** The object as the user saw it; null for an object that the user has created. */
  before: Kinds[K] | null;
  /** The object as it is now; null when another device has deleted it. */
  theirs: Kinds[K] | null;
  /** Why the service refused it; null when another device was faster. */
  refusal: { code: string; message: string } | null;
  /** The fields of `mine` that pose no question: every answer writes them. */
  joined: Partial<Kinds[K]>;
}

/** An edit that was joined with another edit made elsewhere meanwhile. */
export interface Joined<K extends Kind = Kind> {
  kind: K;
  id: string;
  /** The fields as the user wrote them. */
  mine: Partial<Kinds[K]>;
  /** The object as it was stored, without the edit. */
  theirs: Kinds[K];
  /** Whether another window of this program wrote it; otherwise another device. */
  isFromHere: boolean;
  joined_at: string;
}

/** The result of joining an edit: a question to the user, and the former versions. */
export interface Left {
  conflict: Conflict | null;
  joined: Joined | null;
}

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
