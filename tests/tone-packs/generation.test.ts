/** Generation of images: complete, partial, repeated, its cost, and refusals. */
import { imageDimensionsFromData } from "image-dimensions";
import { describe, expect } from "vitest";
import { it } from "../support/it.ts";
import { provider, requestsWith } from "../ai/support.ts";
import { filesAreGoing } from "../support/files.ts";
import { usedOf } from "../support/limits.ts";
import { sql } from "../support/sql.ts";
import { failing } from "../user/leaving.ts";
import { generate, named, setUp, usageOf } from "./generating.ts";
import { download, pathOf, readPack, upload } from "./support.ts";

const declined = { status: 400, error: { code: "moderation_blocked" } };

describe("/api/tone-packs/:id/generate-images", () => {
  const root = "/api/tone-packs";

  it("generates a PNG of 1024 x 1024 pixels for each tone", async () => {
    const { ana, words, pack } = await setUp();
    const { body } = await generate(ana, pack, ["joyful", "sad", "joyful"]);
    expect([body.failed, body.errors, named(body.images)]).toEqual([0, [], ["joyful", "sad"]]);
    for (const { tone, url } of body.images) {
      expect(pathOf(url)).toMatch(new RegExp(`^${ana.id}/${pack.id}/${tone}-\\d{13,}\\.png$`));
      expect(imageDimensionsFromData(await download(url)))
        .toEqual({ type: "png", width: 1024, height: 1024 });
    }
    expect(named((await readPack(ana, pack.id)).images)).toEqual(["joyful", "sad"]);
    const image = { tone_pack_id: pack.id, images: 1, cost_usd: 0.04 };
    const usage = { type: "tone_pack_image_generation", ...image };
    expect(await usageOf(ana)).toEqual([usage, usage]);
    const asked = await requestsWith(words);
    expect(asked.map(({ body }) => body.quality)).toEqual(["medium", "medium"]);
  });

  it("generates only missing images when repeated", async () => {
    const { ana, words, pack } = await setUp();
    const asked = ["joyful", "sad", "calm", "tired", "angry"];
    await provider(words, { ...declined, times: 2 });
    const first = await generate(ana, pack, asked);
    expect([first.status, first.body.failed]).toEqual([200, 2]);
    expect((await usedOf(ana, "ai")).failed).toBe(2);
    const made = named(first.body.images);
    const missing = asked.filter((tone) => !made.includes(tone));
    expect([made.length, missing.length]).toEqual([3, 2]);
    expect(first.body.errors.sort())
      .toEqual(
        missing.sort().map((tone) => `${tone}: The AI provider declines to work on this text`),
      );
    expect(named((await readPack(ana, pack.id)).images)).toEqual(made);

    const second = await generate(ana, pack, asked);
    expect([second.status, second.body.failed]).toEqual([200, 0]);
    expect(named(second.body.images)).toEqual([...asked].sort());
    expect(await requestsWith(words)).toHaveLength(5 + 2);
    expect(await usageOf(ana)).toHaveLength(5);

    const third = await generate(ana, pack, asked);
    expect([third.status, named(third.body.images)]).toEqual([200, [...asked].sort()]);
    expect(await requestsWith(words)).toHaveLength(7);
  });

  it("refuses when no image could be generated", async () => {
    const { ana, words, pack } = await setUp();
    await provider(words, { status: 401, times: 2 });
    expect((await generate(ana, pack, ["joyful", "sad"])).body.error)
      .toBe("The AI provider does not answer");
    await provider(words, { ...declined, times: 2 });
    expect((await generate(ana, pack, ["joyful", "sad"])).status).toBe(400);
    expect(await readPack(ana, pack.id)).toEqual(pack);
    expect(await usageOf(ana)).toEqual([]);
  });

  it("refuses invalid requests before any cost", async ({ ben }) => {
    const { ana, words, pack } = await setUp();
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
    expect((await generate(ben, pack, ["joyful"])).status).toBe(404);
    await ana.api("PUT", `${root}/${pack.id}`, { is_public: true });
    expect((await generate(ben, pack, ["joyful"])).status).toBe(403);
    expect(await requestsWith(words)).toEqual([]);
  });

  it("counts each generated image as an AI call and existing ones as none", async () => {
    const { ana, words, pack } = await setUp();
    await upload(ana, `${root}/${pack.id}/images`, "joyful");
    await sql`select private.take_hits('ai', ${`user:${ana.id}`}, 58)`;
    const over = await generate(ana, pack, ["joyful", "sad", "calm", "tired"]);
    expect(over.status).toBe(429);
    expect(Number(over.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(await requestsWith(words)).toEqual([]);
    const fits = await generate(ana, pack, ["joyful", "sad", "calm"]);
    expect([fits.status, fits.body.failed]).toEqual([200, 0]);
    expect((await generate(ana, pack, ["tired"])).status).toBe(429);
    expect((await generate(ana, pack, ["joyful"])).status).toBe(200);
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
    // The service could store none of the missing images.
    expect([second.status, second.body.error]).toEqual([503, "The image could not be stored"]);
    expect(await usageOf(ana)).toHaveLength(3);
    await filesAreGoing("tone-packs", `%/${pack.id}/%`, [pathOf(first.body.images[0].url)]);
    expect((await generate(ana, pack, ["joyful"])).body.failed).toBe(0);
  });
});
