/**
 * Turns PostgREST's ways to call a function that `@supabase/lite` does not know into ways that it
 * knows.
 */
import { Buffer } from "node:buffer";
import type { Introspection } from "./catalog.ts";

/** The only type of an unnamed argument for each type of a body. */
const unnamed: Record<string, string> = {
  "text/plain": "text",
  "application/octet-stream": "bytea",
};

/** The call in a form that the library takes. */
export async function asLibraryCall(
  request: Request,
  { functions = [] }: Introspection,
): Promise<Request> {
  const name = /\/rpc\/([^/]+)$/.exec(new URL(request.url).pathname)?.[1];
  if (name === undefined) return request;
  // It takes arguments from the URL of a GET request alone.
  if (request.method === "HEAD") return new Request(request, { method: "GET" });

  const type = unnamed[request.headers.get("content-type")?.split(";")[0] ?? ""];
  const takesBody = functions.some((each) =>
    each.name === name && each.arg_names.length === 0 && each.arg_types.join() === type
  );
  if (!takesBody) return request;
  // It takes a list of arguments by their places.
  const bytes = Buffer.from(await request.arrayBuffer());
  const value = type === "bytea" ? `\\x${bytes.toString("hex")}` : bytes.toString();
  const headers = new Headers(request.headers);
  headers.set("content-type", "application/json");
  headers.delete("content-length");
  return new Request(request.url, { method: "POST", headers, body: JSON.stringify([value]) });
}
