/** Downloads that are checked before they are saved, because an incomplete file is useless. */
import { JournalError } from "@journal/client";
import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import { useAct } from "../../../act.ts";
import { Button } from "../../../parts/controls.tsx";
import { Refusal } from "../../../parts/states.tsx";
import { isOnline } from "../../../session.ts";
import { sizeOf } from "../../../words.ts";
import { words as common } from "../../../words/common.ts";
import { words } from "../../../words/me.ts";

export const brokeOff = () => new JournalError(0, "no_network", words.downloadFailed);

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

/** How much has come; nothing while there is no download. */
const Received = ({ bytes }: { bytes: number | null }) =>
  bytes === null ? null : (
    <div class="progress" role="status">
      <progress aria-label={words.download} />
      <span class="hint">{words.received({ size: sizeOf(bytes) })}</span>
    </div>
  );

interface DownloadProps {
  label: string;
  look?: "main";
  /** Fetches the file and saves it; `progress` takes the bytes that have come. */
  work(signal: AbortSignal, progress: (bytes: number) => void): Promise<void>;
  /** Stands above the button while there is no download. */
  children?: ComponentChildren;
}

/** A button that downloads a file, with its progress, its refusals and a way to cancel. */
export function Download({ label, look, work, children }: DownloadProps) {
  const [bytes, setBytes] = useState<number | null>(null);
  const [stop, setStop] = useState<AbortController>();
  const { isBusy, errors, act } = useAct();
  useEffect(() => () => stop?.abort(), [stop]);

  const download = () =>
    act(async () => {
      const control = new AbortController();
      setStop(control);
      setBytes(0);
      try {
        await work(control.signal, setBytes);
      } catch (error) {
        if (!control.signal.aborted) throw error;
      } finally {
        setBytes(null);
      }
    });
  return (
    <>
      <Received bytes={bytes} />
      {!isBusy && children}
      <Refusal errors={errors} />
      <div class="actions">
        {!isOnline.value && <span class="hint">{words.needsNetwork}</span>}
        {isBusy && <Button onClick={() => stop?.abort()}>{common.cancel}</Button>}
        <Button
          look={look}
          icon="download"
          isBusy={isBusy}
          disabled={isBusy || !isOnline.value}
          onClick={download}
        >
          {label}
        </Button>
      </div>
    </>
  );
}
