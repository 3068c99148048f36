/**
 * The stand-ins of `npm start -- --stand-ins`, for people who try the service, not for tests: the
 * model's answers fit the words, payment pages can be clicked, mails and pushes arrive in the
 * platform's mailbox, and somebody listens to music.
 */
import { startExpo } from "./expo.ts";
import { improvise } from "./improvised-answers.ts";
import { startMusic } from "./music.ts";
import { startOpenai } from "./openai.ts";
import { playsUntilNow } from "./plays.ts";
import { startResend } from "./resend.ts";
import type { StandIn } from "./stand-in.ts";
import { startStripe } from "./stripe.ts";
import { startWebPush } from "./web-push.ts";
import { LISTENER, startWebhooks } from "./webhooks.ts";

/** The values that the platform gives its stand-ins. */
interface Context {
  apiUrl: string;
  /** The variables that the developer has set. */
  given: Readonly<Record<string, string>>;
  deliver(message: { to: string; subject: string; text: string }): void;
}

/** By the names of the providers in `supabase/demo.json`. */
const starts = (
  { apiUrl, deliver }: Context,
): Record<string, () => StandIn | Promise<StandIn>> => ({
  OpenAI: () => startOpenai(improvise),
  Stripe: () => startStripe({ webhook: `${apiUrl}/functions/v1/api/payment/webhook` }),
  Resend: () => startResend(({ to, subject, text }) => deliver({ to, subject, text })),
  Spotify: () => startMusic(playsUntilNow),
  Expo: () =>
    startExpo(({ to, title, body }) => deliver({ to: `${to} (push)`, subject: title, text: body })),
  "Web Push": () =>
    startWebPush(({ endpoint, payload }) => {
      const { title, body } = JSON.parse(payload);
      deliver({ to: `${endpoint} (push)`, subject: title, text: body });
    }),
  "Webhooks": () => {
    const { env, stop } = startWebhooks(({ path, body }) =>
      deliver({ to: `${path} (webhook)`, subject: JSON.parse(body).type, text: body })
    );
    return { env: { ...env, WEBHOOK_ORIGINS: `${env.WEBHOOK_ORIGINS},${LISTENER}` }, stop };
  },
});

/** A developer who sets these adds to a stand-in, which goes on. */
const ADDED = ["WEBHOOK_ORIGINS"];

/** Schedules send these, and the functions compare. */
const jobSecrets = [
  "WORKOUT_WINDOW_CRON_SECRET",
  "CHAT_CRON_SECRET",
  "DROPS_CRON_SECRET",
  "LAB_CRON_SECRET",
  "MUSIC_SYNC_CRON_SECRET",
];

/**
 * Starts a stand-in for each provider for which the developer has set no variable. A provider with
 * some variables is the developer's as well, because a real key must not reach a stand-in.
 */
export async function startStandIns(
  context: Context,
): Promise<{ env: Record<string, string>; names: string[]; stop(): Promise<void> }> {
  const running: [string, StandIn][] = [];
  for (const [name, start] of Object.entries(starts(context))) {
    const standIn = await start();
    const own = Object.keys(standIn.env).filter((variable) => !ADDED.includes(variable));
    if (own.some((variable) => variable in context.given)) {
      await standIn.stop();
    } else running.push([name, standIn]);
  }
  return {
    env: Object.assign(
      { SITE_URL: "http://127.0.0.1:5173" },
      Object.fromEntries(jobSecrets.map((name) => [name, crypto.randomUUID()])),
      ...running.map(([, { env }]) => env),
    ),
    names: running.map(([name]) => name),
    async stop() {
      await Promise.all(running.map(([, { stop }]) => stop()));
    },
  };
}
