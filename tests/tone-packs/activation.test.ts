/** The active pack: who can activate it, what profiles and entries show of it, and when it ends. */
import { beforeEach, describe, expect, it } from "vitest";
import { joyful, newWords, provider } from "../ai/support.ts";
import { eventually } from "../support/eventually.ts";
import { type Person, person, persons, superAdmin } from "../support/people.ts";
import { NOWHERE, ok } from "../support/requests.ts";
import { addImages, createPack, readPack } from "./support.ts";

let ana: Person;
let ben: Person;
beforeEach(async () => {
  [ana, ben] = await persons("Ana", "Ben");
});

const activate = (who: Person, id: string, body: unknown = {}) =>
  who.api("POST", `/api/tone-packs/${id}/activate`, body);

const chosen = async (who: Person) => [
  (await ok(who, "GET", "/api/user/profile")).profile.preferences.active_tone_pack_id,
  (await ok(who, "GET", "/api/tone-packs")).active_tone_pack_id,
];

const write = async (who: Person, fields: Record<string, unknown>) =>
  (await ok(who, "POST", "/api/journal", { title: "T", content: "", ...fields })).entry;

describe("/api/tone-packs/:id/activate", () => {
  it("activates a pack, then another, then none", async () => {
    const [one, two] = [await createPack(ana), await createPack(ana)];
    expect(await chosen(ana)).toEqual([undefined, null]);
    expect((await activate(ana, one.id)).body)
      .toEqual({ message: "Tone pack activated", active_tone_pack_id: one.id });
    expect(await chosen(ana)).toEqual([one.id, one.id]);
    expect((await activate(ana, two.id, undefined)).body.active_tone_pack_id)
      .toBe(two.id);
    expect(await chosen(ana)).toEqual([two.id, two.id]);
    // Deleting a pack that is not active does not change the active pack.
    const other = await activate(ana, one.id, { active: false });
    expect(other.body.active_tone_pack_id).toBe(two.id);
    expect((await activate(ana, two.id, { active: false })).body)
      .toEqual({ message: "Tone pack deactivated", active_tone_pack_id: null });
    expect(await chosen(ana)).toEqual([null, null]);
    await activate(ana, two.id, { active: true });
    expect((await activate(ana, two.id, { active: null })).body.active_tone_pack_id)
      .toBeNull();
  });

  it("refuses a pack that the caller may not use", async () => {
    const [ana, ben, admin] = await Promise.all([person("Ana"), person("Ben"), superAdmin()]);
    const secret = await createPack(ana);
    const dear = await createPack(ana, { is_public: true, price_drops: 10 });
    expect((await activate(ben, NOWHERE)).status).toBe(404);
    expect((await activate(ben, secret.id)).status).toBe(404);
    expect((await activate(ben, secret.id, { active: false })).status).toBe(404);
    expect((await activate(ben, dear.id)).status).toBe(403);
    expect((await activate(ben, dear.id, { active: false })).status).toBe(200);
    expect((await activate(admin, secret.id)).status).toBe(403);
    expect((await activate(ben, dear.id, { active: "no" })).status).toBe(400);
    expect(await chosen(ben)).toEqual([undefined, null]);
  });

  it("keeps the other preferences", async () => {
    const pack = await createPack(ana);
    await ana.api("PUT", "/api/user/profile", { preferences: { theme: "dark", layout: "wide" } });
    await activate(ana, pack.id);
    expect((await ok(ana, "GET", "/api/user/profile")).profile.preferences).toEqual({
      theme: "dark",
      layout: "wide",
      active_tone_pack_id: pack.id,
    });
  });
});

