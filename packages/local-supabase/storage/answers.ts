/** Answers of the library in the form that Supabase Storage gives them. */

/** An error as hosted words it: always 400, the status in the body. */
export function refusal(status: number, code: string, message: string, error = code): Response {
  return Response.json({ statusCode: String(status), error, message, code }, { status: 400 });
}

/** Hosted's code for each name that the library gives an error. */
const codes: Record<string, string> = {
  not_found: "NoSuchKey",
  "Bucket not found": "NoSuchBucket",
  Duplicate: "KeyAlreadyExists",
  ResourceNotEmpty: "ResourceNotEmpty",
  invalid_mime_type: "InvalidMimeType",
  "Payload too large": "EntityTooLarge",
  "Invalid key": "InvalidKey",
  Unauthorized: "AccessDenied",
};

/** Adds to a refusal the code by which clients tell errors apart. */
export async function withCode(response: Response): Promise<Response> {
  if (response.ok || !isJson(response)) return response;
  const body = await response.json();
  const code = codes[body.error] ?? body.error;
  return Response.json({ ...body, code }, { status: response.status });
}

const isJson = (response: Response) =>
  response.headers.get("content-type")?.startsWith("application/json") ?? false;

/** Changes the JSON of an answer that is not a refusal. */
export async function mapped<T>(response: Response, change: (body: T) => unknown) {
  return response.ok ? Response.json(change(await response.json())) : response;
}

/** A file as hosted serves it, with the headers and parameters that the request asks for. */
export async function asFile(request: Request, response: Response): Promise<Response> {
  if (response.status !== 200) return response;
  const headers = new Headers(response.headers);
  // Hosted serves no page that a user has uploaded.
  if (headers.get("content-type")?.includes("text/html")) headers.set("content-type", "text/plain");
  const download = new URL(request.url).searchParams.get("download");
  if (download === "") headers.set("content-disposition", "attachment;");
  else if (download !== null) {
    const name = encodeURIComponent(download);
    headers.set("content-disposition", `attachment; filename=${name}; filename*=UTF-8''${name};`);
  }
  const etag = headers.get("etag");
  if (etag !== null && request.headers.get("if-none-match") === etag) {
    await response.body?.cancel();
    headers.delete("content-length");
    return new Response(null, { status: 304, headers });
  }
  const range = request.headers.get("range");
  if (range !== null) return part(range, new Uint8Array(await response.arrayBuffer()), headers);
  return new Response(response.body, { headers });
}

/** One range of bytes (RFC 9110, section 14); other forms of the header are ignored. */
function part(range: string, bytes: Uint8Array<ArrayBuffer>, headers: Headers): Response {
  const [, from, to] = /^bytes=(\d*)-(\d*)$/.exec(range) ?? [];
  if (!from && !to) return new Response(bytes, { headers });
  const start = from ? Number(from) : Math.max(bytes.length - Number(to), 0);
  const end = from && to ? Math.min(Number(to) + 1, bytes.length) : bytes.length;
  if (start >= end) return refusal(400, "InvalidRange", "invalid range provided", "invalid_range");
  headers.set("content-range", `bytes ${start}-${end - 1}/${bytes.length}`);
  headers.set("content-length", String(end - start));
  return new Response(bytes.subarray(start, end), { status: 206, headers });
}

interface StoredObject {
  [column: string]: unknown;
  metadata: { size?: number; mimetype?: string; cacheControl?: string; eTag?: string } | null;
}

/** The facts about a file that `info()` returns. */
export const infoOf = ({ metadata, ...row }: StoredObject) => ({
  id: row.id,
  name: row.name,
  version: row.version,
  bucket_id: row.bucket_id,
  size: metadata?.size ?? null,
  content_type: metadata?.mimetype ?? null,
  cache_control: metadata?.cacheControl ?? null,
  etag: metadata?.eTag ?? null,
  metadata: row.user_metadata,
  last_modified: row.updated_at,
  created_at: row.created_at,
});
