/** Generation of images when the provider fails. */
import { Buffer } from "node:buffer";
import { describe, expect, it } from "vitest";
import { routes } from "../../functions/tone-packs/images.ts";
import { exhaust, provider } from "../ai/support.ts";
import { inProcess, useProject } from "../http/project.ts";
import { messageOf, outcome } from "../support/requests.ts";
import { sql } from "../support/sql.ts";
import { claimsOf, generate, setUp, usageOf } from "./generating.ts";
import { filesOf, readPack } from "./support.ts";

describe("a provider", () => {
  it("that sends no image is recorded, and nothing is stored", async () => {
    const { ana, words, pack } = await setUp();
    await provider(words, { image: Buffer.from("<html>no picture</html>").toString("base64") });
    expect(await messageOf(generate(ana, pack, ["joyful"])))
      .toBe("503 The AI provider's answer is of no use");
    expect(await usageOf(ana)).toHaveLength(1);
    expect(await filesOf(pack.id)).toEqual([]);
    expect(await readPack(ana, pack.id)).toEqual(pack);
  });

  it("may be called again at once for images that a request has not generated", async () => {
    const { ana, words, pack } = await setUp();
    await provider(words, { status: 401 });
    expect((await generate(ana, pack, ["joyful"])).status).toBe(503);
    await exhaust(ana.id);
    expect((await generate(ana, pack, ["joyful"])).status).toBe(429);
    await sql`delete from private.rate_limit_hits where subject = ${`user:${ana.id}`}`;
    const again = await generate(ana, pack, ["joyful"]);
    expect([again.status, again.body.failed]).toEqual([200, 0]);
    expect(await claimsOf(pack)).toBe(0);
  });

  it("may be called again for images of a request that was killed", async () => {
    const { ana, pack } = await setUp();
    const left = (ago: string) =>
      sql`
        insert into private.tone_image_claims (tone_pack_id, tone, claim, claimed_at)
        values (${pack.id}, 'joyful', gen_random_uuid(), clock_timestamp() - ${ago}::interval)
        on conflict (tone_pack_id, tone) do update set claimed_at = excluded.claimed_at`;
    await left("140 seconds");
    expect((await generate(ana, pack, ["joyful"])).status).toBe(409);
    await left("151 seconds");
    const answer = await generate(ana, pack, ["joyful"]);
    expect([answer.status, answer.body.failed]).toEqual([200, 0]);
  });

  it("that is not configured answers 503 and counts no AI call", async () => {
    const { ana, pack } = await setUp();
    const key = Deno.env.get("OPENAI_API_KEY")!;
    await useProject();
    Deno.env.delete("OPENAI_API_KEY");
    try {
      const path = `/tone-packs/${pack.id}/generate-images`;
      expect(await outcome({ api: inProcess(routes, ana) }, "POST", path, { tones: ["joyful"] }))
        .toBe("503 AI is not configured: OPENAI_API_KEY is missing");
    } finally {
      Deno.env.set("OPENAI_API_KEY", key);
    }
    const hits = await sql`
      select from private.rate_limit_hits where subject = ${`user:${ana.id}`}`;
    expect(hits).toHaveLength(0);
  });
});
