/** Token usage: the price of a call, the sum of a month, and access to it. */
import { describe, expect } from "vitest";
import { it } from "../support/it.ts";
import { anonymous, type Person, person, service } from "../support/people.ts";
import { sql } from "../support/sql.ts";
import { ok, outcome } from "../support/requests.ts";

const none = { tokens: 0, images: 0, cost_usd: 0 };
const nothing = {
  total_tokens: 0,
  total_cost_usd: 0,
  calls: 0,
  tone: none,
  images: none,
  packs: none,
  other: none,
};

async function record(who: Person, call: Record<string, unknown>) {
  const { data, error } = await service.rpc("record_token_usage", {
    p_user_id: who.id,
    p_model: "gpt-4o-mini",
    ...call,
  });
  if (error) throw error;
  return data;
}

/** Moves the user's records to a moment of another month. */
const moveTo = (who: Person, type: string, at: string) =>
  sql`update public.token_usage set created_at = ${at}
    where user_id = ${who.id} and type = ${type}`;

describe("recording", () => {
  it.each([
    [{ p_type: "tone_analysis", p_input_tokens: 1_000_000 }, 0.15],
    [{ p_type: "chat", p_output_tokens: 1_000_000 }, 0.6],
    [{ p_type: "tone_analysis", p_input_tokens: 1, p_output_tokens: 1 }, 0.00000075],
    [{ p_type: "image_generation", p_images: 1 }, 0.04],
    [{ p_type: "image_generation", p_images: 3, p_quality: "hd" }, 0.24],
    // Images are priced per image; the provider's tokens do not count.
    [{ p_type: "tone_pack_image_generation", p_images: 2, p_input_tokens: 90_000 }, 0.08],
    [{ p_type: "transcription", p_seconds: 90 }, 0.009],
    // The usage of a call that was cut off is unknown.
    [{ p_type: "daily_drop" }, 0.002],
  ])("prices %o at %d USD", async (call, cost) => {
    const ana = await person("Ana");
    const usage = await record(ana, call);
    expect(usage).toMatchObject({ user_id: ana.id, type: call.p_type, cost_usd: cost });
    const [row] = await sql`
      select cost_usd, total_tokens::int from public.token_usage where id = ${usage.id}`;
    expect(Number(row!.cost_usd)).toBe(cost);
    expect(row!.total_tokens).toBe(usage.input_tokens + usage.output_tokens);
  });

  it("keeps the reference of a call after its target is deleted", async ({ ana }) => {
    const reference = crypto.randomUUID();
    const usage = await record(ana, {
      p_type: "note_analysis",
      p_entry_id: reference,
      p_tone_pack_id: reference,
      p_drop_id: reference,
    });
    expect(usage).toMatchObject({
      entry_id: reference,
      tone_pack_id: reference,
      drop_id: reference,
    });
  });

  it.each([
    [{ p_type: "unheard_of" }, "23514"],
    [{ p_type: "chat", p_input_tokens: -1 }, "23514"],
    [{ p_type: "chat", p_quality: "4k" }, "PT400"],
    [{ p_type: "chat", p_user_id: crypto.randomUUID() }, "23503"],
  ])("refuses %o", async (call, code) => {
    const ana = await person("Ana");
    await expect(record(ana, call)).rejects.toMatchObject({ code });
  });
});

