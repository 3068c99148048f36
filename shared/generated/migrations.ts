// Made by `npm run types` from supabase/migrations.

/** The migrations this deployment was made with, in their order. */
export const migrations: string[] = [
  "20261127000000_baseline",
];
