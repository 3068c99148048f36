/**
 * Entries move into sealed notebooks, between them and out, with their files. The device keeps
 * how far it has come: a move that was cut off at any place goes on from there.
 */
import type { Answer } from "../../api.ts";
import { JournalError } from "../../errors.ts";
import { lockOf } from "../../offline/locks.ts";
import { must } from "../failures.ts";
import { openFile } from "../file.ts";
import type { EntryText, FileSeal, SealedFile } from "../text.ts";
import type { Device } from "./device.ts";
import { type Attachment, sealNewFile, StoredFiles } from "./files.ts";
import { isStoppable, type Move, mustHaveAudience } from "./move.ts";
import { type Opening, refusal } from "./opening.ts";
import { fieldsOf, type Sealing } from "./sealing-api.ts";
import type { Audience, BegunMoveOut } from "./types.ts";

type Fields = Omit<EntryText, "log">;
type Entry = Answer<"/api/journal/{id}", "get">["entry"];

const PLACE = "state/move/";
const ATTEMPTS = 4;

export class Moving {
  /** The codes with which the service has refused to go on with moves, by the entry. */
  readonly refusals = new Map<string, string>();
  private readonly stored: StoredFiles;
  /** A move is not ended while it goes on, here or in another tab. */
  private readonly locked: ReturnType<typeof lockOf>;

  constructor(
    private readonly device: Device,
    private readonly opening: Opening,
    private readonly sealing: Sealing,
  ) {
    this.stored = new StoredFiles(device);
    this.locked = lockOf(`journal moves of ${device.vault.name}`);
  }

  /** The entries whose move was cut off. */
  get unfinished(): string[] {
    return this.device.vault.all(PLACE).map(([key]) => key.slice(PLACE.length));
  }

  /** The move out of an entry that was cut off. */
  begunOut(entry_id: string): BegunMoveOut | null {
    const move = this.device.vault.get(PLACE + entry_id) as Move | undefined;
    if (move?.way !== "out") return null;
    return { notebook_id: move.notebook_id, isStoppable: isStoppable(move) };
  }

  /** Goes on with the moves that were cut off. A move that the service refuses for good is given up. */
  async resume(): Promise<void> {
    for (const id of this.unfinished) {
      await this.locked(async () => {
        const move = await this.kept(id);
        if (move) await this.run(move);
      }).catch((error) => {
        if (!(error instanceof JournalError) || error.isTemporary) throw error;
        this.refusals.set(id, error.code);
      });
    }
  }

  /** Begins a move to these readers, or goes on with one; without `target` to where it was going. */
  start(
    entry_id: string,
    way: Move["way"],
    target?: string | null,
    audience?: Audience,
  ): Promise<void> {
    return this.locked(async () => {
      const begun = await this.kept(entry_id);
      if (target === undefined && begun?.way !== way) {
        // A sync may have finished it.
        const isDone = !begun && !(await this.entry(entry_id)).is_sealed;
        return must(isDone, "refused", "Say where the entry goes");
      }
      const notebook_id = target === undefined && begun ? begun.notebook_id : target ?? null;
      const isSame = begun?.way === way && begun.notebook_id === notebook_id;
      must(!begun || isSame, "refused", "The entry is on its way to another notebook");
      const move: Move = {
        ...begun ?? { entry_id, way, notebook_id, sealed: {}, files: [], open: {} },
        ...audience && { audience },
      };
      await this.keep(move);
      await this.run(move);
    });
  }

  /** Gives a move out that was cut off another target: the former one may be gone. */
  aim(entry_id: string, notebook_id: string | null, audience?: Audience): Promise<void> {
    return this.locked(async () => {
      const begun = await this.kept(entry_id);
      if (begun?.way !== "out") return;
      await this.keep({ ...begun, notebook_id, audience });
    });
  }

  /** Ends a move of which nothing has come to the service, so that the entry stays where it is. */
  stop(entry_id: string): Promise<void> {
    return this.locked(async () => {
      const move = await this.kept(entry_id);
      if (!move) return;
      must(isStoppable(move), "refused", "This device alone has files of the entry: go on");
      await this.end(move);
    });
  }

  /** The move as this or another tab has kept it last. */
  private async kept(entry_id: string): Promise<Move | undefined> {
    const [[, move] = []] = await this.device.vault.read(PLACE + entry_id);
    return move as Move | undefined;
  }

