/** The facts about the device that a sign-up sends. */
import { afterEach, describe, expect, it, vi } from "vitest";
import { platform } from "../../../tests/support/platform.ts";
import { createJournalClient, deviceSettings } from "@journal/client";

afterEach(() => void vi.restoreAllMocks());

/** A device in this zone and language. */
function setDevice(timeZone: string, language: string | undefined, locale = "en-US") {
  vi.spyOn(Intl.DateTimeFormat.prototype, "resolvedOptions")
    .mockReturnValue({ timeZone, locale } as Intl.ResolvedDateTimeFormatOptions);
  vi.spyOn(navigator, "language", "get").mockReturnValue(language as string);
}

async function signUp(data?: object) {
  const { supabase, api } = createJournalClient(platform.api_url, platform.publishable_key, {
    supabase: { auth: { persistSession: false, autoRefreshToken: false } },
  });
  const { error } = await supabase.auth.signUp({
    email: `${crypto.randomUUID()}@example.com`,
    password: "correct-horse-battery",
    options: { data },
  });
  expect(error).toBeNull();
  return (await api.get("/api/user/profile")).profile;
}

describe("a sign-up", () => {
  it("takes the time zone and the language of the device", async () => {
    setDevice("America/Los_Angeles", "de-AT");
    expect(await signUp({ full_name: "Ana" }))
      .toMatchObject({ full_name: "Ana", timezone: "America/Los_Angeles", language: "de" });
  });

  it("takes the zone and the language that the caller names", async () => {
    setDevice("America/Los_Angeles", "de");
    expect(await signUp({ timezone: "Asia/Tokyo", language: "fr" }))
      .toMatchObject({ timezone: "Asia/Tokyo", language: "fr" });
  });

  it("succeeds with a zone and a language that the service does not know", async () => {
    setDevice("Mars/Olympus_Mons", "ja");
    expect(await signUp()).toMatchObject({ timezone: "UTC", language: "en" });
  });
});

it("the language is that of the formats where a device names no other", () => {
  setDevice("Europe/Madrid", undefined, "es-ES");
  expect(deviceSettings()).toEqual({ timezone: "Europe/Madrid", language: "es" });
});
