/** Images that the model makes: in part, again, for money, and against the will of its provider. */
import { describe, expect, it } from "vitest";
import { Buffer } from "node:buffer";
import process from "node:process";
import { tones } from "../../shared/ai/tones.ts";
import { imageInfo } from "../../shared/http/image-type.ts";
import { exhaust, newWords, provider, requestsWith } from "../ai/support.ts";
import { addresses, type Person, person } from "../support/people.ts";
import { platform } from "../support/platform.ts";
import { sql } from "../support/sql.ts";
import { failing } from "../user/leaving.ts";
import {
  createPack,
  download,
  eventually,
  filesOf,
  opens,
  pathOf,
  png,
  readPack,
  unknown,
  upload,
} from "./support.ts";

const named = (images: { tone: string }[]) => images.map(({ tone }) => tone).sort();

/** A pack that the stand-in knows by its name. */
async function setUp() {
  const words = newWords();
  const ana = await person("Ana");
  return { ana, words, pack: await createPack(ana, { name: words, theme: "watercolor" }) };
}

const usageOf = async (who: Person) => [
  ...await sql`
    select type, tone_pack_id, images, cost_usd::float8 as cost_usd
    from public.token_usage where user_id = ${who.id} order by id`,
];

const declined = { status: 400, error: { code: "moderation_blocked" } };