  private async keep(move: Move): Promise<void> {
    await this.device.vault.write([[PLACE + move.entry_id, move]]);
  }

  private async run(move: Move): Promise<void> {
    this.refusals.delete(move.entry_id);
    try {
      if (move.way === "in") await this.into(move);
      else await this.out(move);
    } catch (error) {
      const isRefused = error instanceof JournalError && !error.isTemporary;
      // Where files are under way, it must go on; otherwise nothing has happened.
      if (isRefused && isStoppable(move)) await this.end(move);
      throw error;
    }
    await this.end(move);
  }

  private async end({ entry_id }: Move): Promise<void> {
    const { files } = this.device.vault;
    await files?.remove(await files.keys(placeOf(entry_id)));
    await this.device.vault.write([[PLACE + entry_id, undefined]]);
    this.device.tell();
  }

  /** The entry as the service has it, without comments. @throws {JournalError} 409 `has_comments` */
  private async entry(id: string): Promise<Entry> {
    const { entry } = await this.device.api.get("/api/journal/{id}", { params: { path: { id } } });
    // The text of another entry would go where this one goes.
    if (entry.id !== id) throw refusal("not_signed");
    if (entry.comment_count) throw refusal("has_comments", "Comments cannot move");
    return entry;
  }

  private async into(move: Move): Promise<void> {
    const { entry_id } = move;
    const notebook_id = move.notebook_id!;
    for (let attempt = 1;; attempt++) {
      let entry = await this.entry(entry_id);
      if (entry.is_sealed && entry.notebook_id === notebook_id) return;
      if (!entry.is_sealed) {
        await this.sealFiles(move, entry);
        // Adding and deleting files may have raised the version.
        entry = await this.entry(entry_id);
      }
      const before: Partial<EntryText> = entry.is_sealed
        ? await this.opening.entry(entry_id, entry)
        : { ...openFieldsOf(entry), template_id: null, files: Object.values(move.sealed) };
      const fields = fieldsOf(before, { written_at: entry.written_at });
      const about = { kind: "entry" as const, object_id: entry_id, version: entry.version + 1 };
      try {
        await this.sealing.send(
          notebook_id,
          about,
          fields,
          (sealed) =>
            this.device.api.put("/api/journal/{id}", {
              params: { path: { id: entry_id } },
              headers: { "If-Match": `"${entry.version}"` },
              body: { notebook_id, sealed },
            } as never),
        );
        return;
      } catch (error) {
        const isMeanwhile = error instanceof JournalError && error.status === 412;
        if (!isMeanwhile || attempt === ATTEMPTS) throw error;
      }
    }
  }

  /** Uploads the open files sealed, under new ids and keys, and deletes the open ones. */
  private async sealFiles(move: Move, { attachments }: Entry): Promise<void> {
    const all = attachments ?? [];
    const there = new Set(all.map(({ id }) => id));
    const open = all.filter(({ kind }) => kind !== "sealed");
    for (const each of open) {
      const begun = move.sealed[each.id];
      if (begun && there.has(begun.id)) continue;
      // An upload that was cut off is made again with another key: a key serves one upload.
      const { sealed, stored } = await sealNewFile(await this.openFile(each));
      move.sealed = { ...move.sealed, [each.id]: sealed };
      await this.keep(move);
      await this.upload(move, sealed.id, stored, open);
    }
    for (const { id } of open) await this.stored.remove(move.entry_id, id);
  }

  private async openFile(each: Attachment) {
    const file = new Blob([await this.stored.download(each.url)], { type: each.type });
    const thumbnail = each.thumbnail_url
      ? new Blob([await this.stored.download(each.thumbnail_url)])
      : null;
    const { width, height, duration_s } = each;
    return { file, type: each.type, width, height, duration_s, thumbnail };
  }

  private async upload(move: Move, id: string, stored: object, open: Attachment[]): Promise<void> {
    const { entry_id } = move;
    const send = () =>
      this.device.api.post("/api/journal/{id}/attachments", {
        params: { path: { id: entry_id } },
        body: { id, sealed: "true", ...stored },
      } as never);
    try {
      await send();
    } catch (error) {
      const isFull = error instanceof JournalError && error.code === "quota_reached";
      // Files that are there sealed make room.
      const done = open.filter((each) => move.sealed[each.id] && move.sealed[each.id]!.id !== id);
      if (!isFull || !done.length) throw error;
      for (const each of done) await this.stored.remove(entry_id, each.id);
      await send();
    }
  }