describe("GET /ai/usage", () => {
  it("sums the caller's month by type of call", async ({ ana, ben }) => {
    await record(ana, { p_type: "tone_analysis", p_input_tokens: 1000, p_output_tokens: 200 });
    await record(ana, { p_type: "tone_analysis", p_input_tokens: 3000, p_output_tokens: 0 });
    await record(ana, { p_type: "image_generation", p_images: 1, p_quality: "hd" });
    await record(ana, { p_type: "tone_pack_image_generation", p_images: 4 });
    for (const p_type of ["note_analysis", "daily_drop", "chat"]) {
      await record(ana, { p_type, p_input_tokens: 100, p_output_tokens: 100 });
    }
    await record(ben, { p_type: "chat", p_input_tokens: 5 });
    const body = await ok(ana, "GET", "/api/ai/usage");
    expect(body).toEqual({
      usage: {
        total_tokens: 4800,
        total_cost_usd: 0.240945,
        calls: 7,
        tone: { tokens: 4200, images: 0, cost_usd: 0.00072 },
        images: { tokens: 0, images: 1, cost_usd: 0.08 },
        packs: { tokens: 0, images: 4, cost_usd: 0.16 },
        other: { tokens: 600, images: 0, cost_usd: 0.000225 },
      },
    });
  });

  it("counts months in UTC, start inclusive, end exclusive", async ({ ana }) => {
    await record(ana, { p_type: "chat", p_input_tokens: 1 });
    await record(ana, { p_type: "daily_drop", p_input_tokens: 10 });
    await record(ana, { p_type: "note_analysis", p_input_tokens: 100 });
    await moveTo(ana, "chat", "2025-12-31 23:59:59.999999+00");
    await moveTo(ana, "daily_drop", "2026-01-01 00:00:00+00");
    await moveTo(ana, "note_analysis", "2026-01-31 23:30:00-02");
    const tokens = async (query: string) =>
      (await ana.api("GET", `/api/ai/usage?${query}`)).body.usage.total_tokens;
    expect(await tokens("year=2025&month=12")).toBe(1);
    expect(await tokens("year=2026&month=1")).toBe(10);
    expect(await tokens("year=2026&month=2")).toBe(100);
    expect(await tokens("year=2026&month=3")).toBe(0);
  });

  it("answers zeros without usage", async ({ ana }) => {
    expect((await ana.api("GET", "/api/ai/usage")).body).toEqual({ usage: nothing });
  });

  it.each([
    ["month=0", "month: expected an integer from 1 to 12"],
    ["month=13", "month: expected an integer from 1 to 12"],
    ["year=1999", "year: expected an integer from 2000 to 9998"],
    ["year=9999", "year: expected an integer from 2000 to 9998"],
  ])("refuses %s", async (query, error) => {
    const ana = await person("Ana");
    expect(await outcome(ana, "GET", `/api/ai/usage?${query}`)).toBe(`400 ${error}`);
  });
});

describe("get_user_token_usage_monthly", () => {
  const month = { year: 2026, month: 11 };

  it("answers the caller's own usage, and every user's to a super admin", async ({ ana, admin }) => {
    await record(ana, { p_type: "chat", p_input_tokens: 7 });
    await moveTo(ana, "chat", "2026-11-02");
    for (const { client } of [ana, admin]) {
      const { data } = await client.rpc("get_user_token_usage_monthly", {
        user_id: ana.id,
        ...month,
      });
      expect(data).toEqual([{
        ...nothing,
        total_tokens: 7,
        total_cost_usd: 0.00000105,
        calls: 1,
        other: { tokens: 7, images: 0, cost_usd: 0.00000105 },
      }]);
    }
  });

  it("refuses other users and unknown ones", async ({ ana, ben, admin }) => {
    const ask = (who: Person, user_id: string) =>
      who.client.rpc("get_user_token_usage_monthly", { user_id, ...month });
    expect(await ask(ben, ana.id)).toMatchObject({ status: 404, data: null });
    expect(await ask(ben, crypto.randomUUID())).toMatchObject({ status: 404, data: null });
    expect(await ask(admin, crypto.randomUUID())).toMatchObject({ status: 404 });
    const args = { user_id: ana.id, ...month };
    const { error } = await anonymous.client.rpc("get_user_token_usage_monthly", args);
    expect(error?.code).toBe("42501");
  });

  it("refuses months that do not exist", async ({ ana }) => {
    for (const when of [{ year: 2026, month: 13 }, { year: 1, month: 1 }]) {
      const args = { user_id: ana.id, ...when };
      expect((await ana.client.rpc("get_user_token_usage_monthly", args)).status).toBe(400);
    }
  });
});
