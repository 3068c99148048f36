import { z } from "@hono/zod-openapi";
import { type Exactly, must } from "../../shared/database/results.ts";
import { timestamp, uuid } from "../../shared/fields/basic.ts";
import { group } from "../../shared/http/group.ts";
import { newestFirst, pageOf, pageQuery } from "../../shared/fields/pages.ts";
import { route } from "../../shared/http/route.ts";

/** The organizations and teams page; part of the group. */
export const organizations = group("admin", "Organizations and teams");

const Person = z.object({
  id: uuid,
  handle: z.string(),
  full_name: z.string().nullable(),
  avatar_url: z.string().nullable(),
}).openapi("PersonCard");

const AdminTeam = z.object({
  id: uuid,
  name: z.string(),
  admin: Person,
  member_count: z.int(),
  created_at: timestamp,
}).openapi("AdminTeam");

const AdminOrganization = z.object({
  id: uuid,
  name: z.string(),
  description: z.string(),
  owner: Person,
  member_count: z.int().openapi({ description: "The owner included." }),
  team_count: z.int(),
  teams: z.array(AdminTeam).openapi({ description: "The newest 100." }),
  created_at: timestamp,
  updated_at: timestamp,
}).openapi("AdminOrganization");
type AdminOrganization = z.infer<typeof AdminOrganization>;

organizations.openapi(
  route({
    method: "get",
    path: "/admin/organizations",
    auth: "super_admin",
    operationId: "listOrganizationsAndTeams",
    summary: "All organizations with their teams, newest first",
    description: "Super admins change them through the routes that owners and team admins use.",
    query: pageQuery,
    answer: {
      description: "One page of organizations",
      schema: pageOf("organizations", AdminOrganization),
    },
  }),
  async (c) => {
    const { limit, cursor } = c.req.valid("query");
    const page = c.var.db.rpc("admin_list_organizations", newestFirst.args({ limit, cursor }));
    const rows = must(await page.overrideTypes<AdminOrganization[], Exactly>());
    return c.json(newestFirst.page("organizations", rows, limit), 200);
  },
);
