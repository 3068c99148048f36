import { z } from "zod";
import { aiIsConfigured, languageName } from "../../shared/providers/openai-call.ts";
import { ask } from "../../shared/providers/openai.ts";
import { withCare } from "../../shared/ai/care.ts";
import { modelText } from "../../shared/ai/texts.ts";
import { serviceClient } from "../../shared/database/clients.ts";
import { cron, f, must, part, shaped } from "../../shared/http/declare.ts";
import { outcomeOf } from "../../shared/jobs/runs.ts";
import { runForUsers, taken } from "../../shared/jobs/users.ts";

/** The route of the job that sends the assistant's drops. */
export const routes = part();

const dailyDropCounts = ["total", "generated", "skipped", "failed", "remaining"] as const;

/** How long (ms) the text of one drop may take; the database leases a user for two minutes at least. */
const TIMEOUT_MS = 30_000;

const INSTRUCTIONS = `You write one short note of encouragement to somebody who keeps a journal. \
The user message holds an analysis of their recent entries. Write to them and not about them, warm \
and concrete, one to three sentences of at most 300 characters in all. Take up one thing that the \
analysis names. Ask for nothing, promise nothing, make no diagnosis, and do not mention an analysis.`;

const Form = z.object({ message: z.string() });
const Answer = z.object({ message: modelText(500).refine((text) => text !== "") });

/** The text of a user's drop. Without one the database sends a generic text; an error says why. */
async function write(
  userId: string,
  dropId: string,
  analysis: Record<string, unknown> | null,
  language: string,
): Promise<{ message?: string; error?: unknown }> {
  if (!analysis || !aiIsConfigured()) return {};
  try {
    return await ask({
      name: "daily_drop",
      instructions: withCare(`${INSTRUCTIONS} Write in ${languageName(language)}.`),
      data: { analysis },
      form: Form,
      answer: Answer,
      spending: { userId, type: "daily_drop", dropId },
      timeout: TIMEOUT_MS,
    });
  } catch (error) {
    return { error };
  }
}

/** Users who get a drop today. */
const Recipients = taken(z.object({
  user_id: f.uuid,
  drop_id: f.uuid,
  analysis: z.looseObject({ analysis_date: z.string() }).nullable(),
  language: z.string(),
}));

/** Sends today's drop to everybody who lets the assistant read entries and write to them. */
export async function generateDailyDrops() {
  const db = serviceClient();
  const { counts, errors } = await runForUsers(
    ["generated", "skipped"],
    async (p_after, p_limit) =>
      must(shaped(Recipients, await db.rpc("take_daily_drops", { p_after, p_limit }))),
    async ({ user_id, drop_id: p_id, analysis, language }) => {
      const { message, error } = await write(user_id, p_id, analysis, language);
      const sent = must(
        await db.rpc("record_daily_drop", {
          p_user_id: user_id,
          p_id,
          ...(message && { p_message: message, p_analysis_date: analysis!.analysis_date }),
        }),
      );
      return { as: sent ? "generated" : "skipped", error };
    },
    { longest: TIMEOUT_MS / 1000 },
  );
  const remaining = must(await db.rpc("assistant_turns_remaining", { p_job: "daily_drop" }));
  return outcomeOf(remaining, "user", "Everybody has today's drop", { ...counts, errors });
}

routes.job("/encouragement-drops/cron/generate-daily-drops", {
  auth: cron("DROPS_CRON_SECRET", "WORKOUT_WINDOW_CRON_SECRET", "CHAT_CRON_SECRET"),
  operationId: "generateDailyDrops",
  summary: "Run the job that sends the assistant's daily drops",
  description:
    "Sends users with `read_notes_enabled` and `check_in_enabled` one drop a day (UTC) " +
    "of the system sender, outside every allowance, made from the latest analysis of their " +
    "entries. The drop is generic without an analysis, without `OPENAI_API_KEY`, and when the " +
    "provider fails; such a failure also counts in `failed`, and `errors` has its cause. " +
    "`skipped` users had their drop already (up to 10,000). A run stops after 100 s; " +
    "`remaining` users are left for the next call.",
  job: "encouragement-daily-drops",
  schema: "DailyDropsRun",
  counts: dailyDropCounts,
}, generateDailyDrops);
