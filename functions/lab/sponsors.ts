import { z } from "@hono/zod-openapi";
import { anonymousClient, type Db, serviceClient } from "../../shared/database/clients.ts";
import { found, must } from "../../shared/database/results.ts";
import { email, name, timestamp, uuid } from "../../shared/fields/basic.ts";
import { keyset, pageOf, pageQuery } from "../../shared/fields/pages.ts";
import { created, ok } from "../../shared/http/answers.ts";
import { json } from "../../shared/http/bodies.ts";
import { part } from "../../shared/http/group.ts";
import { takeAddressRateLimit } from "../../shared/http/rate-limit.ts";
import { route } from "../../shared/http/route.ts";
import {
  decide,
  decisionRoutes,
  declineReason,
  pendingExample,
  submissionStatus,
} from "./moderation.ts";

/** Sponsors of the lab. */
export const sponsors = part();

const tier = z.enum(["supporter", "partner", "patron"]).openapi("SponsorTier");

const PublicSponsor = z.object({ id: uuid, name: z.string(), tier, applied_at: timestamp })
  .openapi("PublicSponsor");

const Sponsor = PublicSponsor.extend({
  status: submissionStatus,
  decline_reason: declineReason,
  contact_email: z.string(),
  contact_name: z.string(),
}).openapi("Sponsor");

const publicExample: z.infer<typeof PublicSponsor> = {
  id: "9a2e5c70-f41b-4b8d-a3d6-81c07e5f2b94",
  name: "Riverside Instruments",
  tier: "partner",
  applied_at: "2026-11-21T08:30:00.123456+00:00",
};

const example: z.infer<typeof Sponsor> = {
  ...publicExample,
  ...pendingExample,
  contact_email: "ines@example.com",
  contact_name: "Ines Rivera",
};

const byApplication = keyset({ applied_at: "timestamp", id: "uuid" });

const withContact = "*, contact:sponsor_contacts!inner(contact_email, contact_name)" as const;

/** A row with its contact as one object. */
const flat = <Contact, Rest>({ contact, ...rest }: { contact: Contact } & Rest) => ({
  ...rest,
  ...contact,
});

const oneSponsor = async (db: Db, id: string) =>
  flat(found(await db.from("sponsors").select(withContact).eq("id", id).maybeSingle(), "Sponsor"));

sponsors.openapi(
  route({
    method: "get",
    path: "/lab/sponsors",
    auth: "none",
    operationId: "listSponsors",
    summary: "List approved sponsors, newest first",
    query: pageQuery,
    answer: ok("A page of sponsors", pageOf("sponsors", PublicSponsor), {
      sponsors: [publicExample],
      next_cursor: null,
    }),
  }),
  async (c) => {
    const { limit, cursor } = c.req.valid("query");
    // Row security shows the approved ones.
    const query = anonymousClient().from("sponsors").select("id, name, tier, applied_at");
    const rows = must(await byApplication.seek(query, { limit, cursor }));
    return c.json(byApplication.page("sponsors", rows, limit), 200);
  },
);

sponsors.openapi(
  route({
    method: "post",
    path: "/lab/sponsors",
    auth: "none",
    operationId: "applyAsSponsor",
    summary: "Apply as a sponsor",
    description:
      "The sponsor is listed once a super admin has approved it. Name and address of the " +
      "contact are shown to super admins only. 5 applications an hour for each address.",
    body: json(z.object({
      name: name.openapi({ example: example.name }),
      tier: tier.optional().openapi({ description: "Default `supporter`." }),
      contact_email: email.openapi({ example: example.contact_email }),
      contact_name: name.openapi({ example: example.contact_name }),
    })),
    answer: created(
      "The pending application",
      z.object({ sponsor: PublicSponsor.extend({ status: submissionStatus }) }),
      { sponsor: { ...publicExample, status: "pending" } },
    ),
    refusals: { 429: "More than 5 applications an hour from one address." },
  }),
  async (c) => {
    await takeAddressRateLimit(c, "sponsor_application");
    const { name, tier, contact_email, contact_name } = c.req.valid("json");
    const { decline_reason: _, ...sponsor } = must(
      await serviceClient().rpc("apply_as_sponsor", {
        p_name: name,
        p_tier: tier ?? "supporter",
        p_contact_email: contact_email,
        p_contact_name: contact_name,
      }),
    );
    return c.json({ sponsor }, 201);
  },
);

sponsors.openapi(
  route({
    method: "get",
    path: "/lab/admin/sponsors/pending",
    auth: "super_admin",
    operationId: "listPendingSponsors",
    summary: "List applications of sponsors that wait for a decision, newest first",
    query: pageQuery,
    answer: ok("A page of sponsors", pageOf("sponsors", Sponsor), {
      sponsors: [example],
      next_cursor: null,
    }),
  }),
  async (c) => {
    const { limit, cursor } = c.req.valid("query");
    const query = c.var.db.from("sponsors").select(withContact).eq("status", "pending");
    const rows = must(await byApplication.seek(query, { limit, cursor }));
    return c.json(byApplication.page("sponsors", rows.map(flat), limit), 200);
  },
);

const { approve, decline } = decisionRoutes(
  "sponsor",
  "sponsors",
  ok("The sponsor", z.object({ sponsor: Sponsor }), {
    sponsor: { ...example, status: "approved" },
  }),
);

sponsors.openapi(approve, async (c) => {
  const { id } = c.req.valid("param");
  await decide(c.var.db, "sponsors", id);
  return c.json({ sponsor: await oneSponsor(c.var.db, id) }, 200);
});

sponsors.openapi(decline, async (c) => {
  const { id } = c.req.valid("param");
  await decide(c.var.db, "sponsors", id, c.req.valid("json").reason);
  return c.json({ sponsor: await oneSponsor(c.var.db, id) }, 200);
});
