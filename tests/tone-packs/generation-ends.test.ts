/** Interrupted generation of images, and the answer about it. */
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { generateImages } from "../../functions/tone-packs/generation.ts";
import { type Tone, tones } from "../../shared/ai/tones.ts";
import { provider, reached, release, requestsWith } from "../ai/support.ts";
import { useProject } from "../http/project.ts";
import type { Person } from "../support/people.ts";
import { sql } from "../support/sql.ts";
import { setUp, usageOf } from "./generating.ts";
import { type Pack, readPack } from "./support.ts";

beforeAll(useProject);

let ana: Person;
let words: string;
let pack: Pack;
beforeEach(async () => {
  ({ ana, words, pack } = await setUp());
});

const path = () => `/api/tone-packs/${pack.id}/generate-images`;

const generate = (asked: readonly Tone[], end?: number) =>
  generateImages(
    { id: pack.id, name: words, description: "", theme: "icons" },
    [...asked],
    { userId: ana.id, quality: "standard", signal: new AbortController().signal, end },
  );

const declined = { status: 400, error: { code: "moderation_blocked" } };

describe("images", () => {
  it("are generated in the order of the requested tones", async () => {
    await provider(words, { hold: true, times: 3 });
    const answer = ana.api("POST", path(), { tones: ["tired", "angry", "calm", "joyful", "sad"] });
    await reached(words, 3);
    const begun = (await requestsWith(words)).map(({ body }) =>
      /feeling "(\w+)"/.exec(String(body.prompt))![1]
    );
    expect(begun.sort()).toEqual(["angry", "calm", "tired"]);
    await release(words);
    expect((await answer).body.failed).toBe(0);
  });

  it("are started only while at least a minute is left", async () => {
    const late = await generate(["joyful"], Date.now() + 59_000).then(() => null, (error) => error);
    expect(late).toMatchObject({ status: 503, message: /no time left/ });
    expect(await requestsWith(words)).toEqual([]);
    expect((await generate(["joyful"], Date.now() + 70_000)).failed).toBe(0);
  });

  it.each<["deleted" | "blocked", () => PromiseLike<unknown>]>([
    ["deleted", () => ana.api("DELETE", `/api/tone-packs/${pack.id}`)],
    ["blocked", () => sql`update public.profiles set is_active = false where id = ${ana.id}`],
  ])("are not made any more once the pack or its owner is %s", async (_what, end) => {
    await provider(words, { hold: true, times: tones.length });
    const running = ana.api("POST", path(), { tones });
    await reached(words, 3);
    await end();
    await release(words);
    const { status, body } = await running;
    expect([status, body.error]).toEqual([404, "Tone pack not found"]);
    // Images in progress are billed; the others are not started.
    expect(await requestsWith(words)).toHaveLength(3);
    expect(await usageOf(ana)).toHaveLength(3);
  });

  it("may be requested again when none was generated and only some were declined", async () => {
    await provider(words, { ...declined, times: 1 });
    await provider(words, { status: 401, times: 1 });
    const key = { "idempotency-key": "again" };
    const asked = { tones: ["joyful", "sad"] };
    expect((await ana.api("POST", path(), asked, key)).status).toBe(503);
    const again = await ana.api("POST", path(), asked, key);
    expect([again.status, again.body.failed]).toEqual([200, 0]);
  });
});

describe("images that another request is generating", () => {
  const claim = (tone: string) =>
    sql`insert into private.tone_image_claims (tone_pack_id, tone, claim)
      values (${pack.id}, ${tone}, gen_random_uuid())`;

  it("may be requested again with the same key when they exist", async () => {
    await claim("joyful");
    const send = () =>
      ana.api("POST", path(), { tones: ["joyful"] }, { "idempotency-key": "not now" });
    const refused = await send();
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([409, "30"]);
    await sql`delete from private.tone_image_claims where tone_pack_id = ${pack.id}`;
    expect((await send()).status).toBe(200);
  });

  it("do not block the answer with existing images", async () => {
    await ana.api("POST", path(), { tones: ["joyful"] });
    await claim("calm");
    const { status, body } = await ana.api("POST", path(), { tones: ["calm", "joyful"] });
    expect([status, body.images.length, body.failed, body.errors]).toEqual([
      200,
      1,
      1,
      ["calm: is being made already"],
    ]);
    expect((await readPack(ana, pack.id)).image_count).toBe(1);
  });
});
