/** Photos and recordings of sealed entries: sealed here before they wait or leave. */
import type { Answer } from "../../api.ts";
import { JournalError } from "../../errors.ts";
import { must } from "../failures.ts";
import { openFile, sealFile } from "../file.ts";
import type { FileSeal, SealedFile } from "../text.ts";
import type { Device } from "./device.ts";
import type { Opening } from "./opening.ts";

export type Attachment = NonNullable<
  Answer<"/api/journal/{id}", "get">["entry"]["attachments"]
>[number];

/** A file to attach. The app removes its metadata and makes the thumbnail: the service cannot. */
export interface NewFile {
  file: Blob;
  name?: string;
  /** The media type; that of the file unless it is given. */
  type?: string;
  width?: number | null;
  height?: number | null;
  duration_s?: number | null;
  /** A small picture for lists, at most 180 kB. */
  thumbnail?: Blob | null;
}

/** The bytes as they are stored. */
interface StoredFile {
  file: Blob;
  thumbnail?: Blob;
}

const bytesOf = async (blob: Blob) => new Uint8Array(await blob.arrayBuffer());
const asBlob = (stored: Uint8Array<ArrayBuffer>) =>
  new Blob([stored], { type: "application/octet-stream" });

/** Seals a file and its thumbnail under new keys. */
export async function sealNewFile(
  { file, name = "", type = file.type, width = null, height = null, duration_s = null, thumbnail }:
    NewFile,
  id: string = crypto.randomUUID(),
): Promise<{ sealed: SealedFile; stored: StoredFile }> {
  const { stored, seal } = await sealFile(id, await bytesOf(file));
  const small = thumbnail ? await sealFile(id, await bytesOf(thumbnail)) : null;
  // Numbers are whole in the format.
  const whole = (value: number | null) => value === null ? null : Math.round(value);
  const facts = { width: whole(width), height: whole(height), duration_s: whole(duration_s) };
  return {
    sealed: { id, name, type, ...facts, ...seal, thumbnail: small?.seal ?? null },
    stored: { file: asBlob(stored), ...small && { thumbnail: asBlob(small.stored) } },
  };
}

/** The stored bytes of the attachments of an entry, at their addresses. */
export class StoredFiles {
  constructor(private readonly device: Device) {}

  /** The attachments of an entry, as the service lists them. */
  async list(entryId: string): Promise<Attachment[]> {
    const { entry } = await this.device.api.get("/api/journal/{id}", {
      params: { path: { id: entryId } },
    });
    return entry.attachments ?? [];
  }

  /** @throws {JournalError} 404 when the file is not there, 0 without a network */
  async download(address: string | null | undefined): Promise<Uint8Array<ArrayBuffer>> {
    if (!address) throw new JournalError(404, "not_found", "The file is not there");
    const fetch = this.device.options.fetch ?? globalThis.fetch;
    const response = await fetch(address).catch((cause) => {
      throw new JournalError(
        0,
        "no_network",
        "The service cannot be reached",
        [],
        undefined,
        undefined,
        { cause },
      );
    });
    if (!response.ok) {
      throw new JournalError(response.status, `http_${response.status}`, "The file cannot be read");
    }
    return new Uint8Array(await response.arrayBuffer());
  }

  async remove(entryId: string, id: string): Promise<void> {
    const path = { id: entryId, attachmentId: id };
    await this.device.api.delete("/api/journal/{id}/attachments/{attachmentId}", {
      params: { path },
    }).catch((error) => {
      const isGone = error instanceof JournalError && [404, 410].includes(error.status);
      if (!isGone) throw error;
    });
  }
}

/** The files of sealed entries. */
export class SealedFiles {
  private readonly stored: StoredFiles;

  constructor(
    private readonly device: Device,
    private readonly opening: Opening,
    private readonly inner: Device["offline"],
  ) {
    this.stored = new StoredFiles(device);
  }

  private entry(entryId: string) {
    const entry = this.inner.get("journal_entries", entryId) as
      | { files: SealedFile[] }
      | undefined;
    must(entry, "refused", "This device has no such sealed entry");
    return entry;
  }

  async attach(entryId: string, given: NewFile, id?: string): Promise<string> {
    const { files } = this.entry(entryId);
    const { sealed, stored } = await sealNewFile(given, id);
    await this.inner.outbox.add("attachments", { entry_id: entryId, ...stored }, sealed.id);
    await this.write(entryId, files, (now) => [...now, sealed]);
    return sealed.id;
  }

  async detach(entryId: string, fileId: string): Promise<void> {
    const { files } = this.entry(entryId);
    // Kept first: the service's copy goes when the text without it is there.
    await this.device.vault.write([[`state/orphan/${fileId}`, entryId]]);
    await this.write(entryId, files, (now) => now.filter(({ id }) => id !== fileId));
    await this.inner.outbox.discard(fileId);
  }

  private async write(
    entryId: string,
    seen: SealedFile[],
    change: (now: SealedFile[]) => SealedFile[],
  ): Promise<void> {
    const { files } = this.entry(entryId);
    const fields = { files: change(files) } as object;
    await this.inner.update("journal_entries", entryId, fields, {
      guarded: true,
      base: { files: seen } as object,
    });
  }

  async read(entryId: string, fileId: string, part: "file" | "thumbnail"): Promise<Blob> {
    const file = this.entry(entryId).files.find(({ id }) => id === fileId);
    must(file, "refused", "The entry names no such file");
    const seal: FileSeal | null = part === "file" ? file : file.thumbnail;
    must(seal, "refused", "The file has no thumbnail");
    const stored = await this.waiting(fileId, part) ?? await this.fetched(entryId, fileId, part);
    const type = part === "file" ? file.type : "";
    return new Blob([await openFile(fileId, seal, stored)], { type });
  }

  private async waiting(fileId: string, part: string) {
    const isWaiting = this.inner.outbox.waiting.some(({ id, files }) =>
      id === fileId && part in files
    );
    const file = isWaiting ? await this.inner.outbox.file(fileId, part) : undefined;
    return file instanceof Blob ? await bytesOf(file) : null;
  }

  private async fetched(entryId: string, fileId: string, part: "file" | "thumbnail") {
    const found = (await this.stored.list(entryId)).find(({ id }) => id === fileId);
    return await this.stored.download(part === "file" ? found?.url : found?.thumbnail_url);
  }

  /** Deletes what the service keeps of detached files, once no text names them any more. */
  async removeOrphans(): Promise<void> {
    const { vault } = this.device;
    for (const [key, entryId] of vault.all("state/orphan/")) {
      const fileId = key.slice("state/orphan/".length);
      const copy = this.opening.copy(entryId as string);
      if (copy?.files.some(({ id }) => id === fileId)) continue;
      if (copy) await this.stored.remove(entryId as string, fileId);
      await vault.write([[key, undefined]]);
    }
  }
}
