/** The environment of functions that run beside the platform under test. */
import { testEnvironment } from "./environment.ts";
import { platform } from "./platform.ts";
import { keysInVault } from "./vault.ts";

/** The variables that a function gets from the hosted platform and the project's secrets. */
export async function hostedEnvironment(): Promise<Record<string, string>> {
  return {
    ...testEnvironment,
    PERSONAL_TOKEN_KEY: await keysInVault(),
    SUPABASE_URL: platform.api_url,
    SUPABASE_PUBLISHABLE_KEYS: JSON.stringify({ default: platform.publishable_key }),
    SUPABASE_SECRET_KEYS: JSON.stringify({ default: platform.secret_key }),
    SUPABASE_JWKS: await (await fetch(platform.jwks_url)).text(),
  };
}
