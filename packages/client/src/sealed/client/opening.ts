/** Records become texts, once each: an opened entry lies on the device under the device's key. */
import type { Answer } from "../../api.ts";
import { JournalError } from "../../errors.ts";
import type { Thing } from "../../offline/kinds.ts";
import { SealedError, type SealedFailure } from "../failures.ts";
import {
  type Bound,
  openRecord,
  type Outside,
  type SealedRecord,
  type SeenRecord,
} from "../record.ts";
import type { CommentText, EntryText } from "../text.ts";
import type { Device } from "./device.ts";
import type { Notebooks, Ready } from "./notebooks.ts";
import type { FormerText } from "./types.ts";

/** An entry as an answer of the service has it. */
export type Row = Pick<
  Answer<"/api/sync", "get">["changes"]["journal_entries"][number],
  "id" | "user_id" | "notebook_id" | "written_at" | "version" | "is_sealed" | "sealed"
>;
export type CommentRow = Answer<"/api/journal/{id}/comments", "get">["comments"][number];
type VersionRow = Answer<"/api/journal/{id}/versions", "get">["versions"][number];

/** An opened entry, as the device keeps it. */
export type Opened = Thing & EntryText & {
  user_id: string;
  notebook_id: string;
  version: number;
  failure: SealedFailure | null;
  /** The record of the text; null before a record has opened. */
  sealed: SeenRecord & { signature: string } | null;
};

/** How many records are opened at the same time. */
const AT_ONCE = 500;
/** The failures that a newer log may mend. */
const MENDABLE: SealedFailure[] = ["rolled_back", "wrong_key", "not_a_member"];

const seenKey = (id: string) => `state/seen/${id}`;
const empty = {
  title: "",
  content: "",
  mood: null,
  tags: [],
  template_id: null,
  files: [],
};

/** An entry with a text that was opened. */
const entryOf = (row: Row, text: Omit<EntryText, "log">, hash: string): Opened => ({
  ...placeOf(row),
  title: text.title,
  content: text.content,
  mood: text.mood,
  // In an open entry the service says it.
  mood_source: text.mood === null ? null : "author",
  tags: text.tags,
  template_id: text.template_id,
  files: text.files,
  failure: null,
  sealed: { version: row.sealed!.version, hash, signature: row.sealed!.signature },
} as unknown as Opened);

const placeOf = ({ id, user_id, notebook_id, written_at, version }: Row) => ({
  id,
  user_id,
  notebook_id,
  written_at,
  version,
  is_sealed: true,
});

export class Opening {
  /** The notebooks whose log was read anew in this exchange. */
  private readonly fresh = new Set<string>();

  constructor(private readonly device: Device, readonly notebooks: Notebooks) {}

  /** Another exchange begins: logs are read anew where a record needs it. */
  begin(): void {
    this.fresh.clear();
  }

  /** The entry as this device keeps it. */
  copy(id: string): Opened | undefined {
    const { userId, vault } = this.device;
    return vault.get(`${userId}/copy/journal_entries/${id}`) as Opened | undefined;
  }

  /** All entries that this device keeps. */
  get copies(): Opened[] {
    const { userId, vault } = this.device;
    return vault.all(`${userId}/copy/journal_entries/`).map(([, entry]) => entry as Opened);
  }

  /** Whether the device keeps the entry as the service has it. */
  isKept(row: Row): boolean {
    const copy = this.copy(row.id);
    return copy?.version === row.version && copy.failure === null && this.isSameRecord(copy, row);
  }

  private isSameRecord(copy: Opened, row: Row): boolean {
    return row.is_sealed && copy.sealed !== null &&
      copy.sealed.signature === row.sealed?.signature &&
      copy.sealed.version === row.sealed.version && copy.notebook_id === row.notebook_id &&
      copy.user_id === row.user_id && Date.parse(copy.written_at) === Date.parse(row.written_at);
  }

  /**
   * Keeps which record this device has seen of an entry that goes, in one step with its going. A present
   * entry has it itself.
   */
  remember(id: string): void {
    const seen = this.seen(id);
    if (seen) this.device.vault.stage([[seenKey(id), seen]]);
  }

  /** The newest record that this device has seen of an object. */
  private seen(id: string): SeenRecord | undefined {
    const gone = this.device.vault.get(seenKey(id)) as SeenRecord | undefined;
    const there = this.copy(id)?.sealed;
    if (!there || gone && gone.version > there.version) return gone;
    return { version: there.version, hash: there.hash };
  }

