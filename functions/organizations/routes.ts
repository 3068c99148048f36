import { Organization } from "../../shared/fields/organization.ts";
import { newestFirst } from "../../shared/fields/pages.ts";
import { settings } from "../../shared/fields/settings.ts";
import { created, done, f, found, json, must, ok, part, z } from "../../shared/http/declare.ts";

export const routes = part();

const constraints = {
  organizations_settings_check: ["settings", "expected at most 16 kB"],
} as const;

const organizationFields = z.object({
  name: f.name.openapi({ example: "Riverside Writers" }),
  description: f.description.nullish().openapi({
    description: "Null means an empty description.",
    example: "People who write every day.",
  }),
  settings: settings.optional(),
});

routes.list("/organizations", {
  scope: "people",
  operationId: "listOrganizations",
  summary: "List the caller's organizations, newest first",
  description: "Contains the organizations the caller belongs to; for a super admin all.",
  items: { organizations: Organization },
  order: newestFirst,
}, ({ db, start }) => db.rpc("list_organizations", start));

routes.add("GET /organizations/{id}", {
  scope: "people",
  operationId: "getOrganization",
  summary: "Get an organization and the caller's role in it",
  description: "Allowed for its members and super admins; for everyone else the answer is 404.",
  notFound: "Organization",
  answer: ok(
    "The organization",
    z.object({ organization: Organization, user_role: Organization.shape.user_role }),
  ),
}, async ({ db, params: { id } }) => {
  const row = await db.from("organization_cards").select().eq("id", id).maybeSingle();
  const organization = found(row, "Organization");
  return { organization, user_role: organization.user_role };
});

routes.add("POST /organizations", {
  scope: "people",
  operationId: "createOrganization",
  summary: "Create an organization",
  description: "The caller becomes its owner.",
  body: json(organizationFields),
  answer: created("The new organization", z.object({ organization: Organization })),
  refusals: {
    409: { description: "The caller has as many as the quota allows.", codes: ["quota_reached"] },
  },
}, async ({ db, body }) => {
  const organization = db.rpc("create_organization", {
    p_name: body.name,
    p_description: body.description ?? undefined,
    p_settings: body.settings,
  });
  return { organization: must(await organization, constraints) };
});

routes.add("PUT /organizations/{id}", {
  scope: "people",
  operationId: "updateOrganization",
  summary: "Update an organization",
  description:
    "Allowed for its owners. Changes the given fields only; `settings` are replaced as a whole.",
  body: json(f.partial(organizationFields)),
  notFound: "Organization",
  answer: ok("The updated organization", z.object({ organization: Organization })),
}, async ({ db, params, body }) => {
  const organization = db.rpc("update_organization", {
    p_org_id: params.id,
    p_changes: body,
  });
  return { organization: must(await organization, constraints) };
});

routes.add("DELETE /organizations/{id}", {
  operationId: "deleteOrganization",
  summary: "Delete an organization and its teams",
  description: "Allowed for its owners. No journal entry is deleted: entries and notebooks " +
    "shared with the organization or its teams become private.",
  notFound: "Organization",
  answer: done("Organization deleted"),
}, async ({ db, params: { id } }) => {
  must(await db.rpc("delete_organization", { p_org_id: id }));
});

routes.add("POST /organizations/{id}/transfer-ownership", {
  operationId: "transferOrganization",
  summary: "Transfer an organization to another member",
  description:
    "Allowed for the present owner, who becomes an `admin`. The new owner is notified and not " +
    "asked; the new owner can transfer the organization further, delete it, or hand it over with " +
    "the deletion of the account.",
  body: json(z.object({
    new_owner_id: f.uuid.openapi({ description: "A member of the organization." }),
  })),
  notFound: "Organization",
  answer: ok(
    "The transferred organization",
    f.message.extend({ organization: Organization }),
    {
      message: "Ownership transferred",
      organization: { user_role: "admin" },
    },
  ),
  refusals: {
    409: {
      description: "The user already owns the organization, or it is being deleted.",
      codes: ["already_owner", "conflict"],
    },
  },
}, async ({ db, params, body }) => {
  const organization = db.rpc("transfer_organization", {
    p_org_id: params.id,
    p_new_owner_id: body.new_owner_id,
  });
  return { message: "Ownership transferred", organization: must(await organization) };
});
