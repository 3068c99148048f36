/** Prepares all test files: the app at its address, and people past the first questions. */
import process from "node:process";
import postgres from "postgres";
import { platform } from "../../../tests/support/platform.ts";
import { configOf } from "../config.ts";
import { axeScript } from "./axe.ts";
import { serve } from "./host.ts";

export default async function setup() {
  const sql = postgres(platform.db_url, { max: 1 });
  // Everybody has answered the questions of the first minutes, except in the tests of these.
  await sql`
    alter table public.profiles
    alter column preferences set default '{"mood_asked": true, "welcome": "done", "first_page": true}'`;
  await sql`
    update public.profiles
    set preferences = '{"mood_asked": true, "welcome": "done", "first_page": true}' || preferences
    where not preferences ?& '{mood_asked,welcome,first_page}'`;
  await sql.end();
  const config = configOf({ url: platform.api_url, key: platform.publishable_key });
  const host = await serve(process.env.WEB_FILES!, Number(process.env.WEB_PORT), {
    "/config.js": config,
    "/axe.js": axeScript,
  });
  return () => host.close();
}