describe("an active pack that the user may no longer use", () => {
  const losses: [string, (ana: Person, ben: Person, id: string) => Promise<unknown>][] = [
    [
      "is not shared any more",
      (ana, ben, id) => ana.api("DELETE", `/api/tone-packs/${id}/share/${ben.id}`),
    ],
    ["is deleted", (ana, _ben, id) => ana.api("DELETE", `/api/tone-packs/${id}`)],
  ];
  const ends = async (ana: Person, ben: Person, id: string, end: () => Promise<unknown>) => {
    await addImages(id, 3);
    const entry = await write(ben, { mood: "joyful" });
    const image = async () =>
      (await ok(ben, "GET", `/api/journal/${entry.id}`)).entry.tone_image_url;
    expect((await activate(ben, id)).status).toBe(200);
    expect(await image()).toContain(`/tone-packs/${ana.id}/${id}/joyful-1.png`);
    await end();
    expect(await chosen(ben)).toEqual([null, null]);
    expect(await image()).toBeNull();
    // It can still be deactivated.
    expect((await activate(ben, id, { active: false })).status).toBe(200);
  };

  it.each(losses)("shows nothing because it %s", async (_what, lose) => {
    const { id } = await createPack(ana);
    await ana.api("POST", `/api/tone-packs/${id}/share`, { user_id: ben.id });
    await ends(ana, ben, id, () => lose(ana, ben, id));
  });

  it.each([
    ["costs something now", { price_drops: 5 }],
    ["is not public any more", { is_public: false }],
  ])("shows nothing because it %s", async (_what, change) => {
    const { id } = await createPack(ana, { is_public: true });
    await ends(ana, ben, id, () => ana.api("PUT", `/api/tone-packs/${id}`, change));
    expect((await readPack(ana, id)).image_count).toBe(3);
  });

  it("is ignored when set as a preference", async () => {
    const { id } = await createPack(ana, { is_public: true, price_drops: 5 });
    await addImages(id, 5);
    const entry = await write(ben, { mood: "hopeful" });
    const put = await ben.api("PUT", "/api/user/profile", {
      preferences: { active_tone_pack_id: id },
    });
    expect(put.body.profile.preferences).toEqual({ active_tone_pack_id: null });
    await ben.client.from("profiles").update({ preferences: { active_tone_pack_id: id } })
      .eq("id", ben.id);
    expect(await chosen(ben)).toEqual([null, null]);
    const { data } = await ben.client.rpc("get_journal_entry", { p_id: entry.id });
    expect(data.tone_image_path).toBeNull();
  });

  it("stays usable for its purchaser", async () => {
    const { id } = await createPack(ana, { is_public: true, price_drops: 5 });
    await addImages(id, 3);
    await ben.api("POST", `/api/tone-packs/${id}/purchase`);
    await activate(ben, id);
    await ana.api("DELETE", `/api/tone-packs/${id}`);
    expect(await chosen(ben)).toEqual([id, id]);
    expect((await write(ben, { mood: "joyful" })).tone_image_url).toContain(`/${id}/joyful-1.png`);
  });
});

describe("entries", () => {
  it("have the image of the reader's pack for their mood in any case", async () => {
    const [ofAna, ofBen] = [await createPack(ana), await createPack(ben)];
    await addImages(ofAna.id, 2);
    await addImages(ofBen.id, 1);
    await activate(ana, ofAna.id);
    const moods = ["joyful", "GRATEFUL", "Joyful", "sad", "delighted", undefined];
    const images = [];
    for (const mood of moods) {
      const entry = await write(ana, { mood, metadata_visibility: "public" });
      images.push(entry.tone_image_url && new URL(entry.tone_image_url).pathname.split("/").at(-1));
      expect((await ok(ana, "GET", `/api/journal/${entry.id}`)).entry.tone_image_url)
        .toBe(entry.tone_image_url);
    }
    expect(images).toEqual(["joyful-1.png", "grateful-1.png", "joyful-1.png", null, null, null]);

    const list = async (who: Person, query = "") =>
      (await ok(who, "GET", `/api/journal?limit=100${query}`)).entries
        .filter(({ user_id }: { user_id: string }) => user_id === ana.id)
        .map(({ tone_image_url }: { tone_image_url: string | null }) => tone_image_url)
        .reverse();
    expect((await list(ana)).map(Boolean)).toEqual([true, true, true, false, false, false]);
    // Only the reader's pack matters: Ben has no pack at first, and then his own.
    expect(await list(ben)).toEqual(Array(6).fill(null));
    await activate(ben, ofBen.id);
    const seen = await list(ben);
    expect(seen.map(Boolean)).toEqual([true, false, true, false, false, false]);
    expect(seen[0]).toContain(`/${ofBen.id}/joyful-1.png`);
    expect(await list(ana, "&mood=joyful")).toHaveLength(2);
  });

  it("have the image of an updated mood", async () => {
    const pack = await createPack(ana);
    await addImages(pack.id, 2);
    await activate(ana, pack.id);
    const entry = await write(ana, { mood: "joyful" });
    const put = async (mood: string | null) =>
      (await ana.api("PUT", `/api/journal/${entry.id}`, { mood })).body.entry.tone_image_url;
    expect(await put("grateful")).toContain("/grateful-1.png");
    expect(await put(null)).toBeNull();
  });

  it("have the image of a mood that is found at once", async () => {
    const pack = await createPack(ana);
    await addImages(pack.id, 2);
    await activate(ana, pack.id);
    // A slow analysis on a busy machine may finish after the answer.
    await eventually(async () => {
      const content = `A fine day ${newWords()}`;
      await provider(content, { answer: joyful({ primaryTone: "grateful" }) });
      const entry = await write(ana, { content });
      expect([entry.mood, entry.tone_image_url?.split("/").at(-1)])
        .toEqual(["grateful", "grateful-1.png"]);
    });
  });
});
