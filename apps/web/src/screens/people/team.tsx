import { useState } from "preact/hooks";
import type { Answer } from "@journal/client";
import { useAct } from "../../act.ts";
import { Avatar } from "../../parts/avatar.tsx";
import { Button } from "../../parts/controls.tsx";
import { Dialog, say } from "../../parts/dialog.tsx";
import { Icon } from "../../parts/icons.tsx";
import { type Acts, Menu } from "../../parts/menu.tsx";
import { Pages } from "../../parts/pages.tsx";
import { Refusal } from "../../parts/refusal.tsx";
import { Empty } from "../../parts/states.tsx";
import { usePages, useRemote } from "../../remote.ts";
import { go } from "../../router.ts";
import { api, profile } from "../../service.ts";
import { count, nameOf } from "../../words.ts";
import { Bar, NotThere } from "./pane.tsx";
import { Chat } from "./chat.tsx";
import { CircleForm } from "./circle-form.tsx";
import {
  act,
  circlesChanged,
  circlesVersion,
  organizationMembers,
  type Team,
  teamMembers,
  titleOf,
} from "./circles.ts";
import { Members } from "./members.tsx";
import { Names } from "./search.tsx";

type OrgRole = Answer<"/api/organizations/{id}", "get">["user_role"];

export function TeamPane({ id, part }: { id: string; part?: string }) {
  const remote = useRemote(
    () => api.get("/api/teams/{id}", { params: { path: { id } } }),
    [id, circlesVersion()],
  );
  if (!remote.value) return <NotThere name="Team" remote={remote} />;
  const { team, user_role } = remote.value;
  return user_role && part !== "members"
    ? <Chat team={team} isAdmin={user_role === "admin"} />
    : <TeamMembers team={team} />;
}

function TeamMembers({ team }: { team: Team }) {
  const { id, name, description, org_id, organizations, user_role, admin_id } = team;
  const params = { path: { id } };
  const me = profile.value?.id;
  const isAdmin = user_role === "admin";
  const [open, setOpen] = useState<"form" | "add">();
  const members = usePages(teamMembers(id), [`members ${id}`, circlesVersion()]);
  const org = useRemote(
    () => api.get("/api/organizations/{id}", { params: { path: { id: org_id } } }),
    [org_id, circlesVersion()],
  );
  const orgRole: OrgRole = org.value?.user_role ?? null;

  const acts: Acts = [
    isAdmin && { name: "Change name or description", icon: "edit", run: () => setOpen("form") },
    user_role !== null && admin_id !== me && {
      name: "Leave the team",
      icon: "leave",
      asks: {
        title: `Leave ${name}?`,
        text: "What you shared with the team becomes private.",
      },
      run: () =>
        act(async () => {
          const path = { id, userId: me! };
          await api.delete("/api/teams/{id}/members/{userId}", { params: { path } });
          go("/people");
        }, `You have left ${name}`),
    },
    isAdmin && {
      name: "Delete the team",
      icon: "trash",
      asks: {
        title: `Delete ${name}?`,
        text: "Its messages are deleted. Entries become private to their authors.",
      },
      run: () =>
        act(async () => {
          await api.delete("/api/teams/{id}", { params });
          go(`/people/organization/${org_id}/teams`);
        }, `${name} is deleted`),
    },
  ];

  return (
    <div class="article">
      <Bar back={user_role ? { to: `/people/team/${id}`, name: "Chat" } : undefined}>
        <Menu label={`Manage ${name}`} acts={acts} />
      </Bar>
      <p class="eyebrow">
        <a href={`#/people/organization/${org_id}`}>{organizations.name}</a>
      </p>
      <h1>{name}</h1>
      {description && <p class="text">{description}</p>}
      {!user_role && (
        <p class="notice">
          <Icon name="lock" />
          <span>You are not in this team. One of its admins can add you.</span>
        </p>
      )}
      <div class="actions start">
        {user_role && (
          <a class="button" href={`#/people/team/${id}`}>
            <Icon name="send" />
            <span>Chat</span>
          </a>
        )}
        {isAdmin && <Button icon="invite" onClick={() => setOpen("add")}>Add a member</Button>}
        {orgRole === "owner" && (
          <a class="button" href={`#/people/organization/${org_id}/invitations?team=${id}`}>
            <Icon name="link" />
            <span>Invite by a link</span>
          </a>
        )}
      </div>
      <h2>{count(team.member_count, "member")}</h2>
      <Members
        pages={members}
        titleOf={titleOf}
        actsOf={(member) => memberActs(team, member, { isAdmin, isOwner: orgRole === "owner", me })}
      />
      {open === "form" && (
        <CircleForm
          title="Change the team"
          now={{ name, description }}
          onClose={() => setOpen(undefined)}
          save={async (body) => void await api.put("/api/teams/{id}", { params, body })}
        />
      )}
      {open === "add" && <AddMember team={team} onClose={() => setOpen(undefined)} />}
    </div>
  );
}

