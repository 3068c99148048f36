import { z } from "@hono/zod-openapi";
import { found, must } from "../../shared/database/results.ts";
import {
  description,
  idParam,
  message,
  name,
  partial,
  timestamp,
  uuid,
} from "../../shared/fields/basic.ts";
import { newestFirst, pageOf, pageQuery } from "../../shared/fields/pages.ts";
import { settings } from "../../shared/fields/settings.ts";
import { created, ok } from "../../shared/http/answers.ts";
import { json } from "../../shared/http/bodies.ts";
import { group } from "../../shared/http/group.ts";
import { route } from "../../shared/http/route.ts";
import { members, role } from "./members.ts";
import { messages } from "./messages.ts";

export const routes = group("teams", "Teams of organizations, their members and their chat");

const Team = z.object({
  id: uuid,
  name: z.string().openapi({ example: "Morning Pages" }),
  description: z.string().openapi({ example: "Three pages before breakfast." }),
  org_id: uuid,
  admin_id: uuid.openapi({ description: "The admin, set by owners of the organization." }),
  settings: z.record(z.string(), z.unknown()).openapi({
    type: "object",
    example: { color: "teal" },
  }),
  organizations: z.object({
    id: uuid,
    name: z.string().openapi({ example: "Riverside Writers" }),
  }).openapi({
    description: "The organization of the team.",
  }),
  member_count: z.int().openapi({ example: 5 }),
  user_role: z.union([role, z.null()]).openapi({
    description: "The caller's role; null for a caller who is not a member of the team.",
    example: "admin",
  }),
  created_at: timestamp,
  updated_at: timestamp,
}).openapi("Team");

const constraints = { teams_settings_check: "settings: expected at most 16 kB" };

const fields = z.object({
  name: name.openapi({ example: "Morning Pages" }),
  description: description.nullish().openapi({
    description: "Null means an empty description.",
    example: "Three pages before breakfast.",
  }),
  admin_id: uuid.optional(),
  settings: settings.optional(),
});

routes.openapi(
  route({
    method: "get",
    path: "/teams",
    auth: "user",
    operationId: "listTeams",
    summary: "List the teams of the caller's organizations, newest first",
    description: "Includes teams the caller does not belong to; for a super admin all teams.",
    query: pageQuery.extend({
      org_id: uuid.optional().openapi({ description: "Only teams of this organization." }),
    }),
    answer: ok("A page of teams", pageOf("teams", Team)),
    refusals: {
      404: {
        description: "The organization does not exist, or the caller does not belong to it.",
        example: "Organization not found",
      },
    },
  }),
  async (c) => {
    const { limit, cursor, org_id } = c.req.valid("query");
    const page = c.var.db.rpc("list_teams", {
      p_org_id: org_id,
      ...newestFirst.args({ limit, cursor }),
    });
    const rows = must(await page);
    return c.json(newestFirst.page("teams", rows, limit), 200);
  },
);

routes.openapi(
  route({
    method: "get",
    path: "/teams/{id}",
    auth: "user",
    operationId: "getTeam",
    summary: "Get a team and the caller's role in it",
    description: "Allowed for members of its organization and super admins.",
    params: idParam,
    answer: ok("The team", z.object({ team: Team, user_role: Team.shape.user_role })),
  }),
  async (c) => {
    const { id } = c.req.valid("param");
    const row = await c.var.db.from("team_cards").select().eq("id", id).maybeSingle();
    const team = found(row, "Team");
    return c.json({ team, user_role: team.user_role }, 200);
  },
);

routes.openapi(
  route({
    method: "post",
    path: "/teams",
    auth: "user",
    operationId: "createTeam",
    summary: "Create a team in an organization",
    description: "Allowed for members of the organization.",
    body: json(fields.extend({
      org_id: uuid,
      admin_id: uuid.optional().openapi({
        description: "A member of the organization; by default the caller.",
      }),
    })),
    answer: created("The new team", z.object({ team: Team })),
    refusals: {
      404: {
        description: "The organization does not exist, or the caller does not belong to it.",
        example: "Organization not found",
      },
    },
  }),
  async (c) => {
    const body = c.req.valid("json");
    const team = c.var.db.rpc("create_team", {
      p_org_id: body.org_id,
      p_name: body.name,
      p_description: body.description ?? undefined,
      p_admin_id: body.admin_id,
      p_settings: body.settings,
    });
    return c.json({ team: must(await team, constraints) }, 201);
  },
);

routes.openapi(
  route({
    method: "put",
    path: "/teams/{id}",
    auth: "user",
    operationId: "updateTeam",
    summary: "Update a team",
    description: "The team's admins may change name, description and settings; owners of the " +
      "organization may also change `admin_id`, and the former admin remains a member. Changes the " +
      "given fields only; `settings` are replaced as a whole.",
    params: idParam,
    body: json(partial(fields)),
    answer: ok("The updated team", z.object({ team: Team })),
  }),
  async (c) => {
    const team = c.var.db.rpc("update_team", {
      p_team_id: c.req.valid("param").id,
      p_changes: c.req.valid("json"),
    });
    return c.json({ team: must(await team, constraints) }, 200);
  },
);

routes.openapi(
  route({
    method: "delete",
    path: "/teams/{id}",
    auth: "user",
    operationId: "deleteTeam",
    summary: "Delete a team and its chat",
    description:
      "Allowed for its admins. No journal entry is deleted: entries and notebooks shared " +
      "with the team become private.",
    params: idParam,
    answer: ok("The team was deleted", message, { message: "Team deleted" }),
  }),
  async (c) => {
    const { id } = c.req.valid("param");
    must(await c.var.db.rpc("delete_team", { p_team_id: id }));
    return c.json({ message: "Team deleted" }, 200);
  },
);

routes.include(members, messages);
