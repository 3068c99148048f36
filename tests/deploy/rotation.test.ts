/** Secrets that have been rotated: the functions refuse the old value and take the new one. */
import { readFileSync } from "node:fs";
import process from "node:process";
import { Webhook } from "standardwebhooks";
import { describe, expect, it } from "vitest";
import { event, newId, now } from "../../packages/stand-ins/stripe-objects.ts";
import { variables } from "../../shared/base/variables.ts";
import { testEnvironment } from "../support/environment.ts";
import { ownPlatform } from "../support/own-platform.ts";
import type { Answer } from "../support/people.ts";

const rotated = {
  METRICS_TOKEN: "a-new-token-of-the-metrics",
  WORKOUT_WINDOW_CRON_SECRET: "a new secret of the workout jobs",
  CHAT_CRON_SECRET: "a new secret of the chat's jobs",
  DROPS_CRON_SECRET: "a new secret of the drops' jobs",
  MUSIC_SYNC_CRON_SECRET: "a new secret of the music job",
  LAB_CRON_SECRET: "a new secret of the lab's jobs",
  STRIPE_WEBHOOK_SECRET: "whsec_a_new_secret_of_the_payments",
  RESEND_WEBHOOK_SECRET: `whsec_${btoa("a new secret of the mails")}`,
};
type Secret = keyof typeof rotated;
const names = variables.map(({ name }) => name);
/** The variables of the functions, with those of the stand-ins. */
const old = Object.fromEntries(
  Object.entries({ ...process.env, ...testEnvironment }).filter(([name]) => names.includes(name)),
) as Record<Secret, string>;

await ownPlatform({ ...old, ...rotated });
const { send } = await import("../support/people.ts");
const { deliver } = await import("../payment/support.ts");

const job = (path: string) => (secret: string) =>
  send("POST", path, undefined, { "x-cron-secret": secret });

/** A request that proves the secret. */
const requests: Record<Secret, (secret: string) => Promise<Answer>> = {
  METRICS_TOKEN: (secret) =>
    send("GET", "/api/metrics", undefined, { authorization: `Bearer ${secret}` }),
  WORKOUT_WINDOW_CRON_SECRET: job("/api/workout-window/cron/close-day"),
  CHAT_CRON_SECRET: job("/api/chat/cron/analyze-notes"),
  DROPS_CRON_SECRET: job("/api/encouragement-drops/cron/process-engagement"),
  MUSIC_SYNC_CRON_SECRET: job("/api/music/sync-all"),
  LAB_CRON_SECRET: job("/api/cron/lab/recompute-competitions"),
  STRIPE_WEBHOOK_SECRET: (secret) =>
    deliver(event("customer.created", { id: newId("cus") }, { created: now() }), { secret }),
  RESEND_WEBHOOK_SECRET: (secret) => {
    const payload = JSON.stringify({ type: "email.sent", data: { email_id: "rotated" } });
    const now = new Date();
    return send("POST", "/api/email/webhook", payload, {
      "svix-id": "msg_rotated",
      "svix-timestamp": String(Math.floor(now.getTime() / 1000)),
      "svix-signature": new Webhook(secret).sign("msg_rotated", now, payload),
    });
  },
};

describe("a rotated secret", () => {
  it.each(Object.keys(rotated) as Secret[])("%s", async (name) => {
    const { status } = await requests[name](old[name]);
    expect([400, 401]).toContain(status);
    expect(await requests[name](rotated[name])).toMatchObject({ status: 200 });
  });

  it("has its steps in the runbook", () => {
    const runbook = readFileSync("docs/runbook.md", "utf8");
    const [, section] = runbook.split(/^## (?=Rotate a secret$)/m);
    const [text] = section!.split(/^## /m);
    const secrets = names.filter((name) => /(KEY|SECRET|TOKEN|HEADERS)$/.test(name));
    expect(secrets.length).toBeGreaterThan(15);
    expect(secrets.filter((name) => !text!.includes(`\`${name}\``))).toEqual([]);
  });
});
