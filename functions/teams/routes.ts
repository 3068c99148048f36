import { isCircle, noRoleByToken } from "../../shared/fields/organization.ts";
import { newestFirst } from "../../shared/fields/pages.ts";
import { settings } from "../../shared/fields/settings.ts";
import { created, done, f, found, json, must, ok, part, z } from "../../shared/http/declare.ts";
import { role } from "./members.ts";

export const routes = part();

const Team = z.object({
  id: f.uuid,
  name: z.string().openapi({ example: "Morning Pages" }),
  description: z.string().openapi({ example: "Three pages before breakfast." }),
  org_id: f.uuid,
  admin_id: f.uuid.openapi({ description: "The admin, set by owners of the organization." }),
  settings: z.record(z.string(), z.unknown()).openapi({
    type: "object",
    example: { color: "teal" },
  }),
  organizations: z.object({
    id: f.uuid,
    name: z.string().openapi({ example: "Riverside Writers" }),
  }).openapi({
    description: "The organization of the team.",
  }),
  member_count: z.int().openapi({ example: 5 }),
  user_role: z.union([role, z.null()]).openapi({
    description: "The caller's role; null for a caller who is not a member of the team.",
    example: "admin",
  }),
  created_at: f.timestamp,
  updated_at: f.timestamp,
  is_circle: isCircle,
}).openapi("Team");

const constraints = { teams_settings_check: ["settings", "expected at most 16 kB"] } as const;

const noOrganization = {
  description: "The organization does not exist, or the caller does not belong to it.",
  example: "Organization not found",
};

const teamFields = z.object({
  name: f.name.openapi({ example: "Morning Pages" }),
  description: f.description.nullish().openapi({
    description: "Null means an empty description.",
    example: "Three pages before breakfast.",
  }),
  admin_id: f.uuid.optional(),
  settings: settings.optional(),
});

routes.list("/teams", {
  scope: "people",
  operationId: "listTeams",
  summary: "List the teams of the caller's organizations, newest first",
  description: "Includes teams the caller does not belong to; for a super admin all teams.",
  filters: {
    org_id: f.uuid.optional().openapi({ description: "Only teams of this organization." }),
  },
  items: { teams: Team },
  order: newestFirst,
  notFound: noOrganization,
}, ({ db, filters: { org_id }, start }) => db.rpc("list_teams", { p_org_id: org_id, ...start }));

routes.add("GET /teams/{id}", {
  scope: "people",
  operationId: "getTeam",
  summary: "Get a team and the caller's role in it",
  description: "Allowed for members of its organization and super admins.",
  notFound: "Team",
  answer: ok("The team", z.object({ team: Team, user_role: Team.shape.user_role })),
}, async ({ db, params: { id } }) => {
  const row = await db.from("team_cards").select().eq("id", id).maybeSingle();
  const team = found(row, "Team");
  return { team, user_role: team.user_role };
});

routes.add("POST /teams", {
  scope: "people",
  operationId: "createTeam",
  summary: "Create a team in an organization",
  description: "Allowed for members of the organization and super admins.",
  body: json(teamFields.extend({
    org_id: f.uuid,
    admin_id: f.uuid.optional().openapi({
      description:
        "A member of the organization; by default the caller. For a super admin who is not a " +
        "member, the default is the organization's owner.",
    }),
  })),
  answer: created("The new team", z.object({ team: Team })),
  notFound: noOrganization,
  refusals: {
    ...noRoleByToken,
    409: {
      description: "The admin belongs to as many teams as the quota allows.",
      codes: ["quota_reached"],
    },
  },
}, async ({ db, body }) => {
  const team = db.rpc("create_team", {
    p_org_id: body.org_id,
    p_name: body.name,
    p_description: body.description ?? undefined,
    p_admin_id: body.admin_id,
    p_settings: body.settings,
  });
  return { team: must(await team, constraints) };
});

routes.add("PUT /teams/{id}", {
  scope: "people",
  operationId: "updateTeam",
  summary: "Update a team",
  description: "The team's admins change name, description and settings. Owners of the " +
    "organization change `admin_id`, and the former admin remains a member. A field with an " +
    "unchanged value requires no right, so an owner may send the whole team with another " +
    "`admin_id`. Changes only the given fields; `settings` are replaced as a whole.",
  body: json(f.partial(teamFields)),
  notFound: "Team",
  answer: ok("The updated team", z.object({ team: Team })),
  refusals: {
    ...noRoleByToken,
    409: {
      description: "The new admin belongs to as many teams as the quota allows, or has not " +
        "joined the circle that the team is.",
      codes: ["quota_reached", "invitation_needed"],
    },
    429: {
      description: "The caller has added as many members today (UTC) as the quota allows.",
      codes: ["daily_quota_reached"],
    },
  },
}, async ({ db, params, body }) => {
  const team = db.rpc("update_team", {
    p_team_id: params.id,
    p_changes: body,
  });
  return { team: must(await team, constraints) };
});

routes.add("DELETE /teams/{id}", {
  operationId: "deleteTeam",
  summary: "Delete a team and its chat",
  description:
    "Allowed for its admins. No journal entry is deleted: entries and notebooks shared " +
    "with the team become private.",
  notFound: "Team",
  answer: done("Team deleted"),
}, async ({ db, params: { id } }) => {
  must(await db.rpc("delete_team", { p_team_id: id }));
});
