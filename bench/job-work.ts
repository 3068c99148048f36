/** Work for the jobs of the bench: accounts of music, due reminders, and slow providers. */
import { sealTokens } from "../functions/music/tokens.ts";
import { freePort } from "../packages/local-supabase/helpers.ts";
import type { Throwaway } from "../packages/local-supabase/mod.ts";
import { asSuperuser } from "./superuser.ts";

/** Milliseconds that each answer of a provider takes. */
const PROVIDER_MS = 200;

/** Accounts of the music provider that a run may get to. */
const LISTENERS = 10_000;

/** Gives the accounts that are due first tokens that the functions can decrypt, and two new plays each. */
export async function connectListeners(
  platform: Throwaway,
  env: Record<string, string>,
): Promise<void> {
  Deno.env.set("MUSIC_TOKEN_KEY", env.MUSIC_TOKEN_KEY!);
  const expiresAt = new Date(Date.now() + 86_400_000);
  await asSuperuser(platform, async (sql) => {
    const due = await sql<{ id: string; user_id: string; seen_at: Date }[]>`
      select id, user_id, seen_at from private.spotify_connections
      order by due_at, id limit ${LISTENERS}`;
    const waiting = due.values();
    await Promise.all(Array.from({ length: 20 }, async () => {
      for (const { id, user_id, seen_at } of waiting) {
        const access_token = `access token of ${user_id}`;
        const plays = [1, 2].map((n) => ({
          track_id: `bench-${n}`,
          played_at: new Date(seen_at.getTime() + n * 200_000).toISOString(),
        }));
        const answer = await fetch(`${env.MUSIC_API_BASE}/test/users/${user_id}`, {
          method: "PUT",
          body: JSON.stringify({ plays, access_token }),
        });
        await answer.body?.cancel();
        const tokens = { accessToken: access_token, refreshToken: "none", expiresAt, scope: "" };
        const sealed = await sealTokens(user_id, tokens);
        await sql`
          update private.spotify_connections set access_token = ${sealed.p_access_token},
            refresh_token = ${sealed.p_refresh_token}, expires_at = ${sealed.p_expires_at}
          where id = ${id}`;
      }
    }));
  });
}

/** Lets all reminders come due: a kept world is older than an hour, and what is so late is skipped. */
export const makeRemindersDue = (platform: Throwaway) =>
  asSuperuser(platform, async (sql) => {
    await sql`update private.reminder_times set next_at = now()`;
    await sql`vacuum (analyze) private.reminder_times`;
  });

/** The same providers with later answers. */
export function delayed(env: Record<string, string>) {
  const servers: Deno.HttpServer[] = [];
  const entries = Object.entries(env).map(([name, value]) => {
    if (!value.startsWith("http://127.0.0.1:")) return [name, value];
    const target = new URL(value);
    const port = freePort();
    const server = Deno.serve(
      { port, hostname: "127.0.0.1", onListen: () => {} },
      async (request) => {
        const { pathname, search } = new URL(request.url);
        await new Promise((resolve) => setTimeout(resolve, PROVIDER_MS));
        return await fetch(new URL(pathname + search, target), {
          method: request.method,
          headers: request.headers,
          body: request.body,
          redirect: "manual",
        });
      },
    );
    servers.push(server);
    return [name, value.replace(target.host, `127.0.0.1:${port}`)];
  });
  return {
    env: Object.fromEntries(entries),
    stop: async () => {
      await Promise.all(servers.map((server) => server.shutdown()));
    },
  };
}
