/** The lines that a process prints. */
import { createInterface, type Interface } from "node:readline";
import { Readable } from "node:stream";

/** Reads a stream line by line: `for await`, or by the event `line`. */
export const linesOf = (stream: ReadableStream<Uint8Array>): Interface =>
  createInterface({ input: Readable.fromWeb(stream as Parameters<typeof Readable.fromWeb>[0]) });
