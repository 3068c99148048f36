/** The place of backups: a folder, or a bucket of any service that speaks S3. */
import { AwsClient } from "aws4fetch";
import { createHash } from "node:crypto";
import { Parser } from "htmlparser2";
import { dirname, join, resolve } from "node:path";

export type Bytes = Uint8Array<ArrayBuffer>;

/** Objects by their names, whose parts are separated by `/`. */
export interface Place {
  /** Names that begin with `prefix`, which ends with `/`, in their order, with sizes in bytes. */
  list(prefix: string): AsyncIterable<{ name: string; size: number }>;
  /** Null when there is no such object. */
  read(name: string): Promise<Bytes | null>;
  write(name: string, bytes: Bytes): Promise<void>;
  /** Does nothing when there is no such object. */
  remove(name: string): Promise<void>;
}

export const digestOf = (bytes: Uint8Array): string =>
  createHash("sha256").update(bytes).digest("hex");

/**
 * The place of an address: `s3://<bucket>/<prefix>`, or a folder. The service of S3 and its keys are
 * in the variables that other tools for S3 read as well.
 */
export function openPlace(
  address: string,
  env: (name: string) => string | undefined = Deno.env.get,
): Place {
  if (!address.startsWith("s3:")) return folder(resolve(address));
  // Not parsed as a URL: names of objects have any characters.
  const [, bucket, path = ""] = /^s3:\/\/([^/]+)(?:\/(.*))?$/.exec(address) ?? [];
  if (!bucket) throw new Error(`${address} is not an address: write s3://<bucket>/<prefix>`);
  const [accessKeyId, secretAccessKey] = ["AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"].map(
    (name) => {
      const value = env(name);
      if (!value) throw new Error(`${address}: ${name} is not set.`);
      return value;
    },
  );
  const region = env("AWS_REGION") || "us-east-1";
  const endpoint = env("AWS_ENDPOINT_URL") || `https://s3.${region}.amazonaws.com`;
  const client = new AwsClient({
    accessKeyId: accessKeyId!,
    secretAccessKey: secretAccessKey!,
    sessionToken: env("AWS_SESSION_TOKEN"),
    service: "s3",
    region,
    retries: 5,
  });
  const prefix = path.replace(/^\/+|\/+$/g, "");
  return bucketOf(client, `${endpoint.replace(/\/$/, "")}/${bucket}`, prefix && `${prefix}/`);
}

function folder(root: string): Place {
  const ifPresent = (error: unknown) => {
    if (error instanceof Deno.errors.NotFound) return null;
    throw error;
  };
  async function* list(prefix: string): AsyncGenerator<{ name: string; size: number }> {
    const entries = await Array.fromAsync(Deno.readDir(join(root, prefix))).catch(ifPresent) ?? [];
    for (const { name, isDirectory } of entries.sort((a, b) => a.name < b.name ? -1 : 1)) {
      if (isDirectory) yield* list(`${prefix}${name}/`);
      // A draft that an interrupted run has left is replaced by the next write.
      else yield { name: prefix + name, size: (await Deno.stat(join(root, prefix, name))).size };
    }
  }
  return {
    list,
    read: (name) => Deno.readFile(join(root, name)).catch(ifPresent),
    async write(name, bytes) {
      const path = join(root, name);
      await Deno.mkdir(dirname(path), { recursive: true, mode: 0o700 });
      // A run that is cut off leaves no half of an object under its name.
      await Deno.writeFile(`${path}.draft`, bytes, { mode: 0o600 });
      await Deno.rename(`${path}.draft`, path);
    },
    async remove(name) {
      await Deno.remove(join(root, name)).catch(ifPresent);
      // A folder stays while it holds anything else.
      for (let above = dirname(name); above !== "."; above = dirname(above)) {
        if (!await Deno.remove(join(root, above)).then(() => true, () => false)) break;
      }
    },
  };
}

function bucketOf(client: AwsClient, bucket: string, prefix: string): Place {
  async function ask(
    method: string,
    name: string,
    { body, query = "" }: { body?: Bytes; query?: string } = {},
  ): Promise<Response | null> {
    const path = name.split("/").map(encodeURIComponent).join("/");
    const answer = await client.fetch(`${bucket}/${path}${query}`, {
      method,
      body,
      // The service compares the received bytes with this digest, which is part of the signature.
      headers: { "x-amz-content-sha256": digestOf(body ?? new Uint8Array()) },
    });
    if (answer.ok) return answer;
    const said = await answer.text();
    if (method === "GET" && answer.status === 404 && said.includes("NoSuchKey")) return null;
    throw new Error(`${method} ${bucket}/${path}: ${answer.status} ${said.slice(0, 500)}`);
  }
  return {
    async *list(below) {
      let next: string | undefined;
      do {
        const query = new URLSearchParams({ "list-type": "2", prefix: prefix + below });
        if (next) query.set("continuation-token", next);
        const page = pageOf(await (await ask("GET", "", { query: `?${query}` }))!.text());
        for (const { name, size } of page.objects) {
          yield { name: name.slice(prefix.length), size };
        }
        next = page.next;
      } while (next);
    },
    async read(name) {
      const answer = await ask("GET", prefix + name);
      return answer && new Uint8Array(await answer.arrayBuffer());
    },
    async write(name, bytes) {
      await (await ask("PUT", prefix + name, { body: bytes }))!.body?.cancel();
    },
    async remove(name) {
      await (await ask("DELETE", prefix + name))!.body?.cancel();
    },
  };
}

/** A page of the list of a bucket (ListObjectsV2). */
function pageOf(xml: string): { objects: { name: string; size: number }[]; next?: string } {
  const objects: { name: string; size: number }[] = [];
  let [next, text] = ["", ""];
  const parser = new Parser({
    onopentag: (tag) => {
      text = "";
      if (tag === "Contents") objects.push({ name: "", size: 0 });
    },
    ontext: (part) => text += part,
    onclosetag: (tag) => {
      if (tag === "Key") objects.at(-1)!.name = text;
      if (tag === "Size") objects.at(-1)!.size = Number(text);
      if (tag === "NextContinuationToken") next = text;
    },
  }, { xmlMode: true });
  parser.end(xml);
  return { objects, next: next || undefined };
}
