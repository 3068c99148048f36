import { z } from "@hono/zod-openapi";
import { anonymousClient, type Db } from "../../shared/database/clients.ts";
import { found, must } from "../../shared/database/results.ts";
import {
  date,
  httpsUrl,
  name,
  optionalText,
  timestamp,
  title,
  uuid,
} from "../../shared/fields/basic.ts";
import { newestFirst, pageOf, pageQuery } from "../../shared/fields/pages.ts";
import { created, ok } from "../../shared/http/answers.ts";
import { json } from "../../shared/http/bodies.ts";
import { part } from "../../shared/http/group.ts";
import { route } from "../../shared/http/route.ts";
import {
  decide,
  decisionRoutes,
  declineReason,
  pendingExample,
  submissionStatus,
} from "./moderation.ts";

/** Internships, scholarships, fellowships and mentorships. */
export const opportunities = part();

const kind = z.enum(["internship", "scholarship", "fellowship", "mentorship"])
  .openapi("OpportunityKind");

const PublicOpportunity = z.object({
  id: uuid,
  kind,
  title: z.string(),
  organization_name: z.string(),
  description: z.string(),
  url: z.string().nullable(),
  deadline: date.nullable(),
  created_at: timestamp,
}).openapi("PublicOpportunity");

const Opportunity = PublicOpportunity.extend({
  submitted_by: uuid.nullable(),
  status: submissionStatus,
  decline_reason: declineReason,
}).openapi("Opportunity");

const publicExample: z.infer<typeof PublicOpportunity> = {
  id: "e1a7d94c-6b30-4f52-8d9e-3c05b7f2a816",
  kind: "internship",
  title: "Summer in a coil workshop",
  organization_name: "Riverside Instruments",
  description: "Ten weeks, paid.",
  url: "https://example.com/internship",
  deadline: "2027-03-31",
  created_at: "2026-11-21T08:30:00.123456+00:00",
};

const example: z.infer<typeof Opportunity> = {
  ...publicExample,
  submitted_by: "0e9a4c57-2b6d-4d1f-8c3e-a7f5b0d26e91",
  ...pendingExample,
};

const oneOpportunity = async (db: Db, id: string) =>
  found(await db.from("opportunities").select().eq("id", id).maybeSingle(), "Opportunity");

opportunities.openapi(
  route({
    method: "get",
    path: "/lab/opportunities",
    auth: "none",
    operationId: "listOpportunities",
    summary: "List approved opportunities, newest first",
    query: pageQuery.extend({
      kind: kind.optional().openapi({ description: "Only this kind." }),
    }),
    answer: ok("A page of opportunities", pageOf("opportunities", PublicOpportunity), {
      opportunities: [publicExample],
      next_cursor: null,
    }),
  }),
  async (c) => {
    const { limit, cursor, kind } = c.req.valid("query");
    // Row security shows the approved ones.
    let query = anonymousClient().from("opportunities")
      .select("id, kind, title, organization_name, description, url, deadline, created_at");
    if (kind) query = query.eq("kind", kind);
    const rows = must(await newestFirst.seek(query, { limit, cursor }));
    return c.json(newestFirst.page("opportunities", rows, limit), 200);
  },
);

opportunities.openapi(
  route({
    method: "post",
    path: "/lab/opportunities",
    auth: "user",
    operationId: "submitOpportunity",
    summary: "Submit an opportunity",
    description: "It is listed once a super admin has approved it. At most 20 submissions of " +
      "videos and opportunities a day.",
    body: json(z.object({
      kind,
      title: title.openapi({ example: example.title }),
      organization_name: name.openapi({ example: example.organization_name }),
      description: optionalText.openapi({ example: example.description }),
      url: httpsUrl.transform((url) => new URL(url).href).nullable().optional()
        .openapi({ example: example.url }),
      deadline: date.nullable().optional().openapi({ example: example.deadline }),
    })),
    answer: created("The pending opportunity", z.object({ opportunity: Opportunity }), {
      opportunity: example,
    }),
    refusals: { 429: "More than 20 submissions a day." },
  }),
  async (c) => {
    const row = await c.var.db.rpc("submit_opportunity", { p_fields: c.req.valid("json") });
    const messages = {
      opportunities_deadline_check: "deadline: expected a date from the year 2000 on",
    };
    return c.json({ opportunity: must(row, messages) }, 201);
  },
);

opportunities.openapi(
  route({
    method: "get",
    path: "/lab/admin/opportunities/pending",
    auth: "super_admin",
    operationId: "listPendingOpportunities",
    summary: "List opportunities that wait for a decision, newest first",
    query: pageQuery,
    answer: ok("A page of opportunities", pageOf("opportunities", Opportunity), {
      opportunities: [example],
      next_cursor: null,
    }),
  }),
  async (c) => {
    const { limit, cursor } = c.req.valid("query");
    const query = c.var.db.from("opportunities").select().eq("status", "pending");
    const rows = must(await newestFirst.seek(query, { limit, cursor }));
    return c.json(newestFirst.page("opportunities", rows, limit), 200);
  },
);

const { approve, decline } = decisionRoutes(
  "opportunity",
  "opportunities",
  ok("The opportunity", z.object({ opportunity: Opportunity }), {
    opportunity: { ...example, status: "approved" },
  }),
);

opportunities.openapi(approve, async (c) => {
  const { id } = c.req.valid("param");
  await decide(c.var.db, "opportunities", id);
  return c.json({ opportunity: await oneOpportunity(c.var.db, id) }, 200);
});

opportunities.openapi(decline, async (c) => {
  const { id } = c.req.valid("param");
  await decide(c.var.db, "opportunities", id, c.req.valid("json").reason);
  return c.json({ opportunity: await oneOpportunity(c.var.db, id) }, 200);
});
