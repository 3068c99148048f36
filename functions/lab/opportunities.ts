import { anonymousClient, type Db } from "../../shared/database/clients.ts";
import { newestFirst } from "../../shared/fields/pages.ts";
import { created, f, found, json, must, ok, part, z } from "../../shared/http/declare.ts";
import {
  approved,
  decide,
  decidedBefore,
  declineBody,
  declined,
  declineReason,
  submissionStatus,
} from "./moderation.ts";

/** Internships, scholarships, fellowships and mentorships. */
export const routes = part();

const kind = z.enum(["internship", "scholarship", "fellowship", "mentorship"])
  .openapi("OpportunityKind");

const PublicOpportunity = z.object({
  id: f.uuid,
  kind,
  title: z.string().openapi({ example: "Summer in a coil workshop" }),
  organization_name: z.string().openapi({ example: "Riverside Instruments" }),
  description: z.string().openapi({ example: "Ten weeks, paid." }),
  url: z.string().nullable().openapi({ example: "https://example.com/internship" }),
  deadline: f.date.nullable(),
  created_at: f.timestamp,
}).openapi("PublicOpportunity");

const Opportunity = PublicOpportunity.extend({
  submitted_by: f.uuid.nullable(),
  status: submissionStatus,
  decline_reason: declineReason,
}).openapi("Opportunity");

const oneOpportunity = async (db: Db, id: string) =>
  found(await db.from("opportunities").select().eq("id", id).maybeSingle(), "Opportunity");

routes.list("/lab/opportunities", {
  auth: "none",
  operationId: "listOpportunities",
  summary: "List approved opportunities, newest first",
  filters: {
    kind: kind.optional().openapi({ description: "Only this kind." }),
  },
  items: { opportunities: PublicOpportunity },
  order: newestFirst,
}, ({ filters: { kind }, seek }) => {
  // Row security shows the approved ones.
  let query = anonymousClient().from("opportunities")
    .select("id, kind, title, organization_name, description, url, deadline, created_at");
  if (kind) query = query.eq("kind", kind);
  return seek(query);
});

routes.add("POST /lab/opportunities", {
  operationId: "submitOpportunity",
  summary: "Submit an opportunity",
  description: "It is listed once a super admin has approved it. At most 20 submissions of " +
    "videos and opportunities a day.",
  body: json(z.object({
    kind,
    title: f.title.openapi({ example: "Summer in a coil workshop" }),
    organization_name: f.name.openapi({ example: "Riverside Instruments" }),
    description: f.optionalText.openapi({ example: "Ten weeks, paid." }),
    url: f.typedUrl.nullable().optional()
      .openapi({ example: "https://example.com/internship" }),
    deadline: f.date.nullable().optional(),
  })),
  answer: created("The pending opportunity", z.object({ opportunity: Opportunity })),
  refusals: { 429: "More than 20 submissions a day." },
}, async ({ db, body }) => {
  const row = await db.rpc("submit_opportunity", { p_fields: body });
  const messages = {
    opportunities_deadline_check: ["deadline", "expected a date from the year 2000 on"],
  } as const;
  return { opportunity: must(row, messages) };
});

routes.list("/lab/admin/opportunities/pending", {
  auth: "super_admin",
  operationId: "listPendingOpportunities",
  summary: "List opportunities that wait for a decision, newest first",
  items: { opportunities: Opportunity },
  order: newestFirst,
}, ({ db, seek }) => seek(db.from("opportunities").select().eq("status", "pending")));

routes.add("POST /lab/admin/opportunities/{id}/approve", {
  auth: "super_admin",
  operationId: "approveOpportunity",
  summary: "Approve a pending opportunity",
  description: "The opportunity is shown from now on.",
  notFound: "Opportunity",
  answer: ok("The opportunity", z.object({ opportunity: Opportunity }), { opportunity: approved }),
  refusals: decidedBefore("opportunity"),
}, async ({ db, params: { id } }) => {
  await decide(db, "opportunities", id);
  return { opportunity: await oneOpportunity(db, id) };
});

routes.add("POST /lab/admin/opportunities/{id}/decline", {
  auth: "super_admin",
  operationId: "declineOpportunity",
  summary: "Decline a pending opportunity",
  description: "Nobody is notified.",
  body: declineBody,
  notFound: "Opportunity",
  answer: ok("The opportunity", z.object({ opportunity: Opportunity }), { opportunity: declined }),
  refusals: decidedBefore("opportunity"),
}, async ({ db, params: { id }, body }) => {
  await decide(db, "opportunities", id, body.reason);
  return { opportunity: await oneOpportunity(db, id) };
});
