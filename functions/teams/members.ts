import { z } from "@hono/zod-openapi";
import { type Exactly, found, must } from "../../shared/database/results.ts";
import { idParam, message, timestamp, uuid } from "../../shared/fields/basic.ts";
import { group } from "../../shared/http/group.ts";
import { keyset, pageOf, pageQuery } from "../../shared/fields/pages.ts";
import { route } from "../../shared/http/route.ts";

/** Routes below `/teams/{id}/members`; part of the group. */
export const members = group("teams", "Members of teams");

/** Roles in a team. */
export const role = z.enum(["admin", "member"]).openapi({ example: "member" });
export type Role = z.infer<typeof role>;

const TeamMember = z.object({
  user_id: uuid,
  full_name: z.string().nullable(),
  avatar_url: z.string().nullable(),
  role,
  is_admin: z.boolean().openapi({
    description: "True for the team's `admin_id`; others with role `admin` share its rights.",
  }),
  joined_at: timestamp.optional().openapi({ description: "Absent for the admin." }),
}).openapi("TeamMember");

/** A member as its row says it. */
interface Row extends Omit<z.infer<typeof TeamMember>, "is_admin" | "joined_at"> {
  joined_at: string;
}
const example: z.input<typeof TeamMember> = {
  user_id: "b61d0f3c-2a94-4e7d-8c15-9f0e3d7a6b28",
  full_name: "Ana Ruiz",
  avatar_url: "https://example.com/ana.png",
  role: "member",
  is_admin: false,
  joined_at: "2026-11-21T08:30:00.123456+00:00",
};

const columns = "user_id, role, joined_at, " +
  "...profile_cards!team_members_user_id_fkey(full_name, avatar_url)";
const longestFirst = keyset({ joined_at: "timestamp", user_id: "uuid" }, { ascending: true });

const memberParams = z.object({ id: uuid, userId: uuid });
const memberAnswer = {
  description: "The member",
  schema: z.object({ member: TeamMember }),
  example: { member: example },
};

members.openapi(
  route({
    method: "get",
    path: "/teams/{id}/members",
    auth: "user",
    operationId: "listTeamMembers",
    summary: "Members of a team, the longest first",
    description: "For members of its organization and super admins.",
    params: idParam,
    query: pageQuery,
    answer: {
      description: "One page of members",
      schema: pageOf("members", TeamMember),
      example: { members: [example], next_cursor: null },
    },
  }),
  async (c) => {
    const { id } = c.req.valid("param");
    const { limit, cursor } = c.req.valid("query");
    const query = c.var.db.from("team_members")
      .select(`${columns}, teams!team_members_team_id_fkey(admin_id)`)
      .eq("team_id", id);
    const rows = must(
      await longestFirst.apply(query, { limit, cursor })
        .overrideTypes<(Row & { teams: { admin_id: string } })[], Exactly>(),
    );
    if (rows.length === 0) {
      // A team has its admin; nobody to be seen means nothing to be known of, or the end.
      found(await c.var.db.from("teams").select("id").eq("id", id).maybeSingle(), "Team");
    }
    const { members, next_cursor } = longestFirst.page("members", rows, limit);
    return c.json({
      members: members.map(({ teams, joined_at, ...member }) => {
        const is_admin = member.user_id === teams.admin_id;
        return { ...member, is_admin, ...(!is_admin && { joined_at }) };
      }),
      next_cursor,
    }, 200);
  },
);

members.openapi(
  route({
    method: "post",
    path: "/teams/{id}/members",
    auth: "user",
    operationId: "addTeamMember",
    summary: "Adds a member of the organization to a team",
    description: "For the team's admins.",
    params: idParam,
    body: z.object({
      user_id: uuid.openapi({ description: "A member of the team's organization." }),
      role: role.optional().openapi({ description: "Default `member`." }),
    }),
    answer: { status: 201, ...memberAnswer },
    refusals: { 409: "The user is already a member of the team." },
  }),
  async (c) => {
    const { id } = c.req.valid("param");
    const body = c.req.valid("json");
    const added = c.var.db.rpc("add_team_member", {
      p_team_id: id,
      p_user_id: body.user_id,
      p_role: body.role,
    });
    const member = must(await added.select(columns).overrideTypes<Row, Exactly>());
    return c.json({ member: { ...member, is_admin: false } }, 201);
  },
);

members.openapi(
  route({
    method: "put",
    path: "/teams/{id}/members/{userId}",
    auth: "user",
    operationId: "updateTeamMember",
    summary: "Changes a member's role",
    description: "For the team's admins. The role of the team's `admin_id` does not change here: " +
      "an owner of the organization names another admin.",
    params: memberParams,
    body: z.object({ role }),
    answer: memberAnswer,
    refusals: { 409: "The member is the team's admin." },
  }),
  async (c) => {
    const { id, userId } = c.req.valid("param");
    const changed = c.var.db.rpc("update_team_member", {
      p_team_id: id,
      p_user_id: userId,
      p_role: c.req.valid("json").role,
    });
    const member = must(await changed.select(columns).overrideTypes<Row, Exactly>());
    return c.json({ member: { ...member, is_admin: false } }, 200);
  },
);

members.openapi(
  route({
    method: "delete",
    path: "/teams/{id}/members/{userId}",
    auth: "user",
    operationId: "removeTeamMember",
    summary: "Removes a member, or leaves",
    description: "The team's admins remove others; everyone but the admin may leave. What the " +
      "member shared with the team becomes visible to them alone.",
    params: memberParams,
    answer: {
      description: "The user is no member any more",
      schema: message,
      example: { message: "Member removed" },
    },
    refusals: { 409: "The admin cannot leave before another one is named." },
  }),
  async (c) => {
    const { id, userId } = c.req.valid("param");
    must(await c.var.db.rpc("remove_team_member", { p_team_id: id, p_user_id: userId }));
    return c.json({ message: "Member removed" }, 200);
  },
);
