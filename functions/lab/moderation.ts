import type { PostgrestSingleResponse } from "@supabase/postgrest-js";
import type { Db } from "../../shared/database/clients.ts";
import type { Order, Seekable } from "../../shared/fields/pages.ts";
import { f, found, json, must, ok, type Part, z } from "../../shared/http/declare.ts";

/** The states of submissions. */
export const submissionStatus = z.enum(["pending", "approved", "declined"])
  .openapi("SubmissionStatus");

export const declineReason = z.string().nullable().openapi({
  description: "The reason of a declined submission; its submitter and super admins see it.",
});

/** The query of submissions with all that super admins see. */
interface Rows extends Seekable, PromiseLike<PostgrestSingleResponse<unknown[]>> {
  eq(column: "id" | "status", value: string): this;
  maybeSingle(): PromiseLike<PostgrestSingleResponse<object | null>>;
}

/** A kind of submissions. */
interface Submissions {
  /** One of them, as routes and answers name it. */
  name: "sponsor" | "opportunity" | "video";
  /** All of them, as routes and answers name them. */
  plural: "sponsors" | "opportunities" | "videos";
  table: "sponsors" | "opportunities" | "dream_videos";
  /** The words for pending submissions, by default `plural`. */
  waiting?: string;
  schema: z.ZodType;
  order: Order;
  rows: (db: Db) => Rows;
  toItem?: (row: never) => object;
}

/** A submission by its id. */
export const oneOf = ({ name, rows, toItem }: Submissions) => async (db: Db, id: string) => {
  const row = found(await rows(db).eq("id", id).maybeSingle(), titled(name));
  return { [name]: toItem ? toItem(row as never) : row } as never;
};

const titled = (name: string) => name[0]!.toUpperCase() + name.slice(1);

/** Adds the routes by which super admins read pending submissions, approve and decline them. */
export function addDecisions(routes: Part, submissions: Submissions): void {
  const { name, plural, table, waiting = plural, schema, order, rows, toItem } = submissions;
  const read = oneOf(submissions);
  const decided = (status: "approved" | "declined", decline_reason: string | null) =>
    ok(`The ${name}`, z.object({ [name]: schema }), { [name]: { status, decline_reason } });
  const shared = {
    auth: "super_admin",
    notFound: titled(name),
    refusals: {
      409: { description: `The ${name} has been decided before.`, codes: ["already_decided"] },
    },
  } as const;
  const decide = async (db: Db, p_id: string, p_decline_reason?: string) => {
    must(await db.rpc("decide_submission", { p_table: table, p_id, p_decline_reason }));
    return await read(db, p_id);
  };
  const reason = "It is about something else.";

  routes.list(
    `/lab/admin/${plural}/pending`,
    {
      auth: "super_admin",
      operationId: `listPending${titled(plural)}`,
      summary: `List ${waiting} that wait for a decision, newest first`,
      items: { [plural]: schema },
      order,
    },
    ({ db, seek }) =>
      seek(rows(db).eq("status", "pending")) as PromiseLike<PostgrestSingleResponse<never[]>>,
    (toItem ?? ((row: never) => row)) as never,
  );

  routes.add(`POST /lab/admin/${plural}/{id}/approve`, {
    ...shared,
    operationId: `approve${titled(name)}`,
    summary: `Approve a pending ${name}`,
    description: `The ${name} is shown from now on.`,
    answer: decided("approved", null),
  }, async ({ db, params: { id } }) => await decide(db, id));

  routes.add(`POST /lab/admin/${plural}/{id}/decline`, {
    ...shared,
    operationId: `decline${titled(name)}`,
    summary: `Decline a pending ${name}`,
    description: "Nobody is notified.",
    body: json(z.object({ reason: f.text(1, 2000).openapi({ example: reason }) })),
    answer: decided("declined", reason),
  }, async ({ db, params: { id }, body }) => await decide(db, id, body.reason));
}
