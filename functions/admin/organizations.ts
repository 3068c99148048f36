import { z } from "@hono/zod-openapi";
import { must } from "../../shared/database/results.ts";
import { PersonCard, timestamp, uuid } from "../../shared/fields/basic.ts";
import { newestFirst, pageOf, pageQuery } from "../../shared/fields/pages.ts";
import { ok } from "../../shared/http/answers.ts";
import { part } from "../../shared/http/group.ts";
import { route } from "../../shared/http/route.ts";

/** The page of organizations and teams. */
export const organizations = part();

const AdminTeam = z.object({
  id: uuid,
  name: z.string().openapi({ example: "Morning Pages" }),
  admin: PersonCard,
  member_count: z.int().openapi({ example: 4 }),
  created_at: timestamp,
}).openapi("AdminTeam");

const AdminOrganization = z.object({
  id: uuid,
  name: z.string().openapi({ example: "Riverside Writers" }),
  description: z.string().openapi({ example: "People who write every day." }),
  owner: PersonCard,
  member_count: z.int().openapi({ description: "Includes the owner.", example: 12 }),
  team_count: z.int().openapi({ example: 1 }),
  teams: z.array(AdminTeam).openapi({ description: "The newest 100 teams." }),
  created_at: timestamp,
  updated_at: timestamp,
}).openapi("AdminOrganization");

organizations.openapi(
  route({
    method: "get",
    path: "/admin/organizations",
    auth: "super_admin",
    operationId: "listOrganizationsAndTeams",
    summary: "List all organizations with their teams, newest first",
    description: "To change them, super admins use the same routes as owners and team admins.",
    query: pageQuery,
    answer: ok("A page of organizations", pageOf("organizations", AdminOrganization)),
  }),
  async (c) => {
    const { limit, cursor } = c.req.valid("query");
    const page = newestFirst.args({ limit, cursor });
    const rows = must(await c.var.db.rpc("admin_list_organizations", page));
    return c.json(newestFirst.page("organizations", rows, limit), 200);
  },
);
