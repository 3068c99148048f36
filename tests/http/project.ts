/** Gives a service inside the test process the environment of a deployed one. */
import { platform } from "../support/platform.ts";

/** Points the functions' environment at the platform under test, signing keys included. */
export async function useProject(): Promise<void> {
  const { api_url, publishable_key, secret_key, jwks_url } = platform;
  Deno.env.set("SUPABASE_URL", api_url);
  Deno.env.set("SUPABASE_PUBLISHABLE_KEYS", JSON.stringify({ default: publishable_key }));
  Deno.env.set("SUPABASE_SECRET_KEYS", JSON.stringify({ default: secret_key }));
  Deno.env.set("SUPABASE_JWKS", await (await fetch(jwks_url)).text());
  Deno.env.set("RATE_LIMIT_PER_MINUTE", "0");
  Deno.env.set("LOG_LEVEL", "silent");
}
