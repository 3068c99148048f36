/**
 * The process that serves every edge function, each under its own name as hosted does: `/goals/...`
 * goes to the function `goals`, which is imported at its first request.
 *
 * Prints its port once it listens. Ends when its input ends. The input says for how many
 * milliseconds open requests and work after responses may go on.
 */
import { pathToFileURL } from "node:url";
import type { HostedFunction, HostOptions, HostReady } from "./protocol.ts";
import { type Handler, installEdgeRuntime } from "./runtime.ts";
import { verifyBearer } from "./verify.ts";

const options: HostOptions = JSON.parse(Deno.args[0]!);
const serve = Deno.serve;
const keySet = Deno.env.get("SUPABASE_JWKS");
const runtime = installEdgeRuntime();

const declared = new Map(options.functions.map((each) => [each.name, each]));
const booted = new Map<string, Promise<Handler>>();
const failures = new Map<string, number>();

/** An answer of the platform itself. https://supabase.com/docs/guides/functions/error-codes */
function refusal(status: number, code: string, message: string): Response {
  return Response.json({ code, message }, { status, headers: { "sb-error-code": code } });
}

/**
 * The function's handler, which functions with the same entrypoint share. A function that failed to
 * start is tried again at the next request.
 */
function boot({ name, entrypoint }: HostedFunction): Promise<Handler> {
  let handler = booted.get(entrypoint);
  if (!handler) {
    const url = pathToFileURL(entrypoint);
    // A module that failed once would fail from Deno's cache for ever under the same address.
    const failed = failures.get(entrypoint);
    if (failed) url.searchParams.set("retry", String(failed));
    handler = runtime.load(url.href);
    booted.set(entrypoint, handler);
    handler.catch((error) => {
      booted.delete(entrypoint);
      failures.set(entrypoint, (failures.get(entrypoint) ?? 0) + 1);
      console.error(`Function ${name} failed to start:`, error);
    });
  }
  return handler;
}

async function answer(request: Request, info: Deno.ServeHandlerInfo): Promise<Response> {
  const name = new URL(request.url).pathname.split("/")[1] ?? "";
  const target = declared.get(name);
  if (!target) return refusal(404, "NOT_FOUND", "Requested function was not found");

  if (target.verifyJwt && request.method !== "OPTIONS") {
    const reason = await verifyBearer(request.headers.get("authorization"), keySet);
    if (reason) return refusal(401, reason.code, reason.message);
  }
  let handler: Handler;
  try {
    handler = await boot(target);
  } catch {
    return refusal(503, "BOOT_ERROR", "Worker failed to boot (please check logs)");
  }
  const { whole, read } = readToItsEnd(request);
  const response = handler(withAddress(whole, info), info);
  return await withinLimit(Promise.all([response, read]).then(([first]) => first));
}

/** Bodies up to this size (bytes) reach the host whole, even if the function reads nothing. */
const SMALL_BODY = 64 * 1024;

/**
 * Reads a large body to its end, whether or not the function does; the answer waits for `read`. Deno
 * 2.1 resets a connection with bytes that nobody has read, which can cost the caller the answer.
 */
function readToItsEnd(request: Request): { whole: Request; read: Promise<unknown> } {
  const small = Number(request.headers.get("content-length") ?? Infinity) <= SMALL_BODY;
  if (!request.body || small) return { whole: request, read: Promise.resolve() };
  const [body, rest] = request.body.tee();
  const read = rest.pipeTo(new WritableStream()).catch(() => {});
  return { whole: new Request(request, { body }), read };
}

/** The caller's address, unless the gateway has said it already. */
function withAddress(request: Request, info: Deno.ServeHandlerInfo): Request {
  if (request.headers.has("x-forwarded-for")) return request;
  const headers = new Headers(request.headers);
  headers.set("x-forwarded-for", (info.remoteAddr as Deno.NetAddr).hostname);
  return new Request(request, { headers });
}

/** Gives up on a response that does not begin within the limit, and cuts off an endless one. */
async function withinLimit(response: Response | Promise<Response>): Promise<Response> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<"late">((resolve) => {
    timer = setTimeout(() => resolve("late"), options.wallClockLimit);
  });
  const first = await Promise.race([response, late]);
  if (first === "late") {
    return refusal(504, "IDLE_TIMEOUT", "The function did not respond in time");
  }
  if (!(first instanceof Response)) {
    clearTimeout(timer);
    console.error("The handler returned no Response");
    return new Response("Internal Server Error", { status: 500 });
  }
  if (!isStream(first) || !first.body) {
    clearTimeout(timer);
    return first;
  }
  const cut = new AbortController();
  late.then(() => cut.abort(new Error("The wall clock limit was reached")));
  const { readable, writable } = new TransformStream();
  first.body.pipeTo(writable, { signal: cut.signal }).catch(() => {}).finally(() =>
    clearTimeout(timer)
  );
  return new Response(readable, first);
}

/**
 * Whether the body is sent bit by bit, and not whole as JSON and text are. Only the headers tell: Deno
 * sends every answer whose `body` somebody has read as a stream.
 */
function isStream({ headers }: Response): boolean {
  return !headers.has("content-length") &&
    headers.get("content-type")?.startsWith("text/event-stream") === true;
}

const server = serve({
  hostname: "127.0.0.1",
  port: 0,
  onListen: ({ port }) => console.log(JSON.stringify({ port } satisfies HostReady)),
  onError: (error) => {
    console.error(error);
    return refusal(500, "WORKER_ERROR", "Function exited due to an error (please check logs)");
  },
}, answer);

// The terminal's Ctrl-C reaches this process too; its end is the supervisor's to say.
for (const signal of ["SIGINT", "SIGTERM"] as const) Deno.addSignalListener(signal, () => {});
const grace = Number(await new Response(Deno.stdin.readable).text().catch(() => 0));
dispatchEvent(new Event("beforeunload"));
await Promise.race([server.shutdown(), new Promise((resolve) => setTimeout(resolve, grace))]);
await runtime.drain(grace);
Deno.exit(0);
