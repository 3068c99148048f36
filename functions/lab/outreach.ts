import { serviceClient } from "../../shared/database/clients.ts";
import { created, cron, f, json, must, part, z } from "../../shared/http/declare.ts";
import { runBatches } from "../../shared/jobs/batches.ts";
import { outcomeOf } from "../../shared/jobs/runs.ts";

/** Messages to entrants, the waitlist of the kit, and prompts. */
export const routes = part();

const RelayMessage = z.object({
  id: f.uuid,
  from_user_id: f.uuid,
  to_participant_id: f.uuid,
  subject: z.string().openapi({ example: "Your coil" }),
  message: z.string().openapi({ example: "May we show it at our open day?" }),
  delivery_status: z.enum(["pending", "delivered", "skipped"]).openapi({
    description: "`pending` until the weekly digest.",
  }),
  created_at: f.timestamp,
}).openapi("RelayMessage");

routes.add("POST /lab/outreach", {
  auth: "account_holder",
  operationId: "sendRelayMessage",
  summary: "Send a message to an entrant of a competition",
  description: "The next weekly digest delivers it, and no side learns the other's address. Past " +
    "20 messages in 24 hours, or 5 to one recipient, the answer is 429.",
  body: json(z.object({
    to_participant_id: f.uuid,
    subject: f.text(1, 200).regex(/^[^\r\n]*$/, "must be one line")
      .openapi({ example: "Your coil" }),
    message: f.text(1, 2000).openapi({ example: "May we show it at our open day?" }),
  })),
  answer: created("The message", z.object({ message: RelayMessage })),
  notFound: {
    description: "No active entrant of a competition has this id, or they block the caller.",
    example: "Participant not found",
  },
  refusals: {
    429: "20 messages in 24 hours, or 5 to this recipient.",
  },
}, async ({ db, body: { to_participant_id, subject, message } }) => {
  const row = await db.rpc("send_relay_message", {
    p_to_participant_id: to_participant_id,
    p_subject: subject,
    p_message: message,
  });
  return { message: must(row) };
});

routes.add("POST /lab/kit-waitlist", {
  auth: "none",
  limit: "waitlist",
  operationId: "joinKitWaitlist",
  summary: "Join the waitlist of the kit",
  description: "The answer is the same for an address on the list.",
  body: json(z.object({
    email: f.email,
    name: f.absentIfNull(f.name),
    notes: f.absentIfNull(f.text(1, 2000)),
    country: f.absentIfNull(f.country),
  })),
  answer: created("The address is on the list", f.message, { message: "You are on the waitlist" }),
}, async ({ body: { email, name, notes, country } }) => {
  must(
    await serviceClient().rpc("join_kit_waitlist", {
      p_email: email,
      p_name: name,
      p_notes: notes,
      p_country: country,
    }),
    { kit_waitlist_country_check: f.unknownCountry },
  );
  return { message: "You are on the waitlist" };
});

const promptCounts = ["total", "prompted", "skipped", "failed", "remaining"] as const;

routes.job("/lab/cron/process-step-prompts", {
  auth: cron("LAB_CRON_SECRET", "WORKOUT_WINDOW_CRON_SECRET"),
  operationId: "processStepPrompts",
  summary: "Run the job that prompts users for the next step of a dream",
  description:
    "Prompts users with an unfinished dream of at least 3 days, once in 3 days. `total` counts " +
    "users with such a dream, `skipped` users with a prompt of the last 3 days.",
  job: "lab-step-prompts",
  schema: "StepPromptRun",
  counts: promptCounts,
}, promptSteps);

/** Users in one database call. */
const BATCH = 2000;

async function promptSteps() {
  const db = serviceClient();
  let after: string | null = null;
  const { counts, errors, done } = await runBatches(
    ["total", "prompted", "skipped"],
    async (p_limit) => {
      const { last_id, ...step } = must(
        await db.rpc("prompt_steps_batch", { p_after: after, p_limit }).single(),
      );
      after = last_id;
      return { counts: step, done: last_id === null };
    },
    { size: BATCH },
  );
  const remaining = done ? 0 : must(await db.rpc("step_prompts_remaining", { p_after: after }));
  const results = { ...counts, failed: errors.length, errors };
  return outcomeOf(remaining, "user", "Everyone who is due was prompted", results);
}
