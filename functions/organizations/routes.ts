import { z } from "@hono/zod-openapi";
import { type Exactly, found, must } from "../../shared/database/results.ts";
import type { Json } from "../../shared/database/types.ts";
import {
  description,
  idParam,
  message,
  name,
  partial,
  timestamp,
  uuid,
} from "../../shared/fields/basic.ts";
import { group } from "../../shared/http/group.ts";
import { newestFirst, pageOf, pageQuery } from "../../shared/fields/pages.ts";
import { route } from "../../shared/http/route.ts";
import { settings } from "../../shared/fields/settings.ts";
import { members, type Role, role } from "./members.ts";

export const routes = group("organizations", "Organizations and who belongs to them");

const Organization = z.object({
  id: uuid,
  name: z.string(),
  description: z.string(),
  owner_id: uuid.openapi({ description: "Who may transfer the organization." }),
  settings: z.record(z.string(), z.unknown()).openapi({ type: "object" }),
  created_at: timestamp,
  updated_at: timestamp,
}).openapi("Organization");
type Organization = z.infer<typeof Organization>;

const example: z.input<typeof Organization> = {
  id: "7c2e9a40-5d1b-4c8e-a3f6-0b9d8e7c6a51",
  name: "Riverside Writers",
  description: "People who write every day.",
  owner_id: "4f8b2c1e-7d3a-4b6f-9a51-2c8e0d9f6b3a",
  settings: { color: "teal" },
  created_at: "2026-11-21T08:30:00.123456+00:00",
  updated_at: "2026-11-21T08:30:00.123456+00:00",
};

const columns = "id, name, description, owner_id, settings, created_at, updated_at";

/** What the constraints of the table say, in the client's words. */
const messages = { organizations_settings_check: "settings: expected at most 16 kB" };

const fields = z.object({
  name: name.openapi({ example: example.name }),
  description: description.nullish().openapi({
    description: "Null is the empty description.",
    example: example.description,
  }),
  settings: settings.optional(),
});

routes.openapi(
  route({
    method: "get",
    path: "/organizations",
    auth: "user",
    operationId: "listOrganizations",
    summary: "The caller's organizations, newest first",
    description: "Those the caller belongs to. A super admin gets all.",
    query: pageQuery,
    answer: {
      description: "One page of organizations",
      schema: pageOf("organizations", Organization),
      example: { organizations: [example], next_cursor: null },
    },
  }),
  async (c) => {
    const { limit, cursor } = c.req.valid("query");
    const page = c.var.db.rpc("list_organizations", newestFirst.args({ limit, cursor }));
    const rows = must(
      await page.select(columns)
        .order("created_at", { ascending: false }).order("id", { ascending: false })
        .overrideTypes<Organization[], Exactly>(),
    );
    return c.json(newestFirst.page("organizations", rows, limit), 200);
  },
);

routes.openapi(
  route({
    method: "get",
    path: "/organizations/{id}",
    auth: "user",
    operationId: "getOrganization",
    summary: "One organization and the caller's role in it",
    description: "For its members and super admins; for everyone else it does not exist.",
    params: idParam,
    answer: {
      description: "The organization",
      schema: z.object({
        organization: Organization,
        user_role: role.nullable().openapi({
          description: "Null for a super admin who is no member.",
        }),
      }),
      example: { organization: example, user_role: "owner" },
    },
  }),
  async (c) => {
    const { id } = c.req.valid("param");
    const row = await c.var.db.from("organizations")
      .select(`${columns}, mine:organization_members!organization_members_org_id_fkey(role)`)
      .eq("id", id)
      .eq("mine.user_id", c.var.caller.id)
      .maybeSingle()
      .overrideTypes<Organization & { mine: { role: Role }[] }, Exactly>();
    const { mine, ...organization } = found(row, "Organization");
    return c.json({ organization, user_role: mine[0]?.role ?? null }, 200);
  },
);

routes.openapi(
  route({
    method: "post",
    path: "/organizations",
    auth: "user",
    operationId: "createOrganization",
    summary: "Creates an organization",
    description: "The caller becomes its owner.",
    body: fields,
    answer: {
      status: 201,
      description: "The organization",
      schema: z.object({ organization: Organization }),
      example: { organization: example },
    },
  }),
  async (c) => {
    const body = c.req.valid("json");
    const created = c.var.db.rpc("create_organization", {
      p_name: body.name,
      p_description: body.description ?? undefined,
      p_settings: body.settings as Json,
    });
    const row = await created.select(columns).overrideTypes<Organization, Exactly>();
    return c.json({ organization: must(row, messages) }, 201);
  },
);

routes.openapi(
  route({
    method: "put",
    path: "/organizations/{id}",
    auth: "user",
    operationId: "updateOrganization",
    summary: "Changes an organization",
    description: "For its owners. What is left out stays; `settings` are replaced as a whole.",
    params: idParam,
    body: partial(fields),
    answer: {
      description: "The organization",
      schema: z.object({ organization: Organization }),
      example: { organization: example },
    },
  }),
  async (c) => {
    const { id } = c.req.valid("param");
    const changed = c.var.db.rpc("update_organization", {
      p_org_id: id,
      p_changes: c.req.valid("json") as Json,
    });
    const row = await changed.select(columns).overrideTypes<Organization, Exactly>();
    return c.json({ organization: must(row, messages) }, 200);
  },
);

routes.openapi(
  route({
    method: "delete",
    path: "/organizations/{id}",
    auth: "user",
    operationId: "deleteOrganization",
    summary: "Deletes an organization with its teams",
    description: "For its owners. Nobody's journal loses anything: what was shared with the " +
      "organization or one of its teams becomes visible to its author alone.",
    params: idParam,
    answer: {
      description: "It is gone",
      schema: message,
      example: { message: "Organization deleted" },
    },
  }),
  async (c) => {
    const { id } = c.req.valid("param");
    must(await c.var.db.rpc("delete_organization", { p_org_id: id }));
    return c.json({ message: "Organization deleted" }, 200);
  },
);

routes.openapi(
  route({
    method: "post",
    path: "/organizations/{id}/transfer-ownership",
    auth: "user",
    operationId: "transferOrganization",
    summary: "Hands the organization to another member",
    description: "For its current owner, who stays as `admin`.",
    params: idParam,
    body: z.object({
      new_owner_id: uuid.openapi({ description: "A member of the organization." }),
    }),
    answer: {
      description: "It has a new owner",
      schema: message.extend({ organization: Organization }),
      example: { message: "Ownership transferred", organization: example },
    },
    refusals: { 409: "The user already owns the organization." },
  }),
  async (c) => {
    const { id } = c.req.valid("param");
    const transferred = c.var.db.rpc("transfer_organization", {
      p_org_id: id,
      p_new_owner_id: c.req.valid("json").new_owner_id,
    });
    const row = await transferred.select(columns).overrideTypes<Organization, Exactly>();
    return c.json({ message: "Ownership transferred", organization: must(row) }, 200);
  },
);

routes.route("/", members);
