/** What all files of tests share: the app at its address, and people who were asked before. */
import process from "node:process";
import postgres from "postgres";
import { platform } from "../../../tests/support/platform.ts";
import { configOf } from "../config.ts";
import { serve } from "./host.ts";

export default async function setup() {
  const sql = postgres(platform.db_url, { max: 1 });
  // Everybody has answered whether AI may find moods, but for the test of the question.
  await sql`
    alter table public.profiles alter column preferences set default '{"mood_asked": true}'`;
  await sql`
    update public.profiles set preferences = preferences || '{"mood_asked": true}'
    where not preferences ? 'mood_asked'`;
  await sql.end();
  const config = configOf({ url: platform.api_url, key: platform.publishable_key });
  const host = await serve(process.env.WEB_FILES!, Number(process.env.WEB_PORT), {
    "/config.js": config,
  });
  return () => host.close();
}
