import { z } from "zod";
import { env } from "./env.ts";
import { log } from "./log.ts";
import { address, count, each, job, secret, tokenKey, url, type Variable } from "./variable.ts";

/** Every variable that the functions read, in the order of docs/variables.md. */
export const variables: Variable[] = [
  {
    name: "SITE_URL",
    purpose: "address of the web app; redirects may lead to its origin",
    unset: "redirects are refused",
    example: "https://app.example.com",
    value: url,
    page: "deploying",
  },
  {
    name: "ALLOWED_ORIGINS",
    purpose: "origins of browser requests, and further origins of redirects, comma-separated",
    unset: "`*` for requests, none for redirects",
    example: "https://app.example.com",
    value: () => z.union([z.literal("*"), each(url())]),
    page: "operating",
  },
  {
    name: "READ_REPLICA_URL",
    purpose: "address of the project's load balancer; reads of GET routes go to read replicas",
    unset: "the primary database answers them",
    example: "https://<ref>-all.supabase.co",
    value: url,
    page: "scaling",
  },
  job(
    "CHAT_CRON_SECRET",
    "note analysis, reminders, delivery of pushes, mails and webhooks",
    "`WORKOUT_WINDOW_CRON_SECRET` is accepted",
  ),
  job(
    "WORKOUT_WINDOW_CRON_SECRET",
    "workout windows, and other jobs without a secret of their own",
  ),
  job(
    "DROPS_CRON_SECRET",
    "drops and encouragement",
    "the award needs none; engagement and daily drops accept the secrets above",
  ),
  job("ENCOURAGEMENT_DROPS_CRON_SECRET", "another name of `DROPS_CRON_SECRET`", "nothing"),
  job("LAB_CRON_SECRET", "the lab", "`WORKOUT_WINDOW_CRON_SECRET` is accepted"),
  job("MUSIC_SYNC_CRON_SECRET", "listening history", "the job answers 503"),
  {
    name: "OPENAI_API_KEY",
    purpose: "key of the AI provider",
    unset: "AI routes and the chat answer 503, moods stay empty",
    example: "sk-...",
    page: "ai",
  },
  {
    name: "OPENAI_TEXT_MODEL",
    purpose: "text model; supports structured outputs",
    unset: "`gpt-6-luna`",
    example: "gpt-6-luna",
    page: "ai",
  },
  {
    name: "OPENAI_IMAGE_MODEL",
    purpose: "image model; a GPT Image model",
    unset: "`gpt-image-2.5-flare`",
    example: "gpt-image-2.5-flare",
    page: "ai",
  },
  {
    name: "OPENAI_TRANSCRIPTION_MODEL",
    purpose: "model that transcribes recordings",
    unset: "`gpt-4o-mini-transcribe`",
    example: "gpt-4o-mini-transcribe",
    page: "attachments",
  },
  address("OPENAI_BASE_URL", "base address of the AI provider", "https://api.openai.com/v1", "ai"),
  {
    name: "STRIPE_SECRET_KEY",
    purpose: "key of the payment provider",
    unset: "payment routes answer 503",
    example: "sk_live_...",
    page: "payments",
  },
  {
    name: "STRIPE_WEBHOOK_SECRET",
    purpose: "signing secret of the payment webhook",
    unset: "the webhook answers 503",
    example: "whsec_...",
    value: () => z.string().startsWith("whsec_"),
    page: "payments",
  },
  {
    name: "STRIPE_PRICE_IDS",
    purpose: "prices on sale, comma-separated",
    unset: "any recurring price is sold",
    example: "price_...",
    page: "payments",
  },
  address(
    "STRIPE_API_BASE",
    "origin of the payment provider",
    "https://api.stripe.com",
    "payments",
  ),
  {
    name: "RESEND_API_KEY",
    purpose: "key of the mail provider, with full access",
    unset: "sending answers 503, system mails wait",
    example: "re_...",
    page: "email",
  },
  {
    name: "EMAIL_FROM",
    purpose: "sender of every mail, of a verified domain",
    unset: "sending answers 503, system mails wait",
    example: "Journal <hi@example.com>",
    value: () => z.string().includes("@"),
    page: "email",
  },
  {
    name: "RESEND_WEBHOOK_SECRET",
    purpose: "signing secret of the mail webhook",
    unset: "events are recorded and have no effect",
    example: "whsec_...",
    value: () => z.string().startsWith("whsec_"),
    page: "email",
  },
  {
    name: "INBOUND_EMAIL_DOMAIN",
    purpose: "domain that receives journal mails",
    unset: "`journal_email` is null",
    example: "in.example.com",
    value: () => z.hostname(),
    page: "email",
  },
  address(
    "RESEND_BASE_URL",
    "base address of the mail provider",
    "https://api.resend.com",
    "email",
  ),
  {
    name: "MUSIC_CLIENT_ID",
    purpose: "application at the music provider",
    unset: "music routes answer 503",
    example: "0123456789abcdef",
    page: "music",
  },
  {
    name: "MUSIC_CLIENT_SECRET",
    purpose: "secret of the application at the music provider",
    unset: "a public client, protected by PKCE alone",
    example: "0123456789abcdef",
    page: "music",
  },
  {
    name: "MUSIC_TOKEN_KEY",
    purpose: "keys that encrypt music tokens, comma-separated; the first encrypts",
    unset: "music routes answer 503",
    example: "<output of: openssl rand -base64 32>",
    value: () => each(tokenKey()),
    page: "music",
  },
  address(
    "MUSIC_AUTHORIZE_URL",
    "authorization page of the music provider",
    "https://accounts.spotify.com/authorize",
    "music",
  ),
  address(
    "MUSIC_TOKEN_URL",
    "token address of the music provider",
    "https://accounts.spotify.com/api/token",
    "music",
  ),
  address(
    "MUSIC_API_BASE",
    "base address of the music provider's API, without `/v1`",
    "https://api.spotify.com",
    "music",
  ),
  {
    name: "EXPO_ACCESS_TOKEN",
    purpose: "access token of the push service, where the Expo project requires one",
    unset: "pushes are sent without it",
    example: "...",
    page: "notifications",
  },
  address(
    "EXPO_PUSH_URL",
    "address of the push service",
    "https://exp.host/--/api/v2/push",
    "notifications",
  ),
  {
    name: "VAPID_PUBLIC_KEY",
    purpose: "public key of Web Push, with which browsers subscribe",
    unset: "Web Push answers 503",
    example: "BCVxsr7N_eNg...",
    value: () => z.string().regex(/^[\w-]{87}$/),
    page: "notifications",
  },
  {
    name: "VAPID_PRIVATE_KEY",
    purpose: "private key of Web Push",
    unset: "Web Push answers 503",
    example: "q1dXpw3UpT5V...",
    value: () => z.string().regex(/^[\w-]{43,}$/),
    page: "notifications",
  },
  {
    name: "VAPID_SUBJECT",
    purpose: "contact for push services of browsers, `mailto:` or `https:`",
    unset: "`SITE_URL`",
    example: "mailto:push@example.com",
    value: () => z.string().regex(/^(mailto:|https:\/\/)/),
    page: "notifications",
  },
  {
    name: "WEB_PUSH_ORIGINS",
    purpose: "push services of browsers, comma-separated",
    unset: "the services of Chrome, Edge, Firefox and Safari",
    example: "fcm.googleapis.com,*.push.apple.com",
    page: "notifications",
  },
  {
    name: "WEBHOOK_KEY",
    purpose: "keys that encrypt secrets of webhooks, comma-separated; the first encrypts",
    unset: "webhooks answer 503",
    example: "<output of: openssl rand -base64 32>",
    value: () => each(tokenKey()),
    page: "programs",
  },
  {
    name: "WEBHOOK_ORIGINS",
    purpose:
      "origins to which webhooks of all users may lead besides public https servers, comma-separated",
    unset: "public https servers alone",
    example: "http://receiver.internal:8080",
    value: () => each(url()),
    page: "programs",
  },
  {
    name: "PERSONAL_TOKEN_KEY",
    purpose:
      "keys that sign calls of personal tokens to the database, which has them in its vault, comma-separated; the first signs",
    unset: "personal tokens answer 503",
    example: "<output of: openssl rand -base64 32>",
    value: () => each(tokenKey()),
    page: "programs",
  },
  {
    name: "PUBLIC_FUNCTIONS_URL",
    purpose: "address of the functions as programs know it, where a domain of your own leads there",
    unset: "`SUPABASE_URL` with `/functions/v1`",
    example: "https://api.example.com",
    value: url,
    page: "agents",
  },
  {
    name: "OAUTH_PRIVATE_SCHEMES",
    purpose:
      "schemes of programs' own addresses that are not in the form of a reversed domain, comma-separated",
    unset: "`cursor`",
    example: "cursor",
    value: () => each(z.string().regex(/^[a-z][a-z0-9+.-]*$/)),
    page: "agents",
  },
  {
    name: "OAUTH_CLIENT_ORIGINS",
    purpose:
      "origins of programs that sign in besides public https servers, comma-separated; for tests",
    unset: "public https servers alone",
    example: "http://127.0.0.1:8080",
    value: () => each(url()),
    page: "agents",
  },
  {
    name: "JWT_SECRET",
    purpose: "legacy shared secret, while tokens signed with it are still accepted",
    unset: "only the project's signing keys are accepted",
    example: "...",
    page: "deploying",
  },
  {
    name: "METRICS_TOKEN",
    purpose: "token of the program that reads `GET /api/metrics`",
    unset: "the metrics answer 503",
    example: "<output of: openssl rand -hex 32>",
    value: secret,
    page: "observing",
  },
  {
    name: "OTEL_EXPORTER_OTLP_ENDPOINT",
    purpose: "base address of a collector of OpenTelemetry, without `/v1/traces`",
    unset: "no request is traced",
    example: "https://otlp.example.com",
    value: url,
    page: "observing",
  },
  {
    name: "OTEL_EXPORTER_OTLP_HEADERS",
    purpose: "headers for the collector, `name=value` with encoded values, comma-separated",
    unset: "none",
    example: "api-key=...",
    value: () => each(z.string().regex(/^[\w-]+=([!-$&-+\--~]|%[0-9A-Fa-f]{2})+$/)),
    page: "observing",
  },
  {
    name: "LOG_LEVEL",
    purpose: "least important lines that are logged",
    unset: "`info`",
    example: "info",
    value: () => z.enum(["debug", "info", "warn", "error", "silent"]),
    page: "operating",
  },
  {
    name: "RATE_LIMIT_PER_MINUTE",
    purpose: "requests a minute of one user or address, in one isolate; 0 for no limit",
    unset: "300",
    example: "300",
    value: count,
    page: "operating",
  },
  {
    name: "AI_JOB_PAUSE_MS",
    purpose: "milliseconds between batches of the jobs that call the AI provider",
    unset: "1000",
    example: "1000",
    value: count,
    page: "assistant",
  },
  {
    name: "COMMIT_SHA",
    purpose: "deployed commit, shown on the health page",
    unset: "null on the health page",
    example: "0123abc",
    page: "admin",
  },
];

/** Names the variables with a wrong value in the log, once for each start of a function. */
export function reportInvalidVariables(): void {
  for (const variable of invalidVariables()) {
    log("warn", "a variable has a wrong value", { variable });
  }
}

/** The names of the variables whose value has the wrong form. No value is ever shown. */
export function invalidVariables(read: (name: string) => string | undefined = env): string[] {
  return variables.filter(({ name, value }) => {
    const given = read(name);
    return value !== undefined && given !== undefined && !value().safeParse(given).success;
  }).map(({ name }) => name);
}
