/** The routes of the local Storage API besides uploads and downloads. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { anonymous, dir, platform, service } from "./support/platform.ts";

const bytes = new TextEncoder().encode("0123456789");
const closed = () => service.storage.from("routes-closed");
const open = () => service.storage.from("routes-open");
const upload = (path: string, options = {}) =>
  closed().upload(path, bytes, { contentType: "image/png", upsert: true, ...options });

beforeAll(async () => {
  for (const [id, isPublic] of [["routes-open", true], ["routes-closed", false]] as const) {
    const { error } = await service.storage.createBucket(id, { public: isPublic });
    if (error) throw error;
  }
});
beforeEach(async () => {
  for (const id of ["routes-open", "routes-closed"]) await service.storage.emptyBucket(id);
});
afterAll(async () => {
  for (const id of ["routes-open", "routes-closed"]) {
    await service.storage.emptyBucket(id);
    await service.storage.deleteBucket(id);
  }
});

const url = (path: string) => `${platform.api_url}/storage/v1${path}`;
const ask = (path: string, init: RequestInit = {}) =>
  fetch(url(path), { ...init, headers: { apikey: platform.secret_key, ...init.headers } });

describe("a signed upload", () => {
  it.each([
    ["a Blob", () => new Blob([bytes], { type: "image/png" })],
    ["bytes", () => bytes],
  ])("accepts %s once, from anyone with its token", async (_what, body) => {
    const { data, error } = await closed().createSignedUploadUrl("signed/a.png");
    expect(error).toBeNull();
    expect(data!.signedUrl).toContain(`/storage/v1/object/upload/sign/routes-closed/signed/a.png`);
    const from = anonymous.client.storage.from("routes-closed");
    const options = { contentType: "image/png" };
    const first = await from.uploadToSignedUrl(data!.path, data!.token, body(), options);
    expect(first.data).toEqual({ path: "signed/a.png", fullPath: "routes-closed/signed/a.png" });
    const stored = await closed().download("signed/a.png");
    expect(new Uint8Array(await stored.data!.arrayBuffer())).toEqual(bytes);
    const again = await from.uploadToSignedUrl(data!.path, data!.token, body(), options);
    expect(again.error?.message).toBe("The resource already exists");
  });

  it("refuses another path and an invalid token", async () => {
    const { data } = await closed().createSignedUploadUrl("signed/a.png");
    const from = anonymous.client.storage.from("routes-closed");
    expect((await from.uploadToSignedUrl("signed/b.png", data!.token, bytes)).error).not.toBeNull();
    const forged = await from.uploadToSignedUrl("signed/a.png", "e30.e30.e30", bytes);
    expect(forged.error).toMatchObject({ status: 400, code: "InvalidJWT" });
  });
});

describe("a copy", () => {
  it("returns its path, also in another bucket", async () => {
    await upload("a.png");
    expect((await closed().copy("a.png", "b.png")).data).toEqual({ path: "routes-closed/b.png" });
    const there = await closed().copy("a.png", "c.png", { destinationBucket: "routes-open" });
    expect(there.data).toEqual({ path: "routes-open/c.png" });
    expect((await open().info("c.png")).data).toMatchObject({ size: 10 });
  });
});

describe("the metadata of a file", () => {
  it("has its size, its type and the client's metadata", async () => {
    await upload("a.png", { metadata: { purpose: "cover" }, cacheControl: "60" });
    const { data } = await closed().info("a.png");
    expect(data).toMatchObject({
      name: "a.png",
      bucketId: "routes-closed",
      size: 10,
      contentType: "image/png",
      cacheControl: "max-age=60",
      metadata: { purpose: "cover" },
    });
    await closed().copy("a.png", "b.png");
    expect((await closed().info("b.png")).data!.metadata).toEqual({ purpose: "cover" });
    await closed().upload("c.png", new Blob([bytes]), { metadata: { purpose: "form" } });
    expect((await closed().info("c.png")).data!.metadata).toEqual({ purpose: "form" });
  });

  it("is public only for a public bucket", async () => {
    await upload("a.png");
    await open().upload("a.png", bytes, { contentType: "image/png" });
    const status = async (bucket: string) => {
      const response = await fetch(url(`/object/info/public/${bucket}/a.png`));
      await response.body?.cancel();
      return response.status;
    };
    expect([await status("routes-open"), await status("routes-closed")]).toEqual([200, 400]);
  });

  it("reports a missing file", async () => {
    await upload("a.png");
    expect((await closed().exists("a.png")).data).toBe(true);
    const { data, error } = await closed().exists("none.png");
    expect([data, (error as { code?: string }).code]).toEqual([false, "NoSuchKey"]);
    const heads = ["a.png", "none.png"].map(async (name) =>
      (await ask(`/object/routes-closed/${name}`, { method: "HEAD" })).status
    );
    expect(await Promise.all(heads)).toEqual([200, 400]);
  });

  it("reports a file whose bytes are missing, as after a restore of the database", async () => {
    await upload("lost.png");
    await Deno.remove(`${dir}/storage/routes-closed/lost.png`);
    const { data, error } = await closed().download("lost.png");
    expect([data, (error as { code?: string }).code]).toEqual([null, "NoSuchKey"]);
  });
});

describe("a download", () => {
  const text = async (path: string, headers: Record<string, string> = {}) => {
    const response = await ask(path, { headers });
    return [response.status, response.headers.get("content-range"), await response.text()];
  };

  it("has an address for signed-in callers", async () => {
    await upload("a.png");
    expect(await text("/object/authenticated/routes-closed/a.png"))
      .toEqual([200, null, "0123456789"]);
    const anyone = await fetch(url("/object/authenticated/routes-closed/a.png"));
    await anyone.body?.cancel();
    expect(anyone.status).toBe(401);
  });

  it.each([
    ["bytes=2-4", [206, "bytes 2-4/10", "234"]],
    ["bytes=7-", [206, "bytes 7-9/10", "789"]],
    ["bytes=-2", [206, "bytes 8-9/10", "89"]],
    ["bytes=5-100", [206, "bytes 5-9/10", "56789"]],
    ["lines=1-2", [200, null, "0123456789"]],
  ])("gives the range %s", async (range, expected) => {
    await upload("a.png");
    expect(await text("/object/routes-closed/a.png", { range })).toEqual(expected);
  });

  it("refuses a range beyond the end", async () => {
    await upload("a.png");
    const [status, , body] = await text("/object/routes-closed/a.png", { range: "bytes=10-" });
    expect([status, JSON.parse(String(body)).code]).toEqual([400, "InvalidRange"]);
  });

  it("has the file name of the address", async () => {
    await open().upload("a.png", bytes, { contentType: "image/png" });
    const disposition = async (download: true | string) => {
      const { publicUrl } = open().getPublicUrl("a.png", { download }).data;
      const response = await fetch(publicUrl);
      await response.body?.cancel();
      return response.headers.get("content-disposition");
    };
    expect(await disposition(true)).toBe("attachment;");
    expect(await disposition("mein Bild.png"))
      .toBe("attachment; filename=mein%20Bild.png; filename*=UTF-8''mein%20Bild.png;");
  });

  it("of JSON is the file's text, also when it is malformed", async () => {
    for (const own of ['{ "signedUrl":  1 }', "{broken"]) {
      await closed().upload("a.json", own, { contentType: "application/json", upsert: true });
      expect(await text("/object/routes-closed/a.json")).toEqual([200, null, own]);
    }
  });

  it("is never rendered as a page", async () => {
    await closed().upload("a.html", "<script>", { contentType: "text/html" });
    const response = await ask("/object/routes-closed/a.html");
    await response.body?.cancel();
    expect(response.headers.get("content-type")).toBe("text/plain");
  });
});

describe("listV2", () => {
  const list = async (options: Parameters<ReturnType<typeof closed>["listV2"]>[0]) => {
    const { data, error } = await closed().listV2(options);
    if (error) throw error;
    return {
      folders: data.folders.map(({ name }) => name),
      objects: data.objects.map(({ name }) => name),
      hasNext: data.hasNext,
      nextCursor: data.nextCursor,
    };
  };

  beforeEach(async () => {
    for (const name of ["a.png", "b/c.png", "b/d/e.png", "f.png"]) await upload(name);
  });

  it("lists every file, and folders with a delimiter", async () => {
    expect(await list({})).toMatchObject({
      folders: [],
      objects: ["a.png", "b/c.png", "b/d/e.png", "f.png"],
      hasNext: false,
    });
    expect(await list({ with_delimiter: true })).toMatchObject({
      folders: ["b/"],
      objects: ["a.png", "f.png"],
    });
    expect(await list({ prefix: "b/", with_delimiter: true })).toMatchObject({
      folders: ["b/d/"],
      objects: ["b/c.png"],
    });
  });

  it.each([
    ["asc", ["a.png", "b/c.png", "b/d/e.png", "f.png"]],
    ["desc", ["f.png", "b/d/e.png", "b/c.png", "a.png"]],
  ])("returns all pages %s while files are deleted", async (order, names) => {
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await list({ limit: 1, cursor, sortBy: { column: "name", order } as never });
      seen.push(...page.objects);
      await closed().remove(page.objects);
      cursor = page.nextCursor;
    } while (cursor);
    expect(seen).toEqual(names);
  });

  it("sorts by the time of upload", async () => {
    const page = await list({ sortBy: { column: "created_at", order: "desc" } });
    expect(page.objects).toEqual(["f.png", "b/d/e.png", "b/c.png", "a.png"]);
  });
});

describe("a bucket", () => {
  it("accepts a size limit as text, changes it and removes it", async () => {
    const limit = async () =>
      (await service.storage.getBucket("routes-closed")).data!.file_size_limit;
    const set = (fileSizeLimit: string | number | null) =>
      service.storage.updateBucket("routes-closed", { public: false, fileSizeLimit });
    expect((await set("5MB")).error).toBeNull();
    expect(await limit()).toBe(5_000_000);
    await set("9b");
    expect((await upload("a.png")).error).toMatchObject({ status: 400, statusCode: "413" });
    await set("1.5kb");
    expect(await limit()).toBe(1500);
    expect((await set("much")).error?.message).toContain("Invalid file size format");
    await set(null);
    expect(await limit()).toBeNull();
  });

  it("allows types by wildcard", async () => {
    const types = (allowedMimeTypes: string[] | null) =>
      service.storage.updateBucket("routes-closed", { public: false, allowedMimeTypes });
    await types(["image/*", "text/plain"]);
    expect((await upload("a.png")).error).toBeNull();
    expect((await closed().info("a.png")).data!.contentType).toBe("image/png");
    const page = await upload("a.html", { contentType: "text/html" });
    expect(page.error).toMatchObject({ status: 400, statusCode: "415" });
    await types(null);
    expect((await upload("a.html", { contentType: "text/html" })).error).toBeNull();
  });
});

describe("a non-ASCII name", () => {
  it("is refused by every operation that gives a file its name", async () => {
    await upload("a.png");
    const invalid = { status: 400, code: "InvalidKey" };
    expect((await upload("grüße.png")).error).toMatchObject(invalid);
    expect((await closed().copy("a.png", "日記.png")).error).toMatchObject(invalid);
    expect((await closed().move("a.png", "🙂.png")).error).toMatchObject(invalid);
    expect((await closed().createSignedUploadUrl("é.png")).error).toMatchObject(invalid);
    expect((await closed().exists("a.png")).data).toBe(true);
  });
});
