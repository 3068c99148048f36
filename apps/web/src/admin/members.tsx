/** The members of an organization or a team. */
import type { components } from "@journal/client";
import { api } from "../service.ts";
import { nameOf } from "../words.ts";
import { PersonLink } from "./parts.tsx";
import { type Act, removal, type Resource } from "./resource.tsx";

type Member = Pick<
  components["schemas"]["OrgMember"],
  "user_id" | "full_name" | "handle" | "avatar_url" | "role"
>;

const roles: Record<Member["role"], string> = {
  owner: "Co-owner",
  admin: "Admin",
  member: "Member",
};

/** `chiefId` is the owner or the admin. Somebody else has to take their place first. */
export function members(
  kind: "organizations" | "teams",
  id: string,
  chiefId: string,
  more: (member: Member) => Act<Member>[] = () => [],
): Resource<Member> {
  // The routes of both differ only in the role of owners.
  const all = `/api/${kind}/{id}/members` as "/api/organizations/{id}/members";
  const one = `/api/${kind}/{id}/members/{userId}` as "/api/organizations/{id}/members/{userId}";
  const role = { label: "Role", initial: "member", hint: "" };
  return {
    title: "Members",
    icon: "people",
    nothing: "Nobody is here",
    read: async (query) => {
      const { members, next_cursor } = await api.get(all, { params: { path: { id }, query } });
      return { items: members, next: next_cursor };
    },
    idOf: ({ user_id }) => user_id,
    nameOf,
    create: {
      name: "Add somebody",
      done: "Added",
      form: {
        title: "Add somebody",
        send: "Add",
        fields: {
          of: { path: all, method: "post" },
          said: {
            user_id: {
              label: "Id of the user",
              hint: "The address of the user’s page ends with it.",
            },
            role,
          },
        },
      },
      run: async (body) => void await api.post(all, { params: { path: { id } }, body }),
    },
    children: (member) => (
      <>
        <PersonLink person={{ ...member, id: member.user_id }} />
        <p class="chips">
          <span class="chip">
            {member.user_id !== chiefId
              ? roles[member.role]
              : kind === "teams"
              ? "Admin of the team"
              : "Owner"}
          </span>
        </p>
      </>
    ),
    acts(member) {
      if (member.user_id === chiefId) return [];
      const params = { path: { id, userId: member.user_id } };
      return [
        {
          name: "Role",
          done: "Changed",
          form: {
            title: `Role of ${nameOf(member)}`,
            fields: { of: { path: one, method: "put" }, said: { role } },
            thing: member,
          },
          run: async (body) => (await api.put(one, { params, body })).member,
        },
        ...more(member),
        removal(
          `Remove ${nameOf(member)}?`,
          "Everything that they shared with it becomes private.",
          () => api.delete(one, { params }),
          "Remove",
        ),
      ];
    },
  };
}

/** Makes a member the owner of an organization. */
export const handOver = (id: string, member: Member, onDone: () => void): Act<Member> => ({
  name: "Make owner",
  done: "Handed over",
  asks: {
    title: `Hand over to ${nameOf(member)}?`,
    text: "The present owner becomes an admin. The new owner is told and not asked.",
  },
  run: async () => {
    await api.post("/api/organizations/{id}/transfer-ownership", {
      params: { path: { id } },
      body: { new_owner_id: member.user_id },
    });
    onDone();
  },
});