  private async out(move: Move): Promise<void> {
    const { entry_id } = move;
    for (let attempt = 1;; attempt++) {
      const entry = await this.entry(entry_id);
      if (!entry.is_sealed) break;
      await mustHaveAudience(this.device, move);
      const text = await this.openedText(move, entry);
      await this.fetchFiles(move, text.files, entry.attachments ?? []);
      // Deleting files may have raised the version, and another device may have edited it.
      const { version, sealed } = await this.entry(entry_id);
      await mustHaveAudience(this.device, move);
      if (
        sealed?.signature === entry.sealed?.signature && await this.putOpen(move, text, version)
      ) {
        break;
      }
      if (attempt === ATTEMPTS) throw new JournalError(503, "busy", "The entry changes meanwhile");
    }
    await this.handFilesOver(move);
  }

  /** The text of the newest record, which the move keeps with new ids for its files. */
  private async openedText(move: Move, entry: Entry): Promise<Fields> {
    const text = fieldsOf(await this.opening.entry(move.entry_id, entry), {});
    const open = Object.fromEntries(
      text.files.map(({ id }) => [id, move.open[id] ?? crypto.randomUUID()]),
    );
    Object.assign(move, { files: text.files, open });
    await this.keep(move);
    return text;
  }

  /** Writes the open text; answers whether it has replaced this version. */
  private async putOpen(move: Move, text: Fields, version: number): Promise<boolean> {
    const { title, content, mood, tags } = text;
    try {
      await this.device.api.put("/api/journal/{id}", {
        params: { path: { id: move.entry_id } },
        headers: { "If-Match": `"${version}"` },
        body: { notebook_id: move.notebook_id, title, content, mood, tags },
      } as never);
      return true;
    } catch (error) {
      if (error instanceof JournalError && error.status === 412) return false;
      throw error;
    }
  }

  /** Keeps the sealed files on the device, when they open, and deletes them at the service. */
  private async fetchFiles(
    move: Move,
    named: SealedFile[],
    attachments: Attachment[],
  ): Promise<void> {
    const { files } = this.device.vault;
    for (const file of named) {
      must(files, "refused", "The storage of this device keeps no files");
      const found = attachments.find(({ id }) => id === file.id);
      if (!found) {
        const kept = await files.keys(placeOf(move.entry_id) + file.id);
        if (kept.length) continue;
        // Its key is in the text that goes.
        throw refusal("files_wait", "A file of the entry is not sent yet: send or detach it first");
      }
      const keep = async (name: string, seal: FileSeal, address: string | null) => {
        const stored = await this.stored.download(address);
        await openFile(file.id, seal, stored);
        await files.keep(placeOf(move.entry_id) + name, new Blob([stored]));
      };
      await keep(file.id, file, found.url);
      if (file.thumbnail) await keep(`${file.id} thumbnail`, file.thumbnail, found.thumbnail_url);
    }
    if (!attachments.length) return;
    await this.keep(Object.assign(move, { isDeleting: true }));
    for (const { id } of attachments) await this.stored.remove(move.entry_id, id);
  }

  /** Gives the opened files to the outbox of open entries. */
  private async handFilesOver(move: Move): Promise<void> {
    const { entry_id, open } = move;
    const { offline, vault: { files } } = this.device;
    for (const each of move.files) {
      const read = async (name: string) => {
        const file = await files!.read(placeOf(entry_id) + name);
        return file instanceof Blob ? new Uint8Array(await file.arrayBuffer()) : null;
      };
      const stored = await read(each.id);
      const isThere = offline.outbox.waiting.some(({ id }) => id === open[each.id]);
      if (!stored || isThere) continue;
      const file = new Blob([await openFile(each.id, each, stored)], { type: each.type });
      const small = each.thumbnail && await read(`${each.id} thumbnail`);
      const thumbnail = small
        ? new Blob([await openFile(each.id, each.thumbnail!, small)], { type: "image/jpeg" })
        : undefined;
      await offline.outbox.add(
        "attachments",
        { entry_id, file, ...thumbnail && { thumbnail } },
        open[each.id],
      );
    }
  }
}

const placeOf = (entryId: string) => `moving/${entryId}/`;

const openFieldsOf = ({ title, content, mood, tags }: Entry): Partial<EntryText> => ({
  title,
  content: content ?? "",
  mood: mood ?? null,
  tags,
});
