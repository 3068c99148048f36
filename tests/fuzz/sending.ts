/** Sends requests, also such as no client library sends. */
import { Buffer } from "node:buffer";
import type { Rendered } from "./rendering.ts";

export interface Received {
  /** 0 when the connection was closed without an answer. */
  status: number;
  headers: Headers;
  text: string;
  ms: number;
}

/** How long (ms) an answer may take. */
const PATIENCE = 10_000;

/** No answer came in time. */
export class Hang extends Error {}

/** Whether the bytes have to be written by hand, because `fetch` refuses or repairs the request. */
export function isByHand({ method, target, headers, lengthOff }: Rendered): boolean {
  const names = headers.map(([name]) => name);
  return lengthOff !== 0 || target.length > 8_000 || new Set(names).size < names.length ||
    /^(TRACE|QUERY)$/.test(method) ||
    headers.some(([name, value]) =>
      /^(transfer-encoding|expect|content-encoding|accept-encoding|origin|cookie)$/.test(name) ||
      // Values that fetch trims or refuses.
      /^\s|\s$|[^\x20-\x7e]/.test(value)
    );
}

/** Sends a request to the address below which the functions are. */
export async function send(base: string, request: Rendered): Promise<Received> {
  const start = performance.now();
  const answer = await (isByHand(request) ? byHand(base, request) : byFetch(base, request));
  return { ...answer, ms: performance.now() - start };
}

type Answer = Omit<Received, "ms">;

const isTimeout = (error: unknown) => error instanceof Error && error.name === "TimeoutError";

async function byFetch(base: string, { method, target, headers, body }: Rendered): Promise<Answer> {
  try {
    const answer = await fetch(base + target, {
      method,
      headers,
      body: body as BodyInit,
      redirect: "manual",
      signal: AbortSignal.timeout(PATIENCE),
    });
    const text = await answer.text().catch((error) => {
      if (isTimeout(error)) throw error;
      throw new Error(`${answer.status} cut off: ${error.message}`, { cause: error });
    });
    return { status: answer.status, headers: answer.headers, text };
  } catch (error) {
    if (isTimeout(error)) throw new Hang();
    throw error;
  }
}

/** HTTP/1.1 over a connection of its own, which the server closes. RFC 9112. */
async function byHand(base: string, request: Rendered): Promise<Answer> {
  const { hostname, port, pathname, host } = new URL(base);
  const { method, target, headers, body, lengthOff } = request;
  const chunked = headers.some(([name]) => name === "transfer-encoding");
  const lines = [
    `${method} ${pathname}${target} HTTP/1.1`,
    `host: ${host}`,
    "connection: close",
    ...headers.map(([name, value]) => `${name}: ${value}`),
    ...(body && !chunked ? [`content-length: ${Math.max(0, body.length + lengthOff)}`] : []),
  ];
  const connection = await Deno.connect({ hostname, port: Number(port) });
  let late = false;
  const timer = setTimeout(() => {
    late = true;
    connection.close();
  }, PATIENCE);
  try {
    const content = body ?? Buffer.alloc(0);
    const bytes = Buffer.concat([
      Buffer.from(`${lines.join("\r\n")}\r\n\r\n`, "latin1"),
      ...(chunked && content.length
        ? [Buffer.from(`${content.length.toString(16)}\r\n`), content, Buffer.from("\r\n")]
        : [content]),
      Buffer.from(chunked ? "0\r\n\r\n" : ""),
    ]);
    await new Blob([bytes]).stream().pipeTo(connection.writable, { preventClose: true })
      .then(() => lengthOff > 0 ? connection.closeWrite() : undefined).catch(() => {});
    const received = Buffer.from(
      await new Response(connection.readable).arrayBuffer().catch(() => new ArrayBuffer()),
    );
    if (late) throw new Hang();
    return parsed(received);
  } finally {
    clearTimeout(timer);
    try {
      connection.close();
    } catch { /* Closed by the timer or by reading to the end. */ }
  }
}

function parsed(received: Buffer): Answer {
  const end = received.indexOf("\r\n\r\n");
  const [first = "", ...lines] = received.subarray(0, Math.max(0, end)).toString("latin1").split(
    "\r\n",
  );
  const status = Number(/^HTTP\/1\.[01] (\d{3})/.exec(first)?.[1] ?? 0);
  const headers = new Headers(lines.map((line) => {
    const [name, ...value] = line.split(":");
    return [name!, value.join(":").trim()];
  }));
  const rest = received.subarray(end + 4);
  // An answer to `Expect`, before the real one.
  if (status === 100) return parsed(rest);
  const body = headers.get("transfer-encoding") === "chunked" ? unchunked(rest) : rest;
  return { status, headers, text: body.toString() };
}

function unchunked(bytes: Buffer): Buffer {
  const pieces: Buffer[] = [];
  for (let at = 0; at < bytes.length;) {
    const line = bytes.indexOf("\r\n", at);
    const size = parseInt(bytes.subarray(at, line).toString(), 16);
    if (line < 0 || !size) break;
    pieces.push(bytes.subarray(line + 2, line + 2 + size));
    at = line + 2 + size + 2;
  }
  return Buffer.concat(pieces);
}
