import { useState } from "preact/hooks";
import type { Answer } from "@journal/client";
import { useAct } from "../../act.ts";
import { Avatar } from "../../parts/avatar.tsx";
import { Button } from "../../parts/controls.tsx";
import { Dialog, say } from "../../parts/dialog.tsx";
import { Icon } from "../../parts/icons.tsx";
import { type Acts, Menu } from "../../parts/menu.tsx";
import { Pages } from "../../parts/pages.tsx";
import { Empty, Refusal } from "../../parts/states.tsx";
import { usePages, useRemote } from "../../remote.ts";
import { go } from "../../router.ts";
import { api, profile } from "../../service.ts";
import { nameOf } from "../../words.ts";
import { Circle } from "../friends/circle.tsx";
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
import { words } from "../../words/circles.ts";

type OrgRole = Answer<"/api/organizations/{id}", "get">["user_role"];

export function TeamPane({ id, part }: { id: string; part?: string }) {
  const remote = useRemote(
    () => api.get("/api/teams/{id}", { params: { path: { id } } }),
    [id, circlesVersion()],
  );
  if (!remote.value) return <NotThere name={words.team} remote={remote} />;
  const { team, user_role } = remote.value;
  return user_role && part !== "members"
    ? <Chat team={team} isAdmin={user_role === "admin"} />
    : team.is_circle
    ? <Circle team={team} />
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
    isAdmin && { name: words.changeNameOrDescription, icon: "edit", run: () => setOpen("form") },
    user_role !== null && admin_id !== me && {
      name: words.leaveTeam,
      icon: "leave",
      asks: {
        title: words.askLeave({ name }),
        text: words.leaveTeamHint,
      },
      run: () =>
        act(async () => {
          const path = { id, userId: me! };
          await api.delete("/api/teams/{id}/members/{userId}", { params: { path } });
          go("/people");
        }, words.youLeft({ name })),
    },
    isAdmin && {
      name: words.deleteTeam,
      icon: "trash",
      asks: {
        title: words.askDelete({ name }),
        text: words.deleteTeamHint,
      },
      run: () =>
        act(async () => {
          await api.delete("/api/teams/{id}", { params });
          go(`/people/organization/${org_id}/teams`);
        }, words.isDeleted({ name })),
    },
  ];

  return (
    <div class="article">
      <Bar back={user_role ? { to: `/people/team/${id}`, name: words.chat } : undefined}>
        <Menu label={words.manage({ name })} acts={acts} />
      </Bar>
      <p class="eyebrow">
        <a href={`#/people/organization/${org_id}`}>{organizations.name}</a>
      </p>
      <h1>{name}</h1>
      {description && <p class="text">{description}</p>}
      {!user_role && (
        <p class="notice">
          <Icon name="lock" />
          <span>{words.notInTeam}</span>
        </p>
      )}
      <div class="actions start">
        {user_role && (
          <a class="button" href={`#/people/team/${id}`}>
            <Icon name="send" />
            <span>{words.chat}</span>
          </a>
        )}
        {isAdmin && <Button icon="invite" onClick={() => setOpen("add")}>{words.addMember}</Button>}
        {orgRole === "owner" && (
          <a class="button" href={`#/people/organization/${org_id}/invitations?team=${id}`}>
            <Icon name="link" />
            <span>{words.inviteByLink}</span>
          </a>
        )}
      </div>
      <h2>{words.members({ count: team.member_count })}</h2>
      <Members
        pages={members}
        titleOf={titleOf}
        actsOf={(member) => memberActs(team, member, { isAdmin, isOwner: orgRole === "owner", me })}
      />
      {open === "form" && (
        <CircleForm
          title={words.changeTeam}
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
    act(
      () => api.put("/api/teams/{id}/members/{userId}", { params, body: { role } }),
      words.changed,
    );
  const mayChange = isAdmin && user_id !== me;
  return [
    mayChange &&
    (role === "admin"
      ? { name: words.makeMember, icon: "me", run: setRole("member") }
      : { name: words.makeAdmin, icon: "shield", run: setRole("admin") }),
    mayChange && {
      name: words.removeFromTeam,
      icon: "close",
      asks: {
        title: words.askRemove({ name: nameOf(member) }),
        text: words.removeFromTeamHint,
      },
      run: () =>
        act(
          () => api.delete("/api/teams/{id}/members/{userId}", { params }),
          words.isRemoved({ name: nameOf(member) }),
        ),
    },
    isOwner && {
      name: words.makeLead,
      icon: "team",
      asks: {
        title: words.askMakeLead({ team: name, name: nameOf(member) }),
        text: words.makeLeadHint,
      },
      run: () =>
        act(
          () =>
            api.put("/api/teams/{id}", { params: { path: { id } }, body: { admin_id: user_id } }),
          words.isLead({ team: name, name: nameOf(member) }),
        ),
    },
  ];
}

/** Takes members of the organization into the team. */
function AddMember({ team: { id, org_id }, onClose }: { team: Team; onClose(): void }) {
  const [text, setText] = useState("");
  const people = usePages(organizationMembers(org_id), [`members ${org_id}`]);
  const inside = usePages(teamMembers(id), [`members ${id}`, circlesVersion()]);
  const { errors, act: add } = useAct();
  const ids = new Set(inside.items?.map(({ user_id }) => user_id));
  const sought = text.trim().toLowerCase();
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
    say(words.isInTeam({ name }));
    circlesChanged();
  }
  return (
    <Dialog title={words.addMember} onClose={onClose}>
      <div class="search">
        <Icon name="search" />
        <input
          type="search"
          aria-label={words.membersOfOrganization}
          placeholder={words.nameOrHandle}
          value={text}
          onInput={(event) => setText(event.currentTarget.value)}
        />
      </div>
      <Refusal errors={errors} />
      <Pages
        pages={offered ?? people}
        label={words.membersTitle}
        empty={
          <Empty icon="team" title={words.nobodyToAdd}>
            {words.nobodyToAddHint}
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
