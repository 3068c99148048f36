/** The user's edits and answers become writes in the outbox. */
import { JournalError } from "../errors.ts";
import type { Conflict } from "./conflicts.ts";
import { leaving } from "./questions.ts";
import { type Copies, notOpen, type Update } from "./copies.ts";
import { addresses, type Changeable, type Kind, type Removable, type Thing } from "./kinds.ts";
import type { Outbox } from "./outbox.ts";
import { waiting } from "./waiting.ts";
import { changedIn, isSame, pathOf, type Write } from "./writes.ts";

export class Edits {
  /** The keys of the conflicts that are being answered. */
  private readonly deciding = new Set<string>();

  constructor(
    /** Null while nobody is signed in. */
    private readonly opened: () => Copies | null,
    /** An object as the user last wrote it. */
    private readonly get: (kind: Kind, id: string) => Thing | undefined,
    readonly outbox: Outbox,
  ) {}

  private get kept(): Copies {
    const kept = this.opened();
    if (!kept) throw notOpen();
    return kept;
  }

  /** @throws {JournalError} when other copies are shown by now */
  private mustShow(kept: Copies): void {
    if (this.opened() !== kept) throw notOpen();
  }

  async create(
    kind: Kind,
    fields: object,
    id: string = crypto.randomUUID(),
    more?: () => Update[],
  ): Promise<string> {
    const body = { id, written_at: new Date().toISOString(), ...fields };
    await this.write(kind, id, "POST", { body, path: pathOf(kind, "POST", body), saw: 0 }, more);
    return id;
  }

  async change(
    kind: Changeable,
    id: string,
    fields: Record<string, unknown>,
    { guarded, base }: { guarded?: boolean; base?: object },
    more: Update[] = [],
  ): Promise<void> {
    const body = base ? changedIn(fields, base) : fields;
    guarded ??= addresses[kind].guarded?.some((name) => name in body) ?? false;
    const now = this.get(kind, id);
    if (base && !Object.keys(body).length) return await this.kept.keep(() => more);
    if (!base || !guarded || !now || isSame(body, base as Thing, now)) {
      const seen = base && !now ? { base: { ...base } } : {};
      return await this.write(kind, id, "PUT", { body, guarded, ...seen }, () => more);
    }
    const { kept } = this;
    const { joining } = await import("./joining.ts");
    this.mustShow(kept);
    // A sync may have fetched meanwhile.
    const stored = this.get(kind, id) ?? now;
    const isFromHere = kept.outbox.some((write) => write.id === id);
    const edit = { kind, id, base: { ...now, ...base }, body };
    const { body: rest, ...left } = joining(kept, edit, stored, { isFromHere });
    const also = () => [...more, ...leaving(kept, left, { ...stored, ...rest })];
    if (!Object.keys(rest).length) await kept.keep(also);
    else await this.write(kind, id, "PUT", { body: rest, guarded }, also);
  }

  async remove(kind: Removable, id: string, { guarded = false }): Promise<void> {
    const { kept } = this;
    const moot = () =>
      kept.conflicts.filter((each) => each.id === id)
        .map(({ key = id }): Update => [`conflict/${key}`, undefined]);
    await this.write(kind, id, "DELETE", { guarded }, moot);
    await this.outbox.forget(this.outbox.about(id));
  }

  async read(ids: string[]): Promise<void> {
    const shown = { read_at: new Date().toISOString() };
    const path = "/notifications/read";
    const act = { kind: "notifications", method: "POST", path, shown } as const;
    const makes = ids.map((id) =>
      waiting(this.kept, () => this.get(act.kind, id), { ...act, id, body: { ids: [id] } })
    );
    await this.kept.keep(() => makes.map((make) => make()));
  }

  async write(
    kind: Kind,
    id: string,
    method: Write["method"],
    write: Partial<Write>,
    more: () => Update[] = () => [],
  ): Promise<void> {
    if (kind === "journal_entries" && method !== "DELETE") this.mustBeOpen(id, write.body);
    const make = waiting(this.kept, () => this.get(kind, id), { ...write, kind, id, method });
    await this.kept.keep(() => [make(), ...more()]);
  }

  /** No text of a sealed notebook waits or leaves openly, whatever the service says of it by now. */
  private mustBeOpen(id: string, body: Write["body"]): void {
    const entry = this.get("journal_entries", id);
    const { notebook_id = entry?.notebook_id } = body ?? {};
    if (!this.kept.isSealed(notebook_id) && !this.kept.isSealed(entry?.notebook_id)) return;
    throw new JournalError(409, "sealed", "Entries of sealed notebooks are written by openSealed");
  }

  async resolve(conflict: Conflict, answer: "mine" | "theirs" | "both"): Promise<void> {
    const { kept } = this;
    const { id, key = id } = conflict;
    // A second tap.
    if (this.deciding.has(key) || !kept.conflict(key)) return;
    this.deciding.add(key);
    try {
      const { decide } = await import("./deciding.ts");
      this.mustShow(kept);
      await decide(this, kept, conflict, answer);
    } finally {
      this.deciding.delete(key);
    }
  }
}
