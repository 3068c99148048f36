import { noRoleByToken } from "../../shared/fields/organization.ts";
import { keyset } from "../../shared/fields/pages.ts";
import { created, done, f, found, json, must, ok, part, z } from "../../shared/http/declare.ts";

/** The routes below `/teams/{id}/members`. */
export const routes = part();

/** Roles in a team. */
export const role = z.enum(["admin", "member"]).openapi("TeamRole", { example: "member" });

const TeamMember = z.object({
  user_id: f.uuid,
  ...f.shownPersonFields,
  role,
  is_admin: z.boolean().openapi({
    description:
      "True for the team's `admin_id`; other members with role `admin` have the same rights.",
    example: false,
  }),
  joined_at: f.timestamp.nullable().openapi({ description: "Null for the admin." }),
}).openapi("TeamMember");

const memberColumns = `
  user_id, role, joined_at,
  ...profile_cards!team_members_user_id_fkey(${f.personColumns})
` as const;
const team = "teams!team_members_team_id_fkey(admin_id)";
const oldestFirst = keyset({ joined_at: "timestamp", user_id: "uuid" }, { ascending: true });

/** A member as the answers show it. */
function shown<T extends { user_id: string; joined_at: string; teams: { admin_id: string } }>(
  { teams, joined_at, ...member }: T,
) {
  const is_admin = member.user_id === teams.admin_id;
  return { ...member, is_admin, joined_at: is_admin ? null : joined_at };
}

const oneMember = z.object({ member: TeamMember });

routes.list("/teams/{id}/members", {
  scope: "people",
  operationId: "listTeamMembers",
  summary: "List the members of a team, by time of joining",
  description: "Allowed for members of its organization and super admins.",
  notFound: "Team",
  items: { members: TeamMember },
  order: oldestFirst,
}, async ({ db, params: { id }, seek }) => {
  const page = await seek(
    db.from("team_members").select(`${memberColumns}, ${team}`).eq("team_id", id),
  );
  if (page.data?.length === 0) {
    // A team has an admin, so this is the end of the list, or a 404.
    found(await db.from("teams").select("id").eq("id", id).maybeSingle(), "Team");
  }
  return page;
}, shown);

routes.add("POST /teams/{id}/members", {
  scope: "people",
  operationId: "addTeamMember",
  summary: "Add a member of the organization to a team",
  description: "Allowed for the team's admins.",
  body: json(z.object({
    user_id: f.uuid.openapi({ description: "A member of the team's organization." }),
    role: role.optional().openapi({ description: "Default `member`." }),
  })),
  notFound: "Team",
  answer: created("The new member", oneMember),
  refusals: {
    ...noRoleByToken,
    409: {
      description: "The user is already a member of the team, or belongs to as many teams as the " +
        "quota allows; or the team is a circle, which people join by its links alone.",
      codes: ["already_member", "quota_reached", "invitation_needed"],
    },
  },
}, async ({ db, params, body: { user_id, role } }) => {
  const member = db.rpc("add_team_member", {
    p_team_id: params.id,
    p_user_id: user_id,
    p_role: role,
  });
  return { member: { ...must(await member.select(memberColumns)), is_admin: false } };
});

routes.add("PUT /teams/{id}/members/{userId}", {
  operationId: "updateTeamMember",
  summary: "Update the role of a member",
  description: "Allowed for the team's admins. The role of the team's `admin_id` changes only " +
    "when an owner of the organization sets another admin.",
  body: json(z.object({ role })),
  notFound: ["Team", "Member"],
  answer: ok("The updated member", oneMember),
  refusals: {
    409: { description: "The member is the team's admin.", codes: ["admin_must_be_replaced"] },
  },
}, async ({ db, params: { id, userId }, body }) => {
  const member = db.rpc("update_team_member", {
    p_team_id: id,
    p_user_id: userId,
    p_role: body.role,
  });
  return { member: shown(must(await member.select(`${memberColumns}, ${team}`))) };
});

routes.add("DELETE /teams/{id}/members/{userId}", {
  scope: "people",
  operationId: "removeTeamMember",
  summary: "Remove a member, or leave a team",
  description: "The team's admins may remove others; every member but the admin may leave. " +
    "Objects that the member shared with the team become private.",
  notFound: ["Team", "Member"],
  answer: done("Member removed"),
  refusals: {
    409: {
      description: "The member is the team's admin; another admin has to be set first.",
      codes: ["admin_must_be_replaced"],
    },
  },
}, async ({ db, params: { id, userId } }) => {
  must(await db.rpc("remove_team_member", { p_team_id: id, p_user_id: userId }));
});
