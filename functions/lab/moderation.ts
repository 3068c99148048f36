import { z } from "@hono/zod-openapi";
import type { Db } from "../../shared/database/clients.ts";
import { must } from "../../shared/database/results.ts";
import { idParam, text } from "../../shared/fields/basic.ts";
import type { Answer } from "../../shared/http/answers.ts";
import { json } from "../../shared/http/bodies.ts";
import { route } from "../../shared/http/route.ts";

/** The states of what people submit. */
export const submissionStatus = z.enum(["pending", "approved", "declined"])
  .openapi("SubmissionStatus");

export const declineReason = z.string().nullable().openapi({
  description: "Of a declined submission; its submitter and super admins see it.",
});

/** The rest of a submission that is pending. */
export const pendingExample = {
  status: "pending",
  decline_reason: null,
} as const;

/**
 * The two routes with which a super admin decides on what people submit. Their handlers call
 * `decide`. `one` and `many` name it in texts and in the address.
 */
export function decisionRoutes<A extends Answer>(one: string, many: string, answer: A) {
  const name = one[0]!.toUpperCase() + one.slice(1);
  const shared = {
    method: "post",
    auth: "super_admin",
    params: idParam,
    answer,
    refusals: {
      404: { description: `The ${one} does not exist.`, example: `${name} not found` },
      409: { description: `The ${one} has been decided before.`, codes: ["already_decided"] },
    },
  } as const;
  return {
    approve: route({
      ...shared,
      path: `/lab/admin/${many}/{id}/approve`,
      operationId: `approve${name}`,
      summary: `Approve a pending ${one}`,
      description: `The ${one} is shown from now on.`,
    }),
    decline: route({
      ...shared,
      path: `/lab/admin/${many}/{id}/decline`,
      operationId: `decline${name}`,
      summary: `Decline a pending ${one}`,
      description: "Nobody is notified.",
      body: json(z.object({
        reason: text(1, 2000).openapi({ example: "It is about something else." }),
      })),
    }),
  };
}

/** Decides on a submission; with a reason it is declined. */
export async function decide(
  db: Db,
  p_table: "sponsors" | "opportunities" | "dream_videos",
  p_id: string,
  p_decline_reason?: string,
): Promise<void> {
  must(await db.rpc("decide_submission", { p_table, p_id, p_decline_reason }));
}
