import type { Db } from "../../shared/database/clients.ts";
import { f, json, must, z } from "../../shared/http/declare.ts";

/** The states of submissions. */
export const submissionStatus = z.enum(["pending", "approved", "declined"])
  .openapi("SubmissionStatus");

export const declineReason = z.string().nullable().openapi({
  description: "The reason of a declined submission; its submitter and super admins see it.",
});

/** The fields of a decided submission, for examples of answers. */
export const approved = { status: "approved", decline_reason: null } as const;
export const declined = {
  status: "declined",
  decline_reason: "It is about something else.",
} as const;

/** The body of a route that declines a submission. */
export const declineBody = json(z.object({
  reason: f.text(1, 2000).openapi({ example: declined.decline_reason }),
}));

/** The refusal to decide again. */
export const decidedBefore = (what: string) =>
  ({
    409: { description: `The ${what} has been decided before.`, codes: ["already_decided"] },
  }) as const;

/** Approves a pending submission, or declines it with a reason. */
export async function decide(
  db: Db,
  p_table: "sponsors" | "opportunities" | "dream_videos",
  p_id: string,
  p_decline_reason?: string,
): Promise<void> {
  must(await db.rpc("decide_submission", { p_table, p_id, p_decline_reason }));
}