  /** Opens entries; an entry that fails keeps the last text that opened, with the name of the failure. */
  async entries(rows: Row[]): Promise<Opened[]> {
    const opened: Opened[] = [];
    for (let at = 0; at < rows.length; at += AT_ONCE) {
      opened.push(
        ...await Promise.all(
          rows.slice(at, at + AT_ONCE).map((row) => this.entryOrFailure(row)),
        ),
      );
    }
    return opened;
  }

  private async entryOrFailure(row: Row): Promise<Opened> {
    const copy = this.copy(row.id);
    if (copy?.failure === null && this.isSameRecord(copy, row)) {
      return { ...copy, ...placeOf(row), failure: null } as unknown as Opened;
    }
    try {
      const seen = this.seen(row.id);
      const { text, hash } = await this.record(boundOf(row), outsideOf(row), row.sealed, seen);
      const isOthers = copy?.sealed && copy.user_id !== row.user_id;
      if (isOthers) throw new SealedError("not_signed", "The entry has another author");
      return entryOf(row, text as EntryText, hash);
    } catch (error) {
      const failure = failureOf(error);
      // The author, the notebook and the time of the last text that opened stay too.
      const before = copy?.sealed ? copy : { sealed: null };
      const { version } = row;
      return { ...empty, ...placeOf(row), ...before, version, failure } as unknown as Opened;
    }
  }

  /**
   * An entry of the user, which was asked for by its id.
   * @throws {JournalError} 409 with the name of the failure; `not_signed` for another entry
   */
  async entry(id: string, row: Row): Promise<Opened> {
    if (row.id !== id || row.user_id !== this.device.userId) throw refusal("not_signed");
    const [opened] = await this.entries([row]);
    if (opened!.failure) throw refusal(opened!.failure);
    return opened!;
  }

  /** Opens a comment on an entry. @throws {SealedError} */
  async comment(row: CommentRow, entry: Opened): Promise<CommentText> {
    const about: Bound = {
      kind: "comment",
      notebook_id: entry.notebook_id,
      object_id: row.id,
      author_id: row.user_id,
      version: row.sealed?.version ?? 1,
    };
    const seen = this.seen(row.id);
    const outside = { entry_id: entry.id };
    const { text, version, hash } = await this.record(about, outside, row.sealed, seen);
    if (!seen) await this.device.vault.write([[seenKey(row.id), { version, hash }]]);
    return text as CommentText;
  }

  /** A former text of an entry. Newer versions, which this device has seen, do not count against it. */
  async former({ id, user_id, notebook_id }: Opened, row: VersionRow): Promise<FormerText> {
    const about: Bound = {
      kind: "entry",
      notebook_id,
      object_id: id,
      author_id: user_id,
      version: row.sealed?.version ?? 1,
    };
    const outside = { written_at: row.written_at ?? "" };
    const facts = { id: row.id, created_at: row.created_at };
    try {
      const { text } = await this.record(about, outside, row.sealed, undefined);
      const { title, content } = text as EntryText;
      return { ...facts, title, content, failure: null };
    } catch (error) {
      return { ...facts, title: "", content: "", failure: failureOf(error) };
    }
  }

  /** Opens a record; where a newer log may mend its failure, the log is read anew once. */
  private async record(
    about: Bound,
    outside: Outside,
    record: SealedRecord | null,
    seen: SeenRecord | undefined,
  ) {
    if (!record) throw new SealedError("not_signed", "An open text stands in a sealed notebook");
    const open = ({ log, keys }: Ready) => openRecord(log, keys, about, outside, record, seen);
    const { notebook_id } = about;
    try {
      return await open(await this.notebooks.open(notebook_id));
    } catch (error) {
      const isMendable = error instanceof SealedError && MENDABLE.includes(error.code);
      if (!isMendable || this.fresh.has(notebook_id)) throw error;
      const fresh = await this.notebooks.refresh(notebook_id);
      this.fresh.add(notebook_id);
      return await open(fresh);
    }
  }
}

const boundOf = (row: Row): Bound => ({
  kind: "entry",
  notebook_id: row.notebook_id ?? "",
  object_id: row.id,
  author_id: row.user_id,
  version: row.sealed?.version ?? 1,
});
const outsideOf = ({ written_at }: Row): Outside => ({ written_at });

/** The name of a failure. A temporary error of the service is thrown on. */
function failureOf(error: unknown): SealedFailure {
  if (error instanceof SealedError) return error.code;
  // No longer a member: the service keeps the log back, or has none.
  if (error instanceof JournalError && !error.isTemporary) return "not_a_member";
  throw error;
}

/** A failure as the exchange understands it: a refusal for good. */
export const refusal = (code: string, message = "The record must not be believed"): JournalError =>
  new JournalError(409, code, message);
