/** The Storage API: `@supabase/lite` over row security on `storage.objects`, bytes in a folder. */
import { App } from "@supabase/lite";
import { dirname, join, relative } from "node:path";
import { type ApiConnection, type ApiHandler, asHandler } from "./data.ts";

type Adapter = NonNullable<App["_storageAdapter"]>;
type ObjectMetadata = Awaited<ReturnType<Adapter["headObject"]>>;
type ObjectBody = Awaited<ReturnType<Adapter["getObject"]>>["body"];

/** Keeps each object's bytes beside a small file with its type, below one folder. */
class FolderAdapter implements Adapter {
  driver = undefined;
  constructor(private folder: string) {}

  async uploadObject(
    bucket: string,
    key: string,
    _version: string | undefined,
    body: ReadableStream | Uint8Array,
    contentType: string,
    cacheControl: string,
  ): Promise<ObjectMetadata> {
    const path = this.#path(bucket, key);
    await Deno.mkdir(dirname(path), { recursive: true });
    // A failed upload must not leave half a file under the object's name.
    const draft = `${path}.${crypto.randomUUID()}.draft`;
    await Deno.writeFile(draft, body as ReadableStream<Uint8Array> | Uint8Array);
    await Deno.rename(draft, path);
    await Deno.writeTextFile(`${path}.meta`, JSON.stringify({ contentType, cacheControl }));
    return this.headObject(bucket, key);
  }

  async headObject(bucket: string, key: string): Promise<ObjectMetadata> {
    const path = this.#path(bucket, key);
    const [{ size, mtime }, meta] = await Promise.all([
      Deno.stat(path),
      Deno.readTextFile(`${path}.meta`).then(JSON.parse),
    ]);
    return {
      cacheControl: meta.cacheControl,
      contentLength: size,
      size,
      mimetype: meta.contentType,
      lastModified: mtime ?? undefined,
      eTag: `"${size.toString(16)}-${mtime?.getTime().toString(16)}"`,
      httpStatusCode: 200,
    };
  }

  async getObject(bucket: string, key: string) {
    const metadata = await this.headObject(bucket, key);
    const file = await Deno.open(this.#path(bucket, key), { read: true });
    return { metadata, httpStatusCode: 200, body: file.readable as ObjectBody };
  }

  async deleteObject(bucket: string, key: string): Promise<void> {
    const path = this.#path(bucket, key);
    for (const file of [path, `${path}.meta`]) {
      await Deno.remove(file).catch((error) => {
        if (!(error instanceof Deno.errors.NotFound)) throw error;
      });
    }
  }

  async deleteObjects(bucket: string, keys: string[]): Promise<void> {
    await Promise.all(keys.map((key) => this.deleteObject(bucket, key)));
  }

  async copyObject(
    bucket: string,
    key: string,
    _version: string | undefined,
    targetBucket: string,
    targetKey: string,
  ) {
    const [source, target] = [this.#path(bucket, key), this.#path(targetBucket, targetKey)];
    await Deno.mkdir(dirname(target), { recursive: true });
    await Deno.copyFile(source, target);
    await Deno.copyFile(`${source}.meta`, `${target}.meta`);
    const { eTag, lastModified } = await this.headObject(targetBucket, targetKey);
    return { httpStatusCode: 200, eTag, lastModified };
  }

  privateAssetUrl(bucket: string, key: string): Promise<string> {
    return Promise.resolve(`file://${this.#path(bucket, key)}`);
  }

  /** A key is a client's words: it may not lead out of its bucket's folder. */
  #path(bucket: string, key: string): string {
    const root = join(this.folder, bucket);
    const path = join(root, key);
    if (relative(root, path).startsWith("..")) throw new Error(`Invalid key: ${key}`);
    return path;
  }
}

/**
 * The Storage API. `signingSecret` signs its URLs; `sizeLimit` such as "50MiB" as in config.toml.
 * Two answers of the library differ from the hosted service and are put right here.
 */
export function createStorageApi(
  connection: ApiConnection,
  { folder, signingSecret, sizeLimit }: {
    folder: string;
    signingSecret: string;
    sizeLimit: string;
  },
): ApiHandler {
  const handle = asHandler((identify) => {
    const app = new App({
      connection,
      auth: { enabled: false, jwt_secret: signingSecret },
      storage: { enabled: true, file_size_limit: sizeLimit },
      options: { server: { apiKeys: false, middlewares: [identify], disableStudio: true } },
    });
    app._storageAdapter = new FolderAdapter(folder);
    return app;
  });
  return async (request, claims) => {
    const response = await handle(await withNamedFile(request), claims);
    return await withHostedSignedUrls(response);
  };
}

/** storage-js sends a Blob as the form field "", which hosted takes and the library does not. */
async function withNamedFile(request: Request): Promise<Request> {
  const type = request.headers.get("content-type") ?? "";
  if (!type.startsWith("multipart/form-data")) return request;
  const sent = await request.formData();
  const form = new FormData();
  let raw: Blob | undefined;
  for (const [name, value] of sent) {
    if (value instanceof File && (name === "" || name === "file")) raw = value;
    else form.append(name, value);
  }
  if (raw) form.append("file", raw);
  const headers = new Headers(request.headers);
  headers.delete("content-type");
  headers.delete("content-length");
  if (form.has("cacheControl")) {
    headers.set("cache-control", `max-age=${form.get("cacheControl")}`);
  }
  return new Request(request.url, { method: request.method, headers, body: form });
}

/** Hosted answers `signedURL` and a path below `/storage/v1`; the library says `signedUrl`. */
async function withHostedSignedUrls(response: Response): Promise<Response> {
  if (!response.headers.get("content-type")?.startsWith("application/json")) return response;
  const body = await response.json();
  const put = (item: Record<string, unknown>) => {
    if (typeof item?.signedUrl !== "string") return item;
    const { signedUrl, ...rest } = item;
    return { ...rest, signedURL: (signedUrl as string).replace(/^\/storage\/v1/, "") || null };
  };
  const headers = new Headers(response.headers);
  headers.delete("content-length");
  return Response.json(Array.isArray(body) ? body.map(put) : put(body), {
    status: response.status,
    headers,
  });
}
