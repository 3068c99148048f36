/**
 * The texts inside records. Unknown keys are ignored, so that later versions may add some. Entry:
 * `{title, content, mood, tags, written_at, template_id, files: [{id, name, type, bytes, width, height,
 * duration_s, key, hash, thumbnail: {bytes, key, hash} | null}], log}`. Comment:
 * `{entry_id, content, log}`. `log` is `{seq, hash}` of the newest statement that the writer has.
 */
import { isBytes, isId, isTime } from "./bytes.ts";

/** How the bytes of a file are sealed. */
export interface FileSeal {
  /** The length of the file itself. */
  bytes: number;
  key: string;
  /** SHA-256 of the stored bytes. */
  hash: string;
}

/** A file of an entry. Files that no text names are not shown. */
export interface SealedFile extends FileSeal {
  id: string;
  name: string;
  type: string;
  width: number | null;
  height: number | null;
  duration_s: number | null;
  thumbnail: FileSeal | null;
}

export interface EntryText {
  title: string;
  content: string;
  mood: string | null;
  tags: string[];
  written_at: string;
  template_id: string | null;
  files: SealedFile[];
  log: { seq: number; hash: string };
}

export interface CommentText {
  entry_id: string;
  content: string;
  log: { seq: number; hash: string };
}

export type SealedText = EntryText | CommentText;

type Form = (value: unknown) => boolean;

const isString: Form = (value) => typeof value === "string";
const isCount: Form = (value) => Number.isSafeInteger(value) && value as number >= 0;
const isPlace: Form = (value) => isCount(value) && value as number >= 1;
const orNull = (form: Form): Form => (value) => value === null || form(value);
const listOf = (form: Form): Form => (value) => Array.isArray(value) && value.every(form);
const objectOf = (forms: Record<string, Form>): Form => (value) =>
  typeof value === "object" && value !== null &&
  Object.entries(forms).every(([name, form]) =>
    Object.hasOwn(value, name) && form((value as Record<string, unknown>)[name])
  );

const is32Bytes: Form = (value) => isBytes(value, 32);
const log = objectOf({ seq: isPlace, hash: is32Bytes });
const seal = { bytes: isCount, key: is32Bytes, hash: is32Bytes };
const file = objectOf({
  ...seal,
  id: isId,
  name: isString,
  type: isString,
  width: orNull(isCount),
  height: orNull(isCount),
  duration_s: orNull(isCount),
  thumbnail: orNull(objectOf(seal)),
});

const FORMS = {
  entry: objectOf({
    title: isString,
    content: isString,
    mood: orNull(isString),
    tags: listOf(isString),
    written_at: isTime,
    template_id: orNull(isId),
    files: listOf(file),
    log,
  }),
  comment: objectOf({ entry_id: isId, content: isString, log }),
};

/** Whether a value has the fields of an entry or of a comment. */
export function isText(kind: "entry" | "comment", value: unknown): value is SealedText {
  return FORMS[kind](value);
}
