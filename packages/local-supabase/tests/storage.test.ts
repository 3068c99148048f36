/** The local Storage API with supabase-js, in buckets of this test. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Buffer } from "node:buffer";
import { anonymous, type Member, member, service, sql } from "./support/platform.ts";

let ana: Member;
let ben: Member;
const bytes = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 1, 2, 3]);

beforeAll(async () => {
  [ana, ben] = await Promise.all([member(), member()]);
  for (const [id, open] of [["local-open", true], ["local-closed", false]] as const) {
    const { error } = await service.storage.createBucket(id, {
      public: open,
      fileSizeLimit: 1000,
      allowedMimeTypes: ["image/png"],
    });
    if (error) throw error;
  }
});

afterAll(async () => {
  for (const id of ["local-open", "local-closed"]) {
    await service.storage.emptyBucket(id);
    await service.storage.deleteBucket(id);
  }
});

const closed = (who: Pick<Member, "client">) => who.client.storage.from("local-closed");

describe("supabase-js at the Storage API", () => {
  it.each([
    ["a Buffer", () => Buffer.from(bytes)],
    ["a Blob", () => new Blob([bytes], { type: "image/png" })],
    ["a File", () => new File([bytes], "own name.png", { type: "image/png" })],
  ])("uploads %s and downloads the same bytes", async (_what, body) => {
    const path = `${ana.id}/${crypto.randomUUID()} with space.png`;
    const upload = await closed(ana).upload(path, body(), { contentType: "image/png" });
    expect(upload.error).toBeNull();
    const { data } = await closed(ana).download(path);
    expect(new Uint8Array(await data!.arrayBuffer())).toEqual(bytes);
    expect(data!.type).toBe("image/png");
    const again = await closed(ana).upload(path, body(), { contentType: "image/png" });
    expect(again.error).not.toBeNull();
    const over = await closed(ana).upload(path, body(), { contentType: "image/png", upsert: true });
    expect(over.error).toBeNull();
  });

  it("lists, moves, copies and removes", async () => {
    const folder = `${ana.id}/list`;
    await closed(ana).upload(`${folder}/a.png`, bytes, { contentType: "image/png" });
    await closed(ana).copy(`${folder}/a.png`, `${folder}/b.png`);
    await closed(ana).move(`${folder}/a.png`, `${folder}/c.png`);
    const { data } = await closed(ana).list(folder);
    expect(data!.map(({ name }) => name)).toEqual(["b.png", "c.png"]);
    const removed = await closed(ana).remove([`${folder}/b.png`, `${folder}/c.png`]);
    expect(removed.data).toHaveLength(2);
    expect((await closed(ana).list(folder)).data).toEqual([]);
  });

  it("signs addresses at which anyone can read a private file until they expire", async () => {
    const path = `${ana.id}/signed.png`;
    await closed(ana).upload(path, bytes, { contentType: "image/png", upsert: true });
    const { data } = await closed(ana).createSignedUrl(path, 60);
    const response = await fetch(data!.signedUrl);
    expect(response.status).toBe(200);
    expect(new Uint8Array(await response.arrayBuffer())).toEqual(bytes);
    const forged = await fetch(data!.signedUrl.replace("signed.png", "other.png"));
    await forged.body?.cancel();
    expect(forged.ok).toBe(false);
    const many = await closed(ana).createSignedUrls([path, `${ana.id}/none.png`], 60);
    expect(many.data!.map(({ signedUrl }) => Boolean(signedUrl))).toEqual([true, false]);
    expect((await closed(ben).createSignedUrl(path, 60)).error).not.toBeNull();
  });

  it("serves a public bucket to everyone and a private one only with permission", async () => {
    const path = `${ana.id}/public.png`;
    const open = ana.client.storage.from("local-open");
    await open.upload(path, bytes, { contentType: "image/png", upsert: true });
    const response = await fetch(open.getPublicUrl(path).data.publicUrl);
    expect([response.status, response.headers.get("content-type")]).toEqual([200, "image/png"]);
    await response.body?.cancel();

    await closed(ana).upload(path, bytes, { contentType: "image/png", upsert: true });
    for (const who of [ben, anonymous]) {
      expect((await closed(who).download(path)).error).not.toBeNull();
    }
    const direct = await fetch(closed(ana).getPublicUrl(path).data.publicUrl);
    await direct.body?.cancel();
    expect(direct.ok).toBe(false);
  });
});

describe("refusals of storage", () => {
  it("a type and a size that the bucket does not allow", async () => {
    const text = await closed(ana).upload(`${ana.id}/a.txt`, "text", { contentType: "text/plain" });
    expect(text.error).not.toBeNull();
    const big = await closed(ana).upload(`${ana.id}/big.png`, new Uint8Array(1001), {
      contentType: "image/png",
    });
    expect(big.error).not.toBeNull();
  });

  it("another user's folder, and a path that leaves the own folder", async () => {
    for (const path of [`${ana.id}/ben.png`, `${ben.id}/../${ana.id}/ben.png`]) {
      const { error } = await closed(ben).upload(path, bytes, { contentType: "image/png" });
      expect(error).not.toBeNull();
    }
    expect((await closed(ana).list(ana.id)).data!.map(({ name }) => name)).not.toContain("ben.png");
  });

  it("buckets made by users, and rows deleted by SQL", async () => {
    expect((await ana.client.storage.createBucket("mine")).error).not.toBeNull();
    await expect(sql`delete from storage.objects where bucket_id = 'local-closed'`).rejects.toThrow(
      "Use the Storage API",
    );
  });
});
