import { z } from "@hono/zod-openapi";
import type { Db } from "../../shared/database/clients.ts";
import { must } from "../../shared/database/results.ts";
import { text } from "../../shared/fields/basic.ts";
import { json, ok, type Part } from "../../shared/http/declare.ts";

/** The states of what people submit. */
export const submissionStatus = z.enum(["pending", "approved", "declined"])
  .openapi("SubmissionStatus");

export const declineReason = z.string().nullable().openapi({
  description: "Of a declined submission; its submitter and super admins see it.",
});

const REASON = "It is about something else.";

interface Submissions {
  /** What one of them, and many, are called in texts, addresses and answers. */
  one: string;
  many: string;
  table: "sponsors" | "opportunities" | "dream_videos";
  schema: z.ZodType;
  /** One of them, as super admins see it. */
  read: (db: Db, id: string) => Promise<unknown>;
}

/** Mounts the two routes with which a super admin decides on what people submit. */
export function mountDecisions(
  routes: Part,
  { one, many, table, schema, read }: Submissions,
): void {
  const name = one[0]!.toUpperCase() + one.slice(1);
  const declaration = {
    auth: "super_admin",
    refusals: {
      409: { description: `The ${one} has been decided before.`, codes: ["already_decided"] },
    },
  } as const;
  const answer = (shown: { status: string; decline_reason: string | null }) =>
    ok(`The ${one}`, z.object({ [one]: schema }), { [one]: shown });
  const decide = async (db: Db, p_id: string, p_decline_reason?: string) => {
    must(await db.rpc("decide_submission", { p_table: table, p_id, p_decline_reason }));
    return { [one]: await read(db, p_id) };
  };
  routes.add(`POST /lab/admin/${many}/{id}/approve`, {
    ...declaration,
    operationId: `approve${name}`,
    summary: `Approve a pending ${one}`,
    description: `The ${one} is shown from now on.`,
    answer: answer({ status: "approved", decline_reason: null }),
  }, async ({ db, params }) => await decide(db, params.id));
  const reason = text(1, 2000).openapi({ example: REASON });
  routes.add(`POST /lab/admin/${many}/{id}/decline`, {
    ...declaration,
    operationId: `decline${name}`,
    summary: `Decline a pending ${one}`,
    description: "Nobody is notified.",
    body: json(z.object({ reason })),
    answer: answer({ status: "declined", decline_reason: REASON }),
  }, async ({ db, params: { id }, body }) => {
    return await decide(db, id, body.reason);
  });
}
