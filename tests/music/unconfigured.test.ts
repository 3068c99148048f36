/** Without configuration: accounts and plays are readable, everything else answers 503. */
import { expect, it } from "vitest";
import { ownPlatform } from "../support/own_platform.ts";

await ownPlatform();
const { person, send } = await import("../support/people.ts");

it("answers 503, not_configured", async () => {
  const ana = await person("Ana");
  const secret = { "x-cron-secret": "test-music-sync-cron-secret" };
  const answers = [
    await ana.api("GET", "/api/music/connect"),
    await ana.api("POST", "/api/music/account", { grant: "x".repeat(43) }),
    await ana.api("POST", "/api/music/sync"),
    await send("GET", "/api/music/callback?state=x&code=x"),
    await send("POST", "/api/music/sync-all", undefined, secret),
  ];
  for (const { status, body } of answers) {
    expect([status, body.code, body.error])
      .toEqual([503, "not_configured", "Music is not configured: MUSIC_CLIENT_ID is missing"]);
  }
  expect((await ana.api("GET", "/api/music/account")).body).toEqual({ account: null });
  expect((await ana.api("GET", "/api/music/plays")).body).toEqual({ plays: [], next_cursor: null });
});