type Member = Answer<"/api/teams/{id}/members", "get">["members"][number];

function memberActs(
  { id, name }: Team,
  member: Member,
  { isAdmin, isOwner, me }: { isAdmin: boolean; isOwner: boolean; me?: string },
): Acts {
  const { user_id, role, is_admin } = member;
  if (is_admin) return [];
  const params = { path: { id, userId: user_id } };
  const setRole = (role: "admin" | "member") => () =>
    act(() => api.put("/api/teams/{id}/members/{userId}", { params, body: { role } }), "Changed");
  const mayChange = isAdmin && user_id !== me;
  return [
    mayChange &&
    (role === "admin"
      ? { name: "Make a member", icon: "me", run: setRole("member") }
      : { name: "Make an admin", icon: "spark", run: setRole("admin") }),
    mayChange && {
      name: "Remove from the team",
      icon: "close",
      asks: {
        title: `Remove ${nameOf(member)}?`,
        text: "What they shared with the team becomes private.",
      },
      run: () =>
        act(
          () => api.delete("/api/teams/{id}/members/{userId}", { params }),
          `${nameOf(member)} is removed`,
        ),
    },
    isOwner && {
      name: "Hand the team over",
      icon: "team",
      asks: {
        title: `Hand ${name} over to ${nameOf(member)}?`,
        text: "They become its first admin.",
      },
      run: () =>
        act(
          () =>
            api.put("/api/teams/{id}", { params: { path: { id } }, body: { admin_id: user_id } }),
          `${nameOf(member)} leads ${name} now`,
        ),
    },
  ];
}

/** Takes members of the organization into the team. */
function AddMember({ team: { id, org_id }, onClose }: { team: Team; onClose(): void }) {
  const [words, setWords] = useState("");
  const people = usePages(organizationMembers(org_id), [`members ${org_id}`]);
  const inside = usePages(teamMembers(id), [`members ${id}`, circlesVersion()]);
  const { errors, act: add } = useAct();
  const ids = new Set(inside.items?.map(({ user_id }) => user_id));
  const sought = words.trim().toLowerCase();
  const offered = people.items && {
    ...people,
    items: people.items.filter((person) =>
      !ids.has(person.user_id) &&
      `${person.full_name} ${person.handle}`.toLowerCase().includes(sought)
    ),
  };
  async function choose(user_id: string, name: string) {
    const params = { path: { id } };
    if (!await add(() => api.post("/api/teams/{id}/members", { params, body: { user_id } }))) {
      return;
    }
    say(`${name} is in the team`);
    circlesChanged();
  }
  return (
    <Dialog title="Add a member" onClose={onClose}>
      <div class="search">
        <Icon name="search" />
        <input
          type="search"
          aria-label="Members of the organization"
          placeholder="Name or handle"
          value={words}
          onInput={(event) => setWords(event.currentTarget.value)}
        />
      </div>
      <Refusal errors={errors} />
      <Pages
        pages={offered ?? people}
        label="Members"
        empty={
          <Empty icon="team" title="Nobody to add">
            Everybody of the organization is in the team, or has another name.
          </Empty>
        }
      >
        {(person) => (
          <li key={person.user_id}>
            <button
              type="button"
              class="row person"
              onClick={() => choose(person.user_id, nameOf(person))}
            >
              <Avatar person={person} />
              <Names person={person} />
            </button>
          </li>
        )}
      </Pages>
    </Dialog>
  );
}
