/** Creating, reading, changing, listing and deleting packs. */
import { describe, expect } from "vitest";
import { it } from "../support/it.ts";
import type { Person } from "../support/people.ts";
import { sql } from "../support/sql.ts";
import { NOWHERE, ok, outcome } from "../support/requests.ts";
import { addImages, createPack, type Pack, readPack } from "./support.ts";

const ids = (packs: Pack[]) => packs.map(({ id }) => id);

describe("/api/tone-packs", () => {
  const path = "/api/tone-packs";

  it("creates, reads, updates and deletes a pack", async ({ ana }) => {
    const fields = {
      name: "Paper moods",
      description: "Folded animals",
      theme: "origami",
      is_public: true,
      price_drops: 20,
    };
    const made = await ok(ana, "POST", path, fields);
    const { pack } = made;
    expect(pack).toMatchObject({
      ...fields,
      owner_id: ana.id,
      image_count: 0,
      is_usable: true,
      is_purchased: false,
      images: [],
      preview: [],
      shares: [],
      updated_at: pack.created_at,
    });
    const url = `${path}/${pack.id}`;
    expect(await ok(ana, "GET", url)).toEqual({ pack });

    const changes = {
      name: "Paper feelings",
      theme: "line-art",
      is_public: false,
      price_drops: 0,
    };
    const { pack: changed } = await ok(ana, "PUT", url, { ...changes, description: null });
    const { updated_at } = changed;
    expect(changed).toEqual({ ...pack, ...changes, description: "", updated_at });
    expect(Date.parse(updated_at)).toBeGreaterThan(Date.parse(pack.updated_at));

    expect(await ok(ana, "DELETE", url)).toEqual({ message: "Tone pack deleted" });
    expect(await outcome(ana, "GET", url)).toBe("404 Tone pack not found");
  });

  it("is private, free and without description by default", async ({ ana }) => {
    const { body } = await ana.api("POST", path, { name: "Mine", theme: "shapes" });
    expect(body.pack).toMatchObject({ description: "", is_public: false, price_drops: 0 });
  });

  it("refuses invalid fields, also in the database", async ({ ana }) => {
    const pack = await createPack(ana);
    for (
      const [fields, message] of [
        [{ name: "" }, "name: must not be empty"],
        [{ name: "x".repeat(101) }, "name: expected at most 100 characters"],
        [{ description: "x".repeat(2001) }, "description: expected at most 2000 characters"],
        [{ theme: "baroque" }, "theme: expected one of origami, animals"],
        [{ price_drops: -1 }, "price_drops"],
        [{ price_drops: 1.5 }, "price_drops"],
        [{ price_drops: 2 ** 31 }, "price_drops"],
        [{ is_public: "perhaps" }, "is_public"],
      ] as const
    ) {
      const sent = { name: "Pack", theme: "icons", ...fields };
      expect(await outcome(ana, "POST", path, sent)).toContain(`400 ${message}`);
      const direct = await ana.client.rpc("create_tone_pack", { p_pack: sent });
      expect(direct.error?.code, message).toMatch(/^2(35|2)/);
      expect(await outcome(ana, "PUT", `${path}/${pack.id}`, fields)).toContain(`400 ${message}`);
    }
    expect((await ana.api("POST", path, {})).body.error).toContain("name: required");
    expect((await ana.api("PUT", `${path}/${pack.id}`, {})).status).toBe(400);
    expect(await readPack(ana, pack.id)).toEqual(pack);
  });

  it("only the owner can update or delete it", async ({ ana, ben, admin }) => {
    const [secret, open] = [await createPack(ana), await createPack(ana, { is_public: true })];
    for (const who of [ben, admin]) {
      for (const pack of [secret, open]) {
        const status = pack === open || who === admin ? 403 : 404;
        const put = await who.api("PUT", `${path}/${pack.id}`, { name: "Mine now" });
        expect(put.status).toBe(status);
        expect((await who.api("DELETE", `${path}/${pack.id}`)).status).toBe(status);
      }
    }
    expect(await readPack(ana, open.id)).toEqual(open);
    for (const [method, body] of [["GET"], ["PUT", { name: "x" }], ["DELETE"]] as const) {
      expect(await outcome(ben, method, `${path}/${NOWHERE}`, body))
        .toBe("404 Tone pack not found");
    }
    expect((await ana.api("PUT", `${path}/${open.id}`, { owner_id: ben.id })).status).toBe(400);
  });

  it("answers with all scopes for the caller", async ({ ana, ben }) => {
    const own = await createPack(ben);
    const hidden = await createPack(ana);
    const shared = await createPack(ana);
    const free = await createPack(ana, { is_public: true });
    const dear = await createPack(ana, { is_public: true, price_drops: 10 });
    await ana.api("POST", `/api/tone-packs/${shared.id}/share`, { user_id: ben.id });
    await ben.api("POST", `/api/tone-packs/${dear.id}/purchase`);
    await ben.api("POST", `/api/tone-packs/${free.id}/activate`, {});

    const body = await ok(ben, "GET", path);
    expect(Object.keys(body).sort()).toEqual(["active_tone_pack_id", "next_cursor", "packs"]);
    expect(Object.keys(body.packs).sort()).toEqual(["own", "public", "purchased", "shared"]);
    expect(ids(body.packs.own)).toEqual([own.id]);
    expect(ids(body.packs.shared)).toEqual([shared.id]);
    expect(ids(body.packs.purchased)).toEqual([dear.id]);
    expect(ids(body.packs.public)).toEqual(expect.arrayContaining([free.id, dear.id]));
    expect(JSON.stringify(body)).not.toContain(hidden.id);
    expect(body.active_tone_pack_id).toBe(free.id);
    expect(body.packs.shared[0].shares).toBeNull();
    expect((await ok(ben, "GET", `${path}?limit=1`)).packs.public).toHaveLength(1);
  });

  it("lists one scope newest first, in pages", async ({ ana }) => {
    const made: Pack[] = [];
    for (let n = 0; n < 5; n++) made.unshift(await createPack(ana, { name: `Pack ${n}` }));
    const first = await ok(ana, "GET", `${path}?scope=own&limit=2`);
    expect(first.packs).toEqual(made.slice(0, 2));
    const after = encodeURIComponent(first.next_cursor);
    const second = await ana.api("GET", `${path}?scope=own&limit=3&cursor=${after}`);
    expect(second.body).toEqual({ packs: made.slice(2), next_cursor: null });
    for (
      const query of [
        "scope=mine",
        `cursor=${after}`,
        "scope=own&q=paper",
        `scope=public&q=${"x".repeat(201)}`,
        "scope=public&q=",
      ]
    ) {
      expect((await ana.api("GET", `${path}?${query}`)).status, query).toBe(400);
    }
  });

  it("searches public packs by word prefixes", async ({ ana, ben }) => {
    const word = `zephyr${crypto.randomUUID().slice(0, 8)}`;
    const open = await createPack(ana, {
      name: `Foxes of ${word}`,
      description: "Süße Füchse, 折り紙",
      theme: "line-art",
      is_public: true,
    });
    await createPack(ana, { name: `Hidden ${word}` });
    const find = async (who: Person, q: string) =>
      ids((await ok(who, "GET", `${path}?scope=public&q=${encodeURIComponent(q)}`)).packs);
    const together = ["line", "füchse", "折"].map((other) => `${word} ${other}`);
    for (const q of [word, word.toUpperCase(), word.slice(0, 10), `fox ${word}`, ...together]) {
      expect(await find(ben, q), q).toEqual([open.id]);
    }
    for (const q of [`bear ${word}`, `${word}x`, `nothing${word} & | !`, "!!!", "':*"]) {
      expect(await find(ben, q), q).toEqual([]);
    }
    // A search covers only public packs.
    expect(ids((await ok(ben, "GET", `${path}?q=${word}`)).packs)).toEqual([open.id]);
    await ana.api("PUT", `${path}/${open.id}`, { name: "Foxes" });
    expect(await find(ben, word)).toEqual([]);
  });

  it("shows a stranger the card of a public pack and three images", async ({ ana, ben }) => {
    const pack = await createPack(ana, { is_public: true, price_drops: 5 });
    await addImages(pack.id, 5);
    const seen = await readPack(ben, pack.id);
    expect(seen).toMatchObject({ image_count: 5, is_usable: false, images: [], shares: null });
    expect(seen.preview.map(({ tone }) => tone)).toEqual(["joyful", "grateful", "excited"]);
    expect((await readPack(ana, pack.id)).images).toHaveLength(5);
    await ana.api("PUT", `${path}/${pack.id}`, { price_drops: 0 });
    expect(await readPack(ben, pack.id)).toMatchObject({ is_usable: true, image_count: 5 });
    expect((await readPack(ben, pack.id)).images).toHaveLength(5);
    await ana.api("PUT", `${path}/${pack.id}`, { is_public: false });
    expect((await ben.api("GET", `${path}/${pack.id}`)).status).toBe(404);
  });
});

