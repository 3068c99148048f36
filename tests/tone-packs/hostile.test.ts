/** Direct access of clients to tables and rpc functions. */
import { describe, expect, it } from "vitest";
import { person } from "../support/people.ts";
import { sql } from "../support/sql.ts";
import { addImages, createPack, type Pack } from "./support.ts";

const [ana, ben] = await Promise.all([person("Ana"), person("Ben")]);
const dear = await createPack(ana, { is_public: true, price_drops: 1000 });
const secret = await createPack(ana, { name: "Secret foxes" });
await Promise.all([addImages(dear.id, 7), addImages(secret.id, 7)]);

describe("a stranger's access to a pack that is for sale", () => {
  const images = () => ben.client.from("tone_pack_images");
  const previews = ["excited", "grateful", "joyful"];

  it("includes only the three preview images", async () => {
    const all = await images().select("*", { count: "exact" }).eq("tone_pack_id", dear.id);
    expect([all.count, all.data!.map(({ tone }) => tone).sort()]).toEqual([3, previews]);
    const hidden = `${ana.id}/${dear.id}/hopeful-1.png`;
    expect((await images().select().eq("path", hidden)).data).toEqual([]);
    expect((await images().select().like("path", `%${dear.id}/hopeful%`)).data).toEqual([]);
    expect((await images().select().eq("tone_pack_id", dear.id).eq("is_preview", false)).data)
      .toEqual([]);
    const head = await images().select("*", { count: "exact", head: true })
      .eq("tone_pack_id", dear.id).neq("tone", "joyful");
    expect(head.count).toBe(2);
    const last = await images().select("tone").eq("tone_pack_id", dear.id)
      .order("path", { ascending: false }).limit(1);
    expect(previews).toContain(last.data![0]!.tone);
  });

  it("includes no more rows by embedding, in both directions", async () => {
    const card = await ben.client.from("tone_packs").select("id, tone_pack_images(created_at)")
      .eq("id", dear.id).single();
    expect(card.data!.tone_pack_images).toHaveLength(3);
    const owner = await ben.client.from("profile_cards")
      .select("id, tone_packs(id)").eq("id", ana.id).single();
    expect(owner.data!.tone_packs.map(({ id }) => id)).toEqual([dear.id]);
    const view = await ben.client.from("tone_pack_cards").select().eq("id", dear.id).single();
    expect(view.data).toMatchObject({ images: [], image_count: 7, shares: null });
    expect(view.data!.preview).toHaveLength(3);
  });

  it("does not include a private pack in search", async () => {
    const packs = () => ben.client.from("tone_packs");
    expect((await packs().select().ilike("name", "secret foxes")).data).toEqual([]);
    expect((await packs().select().eq("id", secret.id)).data).toEqual([]);
    const own = await packs().select("*", { count: "exact", head: true }).eq("owner_id", ana.id);
    expect(own.count).toBe(1);
    const found = await ben.client.rpc("list_tone_packs", { p_scope: "public", p_query: "secret" });
    expect(found.data!.map(({ id }: Pack) => id)).not.toContain(secret.id);
  });
});

describe("the functions over the Data API", () => {
  const call = async (name: string, args: Record<string, unknown>) =>
    (await ben.client.rpc(name, args)).error;

  it("accept an image only for the owner of the pack, also from the service", async () => {
    const place = `${ana.id}/${dear.id}/sad-1.png`;
    await expect(
      sql`select private.add_tone_pack_image(${ben.id}, ${dear.id}, 'sad', ${place}, true)`,
    ).rejects.toThrow("Tone pack not found");
    const elsewhere = `${ana.id}/${secret.id}/sad-2.png`;
    await sql`select private.reserve_file('tone-packs', ${elsewhere})`;
    await expect(
      sql`select private.add_tone_pack_image(${ana.id}, ${dear.id}, 'sad', ${elsewhere}, true)`,
    ).rejects.toThrow("tone_pack_images_path_check");
    await sql`delete from private.storage_deletions where path = ${elsewhere}`;
  });

  it("refuse invalid values", async () => {
    for (
      const [name, args, code] of [
        ["list_tone_packs", { p_scope: "everything" }, "PT400"],
        ["list_tone_packs", { p_scope: null }, "PT400"],
        ["list_tone_packs", { p_scope: "public", p_query: "x".repeat(201) }, "PT400"],
        ["get_own_tone_pack", { p_tone_pack_id: dear.id }, "PT403"],
        ["get_own_tone_pack", { p_tone_pack_id: secret.id }, "PT404"],
        ["purchase_tone_pack", { p_tone_pack_id: null }, "PT404"],
      ] as const
    ) {
      expect((await call(name, args))?.code, name).toBe(code);
    }
  });

  it("make the caller the owner, whatever owner_id is sent", async () => {
    const { data } = await ben.client.rpc("create_tone_pack", {
      p_pack: {
        name: "Mine",
        theme: "icons",
        owner_id: ana.id,
        image_count: 9,
        deleted_at: "2020-01-01T00:00:00Z",
        id: dear.id,
      },
    });
    expect(data).toMatchObject({ owner_id: ben.id, image_count: 0 });
    const { data: changed } = await ben.client.rpc("update_tone_pack", {
      p_tone_pack_id: data.id,
      p_changes: { owner_id: ana.id, image_count: 9 },
    });
    expect(changed).toMatchObject({ owner_id: ben.id, image_count: 0 });
    const many = await ben.client.rpc("list_tone_packs", { p_scope: "public", p_limit: 100000 });
    expect(many.data!.length).toBeLessThanOrEqual(101);
    const few = await ben.client.rpc("list_tone_packs", { p_scope: "own", p_limit: -5 });
    expect(few.data).toHaveLength(1);
  });

  it("do not reveal whether an address has an account", async () => {
    const shares = [{ p_user_id: null, p_email: null }, { p_user_id: ben.id, p_email: ben.email }];
    for (const args of shares) {
      const { error } = await ana.client.rpc("share_tone_pack", {
        p_tone_pack_id: secret.id,
        ...args,
      });
      expect(error?.code).toBe("PT400");
    }
  });
});
