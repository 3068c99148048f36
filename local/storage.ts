/** The Storage API: `@supabase/lite` over row security on `storage.objects`, bytes in a folder. */
import { App } from "@supabase/lite";
import { Buffer } from "node:buffer";
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
 * Where the library's answers differ from the hosted service they are put right here.
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
    const ask = (inner: Request) => handle(inner, claims);
    const { pathname } = new URL(request.url);
    if (request.method === "POST" && /\/object\/list\/[^/]+$/.test(pathname)) {
      return await listFolder(request, ask);
    }
    if (request.method === "POST" && /\/object\/sign\/[^/]+$/.test(pathname)) {
      return await signMany(request, ask);
    }
    return await withHostedSignedUrl(await ask(await withNamedFile(request)));
  };
}

/** storage-js sends a Blob as the form field "", which hosted takes and form parsers drop. */
async function withNamedFile(request: Request): Promise<Request> {
  const type = request.headers.get("content-type") ?? "";
  if (!type.startsWith("multipart/form-data")) return request;
  const sent = Buffer.from(await request.arrayBuffer()).toString("latin1");
  const body = Buffer.from(sent.replace('name="";', 'name="file";'), "latin1");
  const headers = new Headers(request.headers);
  headers.delete("content-length");
  const seconds = /name="cacheControl"\r\n\r\n(\d+)\r\n/.exec(sent)?.[1];
  if (seconds) headers.set("cache-control", `max-age=${seconds}`);
  return new Request(request.url, { method: request.method, headers, body });
}

type Handle = (request: Request) => Promise<Response>;

/** A request of our own to the same service, in the name of whoever sent this one. */
function like(request: Request, url: string, body: unknown): Request {
  const headers = new Headers(request.headers);
  headers.delete("content-length");
  headers.set("content-type", "application/json");
  return new Request(url, { method: "POST", headers, body: JSON.stringify(body) });
}

interface StoredObject {
  name: string;
  [column: string]: unknown;
}

/** Hosted lists one folder: names relative to it, and what lies deeper as folders without an id. */
async function listFolder(request: Request, handle: Handle): Promise<Response> {
  const { prefix = "", limit = 100, offset = 0, ...options } = await request.json();
  const folder = prefix === "" || prefix.endsWith("/") ? prefix : `${prefix}/`;
  const flat = { ...options, prefix: folder, limit: 1_000_000, offset: 0 };
  const response = await handle(like(request, request.url, flat));
  if (!response.ok) return response;
  const items = new Map<string, StoredObject>();
  for (const object of await response.json() as StoredObject[]) {
    const [name, ...deeper] = object.name.slice(folder.length).split("/");
    if (!deeper.length) items.set(name!, { ...object, name: name! });
    else if (!items.has(name!)) items.set(name!, { name: name!, id: null, metadata: null });
  }
  return Response.json([...items.values()].slice(offset, offset + limit), {
    headers: { "access-control-allow-origin": "*" },
  });
}

/** Several addresses at once: the library takes this route for a file without a name. */
async function signMany(request: Request, handle: Handle): Promise<Response> {
  const { paths, expiresIn } = await request.json() as { paths: string[]; expiresIn: number };
  const answers = await Promise.all(paths.map(async (path) => {
    const url = `${request.url}/${path.split("/").map(encodeURIComponent).join("/")}`;
    const response = await withHostedSignedUrl(await handle(like(request, url, { expiresIn })));
    const { signedURL = null, message = null } = await response.json();
    return { path, signedURL, error: signedURL === null ? message : null };
  }));
  return Response.json(answers, { headers: { "access-control-allow-origin": "*" } });
}

/** Hosted answers `signedURL` and a path below `/storage/v1`; the library says `signedUrl`. */
async function withHostedSignedUrl(response: Response): Promise<Response> {
  if (!response.headers.get("content-type")?.startsWith("application/json")) return response;
  const body = await response.json();
  const headers = new Headers(response.headers);
  headers.delete("content-length");
  if (typeof body?.signedUrl === "string") {
    body.signedURL = body.signedUrl.replace(/^\/storage\/v1/, "");
    delete body.signedUrl;
  }
  return Response.json(body, { status: response.status, headers });
}
