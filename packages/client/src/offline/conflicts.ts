/** Edits that met another edit: the questions that they leave to the user. */
import type { Kind, Kinds } from "./kinds.ts";

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
