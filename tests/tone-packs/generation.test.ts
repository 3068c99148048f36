/** Generation of images: complete, partial, repeated, its cost, and refusals. */
import { imageDimensionsFromData } from "image-dimensions";
import { describe, expect, it } from "vitest";
import { provider, requestsWith } from "../ai/support.ts";
import { filesAreGoing } from "../support/files.ts";
import { person } from "../support/people.ts";
import { usedOf } from "../support/limits.ts";
import { sql } from "../support/sql.ts";
import { failing } from "../user/leaving.ts";
import { generate, named, setUp, usageOf } from "./generating.ts";
import { NOWHERE } from "../support/requests.ts";
import { download, pathOf, readPack, upload } from "./support.ts";

const declined = { status: 400, error: { code: "moderation_blocked" } };

describe("/api/tone-packs/:id/generate-images", () => {
  const root = "/api/tone-packs";

  it("generates a PNG of 1024 x 1024 pixels for each tone", async () => {
    const { ana, words, pack } = await setUp();
    const path = `${root}/${pack.id}/generate-images`;
    const { status, body } = await ana.api("POST", path, { tones: ["joyful", "sad", "joyful"] });
    expect([status, Object.keys(body).sort()]).toEqual([200, ["errors", "failed", "images"]]);
    expect([body.failed, body.errors, named(body.images)]).toEqual([0, [], ["joyful", "sad"]]);
    for (const { tone, url } of body.images) {
      expect(pathOf(url)).toMatch(new RegExp(`^${ana.id}/${pack.id}/${tone}-\\d{13,}\\.png$`));
      expect(imageDimensionsFromData(await download(url))).toEqual({
        type: "png",
        width: 1024,
        height: 1024,
      });
    }
    expect(named((await readPack(ana, pack.id)).images)).toEqual(["joyful", "sad"]);
    const usage = {
      type: "tone_pack_image_generation",
      tone_pack_id: pack.id,
      images: 1,
      cost_usd: 0.04,
    };
    expect(await usageOf(ana)).toEqual([usage, usage]);
    expect((await requestsWith(words)).map(({ body }) => body.quality)).toEqual([
      "medium",
      "medium",
    ]);
  });

  it("generates only missing images when repeated", async () => {
    const { ana, words, pack } = await setUp();
    const path = `${root}/${pack.id}/generate-images`;
    const asked = ["joyful", "sad", "calm", "tired", "angry"];
    await provider(words, { ...declined, times: 2 });
    const first = await ana.api("POST", path, { tones: asked });
    expect([first.status, first.body.failed]).toEqual([200, 2]);
    expect((await usedOf(ana, "ai")).failed).toBe(2);
    expect(first.body.images).toHaveLength(3);
    expect(first.body.errors).toHaveLength(2);
    const missing = asked.filter((tone) => !named(first.body.images).includes(tone));
    for (const tone of missing) {
      expect(first.body.errors).toContain(
        `${tone}: The AI provider declines to work on this text`,
      );
    }
    expect(named((await readPack(ana, pack.id)).images)).toEqual(named(first.body.images));

    const second = await ana.api("POST", path, { tones: asked });
    expect([second.status, second.body.failed]).toEqual([200, 0]);
    expect(named(second.body.images)).toEqual([...asked].sort());
    expect(await requestsWith(words)).toHaveLength(5 + 2);
    expect(await usageOf(ana)).toHaveLength(5);

    const third = await ana.api("POST", path, { tones: asked });
    expect([third.status, named(third.body.images)]).toEqual([200, [...asked].sort()]);
    expect(await requestsWith(words)).toHaveLength(7);
  });

  it("refuses when no image could be generated", async () => {
    const { ana, words, pack } = await setUp();
    const path = `${root}/${pack.id}/generate-images`;
    await provider(words, { status: 401, times: 2 });
    const silent = await ana.api("POST", path, { tones: ["joyful", "sad"] });
    expect([silent.status, silent.body]).toMatchObject([503, {
      error: "The AI provider does not answer",
    }]);
    await provider(words, { ...declined, times: 2 });
    expect((await ana.api("POST", path, { tones: ["joyful", "sad"] })).status).toBe(400);
    expect(await readPack(ana, pack.id)).toEqual(pack);
    expect(await usageOf(ana)).toEqual([]);
  });

  it("refuses invalid requests before any cost", async () => {
    const { ana, words, pack } = await setUp();
    const ben = await person("Ben");
    const path = `${root}/${pack.id}/generate-images`;
    for (
      const body of [
        {},
        { tones: [] },
        { tones: "joyful" },
        { tones: ["happy"] },
        { tones: ["joyful"], quality: "8k" },
        { tones: Array(100).fill("joyful") },
      ]
    ) {
      expect((await ana.api("POST", path, body)).status, JSON.stringify(body)).toBe(400);
    }
    const asked = { tones: ["joyful"] };
    expect((await ben.api("POST", path, asked)).status).toBe(404);
    expect((await ana.api("POST", `${root}/${NOWHERE}/generate-images`, asked)).status).toBe(404);
    await ana.api("PUT", `${root}/${pack.id}`, { is_public: true });
    expect((await ben.api("POST", path, asked)).status).toBe(403);
    expect(await requestsWith(words)).toEqual([]);
  });

  it("counts each generated image as an AI call and existing ones as none", async () => {
    const { ana, words, pack } = await setUp();
    const path = `${root}/${pack.id}/generate-images`;
    await upload(ana, `${root}/${pack.id}/images`, "joyful");
    await sql`select private.take_hits('ai', ${`user:${ana.id}`}, 58)`;
    const over = await ana.api("POST", path, { tones: ["joyful", "sad", "calm", "tired"] });
    expect(over.status).toBe(429);
    expect(Number(over.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(await requestsWith(words)).toEqual([]);
    const fits = await ana.api("POST", path, { tones: ["joyful", "sad", "calm"] });
    expect([fits.status, fits.body.failed]).toEqual([200, 0]);
    expect((await ana.api("POST", path, { tones: ["tired"] })).status).toBe(429);
    expect((await ana.api("POST", path, { tones: ["joyful"] })).status).toBe(200);
  });

  it("repeats the first answer for one idempotency key at no cost", async () => {
    const { ana, words, pack } = await setUp();
    const send = () =>
      ana.api("POST", `${root}/${pack.id}/generate-images`, { tones: ["joyful", "calm"] }, {
        "idempotency-key": "make-two",
      });
    const first = await send();
    const second = await send();
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(second.body).toEqual(first.body);
    expect(await requestsWith(words)).toHaveLength(2);
  });
});

describe("storage", () => {
  it("that fails is recorded, stores what it can, and leaves no stray file", async () => {
    const { ana, pack } = await setUp();
    const file = `new.name like '%/${pack.id}/joyful-%'`;
    const repair = await failing("insert", "storage.objects", file);
    const first = await generate(ana, pack, ["joyful", "sad"]);
    const second = await generate(ana, pack, ["joyful", "sad"]);
    await repair();
    expect([first.status, first.body.failed, first.body.errors, named(first.body.images)])
      .toEqual([200, 1, ["joyful: The image could not be stored"], ["sad"]]);
    // Of the missing images none could be stored.
    expect([second.status, second.body.error]).toEqual([503, "The image could not be stored"]);
    expect(await usageOf(ana)).toHaveLength(3);
    await filesAreGoing("tone-packs", `%/${pack.id}/%`, [pathOf(first.body.images[0].url)]);
    expect((await generate(ana, pack, ["joyful"])).body.failed).toBe(0);
  });
});
