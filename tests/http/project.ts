/** Services inside the test process, whose environment a test can change. */
import { createApp } from "../../shared/http/app.ts";
import { type Api } from "../support/people.ts";
import { platform } from "../support/platform.ts";
import { keysInVault } from "../support/vault.ts";

/** Points the functions' environment at the platform under test, signing keys included. */
export async function useProject(): Promise<void> {
  const { api_url, publishable_key, secret_key, jwks_url } = platform;
  Deno.env.set("SUPABASE_URL", api_url);
  Deno.env.set("SUPABASE_PUBLISHABLE_KEYS", JSON.stringify({ default: publishable_key }));
  Deno.env.set("SUPABASE_SECRET_KEYS", JSON.stringify({ default: secret_key }));
  Deno.env.set("SUPABASE_JWKS", await (await fetch(jwks_url)).text());
  Deno.env.set("PERSONAL_TOKEN_KEY", await keysInVault());
  Deno.env.set("RATE_LIMIT_PER_MINUTE", "0");
  Deno.env.set("LOG_LEVEL", "silent");
}

/** Sends a signed-in user's requests to the routes of one file in this process. */
export const inProcess =
  (routes: Parameters<typeof createApp>[0][number], { token }: { token: string }): Api =>
  async (method, path, body, headers) => {
    const answer = await createApp([routes]).request(path, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        "content-type": "application/json",
        ...headers,
      },
      body: JSON.stringify(body),
    });
    return { status: answer.status, headers: answer.headers, body: await answer.json() };
  };
