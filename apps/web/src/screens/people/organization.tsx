import { useEffect, useState } from "preact/hooks";
import type { Answer } from "@journal/client";
import { Button } from "../../parts/controls.tsx";
import { type Acts, Menu } from "../../parts/menu.tsx";
import { Pages } from "../../parts/pages.tsx";
import { Empty } from "../../parts/states.tsx";
import { Tabs } from "../../parts/pane.tsx";
import { usePages, useRemote } from "../../remote.ts";
import { go } from "../../router.ts";
import { api, profile } from "../../service.ts";
import { nameOf } from "../../words.ts";
import { CircleForm } from "./circle-form.tsx";
import { CircleRow } from "./circle-row.tsx";
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
import { words } from "../../words/circles.ts";

export function OrganizationPane({ id, part = "members" }: { id: string; part?: string }) {
  const params = { path: { id } };
  const remote = useRemote(
    () => api.get("/api/organizations/{id}", { params }),
    [id, circlesVersion()],
  );
  const [isEditing, setEditing] = useState(false);
  const circle = remote.value?.organization.is_circle;
  // A circle is shown as one team, with its friends.
  useEffect(() => {
    if (circle) go("/people", { replace: true });
  }, [circle]);
  if (!remote.value || circle) return <NotThere name={words.people} remote={remote} />;
  const { organization, user_role } = remote.value;
  const { name, description, owner_id, member_count } = organization;
  const isOwner = user_role === "owner";
  const me = profile.value?.id;
  const home = `/people/organization/${id}`;

  const acts: Acts = [
    isOwner && { name: words.changeNameOrDescription, icon: "edit", run: () => setEditing(true) },
    user_role !== null && owner_id !== me && {
      name: words.leaveOrganization,
      icon: "leave",
      asks: {
        title: words.askLeave({ name }),
        text: words.leaveOrganizationHint,
      },
      run: () =>
        act(async () => {
          const path = { id, userId: me! };
          await api.delete("/api/organizations/{id}/members/{userId}", { params: { path } });
          go("/people");
        }, words.youLeft({ name })),
    },
    isOwner && {
      name: words.deleteOrganization,
      icon: "trash",
      asks: {
        title: words.askDelete({ name }),
        text: words.deleteOrganizationHint,
      },
      run: () =>
        act(async () => {
          await api.delete("/api/organizations/{id}", { params });
          go("/people");
        }, words.isDeleted({ name })),
    },
  ];

  return (
    <div class="article">
      <Bar>
        <Menu label={words.manage({ name })} acts={acts} />
      </Bar>
      <h1>{name}</h1>
      {description && <p class="text">{description}</p>}
      <p class="chips">
        {titleOf({ role: user_role, is_owner: owner_id === me }) && (
          <span class="chip visibility">
            {titleOf({ role: user_role, is_owner: owner_id === me })}
          </span>
        )}
        <span class="chip">{words.members({ count: member_count })}</span>
      </p>
      <Tabs
        label={name}
        current={part === "members" ? home : `${home}/${part}`}
        tabs={{
          [home]: words.membersTitle,
          [`${home}/teams`]: words.teams,
          ...isOwner ? { [`${home}/invitations`]: words.invitations } : {},
        }}
      />
      {part === "teams"
        ? <TeamsOf organization={organization} />
        : part === "invitations" && isOwner
        ? <SentInvitations orgId={id} />
        : <MembersOf organization={organization} isOwner={isOwner} />}
      {isEditing && (
        <CircleForm
          title={words.changeOrganization}
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
        words.changed,
      );
    return [
      role === "admin"
        ? { name: words.makeMember, icon: "me", run: setRole("member") }
        : { name: words.makeAdmin, icon: "shield", run: setRole("admin") },
      owner_id === me && {
        name: words.makeOwner,
        icon: "org",
        asks: {
          title: words.askMakeOwner({ organization: name, name: nameOf(member) }),
          text: words.makeOwnerHint,
        },
        run: () =>
          act(() =>
            api.post("/api/organizations/{id}/transfer-ownership", {
              params: { path: { id } },
              body: { new_owner_id: user_id },
            }), words.isOwner({ organization: name, name: nameOf(member) })),
      },
      {
        name: words.removeFromOrganization,
        icon: "close",
        asks: {
          title: words.askRemove({ name: nameOf(member) }),
          text: words.removeFromOrganizationHint,
        },
        run: () =>
          act(
            () => api.delete("/api/organizations/{id}/members/{userId}", { params }),
            words.isRemoved({ name: nameOf(member) }),
          ),
      },
    ];
  }
  return <Members<Member> pages={pages} titleOf={titleOf} actsOf={actsOf} />;
}

function TeamsOf({ organization: { id, user_role } }: { organization: Organization }) {
  const pages = usePages(teams(id), [`teams ${id}`, circlesVersion()]);
  const [isAdding, setAdding] = useState(false);
  const add = user_role && (
    <Button icon="plus" onClick={() => setAdding(true)}>{words.newTeam}</Button>
  );
  return (
    <>
      <Pages
        pages={pages}
        label={words.teams}
        empty={
          <Empty icon="team" title={words.noTeams}>
            {words.noTeamsHint}
          </Empty>
        }
      >
        {(team) => (
          <CircleRow
            key={team.id}
            address={`/people/team/${team.id}`}
            icon="team"
            name={team.name}
            hint={[
              words.members({ count: team.member_count }),
              team.user_role ? words.youAreInIt : words.youAreNotInIt,
            ].join(" · ")}
          />
        )}
      </Pages>
      {add && <div class="actions start">{add}</div>}
      {isAdding && (
        <CircleForm
          title={words.newTeam}
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
