import { useState } from "preact/hooks";
import type { Answer } from "@journal/client";
import { Button } from "../../parts/controls.tsx";
import { type Acts, Menu } from "../../parts/menu.tsx";
import { Pages } from "../../parts/pages.tsx";
import { Empty } from "../../parts/states.tsx";
import { Tabs } from "../../parts/tabs.tsx";
import { usePages, useRemote } from "../../remote.ts";
import { go } from "../../router.ts";
import { api, profile } from "../../service.ts";
import { count, nameOf } from "../../words.ts";
import { CircleForm } from "./circle-form.tsx";
import { CircleRow } from "./circle-list.tsx";
import {
  act,
  circlesVersion,
  type Organization,
  organizationMembers,
  teams,
  titleOf,
} from "./circles.ts";
import { SentInvitations } from "./invite.tsx";
import { Members } from "./members.tsx";
import { Bar, NotThere } from "./pane.tsx";

export function OrganizationPane({ id, part = "members" }: { id: string; part?: string }) {
  const params = { path: { id } };
  const remote = useRemote(
    () => api.get("/api/organizations/{id}", { params }),
    [id, circlesVersion()],
  );
  const [isEditing, setEditing] = useState(false);
  if (!remote.value) return <NotThere name="Organization" remote={remote} />;
  const { organization, user_role } = remote.value;
  const { name, description, owner_id, member_count } = organization;
  const isOwner = user_role === "owner";
  const me = profile.value?.id;
  const home = `/people/organization/${id}`;

  const acts: Acts = [
    isOwner && { name: "Change name or description", icon: "edit", run: () => setEditing(true) },
    user_role !== null && owner_id !== me && {
      name: "Leave the organization",
      icon: "leave",
      asks: {
        title: `Leave ${name}?`,
        text: "You leave its teams too. What you shared with them becomes private.",
      },
      run: () =>
        act(async () => {
          const path = { id, userId: me! };
          await api.delete("/api/organizations/{id}/members/{userId}", { params: { path } });
          go("/people");
        }, `You have left ${name}`),
    },
    isOwner && {
      name: "Delete the organization",
      icon: "trash",
      asks: {
        title: `Delete ${name}?`,
        text: "Its teams and their messages are deleted. Entries become private to their authors.",
      },
      run: () =>
        act(async () => {
          await api.delete("/api/organizations/{id}", { params });
          go("/people");
        }, `${name} is deleted`),
    },
  ];

  return (
    <div class="article">
      <Bar>
        <Menu label={`Manage ${name}`} acts={acts} />
      </Bar>
      <h1>{name}</h1>
      {description && <p class="text">{description}</p>}
      <p class="chips">
        {titleOf({ role: user_role, is_owner: owner_id === me }) && (
          <span class="chip visibility">
            {titleOf({ role: user_role, is_owner: owner_id === me })}
          </span>
        )}
        <span class="chip">{count(member_count, "member")}</span>
      </p>
      <Tabs
        label={name}
        current={part === "members" ? home : `${home}/${part}`}
        tabs={{
          [home]: "Members",
          [`${home}/teams`]: "Teams",
          ...isOwner ? { [`${home}/invitations`]: "Invitations" } : {},
        }}
      />
      {part === "teams"
        ? <TeamsOf organization={organization} />
        : part === "invitations" && isOwner
        ? <SentInvitations orgId={id} />
        : <MembersOf organization={organization} isOwner={isOwner} />}
      {isEditing && (
        <CircleForm
          title="Change the organization"
          now={{ name, description }}
          onClose={() => setEditing(false)}
          save={async (body) => void await api.put("/api/organizations/{id}", { params, body })}
        />
      )}
    </div>
  );
}

type Member = Answer<"/api/organizations/{id}/members", "get">["members"][number];

function MembersOf(
  { organization: { id, name, owner_id }, isOwner }: {
    organization: Organization;
    isOwner: boolean;
  },
) {
  const pages = usePages(organizationMembers(id), [`members ${id}`, circlesVersion()]);
  const me = profile.value?.id;

  function actsOf(member: Member): Acts {
    const { user_id, role, is_owner } = member;
    if (!isOwner || user_id === me || is_owner) return [];
    const params = { path: { id, userId: user_id } };
    const setRole = (role: "admin" | "member") => () =>
      act(
        () => api.put("/api/organizations/{id}/members/{userId}", { params, body: { role } }),
        "Changed",
      );
    return [
      role === "admin"
        ? { name: "Make a member", icon: "me", run: setRole("member") }
        : { name: "Make an admin", icon: "spark", run: setRole("admin") },
      owner_id === me && {
        name: "Hand the organization over",
        icon: "org",
        asks: {
          title: `Hand ${name} over to ${nameOf(member)}?`,
          text: "They become its owner and you an admin. Only they can give it back.",
        },
        run: () =>
          act(() =>
            api.post("/api/organizations/{id}/transfer-ownership", {
              params: { path: { id } },
              body: { new_owner_id: user_id },
            }), `${nameOf(member)} owns ${name} now`),
      },
      {
        name: "Remove from the organization",
        icon: "close",
        asks: {
          title: `Remove ${nameOf(member)}?`,
          text: "They leave the organization's teams too. What they shared becomes private.",
        },
        run: () =>
          act(
            () => api.delete("/api/organizations/{id}/members/{userId}", { params }),
            `${nameOf(member)} is removed`,
          ),
      },
    ];
  }
  return <Members<Member> pages={pages} titleOf={titleOf} actsOf={actsOf} />;
}

function TeamsOf({ organization: { id, user_role } }: { organization: Organization }) {
  const pages = usePages(teams(id), [`teams ${id}`, circlesVersion()]);
  const [isAdding, setAdding] = useState(false);
  const add = user_role && <Button icon="plus" onClick={() => setAdding(true)}>New team</Button>;
  return (
    <>
      <Pages
        pages={pages}
        label="Teams"
        empty={
          <Empty icon="team" title="No teams yet">
            A team has a chat of its own, and entries that only its members see.
          </Empty>
        }
      >
        {(team) => (
          <CircleRow
            key={team.id}
            address={`/people/team/${team.id}`}
            icon="team"
            name={team.name}
            hint={`${count(team.member_count, "member")} · ${
              team.user_role ? "You are in it" : "You are not in it"
            }`}
          />
        )}
      </Pages>
      {add && <div class="actions start">{add}</div>}
      {isAdding && (
        <CircleForm
          title="New team"
          onClose={() => setAdding(false)}
          save={async (fields) => {
            const { team } = await api.post("/api/teams", { body: { ...fields, org_id: id } });
            return `/people/team/${team.id}`;
          }}
        />
      )}
    </>
  );
}
