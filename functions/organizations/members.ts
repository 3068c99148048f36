import { z } from "@hono/zod-openapi";
import { type Exactly, found, must } from "../../shared/database/results.ts";
import { idParam, message, timestamp, uuid } from "../../shared/fields/basic.ts";
import { group } from "../../shared/http/group.ts";
import { keyset, pageOf, pageQuery } from "../../shared/fields/pages.ts";
import { route } from "../../shared/http/route.ts";

/** Routes below `/organizations/{id}/members`; part of the group. */
export const members = group("organizations", "Members of organizations");

/** Roles in an organization. */
export const role = z.enum(["owner", "admin", "member"]).openapi({ example: "member" });
export type Role = z.infer<typeof role>;

const OrgMember = z.object({
  user_id: uuid,
  full_name: z.string().nullable(),
  avatar_url: z.string().nullable(),
  role,
  is_owner: z.boolean().openapi({
    description: "True for the one who may transfer the organization; others with role `owner` " +
      "are co-owners.",
  }),
  joined_at: timestamp.optional().openapi({ description: "Absent for the owner." }),
}).openapi("OrgMember");

/** A member as its row says it. */
interface Row extends Omit<z.infer<typeof OrgMember>, "is_owner" | "joined_at"> {
  joined_at: string;
}
const example: z.input<typeof OrgMember> = {
  user_id: "b61d0f3c-2a94-4e7d-8c15-9f0e3d7a6b28",
  full_name: "Ana Ruiz",
  avatar_url: "https://example.com/ana.png",
  role: "member",
  is_owner: false,
  joined_at: "2026-11-21T08:30:00.123456+00:00",
};

const columns = "user_id, role, joined_at, " +
  "...profile_cards!organization_members_user_id_fkey(full_name, avatar_url)";
const longestFirst = keyset({ joined_at: "timestamp", user_id: "uuid" }, { ascending: true });

const memberParams = z.object({ id: uuid, userId: uuid });
const memberAnswer = {
  description: "The member",
  schema: z.object({ member: OrgMember }),
  example: { member: example },
};

members.openapi(
  route({
    method: "get",
    path: "/organizations/{id}/members",
    auth: "user",
    operationId: "listOrganizationMembers",
    summary: "Members of an organization, the longest first",
    description: "For its members and super admins.",
    params: idParam,
    query: pageQuery,
    answer: {
      description: "One page of members",
      schema: pageOf("members", OrgMember),
      example: { members: [example], next_cursor: null },
    },
  }),
  async (c) => {
    const { id } = c.req.valid("param");
    const { limit, cursor } = c.req.valid("query");
    const query = c.var.db.from("organization_members")
      .select(`${columns}, organizations!organization_members_org_id_fkey(owner_id)`)
      .eq("org_id", id);
    const rows = must(
      await longestFirst.apply(query, { limit, cursor })
        .overrideTypes<(Row & { organizations: { owner_id: string } })[], Exactly>(),
    );
    if (rows.length === 0) {
      // An organization has members; none to be seen means none to be known of, or the end.
      const organization = c.var.db.from("organizations").select("id").eq("id", id);
      found(await organization.maybeSingle(), "Organization");
    }
    const { members, next_cursor } = longestFirst.page("members", rows, limit);
    return c.json({
      members: members.map(({ organizations, joined_at, ...member }) => {
        const is_owner = member.user_id === organizations.owner_id;
        return { ...member, is_owner, ...(!is_owner && { joined_at }) };
      }),
      next_cursor,
    }, 200);
  },
);

members.openapi(
  route({
    method: "post",
    path: "/organizations/{id}/members",
    auth: "user",
    operationId: "addOrganizationMember",
    summary: "Adds a user to an organization",
    description: "For its owners. Whoever gets the role `owner` becomes a co-owner.",
    params: idParam,
    body: z.object({
      user_id: uuid,
      role: role.optional().openapi({ description: "Default `member`." }),
    }),
    answer: { status: 201, ...memberAnswer },
    refusals: { 409: "The user is already a member of the organization." },
  }),
  async (c) => {
    const { id } = c.req.valid("param");
    const body = c.req.valid("json");
    const added = c.var.db.rpc("add_organization_member", {
      p_org_id: id,
      p_user_id: body.user_id,
      p_role: body.role,
    });
    const member = must(await added.select(columns).overrideTypes<Row, Exactly>());
    return c.json({ member: { ...member, is_owner: false } }, 201);
  },
);

members.openapi(
  route({
    method: "put",
    path: "/organizations/{id}/members/{userId}",
    auth: "user",
    operationId: "updateOrganizationMember",
    summary: "Changes a member's role",
    description: "For owners. The owner's own role changes only by a transfer.",
    params: memberParams,
    body: z.object({ role: z.enum(["admin", "member"]) }),
    answer: memberAnswer,
    refusals: { 409: "The member is the owner." },
  }),
  async (c) => {
    const { id, userId } = c.req.valid("param");
    const changed = c.var.db.rpc("update_organization_member", {
      p_org_id: id,
      p_user_id: userId,
      p_role: c.req.valid("json").role,
    });
    const member = must(await changed.select(columns).overrideTypes<Row, Exactly>());
    return c.json({ member: { ...member, is_owner: false } }, 200);
  },
);

members.openapi(
  route({
    method: "delete",
    path: "/organizations/{id}/members/{userId}",
    auth: "user",
    operationId: "removeOrganizationMember",
    summary: "Removes a member, or leaves",
    description: "Owners remove others; everyone but the owner may leave. The member leaves the " +
      "organization's teams too, a team they were the admin of goes to the owner, and what they " +
      "shared with the organization or its teams becomes visible to them alone.",
    params: memberParams,
    answer: {
      description: "The user is no member any more",
      schema: message,
      example: { message: "Member removed" },
    },
    refusals: { 409: "The owner cannot leave before a transfer." },
  }),
  async (c) => {
    const { id, userId } = c.req.valid("param");
    must(
      await c.var.db.rpc("remove_organization_member", { p_org_id: id, p_user_id: userId }),
    );
    return c.json({ message: "Member removed" }, 200);
  },
);
