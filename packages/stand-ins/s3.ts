/**
 * A stand-in for a service that speaks S3: it keeps the objects of one bucket in memory, compares
 * signatures and digests, and lists in short pages.
 */
import { AwsV4Signer } from "aws4fetch";
import { createHash } from "node:crypto";
import { serve, type StandIn } from "./stand-in.ts";

const KEYS = { accessKeyId: "s3-standin", secretAccessKey: "s3-standin-9c41" };
const REGION = "eu-central-1";
const BUCKET = "copies";
const PAGE = 3;

interface S3 extends StandIn {
  /** By their names. A test may change them. */
  objects: Map<string, Uint8Array<ArrayBuffer>>;
}

const refuse = (status: number, code: string) =>
  new Response(`<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code></Error>`, {
    status,
    headers: { "content-type": "application/xml" },
  });

/** Whether the request is signed with the stand-in's secret. */
async function isSigned({ method, url, headers }: Request): Promise<boolean> {
  const given = headers.get("authorization") ?? "";
  const names = /SignedHeaders=([^,]+)/.exec(given)?.[1]?.split(";") ?? [];
  if (!names.includes("x-amz-content-sha256")) return false;
  const signer = new AwsV4Signer({
    ...KEYS,
    method,
    url,
    service: "s3",
    region: REGION,
    datetime: headers.get("x-amz-date") ?? "",
    headers: names.filter((name) => !["host", "x-amz-date"].includes(name))
      .map((name): [string, string] => [name, headers.get(name) ?? ""]),
  });
  return await signer.authHeader() === given;
}

/** Starts the stand-in on a free port. */
export function startS3(): S3 {
  const objects: S3["objects"] = new Map();

  function list(query: URLSearchParams): Response {
    const after = query.get("continuation-token") ?? "";
    const names = [...objects.keys()].sort()
      .filter((name) => name.startsWith(query.get("prefix") ?? "") && name > after);
    const page = names.slice(0, PAGE);
    const contents = page.map((name) =>
      `<Contents><Key>${name}</Key><Size>${objects.get(name)!.length}</Size></Contents>`
    );
    const next = names.length > PAGE
      ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>`
      : "";
    return new Response(
      `<?xml version="1.0" encoding="UTF-8"?><ListBucketResult><Name>${BUCKET}</Name>${
        contents.join("")
      }${next}<IsTruncated>${next !== ""}</IsTruncated></ListBucketResult>`,
      { headers: { "content-type": "application/xml" } },
    );
  }

  async function answer(request: Request): Promise<Response> {
    if (!await isSigned(request)) return refuse(403, "SignatureDoesNotMatch");
    const { pathname, searchParams } = new URL(request.url);
    const [, bucket, ...parts] = decodeURIComponent(pathname).split("/");
    if (bucket !== BUCKET) return refuse(404, "NoSuchBucket");
    const name = parts.join("/");
    const body = new Uint8Array(await request.arrayBuffer());
    const digest = createHash("sha256").update(body).digest("hex");
    if (request.headers.get("x-amz-content-sha256") !== digest) {
      return refuse(400, "XAmzContentSHA256Mismatch");
    }
    if (request.method === "GET" && name === "" && searchParams.get("list-type") === "2") {
      return list(searchParams);
    }
    if (request.method === "PUT") {
      objects.set(name, body);
      return new Response(null, { headers: { etag: `"${digest.slice(0, 32)}"` } });
    }
    if (request.method === "DELETE") {
      objects.delete(name);
      return new Response(null, { status: 204 });
    }
    const object = objects.get(name);
    return object ? new Response(object) : refuse(404, "NoSuchKey");
  }

  const { base, stop } = serve({ fetch: answer });
  return {
    objects,
    env: {
      AWS_ENDPOINT_URL: base,
      AWS_REGION: REGION,
      AWS_ACCESS_KEY_ID: KEYS.accessKeyId,
      AWS_SECRET_ACCESS_KEY: KEYS.secretAccessKey,
    },
    stop,
  };
}