describe.each(addresses("/tone-packs"))("%s/:id/generate-images", (root) => {
  it("makes a PNG of 1024 x 1024 pixels for each tone", async () => {
    const { ana, words, pack } = await setUp();
    const path = `${root}/${pack.id}/generate-images`;
    const { status, body } = await ana.api("POST", path, { tones: ["joyful", "sad", "joyful"] });
    expect([status, Object.keys(body).sort()]).toEqual([200, ["errors", "failed", "images"]]);
    expect([body.failed, body.errors, named(body.images)]).toEqual([0, [], ["joyful", "sad"]]);
    for (const { tone, url } of body.images) {
      expect(pathOf(url)).toMatch(new RegExp(`^${ana.id}/${pack.id}/${tone}-\\d{13,}\\.png$`));
      expect(imageInfo(await download(url))).toEqual({
        type: "image/png",
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

  it("makes only what is missing when it is asked again", async () => {
    const { ana, words, pack } = await setUp();
    const path = `${root}/${pack.id}/generate-images`;
    const asked = ["joyful", "sad", "calm", "tired", "angry"];
    await provider(words, { ...declined, times: 2 });
    const first = await ana.api("POST", path, { tones: asked });
    expect([first.status, first.body.failed]).toEqual([200, 2]);
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

  it("refuses when nothing could be made", async () => {
    const { ana, words, pack } = await setUp();
    const path = `${root}/${pack.id}/generate-images`;
    await provider(words, { status: 401, times: 2 });
    const silent = await ana.api("POST", path, { tones: ["joyful", "sad"] });
    expect([silent.status, silent.body]).toEqual([503, {
      error: "The AI provider does not answer",
    }]);
    await provider(words, { ...declined, times: 2 });
    expect((await ana.api("POST", path, { tones: ["joyful", "sad"] })).status).toBe(400);
    expect(await readPack(ana, pack.id)).toEqual(pack);
    expect(await usageOf(ana)).toEqual([]);
  });

  it("refuses what makes no sense, before it costs anything", async () => {
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
    expect((await ana.api("POST", `${root}/${unknown}/generate-images`, asked)).status).toBe(404);
    await ana.api("PUT", `${root}/${pack.id}`, { is_public: true });
    expect((await ben.api("POST", path, asked)).status).toBe(403);
    expect(await requestsWith(words)).toEqual([]);
  });

  it("counts each image as an AI call, and those that are there as none", async () => {
    const { ana, words, pack } = await setUp();
    const path = `${root}/${pack.id}/generate-images`;
    await upload(ana, `${root}/${pack.id}/images`, "joyful");
    await sql`select private.take_rate_limit('ai', ${`user:${ana.id}`}, 58)`;
    const over = await ana.api("POST", path, { tones: ["joyful", "sad", "calm", "tired"] });
    expect(over.status).toBe(429);
    expect(Number(over.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(await requestsWith(words)).toEqual([]);
    const fits = await ana.api("POST", path, { tones: ["joyful", "sad", "calm"] });
    expect([fits.status, fits.body.failed]).toEqual([200, 0]);
    expect((await ana.api("POST", path, { tones: ["tired"] })).status).toBe(429);
    expect((await ana.api("POST", path, { tones: ["joyful"] })).status).toBe(200);
  });

  it("answers the same key with the first answer, at no further cost", async () => {
    const { ana, words, pack } = await setUp();
    const send = () =>
      ana.api("POST", `${root}/${pack.id}/generate-images`, { tones: ["joyful", "calm"] }, {
        "idempotency-key": "make-two",
      });
    const [first, second] = await Promise.all([send(), send()]);
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(second.body).toEqual(first.body);
    expect(await requestsWith(words)).toHaveLength(2);
  });
});

describe("a provider", () => {
  it("that sends no picture is paid and stored nothing of", async () => {
    const small = png();
    new DataView(small.buffer).setUint32(16, 1023);
    const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64");
    for (
      const image of [
        base64(small),
        base64(png().subarray(0, png().length / 2)),
        base64(new TextEncoder().encode("<html>no picture</html>")),
        "%%%",
      ]
    ) {
      const { ana, words, pack } = await setUp();
      await provider(words, { image });
      const answer = await ana.api("POST", `/api/tone-packs/${pack.id}/generate-images`, {
        tones: ["joyful"],
      });
      expect([answer.status, answer.body.error]).toEqual([
        503,
        "The AI provider's answer is of no use",
      ]);
      expect(await usageOf(ana)).toHaveLength(1);
      expect(await filesOf(pack.id)).toEqual([]);
      expect(await readPack(ana, pack.id)).toEqual(pack);
    }
  });

  it("that is busy is asked again", async () => {
    const { ana, words, pack } = await setUp();
    await provider(words, { status: 429, headers: { "retry-after-ms": "10" } });
    const answer = await ana.api("POST", `/api/tone-packs/${pack.id}/generate-images`, {
      tones: ["joyful"],
    });
    expect([answer.status, answer.body.failed]).toEqual([200, 0]);
    expect(await requestsWith(words)).toHaveLength(2);
  });

  it("that is slow shows each image as soon as it is there, three at a time", async () => {
    const { ana, words, pack } = await setUp();
    const asked = tones.slice(0, 6);
    await provider(words, { delay_ms: 1500, times: 1 });
    const running = ana.api("POST", `/api/tone-packs/${pack.id}/generate-images`, { tones: asked });
    await eventually(async () => {
      const { image_count } = await readPack(ana, pack.id);
      expect(image_count).toBeGreaterThanOrEqual(3);
      expect(image_count).toBeLessThan(6);
    });
    expect((await running).body.failed).toBe(0);
    expect((await readPack(ana, pack.id)).image_count).toBe(6);
  });

  it("is paid once for a tone that two requests ask for at the same moment", async () => {
    const { ana, words, pack } = await setUp();
    const path = `/api/tone-packs/${pack.id}/generate-images`;
    await Promise.all([1, 2].map(() => provider(words, { delay_ms: 700 })));
    const first = ana.api("POST", path, { tones: ["joyful", "sad"] });
    await eventually(async () => expect(await requestsWith(words)).toHaveLength(2));
    const [same, more] = await Promise.all([
      ana.api("POST", path, { tones: ["sad"] }),
      ana.api("POST", path, { tones: ["sad", "calm"] }),
    ]);
    expect([same.status, same.body.error]).toEqual([
      409,
      "These images are being made already, and will be in the pack",
    ]);
    expect([more.status, named(more.body.images), more.body.failed, more.body.errors]).toEqual([
      200,
      ["calm"],
      1,
      ["sad: is being made already"],
    ]);
    expect([(await first).status, named((await first).body.images)]).toEqual([
      200,
      ["joyful", "sad"],
    ]);
    expect(await requestsWith(words)).toHaveLength(3);
    expect(await usageOf(ana)).toHaveLength(3);
    const hits = await sql`
      select sum(cost)::int as used from private.rate_limit_hits
      where subject = ${`user:${ana.id}`}`;
    expect(hits[0]!.used).toBe(3);
    expect((await ana.api("POST", path, { tones: ["sad", "calm"] })).body.failed).toBe(0);
  });

  it("may be asked again at once for what a request has not made", async () => {
    const { ana, words, pack } = await setUp();
    const path = `/api/tone-packs/${pack.id}/generate-images`;
    await provider(words, { status: 401 });
    expect((await ana.api("POST", path, { tones: ["joyful"] })).status).toBe(503);
    await sql`select private.take_rate_limit('ai', ${`user:${ana.id}`}, 59)`;
    expect((await ana.api("POST", path, { tones: ["joyful"] })).status).toBe(429);
    await sql`delete from private.rate_limit_hits where subject = ${`user:${ana.id}`}`;
    const again = await ana.api("POST", path, { tones: ["joyful"] });
    expect([again.status, again.body.failed]).toEqual([200, 0]);
    expect(await sql`select from private.tone_image_claims where tone_pack_id = ${pack.id}`)
      .toHaveLength(0);
  });

  it("may be asked again for what a request had begun that was ended from outside", async () => {
    const { ana, pack } = await setUp();
    const path = `/api/tone-packs/${pack.id}/generate-images`;
    const left = (ago: string) =>
      sql`
        insert into private.tone_image_claims (tone_pack_id, tone, claim, claimed_at)
        values (${pack.id}, 'joyful', gen_random_uuid(), clock_timestamp() - ${ago}::interval)
        on conflict (tone_pack_id, tone) do update set claimed_at = excluded.claimed_at`;
    await left("140 seconds");
    expect((await ana.api("POST", path, { tones: ["joyful"] })).status).toBe(409);
    await left("151 seconds");
    const answer = await ana.api("POST", path, { tones: ["joyful"] });
    expect([answer.status, answer.body.failed]).toEqual([200, 0]);
  });

  it("goes on with nothing when its client has gone, and keeps what was made", async () => {
    const { ana, words, pack } = await setUp();
    await provider(words, { delay_ms: 600, times: 1 });
    const gone = new AbortController();
    const request = fetch(`${platform.base_url}/tone-packs/${pack.id}/generate-images`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${ana.token}`,
        "content-type": "application/json",
        "idempotency-key": "given up",
      },
      body: JSON.stringify({ tones }),
      signal: gone.signal,
    }).catch(() => null);
    await eventually(async () => {
      expect((await readPack(ana, pack.id)).image_count).toBeGreaterThan(0);
    });
    gone.abort();
    await request;
    await new Promise((resolve) => setTimeout(resolve, 1000));
    const { image_count } = await readPack(ana, pack.id);
    const asked = (await requestsWith(words)).length;
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect((await requestsWith(words)).length).toBe(asked);
    expect((await readPack(ana, pack.id)).image_count).toBe(image_count);
    // The key was given back: the same request makes the rest.
    const again = await ana.api(
      "POST",
      `/tone-packs/${pack.id}/generate-images`,
      { tones },
      { "idempotency-key": "given up" },
    );
    expect([again.status, again.body.failed]).toEqual([200, 0]);
    expect((await readPack(ana, pack.id)).image_count).toBe(tones.length);
  });

  it("works for a pack that goes meanwhile, is paid, and leaves no file", async () => {
    const { ana, words, pack } = await setUp();
    await provider(words, { delay_ms: 700 });
    const running = ana.api("POST", `/api/tone-packs/${pack.id}/generate-images`, {
      tones: ["joyful"],
    });
    await eventually(async () => expect(await requestsWith(words)).toHaveLength(1));
    await ana.api("DELETE", `/api/tone-packs/${pack.id}`);
    expect((await running).status).toBe(404);
    expect(await usageOf(ana)).toHaveLength(1);
    await eventually(async () => expect(await filesOf(pack.id)).toEqual([]));
  });

  it("does not take the place of an image that came meanwhile", async () => {
    const { ana, words, pack } = await setUp();
    await provider(words, { delay_ms: 700 });
    const running = ana.api("POST", `/api/tone-packs/${pack.id}/generate-images`, {
      tones: ["joyful"],
    });
    await eventually(async () => expect(await requestsWith(words)).toHaveLength(1));
    const own = await upload(ana, `/api/tone-packs/${pack.id}/images`, "joyful", png("mine"));
    expect((await running).body.images).toEqual([own.body.image]);
    expect(await download(own.body.image.url)).toEqual(png("mine"));
    await eventually(async () => {
      expect(await filesOf(pack.id)).toEqual([pathOf(own.body.image.url)]);
    });
    expect(await opens(own.body.image.url)).toBe(true);
  });

  it("that is not configured is 503, and costs no AI call", async () => {
    const { createApp } = await import("../../shared/http/app.ts");
    const { routes } = await import("../../functions/tone-packs/routes.ts");
    const { ana, pack } = await setUp();
    const before = { ...process.env };
    Object.assign(process.env, {
      LOG_LEVEL: "silent",
      SUPABASE_URL: platform.api_url,
      SUPABASE_PUBLISHABLE_KEYS: JSON.stringify({ default: platform.publishable_key }),
      SUPABASE_SECRET_KEYS: JSON.stringify({ default: platform.secret_key }),
      SUPABASE_JWKS: await (await fetch(platform.jwks_url)).text(),
    });
    delete process.env.OPENAI_API_KEY;
    try {
      const answer = await createApp([routes]).request(`/tone-packs/${pack.id}/generate-images`, {
        method: "POST",
        headers: { authorization: `Bearer ${ana.token}`, "content-type": "application/json" },
        body: JSON.stringify({ tones: ["joyful"] }),
      });
      expect([answer.status, await answer.json()]).toEqual([503, {
        error: "AI is not configured: OPENAI_API_KEY is missing",
      }]);
    } finally {
      for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name];
      Object.assign(process.env, before);
    }
    const hits = await sql`
      select from private.rate_limit_hits where subject = ${`user:${ana.id}`}`;
    expect(hits).toHaveLength(0);
  });

  it("is not asked by somebody who has used up the hour", async () => {
    const { ana, words, pack } = await setUp();
    await exhaust(ana.id);
    const answer = await ana.api("POST", `/api/tone-packs/${pack.id}/generate-images`, {
      tones: ["joyful"],
    });
    expect(answer.status).toBe(429);
    expect(await requestsWith(words)).toEqual([]);
  });
});

describe("storage", () => {
  it("that fails costs what was made, stores what can be stored, and leaves nothing behind", async () => {
    const { ana, pack } = await setUp();
    const path = `/api/tone-packs/${pack.id}/generate-images`;
    const file = `new.name like '%/${pack.id}/joyful-%'`;
    const repair = await failing("insert", "storage.objects", file);
    const first = await ana.api("POST", path, { tones: ["joyful", "sad"] });
    const second = await ana.api("POST", path, { tones: ["joyful", "sad"] });
    await repair();
    expect([first.status, first.body.failed, first.body.errors, named(first.body.images)])
      .toEqual([200, 1, ["joyful: The image could not be stored"], ["sad"]]);
    // Of what was missing nothing could be stored.
    expect([second.status, second.body.error]).toEqual([503, "The image could not be stored"]);
    expect(await usageOf(ana)).toHaveLength(3);
    const waiting = await sql`
      select from private.storage_deletions where path like ${`%/${pack.id}/joyful-%`}`;
    expect(waiting).toHaveLength(2);
    expect(await filesOf(pack.id)).toEqual([pathOf(first.body.images[0].url)]);
    expect((await ana.api("POST", path, { tones: ["joyful"] })).body.failed).toBe(0);
  });
});
