/** Synchronization of plays: of one user at a request, and of all users by the job. */
import { HttpError } from "../../shared/base/errors.ts";
import { serviceClient } from "../../shared/database/clients.ts";
import { must } from "../../shared/database/results.ts";
import { type HasTime, RUN_S, runBatches, timeOf } from "../../shared/jobs/batches.ts";
import { backlog } from "../../shared/jobs/runs.ts";
import {
  MusicFailure,
  type PlaysPosition,
  readPlays,
  requireMusicClient,
  TIMEOUT_MS,
} from "../../shared/providers/music.ts";
import { requireKeys } from "./encryption.ts";
import { type Connection, connectionOf, failed, type Listener } from "./tokens.ts";

/** Refuses with 503 when music is not configured. */
export function requireMusic(): void {
  requireMusicClient();
  requireKeys();
}

/**
 * Stores the plays of a user since the synchronization before, page by page, and attaches them to
 * entries. It begins again where it was cut off.
 *
 * @param hasTime whether there is time for another page.
 * @throws {HttpError} see `connectionOf`; 503 also when there is no time for the rest.
 */
export async function syncUser(
  user: Listener,
  hasTime: HasTime = timeOf(RUN_S),
): Promise<{ plays: number; attached: number }> {
  let connection = await connectionOf(user);
  try {
    return await readAll(connection, hasTime).catch(async (error) => {
      if (!(error instanceof MusicFailure) || error.kind !== "rejected") throw error;
      connection = await connectionOf(user, connection.stored);
      return await readAll(connection, hasTime);
    });
  } catch (error) {
    // `connectionOf` has recorded its own failures.
    if (error instanceof HttpError) throw error;
    throw await failed(connection.id, error);
  }
}

async function readAll({ id, accessToken, seenAt }: Connection, hasTime: HasTime) {
  const db = serviceClient();
  const sum = { plays: 0, attached: 0 };
  let latest: string | undefined;
  let position: PlaysPosition | null = seenAt ? { after: String(Date.parse(seenAt)) } : {};
  const visited = new Set<string>();
  // The loop ends when the pages of the provider lead in a circle.
  while (position && !visited.has(JSON.stringify(position))) {
    visited.add(JSON.stringify(position));
    if (!hasTime(PAGE_S)) {
      throw new MusicFailure("unavailable", "The music provider takes too long");
    }
    const { plays, next } = await readPlays(accessToken, position);
    if (plays.length > 0) {
      const stored = must(
        await db.rpc("record_music_plays", { p_connection: id, p_plays: plays }).single(),
      );
      sum.plays += stored.plays;
      sum.attached += stored.attached;
    }
    for (const { played_at } of plays) {
      if (!latest || Date.parse(played_at) > Date.parse(latest)) latest = played_at;
    }
    position = next;
  }
  must(await db.rpc("end_music_sync", { p_connection: id, p_seen_at: latest }));
  return sum;
}

export const syncCounts = ["total", "synced", "plays", "attached", "failed"] as const;

/** The accounts that are synchronized at the same time. */
const SIZE = 5;

/** How long (s) a page, and an account with two pages and new tokens, may take. */
const PAGE_S = TIMEOUT_MS / 1000;
const ACCOUNT_S = 3 * PAGE_S;

/** Synchronizes the accounts that are due. */
export async function syncAll() {
  requireMusic();
  const db = serviceClient();
  const run = await runBatches(syncCounts, async (size, hasTime) => {
    const users = must(await db.rpc("take_music_accounts", { p_limit: size }));
    const outcomes = await Promise.allSettled(
      users.map((id) => syncUser({ id, sessionId: null }, hasTime)),
    );
    const synced = outcomes.flatMap((each) => each.status === "fulfilled" ? [each.value] : []);
    const errors = outcomes.flatMap((each) => each.status === "rejected" ? [each.reason] : []);
    const down = errors.filter((error) => error instanceof HttpError && error.status === 503);
    return {
      counts: {
        total: users.length,
        synced: synced.length,
        plays: synced.reduce((sum, { plays }) => sum + plays, 0),
        attached: synced.reduce((sum, { attached }) => sum + attached, 0),
        failed: errors.length,
      },
      errors: errors.map((error) => error instanceof Error ? error.message : String(error)),
      // A provider that asks to wait, or does not answer, gets no more requests until the next run.
      done: users.length === 0 || down.length === users.length ||
        down.some(({ headers }) => "Retry-After" in headers),
    };
  }, { size: SIZE, longest: ACCOUNT_S });
  return { ...run, remaining: await backlog("music-sync") };
}
