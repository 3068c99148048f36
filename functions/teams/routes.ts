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
import { messages as chat } from "./messages.ts";

export const routes = group("teams", "Teams of organizations, their members and their chat");

const Team = z.object({
  id: uuid,
  name: z.string(),
  description: z.string(),
  org_id: uuid,
  admin_id: uuid.openapi({ description: "Changed by owners of the organization alone." }),
  settings: z.record(z.string(), z.unknown()).openapi({ type: "object" }),
  organizations: z.object({ id: uuid, name: z.string() }).openapi({
    description: "The team's organization.",
  }),
  created_at: timestamp,
  updated_at: timestamp,
}).openapi("Team");
type Team = z.infer<typeof Team>;

const example: z.input<typeof Team> = {
  id: "0d5b7f92-6c3e-4a18-b7d4-5e9f1a2c8b60",
  name: "Morning Pages",
  description: "Three pages before breakfast.",
  org_id: "7c2e9a40-5d1b-4c8e-a3f6-0b9d8e7c6a51",
  admin_id: "4f8b2c1e-7d3a-4b6f-9a51-2c8e0d9f6b3a",
  settings: { color: "teal" },
  organizations: { id: "7c2e9a40-5d1b-4c8e-a3f6-0b9d8e7c6a51", name: "Riverside Writers" },
  created_at: "2026-11-21T08:30:00.123456+00:00",
  updated_at: "2026-11-21T08:30:00.123456+00:00",
};

const columns = "id, name, description, org_id, admin_id, settings, " +
  "organizations!teams_org_id_fkey(id, name), created_at, updated_at";

/** What the constraints of the table say, in the client's words. */
const messages = { teams_settings_check: "settings: expected at most 16 kB" };

const fields = z.object({
  name: name.openapi({ example: example.name }),
  description: description.nullish().openapi({
    description: "Null is the empty description.",
    example: example.description,
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
    summary: "Teams of the caller's organizations, newest first",
    description: "Also those the caller does not belong to. A super admin gets all teams.",
    query: pageQuery.extend({
      org_id: uuid.optional().openapi({ description: "Only teams of this organization." }),
    }),
    answer: {
      description: "One page of teams",
      schema: pageOf("teams", Team),
      example: { teams: [example], next_cursor: null },
    },
    refusals: { 404: "The caller does not belong to the organization, or it does not exist." },
  }),
  async (c) => {
    const { limit, cursor, org_id } = c.req.valid("query");
    const page = c.var.db.rpc("list_teams", {
      p_org_id: org_id,
      ...newestFirst.args({ limit, cursor }),
    });
    const rows = must(
      await page.select(columns)
        .order("created_at", { ascending: false }).order("id", { ascending: false })
        .overrideTypes<Team[], Exactly>(),
    );
    return c.json(newestFirst.page("teams", rows, limit), 200);
  },
);

routes.openapi(
  route({
    method: "get",
    path: "/teams/{id}",
    auth: "user",
    operationId: "getTeam",
    summary: "One team and the caller's role in it",
    description: "For members of its organization and super admins.",
    params: idParam,
    answer: {
      description: "The team",
      schema: z.object({
        team: Team,
        user_role: role.nullable().openapi({ description: "Null for who is not in the team." }),
      }),
      example: { team: example, user_role: "admin" },
    },
  }),
  async (c) => {
    const { id } = c.req.valid("param");
    const row = await c.var.db.from("teams")
      .select(`${columns}, mine:team_members!team_members_team_id_fkey(role)`)
      .eq("id", id)
      .eq("mine.user_id", c.var.caller.id)
      .maybeSingle()
      .overrideTypes<Team & { mine: { role: Role }[] }, Exactly>();
    const { mine, ...team } = found(row, "Team");
    return c.json({ team, user_role: mine[0]?.role ?? null }, 200);
  },
);

routes.openapi(
  route({
    method: "post",
    path: "/teams",
    auth: "user",
    operationId: "createTeam",
    summary: "Creates a team in an organization",
    description: "For members of the organization.",
    body: fields.extend({
      org_id: uuid,
      admin_id: uuid.optional().openapi({
        description: "A member of the organization; the caller when left out.",
      }),
    }),
    answer: {
      status: 201,
      description: "The team",
      schema: z.object({ team: Team }),
      example: { team: example },
    },
    refusals: { 404: "The caller does not belong to the organization, or it does not exist." },
  }),
  async (c) => {
    const body = c.req.valid("json");
    const created = c.var.db.rpc("create_team", {
      p_org_id: body.org_id,
      p_name: body.name,
      p_description: body.description ?? undefined,
      p_admin_id: body.admin_id,
      p_settings: body.settings as Json,
    });
    const row = await created.select(columns).overrideTypes<Team, Exactly>();
    return c.json({ team: must(row, messages) }, 201);
  },
);

routes.openapi(
  route({
    method: "put",
    path: "/teams/{id}",
    auth: "user",
    operationId: "updateTeam",
    summary: "Changes a team",
    description: "Name, description and settings for the team's admins; `admin_id` for owners of " +
      "the organization: the former admin stays as a member. What is left out stays; `settings` " +
      "are replaced as a whole.",
    params: idParam,
    body: partial(fields),
    answer: {
      description: "The team",
      schema: z.object({ team: Team }),
      example: { team: example },
    },
  }),
  async (c) => {
    const { id } = c.req.valid("param");
    const changed = c.var.db.rpc("update_team", {
      p_team_id: id,
      p_changes: c.req.valid("json") as Json,
    });
    const row = await changed.select(columns).overrideTypes<Team, Exactly>();
    return c.json({ team: must(row, messages) }, 200);
  },
);

routes.openapi(
  route({
    method: "delete",
    path: "/teams/{id}",
    auth: "user",
    operationId: "deleteTeam",
    summary: "Deletes a team with its chat",
    description: "For its admins. Nobody's journal loses anything: what was shared with the team " +
      "becomes visible to its author alone.",
    params: idParam,
    answer: { description: "It is gone", schema: message, example: { message: "Team deleted" } },
  }),
  async (c) => {
    const { id } = c.req.valid("param");
    must(await c.var.db.rpc("delete_team", { p_team_id: id }));
    return c.json({ message: "Team deleted" }, 200);
  },
);

routes.route("/", members);
routes.route("/", chat);
