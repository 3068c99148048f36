import { keyset, newestFirst } from "../../shared/fields/pages.ts";
import { created, f, found, json, must, ok, part, z } from "../../shared/http/declare.ts";

/** Competitions of the lab. */
export const routes = part();

const kinds = [
  "clone",
  "completion",
  "replication_confirmed",
  "replication_refuted",
  "build",
] as const;

const perKind = <T extends z.ZodType>(value: T) =>
  z.object({
    clone: value,
    completion: value,
    replication_confirmed: value,
    replication_refuted: value,
    build: value,
  });

const weight = z.number().min(0).max(1000);
const Weights = perKind(weight).openapi({
  description: "Points for each user who did so.",
  example: {
    clone: 1,
    completion: 5,
    replication_confirmed: 25,
    replication_refuted: 5,
    build: 10,
  },
});

const Competition = z.object({
  id: f.uuid,
  title: z.string().openapi({ example: "Winter of coils" }),
  description: z.string().openapi({ example: "The most replicated coil wins." }),
  is_active: z.boolean().openapi({
    description: "Only super admins list an inactive competition.",
  }),
  entry_open: z.boolean().openapi({ description: "Whether it takes entries and is scored." }),
  starts_at: f.timestamp.openapi({ example: "2026-12-01T00:00:00+00:00" }),
  ends_at: f.timestamp.openapi({ example: "2027-02-01T00:00:00+00:00" }),
  scoring_config: z.object({ weights: Weights }),
  last_scored_at: f.timestamp.nullable().openapi({ example: null }),
  created_at: f.timestamp,
  updated_at: f.timestamp,
}).openapi("Competition");

const Entry = z.object({
  competition_id: f.uuid,
  user_id: f.uuid,
  dream_id: f.uuid,
  created_at: f.timestamp,
})
  .openapi("CompetitionEntry");

const OwnEntry = Entry.extend({
  rank: z.int().nullable().openapi({
    description: "As on the leaderboard; null until it has been computed with this entry.",
    example: 1,
  }),
  score: z.number().nullable().openapi({ example: 36 }),
}).openapi("OwnCompetitionEntry");

const CompetitionWithEntry = Competition.extend({
  entry: z.union([OwnEntry, z.null()]).openapi({ description: "The caller's own." }),
}).openapi("CompetitionWithEntry");

const Score = z.object({
  rank: z.int().openapi({ description: "Equal scores have equal ranks.", example: 1 }),
  user_id: f.uuid,
  full_name: f.shownPersonFields.full_name,
  handle: f.shownPersonFields.handle,
  is_synthetic: f.shownPersonFields.is_synthetic,
  dream_id: f.uuid,
  score: z.number().openapi({ example: 36 }),
  breakdown: perKind(z.int()).openapi({
    description: "How many users did what.",
    example: {
      clone: 1,
      completion: 0,
      replication_confirmed: 1,
      replication_refuted: 0,
      build: 1,
    },
  }),
}).openapi("CompetitionScore");

const oneCompetition = z.object({ competition: Competition });

const competitionFields = z.object({
  title: f.title.openapi({ example: "Winter of coils" }),
  description: f.optionalText.openapi({ example: "The most replicated coil wins." }),
  is_active: z.boolean().optional().openapi({ description: "Default true." }),
  entry_open: z.boolean().optional().openapi({ description: "Default true." }),
  starts_at: Competition.shape.starts_at,
  ends_at: Competition.shape.ends_at,
  scoring_config: z.object({
    weights: z.partialRecord(z.enum(kinds), weight).optional().openapi({
      description: "Missing weights take their defaults: clone 1, completion 5, " +
        "replication_confirmed 25, replication_refuted 5, build 10.",
      example: { build: 20 },
    }),
  }).optional(),
});

const messages = {
  competitions_ends_at_check: ["ends_at", "expected a time after starts_at"],
} as const;

routes.list("/lab/competitions", {
  operationId: "listCompetitions",
  summary: "List competitions with the caller's entries, newest first",
  items: { competitions: CompetitionWithEntry },
  order: newestFirst,
}, ({ db, caller, seek }) => {
  const query = db.from("competitions")
    .select("*, entries:competition_entries(*, place:competition_scores(rank, score))")
    .eq("entries.user_id", caller.id);
  return seek(caller.role === "super_admin" ? query : query.eq("is_active", true));
}, ({ entries: [own], ...rest }) => {
  if (!own) return { ...rest, entry: null };
  const { place, ...entry } = own;
  return { ...rest, entry: { ...entry, rank: place?.rank ?? null, score: place?.score ?? null } };
});

routes.add("POST /lab/competitions/{id}/entries", {
  operationId: "enterCompetition",
  summary: "Enter one of the caller's dreams into a competition",
  description: "One entry for each user. Its score counts acts of other users on the dream and " +
    "its clones between `starts_at` and `ends_at`.",
  body: json(z.object({ dream_id: f.uuid })),
  answer: created("The entry", z.object({ entry: Entry })),
  notFound: {
    description: "The competition does not exist, or the caller has no such dream.",
    example: "Competition not found",
  },
  refusals: {
    409: {
      description: "The caller has entered before, or the competition takes no entries.",
      codes: ["already_entered", "entries_closed"],
    },
  },
}, async ({ db, params, body }) => {
  const entry = await db.rpc("enter_competition", {
    p_competition_id: params.id,
    p_dream_id: body.dream_id,
  });
  return { entry: must(entry) };
});

const byRank = keyset({ rank: "integer", user_id: "uuid" }, { ascending: true });

routes.list("/lab/competitions/{id}/leaderboard", {
  operationId: "getCompetitionLeaderboard",
  summary: "List the scores of a competition, the highest first",
  description: "As last computed, at `last_scored_at`; a job does so every day at 06:00 UTC. It " +
    "stays readable when the competition has begun and is inactive.",
  notFound: "Competition",
  items: { leaderboard: Score },
  order: byRank,
}, async ({ db, params: { id }, seek }) => {
  const query = db.from("competition_scores")
    .select(
      "rank, user_id, dream_id, score, breakdown, card:profile_cards(full_name, handle, is_synthetic)",
    )
    .eq("competition_id", id);
  const [competition, page] = await Promise.all([
    db.from("competitions").select("id").eq("id", id).maybeSingle(),
    seek(query),
  ]);
  found(competition, "Competition");
  return page;
}, ({ card, ...score }) => ({ ...score, ...card }));

routes.add("POST /lab/admin/competitions", {
  auth: "super_admin",
  operationId: "createCompetition",
  summary: "Create a competition",
  body: json(competitionFields),
  answer: created("The new competition", oneCompetition),
}, async ({ db, body }) => {
  const row = await db.rpc("create_competition", { p_fields: body });
  return { competition: must(row, messages) };
});

routes.add("PUT /lab/admin/competitions/{id}", {
  auth: "super_admin",
  operationId: "updateCompetition",
  summary: "Update a competition",
  description: "Changes the given fields only; `scoring_config` replaces all weights.",
  body: json(f.partial(competitionFields).openapi({ example: { entry_open: false } })),
  notFound: "Competition",
  answer: ok("The updated competition", oneCompetition),
}, async ({ db, params, body }) => {
  const row = await db.rpc("update_competition", {
    p_id: params.id,
    p_fields: body,
  });
  return { competition: must(row, messages) };
});
