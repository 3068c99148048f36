/**
 * Without configuration: accounts and plays are readable, the job has nothing to do, and the
 * rest answers 503.
 */
import { expect, it } from "vitest";
import { groups } from "../../functions/groups.ts";
import { createApp } from "../../shared/http/app.ts";
import { partsOf } from "../../shared/http/declare.ts";
import { useProject } from "../http/project.ts";
import { testEnvironment } from "../support/environment.ts";
import { person } from "../support/people.ts";

it("answers 503, not_configured", async () => {
  await useProject();
  const id = Deno.env.get("MUSIC_CLIENT_ID")!;
  Deno.env.delete("MUSIC_CLIENT_ID");
  Deno.env.set("MUSIC_SYNC_CRON_SECRET", testEnvironment.MUSIC_SYNC_CRON_SECRET);
  const headers = {
    authorization: `Bearer ${(await person("Ana")).token}`,
    "content-type": "application/json",
    "x-cron-secret": testEnvironment.MUSIC_SYNC_CRON_SECRET,
  };
  const ask = async (method: string, path: string, body?: string) => {
    const answer = await createApp(await partsOf(groups.music)).request(path, {
      method,
      headers,
      body,
    });
    return { status: answer.status, body: await answer.json() };
  };
  try {
    const answers = [
      await ask("GET", "/music/connect"),
      await ask("POST", "/music/account", JSON.stringify({ grant: "x".repeat(43) })),
      await ask("POST", "/music/sync"),
      await ask("GET", "/music/callback?state=x&code=x"),
    ];
    for (const { status, body } of answers) {
      expect([status, body.code, body.error])
        .toEqual([503, "not_configured", "Music is not configured: MUSIC_CLIENT_ID is missing"]);
    }
    expect(await ask("POST", "/music/sync-all")).toMatchObject({
      status: 200,
      body: { skipped: "not_configured", results: { total: 0, errors: [] } },
    });
    expect((await ask("GET", "/music/account")).body).toEqual({ account: null });
    expect((await ask("GET", "/music/plays")).body).toEqual({ plays: [], next_cursor: null });
  } finally {
    Deno.env.set("MUSIC_CLIENT_ID", id);
  }
});
