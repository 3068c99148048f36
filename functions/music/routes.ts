import { keyset } from "../../shared/fields/pages.ts";
import { Track } from "../../shared/fields/track.ts";
import { cron, done, f, found, must, ok, part, z } from "../../shared/http/declare.ts";
import { outcomeOf } from "../../shared/jobs/runs.ts";
import { accountColumns, MusicAccount } from "./account.ts";
import { requireMusic, syncAll, syncCounts, syncUser } from "./sync.ts";

export const routes = part();

routes.add("GET /music/account", {
  operationId: "getMusicAccount",
  summary: "Get the caller's music account",
  answer: ok(
    "The account; null when none is connected",
    z.object({ account: z.union([MusicAccount, z.null()]) }),
  ),
}, async ({ db, caller }) => {
  const account = db.from("spotify_accounts").select(accountColumns)
    .eq("user_id", caller.id).maybeSingle();
  return { account: must(await account) };
});

routes.add("DELETE /music/account", {
  operationId: "disconnectMusic",
  summary: "Disconnect the caller's music account",
  description: "Deletes the account and its tokens. Plays and the tracks of entries stay.",
  answer: done("Music account disconnected"),
  notFound: { description: "No account is connected.", example: "Music account not found" },
}, async ({ db, caller }) => {
  const account = db.from("spotify_accounts").delete().eq("user_id", caller.id)
    .select("user_id").maybeSingle();
  found(await account, "Music account");
});

const Play = z.object({
  id: f.uuid,
  played_at: f.timestamp,
  source: z.enum(["recently_played"]).openapi({
    description: "The provider's list that the play is from.",
    example: "recently_played",
  }),
  track: Track,
}).openapi("MusicPlay");

/** A user has one play at a time. */
const lastPlayedFirst = keyset({ played_at: "timestamp" });

routes.list("/music/plays", {
  operationId: "listMusicPlays",
  summary: "List the caller's plays, newest first",
  items: { plays: Play },
  order: lastPlayedFirst,
}, ({ db, caller, seek }) =>
  seek(
    db.from("music_plays").select("id, played_at, source, track")
      .eq("user_id", caller.id),
  ));

routes.add("POST /music/sync", {
  limit: "music_sync",
  operationId: "syncMusic",
  summary: "Fetch the caller's plays since the last time",
  description:
    "Fetches the plays since the last synchronization, the first time all plays that the " +
    "provider still has. An entry gets the last track that was played at or before its " +
    "`written_at`: when it is written, and again when a later play arrives. A job does the same " +
    "for every user each 15 minutes.",
  answer: ok(
    "The numbers of new plays and of entries whose track changed",
    z.object({
      plays: z.int().min(0).openapi({ example: 12 }),
      attached: z.int().min(0).openapi({ example: 1 }),
    }),
  ),
  notFound: { description: "No account is connected.", example: "Music account not found" },
  refusals: {
    409: {
      description: "The provider no longer accepts the connection; connect again.",
      codes: ["music_disconnected"],
      example: "The music provider has ended the connection, connect again",
    },
    503: {
      description: "Music is not configured, the provider does not answer, or, with " +
        "`Retry-After`, it asks to wait.",
      codes: ["not_configured", "unavailable"],
    },
  },
}, async ({ caller }) => {
  requireMusic();
  return await syncUser(caller);
});

routes.job("/music/sync-all", {
  auth: cron("MUSIC_SYNC_CRON_SECRET"),
  operationId: "syncAllMusic",
  summary: "Run the job that fetches the plays of connected users",
  description:
    "Takes accounts that were not tried for five minutes, the longest waiting first. Stops early " +
    "when the provider asks to wait or answers nobody. A failed account counts in `failed`, and " +
    "the job still succeeds. `remaining` accounts are due and left for the next call.",
  job: "music-sync",
  schema: "MusicSync",
  counts: [...syncCounts, "remaining"],
}, async () => {
  const { counts, errors, remaining } = await syncAll();
  return outcomeOf(remaining, "account", "Every account was synchronized", { ...counts, errors });
});
