import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { cron, cronOptional, requireCron } from "../../shared/http/guard.ts";
import { bearer, claims, json, newApp, resetEnvironment, sign, userId } from "./support.ts";

const NAMES = [
  "CHAT_CRON_SECRET",
  "WORKOUT_WINDOW_CRON_SECRET",
  "DROPS_CRON_SECRET",
  "ENCOURAGEMENT_DROPS_CRON_SECRET",
];

beforeEach(() => {
  resetEnvironment();
  for (const name of NAMES) Deno.env.delete(name);
});

/** The status that a job answers with; 200 when it runs. */
async function status(auth: Parameters<typeof requireCron>[1], headers = {}): Promise<number> {
  try {
    await requireCron(new Request("http://localhost/", { headers }), auth);
    return 200;
  } catch (error) {
    return (error as { status: number }).status;
  }
}

describe("a job", () => {
  const job = cron("CHAT_CRON_SECRET", "WORKOUT_WINDOW_CRON_SECRET");

  it("runs with its secret, in either header", async () => {
    Deno.env.set("CHAT_CRON_SECRET", "s3cret");
    expect(await status(job, { "x-cron-secret": "s3cret" })).toBe(200);
    expect(await status(job, bearer("s3cret"))).toBe(200);
  });

  it("runs with any of its secrets", async () => {
    Deno.env.set("CHAT_CRON_SECRET", "one");
    Deno.env.set("WORKOUT_WINDOW_CRON_SECRET", "two");
    expect(await status(job, { "x-cron-secret": "one" })).toBe(200);
    expect(await status(job, { "x-cron-secret": "two" })).toBe(200);
  });

  it("answers 401 without a secret or with a wrong one", async () => {
    Deno.env.set("CHAT_CRON_SECRET", "s3cret");
    expect(await status(job)).toBe(401);
    for (const wrong of ["", "s3cre", "s3crets", "S3CRET", "undefined", "é"]) {
      expect([wrong, await status(job, { "x-cron-secret": encodeURI(wrong) })])
        .toEqual([wrong, 401]);
    }
    // The secret of another job is refused.
    Deno.env.set("DROPS_CRON_SECRET", "other");
    expect(await status(job, { "x-cron-secret": "other" })).toBe(401);
  });

  it("answers 503 when the configured secret is missing or empty", async () => {
    expect(await status(job, { "x-cron-secret": "s3cret" })).toBe(503);
    Deno.env.set("CHAT_CRON_SECRET", "");
    expect(await status(job, { "x-cron-secret": "" })).toBe(503);
    expect(await status(job)).toBe(503);
  });

  it("accepts the drops secret under its other name too", async () => {
    Deno.env.set("ENCOURAGEMENT_DROPS_CRON_SECRET", "old");
    expect(await status(cron("DROPS_CRON_SECRET"), { "x-cron-secret": "old" })).toBe(200);
  });
});

describe("a job whose secret is optional", () => {
  const job = cronOptional("DROPS_CRON_SECRET");

  it("runs for anyone when none is set", async () => {
    expect(await status(job)).toBe(200);
  });

  it("requires the secret when one is set", async () => {
    Deno.env.set("DROPS_CRON_SECRET", "s3cret");
    expect(await status(job)).toBe(401);
    expect(await status(job, { "x-cron-secret": "s3cret" })).toBe(200);
  });
});

describe("the comparison of secrets", () => {
  afterEach(() => vi.restoreAllMocks());

  it("hashes the sent secret and every candidate, whichever matches", async () => {
    Deno.env.set("CHAT_CRON_SECRET", "first");
    Deno.env.set("WORKOUT_WINDOW_CRON_SECRET", "second");
    const job = cron("CHAT_CRON_SECRET", "WORKOUT_WINDOW_CRON_SECRET");
    const digests = vi.spyOn(crypto.subtle, "digest");
    const work = [];
    for (const guess of ["first", "second", "neither", "f", "x".repeat(5000)]) {
      digests.mockClear();
      await status(job, { "x-cron-secret": guess });
      work.push(digests.mock.calls.length);
    }
    expect(work[0]).toBeGreaterThanOrEqual(4);
    expect(new Set(work).size).toBe(1);
  });
});

describe("a route for super admins and jobs", () => {
  const run = async (headers: Record<string, string>, body?: unknown) => {
    const init = body === undefined
      ? { method: "POST", headers }
      : body instanceof ReadableStream
      ? { method: "POST", headers, body }
      : json("POST", body, headers);
    return await newApp().request("/things/either", init);
  };

  it("runs for a job, with or without a body", async () => {
    Deno.env.set("CHAT_CRON_SECRET", "s3cret");
    const secret = { "x-cron-secret": "s3cret" };
    expect(await (await run(secret)).json()).toEqual({ message: "job -" });
    expect(await (await run(secret, "")).json()).toEqual({ message: "job -" });
    expect(await (await run(secret, ReadableStream.from([]))).json()).toEqual({ message: "job -" });
    expect(await (await run(bearer("s3cret"), {})).json()).toEqual({ message: "job -" });
    expect(await (await run(secret, { date: "2026-11-21" })).json())
      .toEqual({ message: "job 2026-11-21" });
    expect((await run(secret, { date: "tomorrow" })).status).toBe(400);
  });

  it("runs for a super admin, also where no secret is configured", async () => {
    const token = await sign(claims({ user_role: "super_admin" }));
    expect(await (await run(bearer(token))).json()).toEqual({ message: userId });
  });

  it("answers 403 to a user, 401 without a token, 503 to a job without a configured secret", async () => {
    expect((await run(bearer(await sign()))).status).toBe(403);
    expect((await run({})).status).toBe(401);
    expect((await run({ "x-cron-secret": "s3cret" })).status).toBe(503);
    Deno.env.set("CHAT_CRON_SECRET", "s3cret");
    expect((await run({})).status).toBe(401);
    expect((await run(bearer("wrong"))).status).toBe(401);
  });
});
