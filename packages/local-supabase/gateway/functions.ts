/** Passes requests below `/functions/v1` on to the process that serves the functions. */
import type { Context } from "hono";
import { unavailable } from "./availability.ts";

export interface FunctionsBehind {
  /** The address of the serving process. Waits while a process starts. */
  url(): Promise<string>;
  readonly state: "ready" | "starting" | "failing";
}

/** `address` is where the connection comes from. */
export async function passToFunction(
  c: Context,
  functions: FunctionsBehind,
  address: string,
  request: Request = c.req.raw,
): Promise<Response> {
  const base = await functions.url().catch(() => null);
  if (!base) return unavailable(c, "The functions did not start. Their log says why.");
  const [, , host, , , ...path] = request.url.split("/");
  const headers = new Headers(request.headers);
  headers.set("x-forwarded-host", host!);
  // The caller's own word for its address is worth nothing.
  headers.set("x-forwarded-for", address);
  headers.delete("cf-connecting-ip");
  // Whole, because a function may refuse a large body before it has read it to its end.
  const body = request.body && await request.arrayBuffer().catch(() => undefined);
  if (body === undefined) return c.json({ message: "The body ended before it was complete" }, 400);
  try {
    const { method, signal } = request;
    return await fetch(`${base}/${path.join("/")}`, {
      method,
      signal,
      body,
      headers,
      redirect: "manual",
    });
  } catch (error) {
    if (functions.state === "ready" || request.signal.aborted) throw error;
    return unavailable(c, "The functions are starting. Try again in a moment.");
  }
}
