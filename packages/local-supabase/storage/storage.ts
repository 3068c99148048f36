/**
 * The Storage API: `@supabase/lite` over row security on `storage.objects`, bytes in a folder. This
 * file translates its routes and answers where they differ from the hosted service.
 */
import { App } from "@supabase/lite";
import { jwtVerify } from "jose";
import type { ApiHandler } from "../base/claims.ts";
import { type ApiConnection, behindGateway } from "../data/library.ts";
import { asFile, infoOf, mapped, refusal, withCode } from "./answers.ts";
import { FolderAdapter, uploadedType } from "./folder.ts";
import { type FilesBelow, listFolder, listPage } from "./lists.ts";
import { acceptedAs, bytesOf, readUpload } from "./uploads.ts";

interface StorageOptions {
  folder: string;
  /** Signs the URLs of files. */
  signingSecret: string;
  /** Such as "50MiB", as in config.toml. */
  sizeLimit: string;
}

type Ask = (request: Request) => Promise<Response>;

/** One request, its path below `/storage/v1` taken apart. */
interface Context {
  request: Request;
  ask: Ask;
  bucket: string;
  key: string;
}

/** The characters that hosted takes in the name of a file. */
const validKey = /^[\w/!\-.*'() &$@=;:+,?]+$/;

/** Builds the Storage API. */
export function createStorageApi(
  connection: ApiConnection,
  { folder, signingSecret, sizeLimit }: StorageOptions,
): ApiHandler {
  const gateway = behindGateway();
  const app = new App({
    connection,
    auth: { enabled: false, jwt_secret: signingSecret },
    storage: { enabled: true, file_size_limit: sizeLimit },
    options: { server: gateway.server },
  });
  app._storageAdapter = new FolderAdapter(folder);
  const sql = connection.driver;
  const secret = new TextEncoder().encode(signingSecret);

  async function upload({ request, ask, bucket, key }: Context): Promise<Response> {
    if (!validKey.test(key)) return refusal(400, "InvalidKey", `Invalid key: ${key}`);
    const { bytes, contentType, cacheControl, metadata } = await readUpload(request);
    const [row] = await sql<{ allowed: string[] | null }[]>`
      select allowed_mime_types as allowed from storage.buckets where id = ${bucket}`;
    const headers = new Headers(request.headers);
    headers.set("content-type", acceptedAs(contentType, row?.allowed ?? null));
    headers.set("content-length", String(bytes.length));
    headers.set("cache-control", cacheControl);
    const { url, method } = request;
    const answer = await uploadedType.run(
      contentType,
      () => ask(new Request(url, { method, headers, body: bytes })),
    );
    if (answer.ok && metadata !== undefined) await describe(bucket, key, metadata);
    return await mapped<{ Id?: string }>(answer, ({ Id }) => ({ Id, Key: `${bucket}/${key}` }));
  }

  /** Keeps the client's metadata of a file, which the library drops. */
  async function describe(bucket: string, key: string, metadata: unknown): Promise<void> {
    await sql`update storage.objects set user_metadata = ${sql.json(metadata as never)}
      where bucket_id = ${bucket} and name = ${key}`;
  }

  async function copy({ request, ask }: Context): Promise<Response> {
    const wanted = await jsonOf(request);
    const { bucketId, destinationBucket = bucketId, destinationKey } = wanted;
    if (!validKey.test(destinationKey)) {
      return refusal(400, "InvalidKey", `Invalid key: ${destinationKey}`);
    }
    const answer = await ask(withJson(request, wanted));
    if (answer.ok && wanted.copyMetadata === false) {
      await describe(destinationBucket, destinationKey, wanted.metadata ?? null);
    }
    return await mapped(answer, () => ({ Key: `${destinationBucket}/${destinationKey}` }));
  }

  async function move({ request, ask }: Context): Promise<Response> {
    const wanted = await jsonOf(request);
    return validKey.test(wanted.destinationKey)
      ? await ask(withJson(request, wanted))
      : refusal(400, "InvalidKey", `Invalid key: ${wanted.destinationKey}`);
  }

  /** Makes or changes a bucket: limits as text become bytes, and null takes a limit away. */
  async function changeBucket({ request, ask, bucket }: Context): Promise<Response> {
    const wanted = await jsonOf(request);
    const limit = wanted.file_size_limit;
    if (typeof limit === "string") wanted.file_size_limit = bytesOf(limit) ?? Number(limit);
    if (Number.isNaN(wanted.file_size_limit)) {
      const hint = "Invalid file size format, hint: use 20GB / 20MB / 30KB / 3B";
      return refusal(400, "InvalidRequest", hint);
    }
    const emptied = ["file_size_limit", "allowed_mime_types"].filter((name) =>
      wanted[name] === null
    );
    for (const name of emptied) delete wanted[name];
    const answer = await ask(withJson(request, { name: wanted.id, ...wanted }));
    if (answer.ok && emptied.length) {
      const empty = Object.fromEntries(emptied.map((name) => [name, null]));
      await sql`update storage.buckets set ${sql(empty)} where id = ${bucket || wanted.id}`;
    }
    return answer;
  }

  const filesOf = ({ request, ask, bucket }: Context): FilesBelow => async (prefix, sortBy) => {
    const wanted = { prefix, sortBy: sortBy?.column ? sortBy : undefined, limit: 1_000_000 };
    const url = new URL(`/storage/v1/object/list/${bucket}`, request.url).href;
    const answer = await ask(withJson(request, wanted, url));
    return answer.ok ? await answer.json() : answer;
  };

  async function sign(context: Context): Promise<Response> {
    return await mapped<{ signedUrl: string }>(
      await context.ask(context.request),
      ({ signedUrl }) => ({ signedURL: relative(signedUrl) }),
    );
  }

  /** Several addresses at once: the library takes this route for a file without a name. */
  async function signMany({ request, ask }: Context): Promise<Response> {
    const { paths, expiresIn } = await jsonOf(request);
    const answers = (paths as string[]).map(async (path) => {
      const url = `${request.url}/${path.split("/").map(encodeURIComponent).join("/")}`;
      const { signedUrl, message } = await (await ask(withJson(request, { expiresIn }, url)))
        .json();
      return {
        path,
        signedURL: signedUrl ? relative(signedUrl) : null,
        error: signedUrl ? null : message,
      };
    });
    return Response.json(await Promise.all(answers));
  }

  async function signUpload(context: Context): Promise<Response> {
    const { key, ask, request } = context;
    if (!validKey.test(key)) return refusal(400, "InvalidKey", `Invalid key: ${key}`);
    return await mapped<{ signedUrl: string; token: string }>(
      await ask(request),
      ({ signedUrl, token }) => ({ url: relative(signedUrl), token }),
    );
  }

  /** Serves the file of a signed URL, unless its token is wrong or has expired. */
  const signed = (serve: (context: Context) => Promise<Response>) => async (context: Context) => {
    const token = new URL(context.request.url).searchParams.get("token") ?? "";
    try {
      await jwtVerify(token, secret);
    } catch (error) {
      return refusal(400, "InvalidJWT", error instanceof Error ? error.message : "Invalid JWT");
    }
    return await serve(context);
  };

  const download = async ({ request, ask }: Context): Promise<Response> => {
    if (request.method !== "HEAD") return await asFile(request, await ask(request));
    const answer = await asFile(request, await ask(new Request(request, { method: "GET" })));
    await answer.body?.cancel();
    return new Response(null, answer);
  };

  const info = async ({ request, ask }: Context) => await mapped(await ask(request), infoOf);

  /** Routes below `/storage/v1` whose requests or answers are not the library's. */
  const routes: [method: RegExp, path: RegExp, handle: (context: Context) => Promise<Response>][] =
    [
      [/POST|PUT/, /^\/bucket(?:\/([^/]+))?$/, changeBucket],
      [/POST/, /^\/object\/copy$/, copy],
      [/POST/, /^\/object\/move$/, move],
      [
        /POST/,
        /^\/object\/list\/([^/]+)$/,
        async (context) => await listFolder(await jsonOf(context.request), filesOf(context)),
      ],
      [
        /POST/,
        /^\/object\/list-v2\/([^/]+)$/,
        async (context) => await listPage(await jsonOf(context.request), filesOf(context)),
      ],
      [/POST/, /^\/object\/sign\/([^/]+)$/, signMany],
      [/POST/, /^\/object\/sign\/([^/]+)\/(.+)$/, sign],
      [/POST/, /^\/object\/upload\/sign\/([^/]+)\/(.+)$/, signUpload],
      [/PUT/, /^\/object\/upload\/sign\/([^/]+)\/(.+)$/, signed(upload)],
      [/GET|HEAD/, /^\/object\/sign\/([^/]+)\/(.+)$/, signed(download)],
      [/GET/, /^\/object\/info\/([^/]+)\/(.+)$/, info],
      [/GET|HEAD/, /^\/object\/(?:public\/)?([^/]+)\/(.+)$/, download],
      [/POST|PUT/, /^\/object\/([^/]+)\/(.+)$/, upload],
    ];

  return async (original, claims) => {
    const ask: Ask = async (request) => await withCode(await gateway.ask(app, request, claims));
    const url = new URL(original.url);
    // Hosted says in the path who may read; here the caller's rights say it.
    url.pathname = url.pathname
      .replace(/^(\/storage\/v1\/object\/(?:info\/)?)authenticated\//, "$1")
      .replace(/^(\/storage\/v1\/object\/info\/)public\//, "$1");
    const request = url.href === original.url ? original : new Request(url, original);
    const path = url.pathname.slice("/storage/v1".length);
    for (const [method, pattern, handle] of routes) {
      const match = method.test(request.method) ? pattern.exec(path) : null;
      if (!match) continue;
      const [bucket = "", key = ""] = match.slice(1).map((part) => decodeURIComponent(part ?? ""));
      try {
        return await handle({ request, ask, bucket, key });
      } catch (error) {
        if (!(error instanceof SyntaxError)) throw error;
        return refusal(400, "InvalidRequest", error.message);
      }
    }
    return await ask(request);
  };
}

/** The object that a request sends. */
// deno-lint-ignore no-explicit-any -- the library checks the fields that are its own
async function jsonOf(request: Request): Promise<Record<string, any>> {
  const body = await request.json();
  if (typeof body !== "object" || body === null) throw new SyntaxError("body must be object");
  return body;
}

/** A further request to the same service, with the caller's headers. */
function withJson(request: Request, body: unknown, url = request.url): Request {
  const headers = new Headers(request.headers);
  headers.delete("content-length");
  headers.set("content-type", "application/json");
  return new Request(url, { method: request.method, headers, body: JSON.stringify(body) });
}

/** Hosted's signed addresses begin below `/storage/v1`. */
const relative = (url: string) => url.replace(/^\/storage\/v1/, "");
