/** The bytes of files, in a folder of this machine. */
import { AsyncLocalStorage } from "node:async_hooks";
import type { App } from "@supabase/lite";
import { dirname, join, relative } from "node:path";

type Adapter = NonNullable<App["_storageAdapter"]>;
type ObjectMetadata = Awaited<ReturnType<Adapter["headObject"]>>;
type ObjectBody = Awaited<ReturnType<Adapter["getObject"]>>["body"];

/** The type of the file that is being uploaded, where the library was told a pattern instead. */
export const uploadedType = new AsyncLocalStorage<string>();

/** Keeps each object's bytes beside a small file with its type, below one folder. */
export class FolderAdapter implements Adapter {
  driver = undefined;
  constructor(private folder: string) {}

  async uploadObject(
    bucket: string,
    key: string,
    _version: string | undefined,
    body: ReadableStream | Uint8Array,
    declaredType: string,
    cacheControl: string,
  ): Promise<ObjectMetadata> {
    const contentType = uploadedType.getStore() ?? declaredType;
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

  /** Without a body, which the library answers with 404, when the bytes of a row are missing. */
  async getObject(bucket: string, key: string) {
    const metadata = await this.headObject(bucket, key).catch((error) => {
      if (!(error instanceof Deno.errors.NotFound)) throw error;
    });
    if (!metadata) {
      return { metadata: { mimetype: "", size: 0 } as ObjectMetadata, httpStatusCode: 404 };
    }
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
