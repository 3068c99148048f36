import { anonymousClient } from "../../shared/database/clients.ts";
import { newestFirst } from "../../shared/fields/pages.ts";
import { created, f, json, must, part, z } from "../../shared/http/declare.ts";
import { addDecisions, declineReason, submissionStatus } from "./moderation.ts";

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

addDecisions(routes, {
  name: "opportunity",
  plural: "opportunities",
  table: "opportunities",
  schema: Opportunity,
  order: newestFirst,
  rows: (db) => db.from("opportunities").select(),
});
