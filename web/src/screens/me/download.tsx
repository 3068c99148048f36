/** Downloads that are looked at before they are saved, because one that broke off is no use. */
import { JournalError } from "journal-client";

export const brokeOff = () => new JournalError(0, "no_network", "The download broke off");

/** The whole of an answer, which tells how many bytes have come. */
export async function received(
  body: unknown,
  type: string,
  progress: (bytes: number) => void,
): Promise<Blob> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const reader = (body as ReadableStream<Uint8Array<ArrayBuffer>>).getReader();
  for (let bytes = 0;;) {
    const { value } = await reader.read().catch(() => Promise.reject(brokeOff()));
    if (!value) break;
    parts.push(value);
    progress(bytes += value.length);
  }
  return new Blob(parts, { type });
}

export function save(file: Blob, name: string): void {
  const address = URL.createObjectURL(file);
  Object.assign(document.createElement("a"), { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

const sizeOf = (bytes: number) =>
  bytes < 1e6 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;

/** How much has come; nothing while there is no download. */
export const Received = ({ bytes }: { bytes: number | null }) =>
  bytes === null ? null : (
    <div class="progress" role="status">
      <progress aria-label="Download" />
      <span class="hint">{sizeOf(bytes)} so far</span>
    </div>
  );