describe("previews", () => {
  it("are the three oldest images after additions and deletions", async ({ ana }) => {
    const pack = await createPack(ana, { is_public: true, price_drops: 5 });
    const previews = async () => (await readPack(ana, pack.id)).preview.map(({ tone }) => tone);
    await addImages(pack.id, 2);
    expect(await previews()).toEqual(["joyful", "grateful"]);
    await sql`delete from public.tone_pack_images where tone_pack_id = ${pack.id}`;
    await addImages(pack.id, 6);
    await sql`
      delete from public.tone_pack_images
      where tone_pack_id = ${pack.id} and tone in ('joyful', 'excited')`;
    expect(await previews()).toEqual(["grateful", "hopeful", "content"]);
    expect((await readPack(ana, pack.id)).image_count).toBe(4);
    const [{ count }] = await sql`
      select count(*)::int from public.tone_pack_images
      where tone_pack_id = ${pack.id} and is_preview` as unknown as [{ count: number }];
    expect(count).toBe(3);
  });

  it("are three when images are added at once", async ({ ana }) => {
    const pack = await createPack(ana);
    const tones = ["joyful", "sad", "calm", "tired", "angry", "hopeful", "content", "worried"];
    await Promise.all(
      tones.map((tone) =>
        sql`insert into public.tone_pack_images (tone_pack_id, tone, path)
          values (${pack.id}, ${tone}, ${`${ana.id}/${pack.id}/${tone}-1.png`})`
      ),
    );
    const read = await readPack(ana, pack.id);
    expect([read.image_count, read.images.length, read.preview.length]).toEqual([8, 8, 3]);
  });
});
