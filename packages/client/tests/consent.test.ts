/** Whether AI gets words of the user: the rule that the apps share. */
import { askAboutMoods, hasAgreed, type Kinds, mayUseAi } from "@journal/client";
import { describe, expect, vi } from "vitest";
import { it } from "../../../tests/support/it.ts";
import { ok } from "../../../tests/support/requests.ts";
import { device } from "./device.ts";

const no = () => Promise.resolve(false);
const yes = () => Promise.resolve(true);

describe("consent to AI", () => {
  it.each([
    [{}, { mood: true, notes: false }, false],
    [{ mood_asked: true }, { mood: true, notes: false }, true],
    [{ mood_asked: true }, { mood: false, notes: false }, false],
    [{}, { mood: false, notes: true }, true],
    [{ ai_acts: false, mood_asked: true }, { mood: true, notes: true }, false],
    [{ ai_acts: true }, { mood: false, notes: false }, true],
  ])("of the preferences %j with %j is %s", (preferences, { mood, notes }, agreed) => {
    const own = { preferences, mood_analysis_enabled: mood, read_notes_enabled: notes };
    expect(hasAgreed(own as Kinds["profile"])).toBe(agreed);
  });

  it("keeps a yes to an act, and nothing of a no", async ({ ana }) => {
    const { offline } = await device(ana);
    expect(await mayUseAi(offline, no)).toBe(false);
    expect(await mayUseAi(offline, yes, { keeps: false })).toBe(true);
    expect(offline.pending).toBe(0);
    expect(await mayUseAi(offline, yes)).toBe(true);
    const ask = vi.fn(no);
    expect([await mayUseAi(offline, ask), ask.mock.calls.length]).toEqual([true, 0]);
    await offline.sync();
    const { profile } = await ok(ana, "GET", "/api/user/profile");
    expect(profile.preferences.ai_acts).toBe(true);
  });

  it("is not kept for another user who signs in while the question stands", async ({ ana, ben }) => {
    const { offline } = await device(ana);
    const other = async () => (await offline.open(ben.id), true);
    expect(await mayUseAi(offline, other)).toBe(false);
    expect(offline.pending).toBe(0);
  });

  it("asks about moods once, and sends the answer before the entry", async ({ ana }) => {
    const { offline, requests } = await device(ana);
    await askAboutMoods(offline, no);
    const ask = vi.fn(yes);
    await askAboutMoods(offline, ask);
    expect(ask).not.toHaveBeenCalled();
    await offline.create("journal_entries", { title: "Fog", content: "White" });
    await offline.sync();
    const bodies = await Promise.all(requests.map((each) => each.text()));
    const all = bodies.join();
    expect(all.indexOf("mood_analysis_enabled")).toBeGreaterThan(-1);
    expect(all.indexOf("mood_analysis_enabled")).toBeLessThan(all.indexOf("White"));
  });
});
