/** Budgets of AI calls: free accounts leave subscribers and texts theirs. On a platform of its own. */
import process from "node:process";
import { beforeEach, describe, expect, it } from "vitest";
import { ownPlatform } from "../support/own-platform.ts";
import { ok } from "../support/requests.ts";
import { patience } from "../../packages/local-supabase/helpers.ts";

await ownPlatform({
  OPENAI_BASE_URL: process.env.OPENAI_BASE_URL!,
  OPENAI_API_KEY: process.env.OPENAI_API_KEY!,
});
const { person, superAdmin } = await import("../support/people.ts");
type Person = Awaited<ReturnType<typeof person>>;
const { sql } = await import("../support/sql.ts");
const { subscribe } = await import("../support/subscriptions.ts");
const { newWords, provider } = await import("./support.ts");
const admin = await superAdmin("Budget Admin");

const set = (key: string, value: unknown) =>
  ok(admin, "PUT", `/api/admin/settings/${key}`, { value });

beforeEach(async () => {
  await sql`truncate private.ai_costs, private.ai_calls`;
  await set("ai_daily_cost_limit", 20);
  await set("ai_free_cost_limit", 0.25);
  await set("ai_free_share_percent", 50);
  await set("ai_free_images", 5);
  await set("ai_free_hd_images", false);
});

const results = (answers: { status: number; body: { code?: string } }[]) =>
  Object.entries(Object.groupBy(
    answers.map(({ status, body }) => [status, body.code].filter(Boolean).join(" ")),
    (result) => result,
  )).map(([result, all]) => `${all!.length} x ${result}`).sort();

const picture = (who: Person, quality = "standard") =>
  who.api("POST", "/api/ai/generate-background", { content: newWords(), quality });
const tone = (who: Person) => who.api("POST", "/api/ai/analyze-tone", { content: newWords() });
const pictures = async (who: Person, count: number, quality?: string) =>
  results(await Promise.all(Array.from({ length: count }, () => picture(who, quality))));
const costs = async () => (await ok(admin, "GET", "/api/admin/health")).ai;

describe("AI calls of free accounts", () => {
  it("of five accounts end at their part of the day, and subscribers and texts go on", async () => {
    await set("ai_daily_cost_limit", 0.4);
    await set("ai_free_images", 1000);
    const free = await Promise.all(Array.from({ length: 5 }, () => person()));
    const answers = await Promise.all(
      free.flatMap((who) => Array.from({ length: 3 }, () => picture(who))),
    );
    const refused = answers.filter(({ status }) => status !== 200);
    expect(refused.length).toBeGreaterThan(8);
    for (const { status, body } of refused) {
      expect([[429, "daily_quota_reached"], [503, "ai_limit_reached"]])
        .toContainEqual([status, body.code]);
    }
    const { free_cost_usd, free_limit_usd } = await costs();
    expect(free_limit_usd).toBe(0.2);
    // The last call may exceed it, by one image and the scenes of others.
    expect(free_cost_usd).toBeLessThan(0.25);

    const subscriber = await person();
    await subscribe(subscriber);
    expect((await picture(subscriber)).status).toBe(200);
    expect((await tone(subscriber)).status).toBe(200);
  }, patience(90_000));

  it("of all accounts end at their part, where each has cost less than its own", async () => {
    await set("ai_daily_cost_limit", 0.1);
    await set("ai_free_cost_limit", null);
    await sql`insert into private.ai_costs (day, part, cost_usd, free_usd)
      values (private.utc_today(), 0, 0.05, 0.05)`;
    const [ana, ben] = [await person(), await person()];
    expect(results([await tone(ana), await picture(ana)])).toEqual(["2 x 503 ai_limit_reached"]);
    const words = newWords();
    await ok(ana, "POST", "/api/journal", { title: words, content: words });
    await subscribe(ben);
    expect(results([await tone(ben)])).toEqual(["1 x 200"]);
    expect(await sql`select type from public.token_usage where user_id = ${ana.id}`).toEqual([]);
    expect(await costs()).toMatchObject({
      limit_usd: 0.1,
      free_cost_usd: 0.05,
      free_limit_usd: 0.05,
    });
  });

  it("end at the amount of one account, while others go on", async () => {
    await set("ai_free_cost_limit", 0.08);
    const [ana, ben] = [await person(), await person()];
    expect(await pictures(ana, 5)).toEqual(["2 x 200", "3 x 429 daily_quota_reached"]);
    const refused = await tone(ana);
    expect(refused.body.code).toBe("daily_quota_reached");
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    expect((await tone(ben)).status).toBe(200);
  });

  it("make five images a day, however many are asked for at once, and texts go on", async () => {
    await set("ai_free_cost_limit", null);
    const ana = await person();
    expect(await pictures(ana, 12)).toEqual(["5 x 200", "7 x 429 daily_quota_reached"]);
    expect((await picture(ana)).body.error)
      .toBe("At most 5 AI images a day (UTC) without a subscription");
    expect((await tone(ana)).status).toBe(200);
    await subscribe(ana);
    expect((await picture(ana)).status).toBe(200);
  });

  it("do not count an image that the provider did not make", async () => {
    await set("ai_free_images", 1);
    const ana = await person();
    const scene = newWords();
    const content = newWords();
    await provider(content, { path: "chat", answer: { tone: "calm", scene } });
    await provider(scene, { path: "images", status: 400 });
    const failed = await ana.api("POST", "/api/ai/generate-background", { content });
    expect(failed.status).toBe(503);
    expect((await picture(ana)).status).toBe(200);
    expect((await picture(ana)).status).toBe(429);
  });

  it("make no hd images, unless super admins allow it; subscribers do", async () => {
    const [ana, ben] = [await person(), await person()];
    await subscribe(ben);
    expect(await pictures(ana, 1, "hd")).toEqual(["1 x 403 subscription_needed"]);
    expect(await sql`select from public.token_usage where user_id = ${ana.id}`).toHaveLength(0);
    expect(await pictures(ben, 1, "hd")).toEqual(["1 x 200"]);
    await set("ai_free_hd_images", true);
    expect(await pictures(ana, 1, "hd")).toEqual(["1 x 200"]);
  });

  it("of tone packs fail beyond the images of the day, and those before are kept", async () => {
    await set("ai_free_images", 2);
    const ana = await person();
    const { pack } = await ok(ana, "POST", "/api/tone-packs", { name: "Set", theme: "minimalist" });
    const made = await ok(ana, "POST", `/api/tone-packs/${pack.id}/generate-images`, {
      tones: ["joyful", "calm", "anxious", "sad"],
    });
    expect([made.images.length, made.failed]).toEqual([2, 2]);
  });
});
