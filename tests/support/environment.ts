/**
 * Environment variables of the functions under test, besides those of the platform. Variables and
 * the `.env` of the developer do not reach them. The stand-ins add the address and the credentials
 * of each provider, so that no test sends requests to other machines.
 */
export const testEnvironment = {
  SITE_URL: "https://app.example.com",
  ALLOWED_ORIGINS: "https://app.example.com,https://admin.example.com",
  LOG_LEVEL: "warn",
  // One test file sends more requests in a minute than the general limit allows a user.
  RATE_LIMIT_PER_MINUTE: "0",
  // Between batches of jobs that call the AI provider; a second would slow the tests down.
  AI_JOB_PAUSE_MS: "20",
  METRICS_TOKEN: "test-metrics-token",
  PERSONAL_TOKEN_KEY: "dGVzdC1rZXktb2YtcGVyc29uYWwtdG9rZW5zLTMyYiE=",
  WORKOUT_WINDOW_CRON_SECRET: "test-workout-window-cron-secret",
  CHAT_CRON_SECRET: "test-chat-cron-secret",
  DROPS_CRON_SECRET: "test-drops-cron-secret",
  MUSIC_SYNC_CRON_SECRET: "test-music-sync-cron-secret",
  LAB_CRON_SECRET: "test-lab-cron-secret",
};
