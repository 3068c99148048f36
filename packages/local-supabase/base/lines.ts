/** Lines that processes print, and lines of log files. */
import { createInterface, type Interface } from "node:readline";
import { Readable } from "node:stream";

/** Reads a stream line by line: `for await`, or by the event `line`. */
export const linesOf = (stream: ReadableStream<Uint8Array>): Interface =>
  createInterface({ input: Readable.fromWeb(stream as Parameters<typeof Readable.fromWeb>[0]) });

/** Adds a line to a private log file. A failed write, as on a full disk, is ignored. */
export function appendLine(file: string, line: string): void {
  Deno.writeTextFile(file, `${line}\n`, { append: true, mode: 0o600 }).catch(() => {});
}
