/** Turns uploads into the one form that the library reads whole: the file's bytes as the body. */
import { Buffer } from "node:buffer";

interface Upload {
  bytes: Uint8Array<ArrayBuffer>;
  contentType: string;
  cacheControl: string;
  /** The client's metadata of the file; undefined without metadata. */
  metadata: unknown;
}

/** Reads an upload: a form as storage-js sends it for a Blob, or the bytes with headers. */
export async function readUpload(request: Request): Promise<Upload> {
  const { headers } = request;
  const bytes = new Uint8Array(await request.arrayBuffer());
  const contentType = headers.get("content-type") ?? "application/octet-stream";
  if (!contentType.startsWith("multipart/form-data")) {
    const metadata = headers.get("x-metadata");
    return {
      bytes,
      contentType,
      cacheControl: headers.get("cache-control") ?? "no-cache",
      metadata: metadata ? JSON.parse(Buffer.from(metadata, "base64").toString()) : undefined,
    };
  }
  // storage-js names the file "", which hosted takes and parsers of forms drop.
  const sent = Buffer.from(bytes).toString("latin1").replace(/name="";/g, 'name="file";');
  const form = await new Response(Buffer.from(sent, "latin1"), {
    headers: { "content-type": contentType },
  }).formData().catch(() => {
    throw new SyntaxError("The form cannot be read");
  });
  const text = (name: string) => {
    const value = form.get(name);
    return typeof value === "string" ? value : undefined;
  };
  const file = [...form.values()].find((value) => value instanceof File);
  if (!file) throw new SyntaxError("No content provided");
  const [seconds, metadata] = [text("cacheControl"), text("metadata")];
  return {
    bytes: new Uint8Array(await file.arrayBuffer()),
    contentType: file.type || "application/octet-stream",
    cacheControl: seconds ? `max-age=${seconds}` : "no-cache",
    metadata: metadata ? JSON.parse(metadata) : undefined,
  };
}

/** The type of a bucket's list that takes a file of this type: itself, or a pattern as `image/*`. */
export function acceptedAs(type: string, allowed: string[] | null): string {
  const [bare = ""] = type.split(";");
  return allowed?.find((each) => each === bare.trim()) ??
    allowed?.find((each) => each.endsWith("/*") && bare.startsWith(each.slice(0, -1))) ?? type;
}

/** Bytes of a limit such as `5MB`: hosted counts in thousands. Null for other text. */
export function bytesOf(limit: string): number | null {
  const [, value, unit] = /^(\d+(?:\.\d+)?)(gb|mb|kb|b)$/i.exec(limit) ?? [];
  const sizes: Record<string, number> = { b: 1, kb: 1e3, mb: 1e6, gb: 1e9 };
  return unit ? Math.round(Number(value) * sizes[unit.toLowerCase()]!) : null;
}

/** Bytes of a size in `config.toml` such as `50MiB`: the CLI counts in powers of 1,024, also `50MB`. */
export function bytesOfSetting(size: string): number {
  const [, value, unit] = /^(\d+(?:\.\d+)?)\s*([kmgt]?)i?b?$/i.exec(size) ?? [];
  if (value === undefined) {
    throw new Error(`${size} is not a size: write file_size_limit as "50MiB"`);
  }
  return Math.floor(Number(value) * 1024 ** " kmgt".indexOf(unit!.toLowerCase() || " "));
}
