import { joining, noRoleByToken, orgRole } from "../../shared/fields/organization.ts";
import { keyset } from "../../shared/fields/pages.ts";
import { created, done, f, found, json, must, ok, part, z } from "../../shared/http/declare.ts";

/** The routes below `/organizations/{id}/members`. */
export const routes = part();

const OrgMember = z.object({
  user_id: f.uuid,
  ...f.shownPersonFields,
  role: orgRole,
  is_owner: z.boolean().openapi({
    description: "True for the owner, who may transfer the organization; other members with " +
      "role `owner` are co-owners.",
    example: false,
  }),
  joined_at: f.timestamp.nullable().openapi({ description: "Null for the owner." }),
}).openapi("OrgMember");

const memberColumns = `
  user_id, role, joined_at,
  ...profile_cards!organization_members_user_id_fkey(${f.personColumns})
` as const;
const oldestFirst = keyset({ joined_at: "timestamp", user_id: "uuid" }, { ascending: true });

const oneMember = z.object({ member: OrgMember });

routes.list("/organizations/{id}/members", {
  scope: "people",
  operationId: "listOrganizationMembers",
  summary: "List the members of an organization, by time of joining",
  description: "Allowed for its members and super admins.",
  notFound: "Organization",
  items: { members: OrgMember },
  order: oldestFirst,
}, async ({ db, params: { id }, seek }) => {
  const page = await seek(
    db.from("organization_members")
      .select(`${memberColumns}, organizations!organization_members_org_id_fkey(owner_id)`)
      .eq("org_id", id),
  );
  if (page.data?.length === 0) {
    // An organization has members, so this is the end of the list, or a 404.
    found(await db.from("organizations").select("id").eq("id", id).maybeSingle(), "Organization");
  }
  return page;
}, ({ organizations, joined_at, ...member }) => {
  const is_owner = member.user_id === organizations.owner_id;
  return { ...member, is_owner, joined_at: is_owner ? null : joined_at };
});

routes.add("POST /organizations/{id}/members", {
  scope: "people",
  operationId: "addOrganizationMember",
  summary: "Add a member to an organization",
  description: "Allowed for its owners. A member with the role `owner` is a co-owner. The user " +
    "gets a notification. Users who left by themselves, declined an invitation to them, or block " +
    "the caller need an invitation (409).",
  body: json(z.object({
    user_id: f.uuid,
    role: orgRole.optional().openapi({ description: "Default `member`." }),
  })),
  notFound: "Organization",
  answer: created("The new member", oneMember),
  refusals: {
    ...noRoleByToken,
    409: {
      description: "The user is a member already, has to be invited, or belongs to as many " +
        "organizations as the quota allows; or the organization is being deleted.",
      codes: ["already_member", "invitation_needed", ...joining],
      example: "The user joins only by accepting an invitation",
    },
  },
}, async ({ db, params, body: { user_id, role } }) => {
  const member = db.rpc("add_organization_member", {
    p_org_id: params.id,
    p_user_id: user_id,
    p_role: role,
  });
  return { member: { ...must(await member.select(memberColumns)), is_owner: false } };
});

routes.add("PUT /organizations/{id}/members/{userId}", {
  operationId: "updateOrganizationMember",
  summary: "Update the role of a member",
  description: "Allowed for owners. The owner's role changes only by a transfer.",
  body: json(z.object({ role: orgRole.exclude(["owner"]).openapi("AssignableOrgRole") })),
  notFound: ["Organization", "Member"],
  answer: ok("The updated member", oneMember),
  refusals: {
    409: { description: "The member is the owner.", codes: ["owner_must_transfer"] },
  },
}, async ({ db, params: { id, userId }, body }) => {
  const member = db.rpc("update_organization_member", {
    p_org_id: id,
    p_user_id: userId,
    p_role: body.role,
  });
  return { member: { ...must(await member.select(memberColumns)), is_owner: false } };
});

routes.add("DELETE /organizations/{id}/members/{userId}", {
  scope: "people",
  operationId: "removeOrganizationMember",
  summary: "Remove a member, or leave an organization",
  description: "Owners may remove others; every member but the owner may leave. The member is " +
    "removed from the organization's teams too; the owner becomes the admin of teams the member " +
    "was the admin of. Objects that the member shared with the organization or its teams become " +
    "private.",
  notFound: ["Organization", "Member"],
  answer: done("Member removed"),
  refusals: {
    403: {
      description: "The caller is not an owner, or removes an owner with a personal token.",
      codes: ["forbidden", "token_refused"],
      example: "No personal token removes an owner",
    },
    409: {
      description: "The member is the owner, who has to transfer the organization first.",
      codes: ["owner_must_transfer"],
    },
  },
}, async ({ db, params: { id, userId } }) => {
  must(await db.rpc("remove_organization_member", { p_org_id: id, p_user_id: userId }));
});
