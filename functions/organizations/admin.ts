import { newestFirst } from "../../shared/fields/pages.ts";
import { f, part, z } from "../../shared/http/declare.ts";

/** The page of organizations and teams. */
export const routes = part();

const AdminTeam = z.object({
  id: f.uuid,
  name: z.string().openapi({ example: "Morning Pages" }),
  admin: f.PersonCard,
  member_count: z.int().openapi({ example: 4 }),
  created_at: f.timestamp,
}).openapi("AdminTeam");

const AdminOrganization = z.object({
  id: f.uuid,
  name: z.string().openapi({ example: "Riverside Writers" }),
  description: z.string().openapi({ example: "People who write every day." }),
  owner: f.PersonCard,
  member_count: z.int().openapi({ description: "Includes the owner.", example: 12 }),
  team_count: z.int().openapi({ example: 1 }),
  teams: z.array(AdminTeam).openapi({ description: "The newest 100 teams." }),
  created_at: f.timestamp,
  updated_at: f.timestamp,
}).openapi("AdminOrganization");

routes.list("/admin/organizations", {
  auth: "super_admin",
  operationId: "listOrganizationsAndTeams",
  summary: "List all organizations with their teams, newest first",
  description: "To change them, super admins use the same routes as owners and team admins.",
  items: { organizations: AdminOrganization },
  order: newestFirst,
}, ({ db, start }) => db.rpc("admin_list_organizations", start));
