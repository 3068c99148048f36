import { anonymousClient, serviceClient } from "../../shared/database/clients.ts";
import { keyset } from "../../shared/fields/pages.ts";
import { created, f, json, must, part, z } from "../../shared/http/declare.ts";
import { addDecisions, declineReason, submissionStatus } from "./moderation.ts";

/** Sponsors of the lab. */
export const routes = part();

const tier = z.enum(["supporter", "partner", "patron"]).openapi("SponsorTier");

const PublicSponsor = z.object({
  id: f.uuid,
  name: z.string().openapi({ example: "Riverside Instruments" }),
  tier,
  applied_at: f.timestamp,
}).openapi("PublicSponsor");

const Sponsor = PublicSponsor.extend({
  status: submissionStatus,
  decline_reason: declineReason,
  contact_email: z.string().openapi({ example: "ines@example.com" }),
  contact_name: z.string().openapi({ example: "Ines Rivera" }),
}).openapi("Sponsor");

const byApplication = keyset({ applied_at: "timestamp", id: "uuid" });

routes.list("/lab/sponsors", {
  auth: "none",
  operationId: "listSponsors",
  summary: "List approved sponsors, newest first",
  items: { sponsors: PublicSponsor },
  order: byApplication,
}, ({ seek }) => {
  // Row security shows the approved ones.
  return seek(anonymousClient().from("sponsors").select("id, name, tier, applied_at"));
});

routes.add("POST /lab/sponsors", {
  auth: "none",
  limit: "sponsor_application",
  operationId: "applyAsSponsor",
  summary: "Apply as a sponsor",
  description:
    "The sponsor is listed once a super admin has approved it. Name and address of the " +
    "contact are shown to super admins only. 5 applications an hour for each address.",
  body: json(z.object({
    name: f.name.openapi({ example: "Riverside Instruments" }),
    tier: tier.optional().openapi({ description: "Default `supporter`." }),
    contact_email: f.email.openapi({ example: "ines@example.com" }),
    contact_name: f.name.openapi({ example: "Ines Rivera" }),
  })),
  answer: created(
    "The pending application",
    z.object({ sponsor: PublicSponsor.extend({ status: submissionStatus }) }),
  ),
}, async ({ body: { name, tier, contact_email, contact_name } }) => {
  const { decline_reason: _, ...sponsor } = must(
    await serviceClient().rpc("apply_as_sponsor", {
      p_name: name,
      p_tier: tier ?? "supporter",
      p_contact_email: contact_email,
      p_contact_name: contact_name,
    }),
  );
  return { sponsor };
});

addDecisions(routes, {
  name: "sponsor",
  plural: "sponsors",
  table: "sponsors",
  waiting: "applications of sponsors",
  schema: Sponsor,
  order: byApplication,
  rows: (db) =>
    db.from("sponsors").select("*, contact:sponsor_contacts!inner(contact_email, contact_name)"),
  toItem: ({ contact, ...rest }: { contact: object }) => ({ ...rest, ...contact }),
});
