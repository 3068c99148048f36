/**
 * The words that the users of a history have written; each stands nowhere else. At the end each of them is
 * where it was written, unless a user has taken it away or given it up.
 */
import type { Conflict, Kind } from "@journal/client";
import type { Row } from "./service.ts";

type Fields = Record<string, unknown>;

/** The marked words of a text, of tags or of an object's fields. */
const wordsOf = (of: unknown): string[] =>
  of === undefined ? [] : JSON.stringify(of).match(/(?<=\b|\\n)w\d+q\b/g) ?? [];

interface Overwriting {
  id: string;
  text: string;
  replaces: string;
  /** The device has given the write up. */
  isWithdrawn: boolean;
  on: unknown;
}

export class Ledger {
  private count = 0;
  /** Words that have to be there at the end, with the entry and the storage they were written in. */
  private readonly needed = new Map<string, { id: string; on: unknown }>();
  private readonly made = new Map<string, { kind: Kind; parent?: string }>();
  /** Objects that a window has removed, whatever others had written. */
  private readonly removed = new Set<string>();
  /** Removed objects that may not come back: no backup has them. */
  private readonly gone = new Set<string>();
  /**
   * Objects that the backup lacked. A removal finds nothing there, and a window without an answer makes
   * them again.
   */
  private readonly lost = new Set<string>();
  private readonly mayBeGone = new Set<string>();
  /** Writes of titles of goals and of names: the last one stays. */
  private overwritings: Overwriting[] = [];

  word(): string {
    return `w${++this.count}q`;
  }

  /**
   * A window edits an entry: the new words are needed, if it has kept them for certain. Words that
   * the user took away are not needed any more.
   */
  edits(on: unknown, id: string, before: unknown, after: unknown, isCertain: boolean): void {
    const [known, kept] = [new Set(wordsOf(before)), new Set(wordsOf(after))];
    for (const word of known) if (!kept.has(word)) this.needed.delete(word);
    for (const word of kept) if (isCertain && !known.has(word)) this.needed.set(word, { id, on });
  }

  makes(
    on: unknown,
    kind: Kind,
    id: string,
    fields: Fields,
    isCertain: boolean,
    parent?: string,
  ): void {
    this.made.set(id, { kind, parent });
    if (!isCertain) this.mayBeGone.add(id);
    if (kind === "journal_entries") this.edits(on, id, undefined, fields, isCertain);
  }

  overwrites(on: unknown, id: string, text: string, replaces: string | undefined): void {
    // Windows whose object the backup lacked write into nothing.
    if (replaces && !this.lost.has(id)) {
      this.overwritings.push({ on, id, text, replaces, isWithdrawn: false });
    }
  }

  /** A window removes an object that it shows as `seen`, with all that was written here. */
  removes(on: unknown, id: string, seen: unknown, isGuarded: boolean): void {
    this.mayBeGone.add(id);
    for (const word of wordsOf(seen)) this.needed.delete(word);
    for (const [word, written] of this.needed) {
      if (written.id === id && written.on === on) this.needed.delete(word);
    }
    for (const write of this.overwritings) {
      if (write.id === id && write.on === on) write.isWithdrawn = true;
    }
    if (isGuarded) return;
    this.removed.add(id);
    if (!this.lost.has(id)) this.gone.add(id);
  }

  decides(on: unknown, { id, mine, theirs }: Conflict, answer: "mine" | "theirs" | "both"): void {
    const [own, stored] = [new Set(wordsOf(mine)), new Set(wordsOf(theirs ?? undefined))];
    if (answer === "theirs") {
      for (const word of own) if (!stored.has(word)) this.needed.delete(word);
      for (const write of this.overwritings) {
        if (write.id === id && write.on === on) write.isWithdrawn = true;
      }
    }
    if (answer === "mine") {
      for (const word of stored) if (!own.has(word)) this.needed.delete(word);
    }
    // The name on the other device gives way to the user's, or the user's goes to another object.
    const given = answer === "mine" ? stored : answer === "both" ? own : undefined;
    for (const write of this.overwritings) {
      if (write.id === id && given?.has(write.text)) write.isWithdrawn = true;
    }
  }

  /** Words that the backup lacks are not needed: their writes were acknowledged. */
  restored(rows: Row[]): void {
    const left = new Set(wordsOf(rows));
    for (const word of this.needed.keys()) if (!left.has(word)) this.needed.delete(word);
    const ids = new Set(rows.map(({ id }) => id));
    for (const id of this.made.keys()) {
      this.mayBeGone.add(id);
      if (!ids.has(id)) this.lost.add(id);
    }
    this.gone.clear();
    this.overwritings = [];
  }

  /** The faults in the rows of the service, after all windows have sent everything. */
  faults(rowsOf: (kind: Kind) => Row[]): string[] {
    const faults: string[] = [];
    const all = (["journal_entries", "notebooks", "goals", "goal_check_ins"] as const)
      .flatMap(rowsOf);
    const byId = new Map(all.map((row) => [row.id, row]));
    for (const { id } of all) {
      if (!this.made.has(id)) faults.push(`${id} was made twice`);
      if (this.gone.has(id)) faults.push(`${id} is back from its removal`);
    }
    for (const [id, { parent }] of this.made) {
      const isGone = !byId.has(id) && !this.mayBeGone.has(id) &&
        !(parent && this.mayBeGone.has(parent));
      if (isGone) faults.push(`${id} is missing`);
    }
    const entries = rowsOf("journal_entries");
    const found = new Set(wordsOf(entries));
    for (const [word, { id }] of this.needed) {
      // A removal takes along what the remover has not seen.
      if (!found.has(word) && !this.removed.has(id)) faults.push(`${word} is lost`);
    }
    for (const { title, content, tags } of entries) {
      for (const text of [title, content, tags]) {
        const words = wordsOf(text);
        const twice = words.find((word, n) => words.indexOf(word) !== n);
        if (twice) faults.push(`${twice} stands twice in ${JSON.stringify(text)}`);
      }
    }
    for (const { id, text, replaces, isWithdrawn } of this.overwritings) {
      const row = byId.get(id);
      if (!isWithdrawn && row && (row.title ?? row.name) === replaces) {
        faults.push(`${id} is ${replaces} again, which ${text} has replaced`);
      }
    }
    return faults;
  }
}
