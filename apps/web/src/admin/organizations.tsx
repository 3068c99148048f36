/** Organizations and their teams: their members, and the changes that a super admin may make. */
import type { components } from "@journal/client";
import { Card } from "../parts/controls.tsx";
import { Icon } from "../parts/icons.tsx";
import { Failed, Loading } from "../parts/states.tsx";
import { type Remote, useRemote } from "../remote.ts";
import { go, path } from "../router.ts";
import { api } from "../service.ts";
import { count, moment, nameOf } from "../words.ts";
import type { Operation } from "./fields.ts";
import type { Fields } from "./form.tsx";
import { handOver, members } from "./members.tsx";
import { Facts } from "./parts.tsx";
import {
  type Act,
  Acts,
  removal,
  type Resource,
  ResourceCard,
  ResourceScreen,
} from "./resource.tsx";

type Organization = components["schemas"]["AdminOrganization"];
type Team = components["schemas"]["Team"];

export function OrganizationsScreen() {
  const [, id, teamId] = path.value;
  if (!id) return <ResourceScreen resource={organizations} />;
  return teamId
    ? <TeamScreen key={teamId} orgId={id} id={teamId} />
    : <OrganizationScreen key={id} id={id} />;
}

const named = (operation: Operation, more: Record<string, string> = {}): Fields => ({
  of: operation,
  said: { name: "Name", description: { label: "Description", hint: "" }, ...more },
});

const organizations: Resource<Organization> = {
  title: "Organizations",
  icon: "org",
  nothing: "There is no organization yet",
  read: async (query) => {
    const { organizations, next_cursor } = await api.get("/api/admin/organizations", {
      params: { query },
    });
    return { items: organizations, next: next_cursor };
  },
  nameOf: ({ name }) => name,
  create: {
    name: "New organization",
    done: "The organization is there, and is yours",
    form: {
      title: "New organization",
      send: "Create",
      fields: named({ path: "/api/organizations", method: "post" }),
    },
    run: async (body) => void await api.post("/api/organizations", { body }),
  },
  children: ({ id, name, description, owner, member_count, team_count, created_at }) => (
    <>
      <a href={`#/organizations/${id}`}>
        <strong>{name}</strong>
      </a>
      {description && <p>{description}</p>}
      <p class="hint">
        {count(member_count, "member")}, {count(team_count, "team")} · owned by {nameOf(owner)} ·
        {" "}
        since {moment(created_at)}
      </p>
    </>
  ),
};

/** The head of an organization or team, with the way back. */
function One<T>({ remote, back, title, children }: {
  remote: Remote<T>;
  back: { href: string; name: string };
  title(value: T): string;
  children(value: T): preact.ComponentChildren;
}) {
  const { value, failure, retry } = remote;
  return (
    <div class="page wide">
      <a class="button quiet back" href={back.href}>
        <Icon name="back" />
        {back.name}
      </a>
      <h1>{value ? title(value) : "…"}</h1>
      {value
        ? children(value)
        : failure
        ? <Failed failure={failure} retry={retry} />
        : <Loading lines={6} />}
    </div>
  );
}

function OrganizationScreen({ id }: { id: string }) {
  const params = { path: { id } };
  const remote = useRemote(
    async () => (await api.get("/api/organizations/{id}", { params })).organization,
    [id],
  );
  return (
    <One
      remote={remote}
      back={{ href: "#/organizations", name: "Organizations" }}
      title={({ name }) => name}
    >
      {(organization) => {
        const { name, description, member_count, created_at, owner_id } = organization;
        const acts: Act<never>[] = [
          {
            name: "Change",
            done: "Changed",
            form: {
              title: "Change the organization",
              fields: named({ path: "/api/organizations/{id}", method: "put" }),
              thing: organization,
            },
            run: async (body) => void await api.put("/api/organizations/{id}", { params, body }),
          },
          removal(
            `Delete ${name}?`,
            "Its teams and their messages are deleted. Entries become private to their authors.",
            () => api.delete("/api/organizations/{id}", { params }),
          ),
        ];
        return (
          <>
            <Card>
              {description && <p>{description}</p>}
              <Facts facts={{ Members: member_count, Since: moment(created_at) }} />
              <Acts
                acts={acts}
                of={name}
                onDone={(gone) => gone === null ? go("/organizations") : remote.retry()}
              />
            </Card>
            <ResourceCard
              {...members(
                "organizations",
                id,
                owner_id,
                (member) => [handOver(id, member, remote.retry)],
              )}
              version={owner_id}
            />
            <ResourceCard {...teams(id)} />
          </>
        );
      }}
    </One>
  );
}

const teams = (orgId: string): Resource<Team> => ({
  title: "Teams",
  icon: "team",
  nothing: "There is no team yet",
  read: async (query) => {
    const { teams, next_cursor } = await api.get("/api/teams", {
      params: { query: { ...query, org_id: orgId } },
    });
    return { items: teams, next: next_cursor };
  },
  nameOf: ({ name }) => name,
  create: {
    name: "New team",
    done: "The team is there",
    form: {
      title: "New team",
      send: "Create",
      fields: named({ path: "/api/teams", method: "post" }),
    },
    run: async (body: object) =>
      void await api.post("/api/teams", { body: { ...body as { name: string }, org_id: orgId } }),
  },
  children: ({ id, name, description, member_count }) => (
    <>
      <a href={`#/organizations/${orgId}/${id}`}>
        <strong>{name}</strong>
      </a>
      {description && <p>{description}</p>}
      <p class="hint">{count(member_count, "member")}</p>
    </>
  ),
});

function TeamScreen({ orgId, id }: { orgId: string; id: string }) {
  const params = { path: { id } };
  const remote = useRemote(async () => (await api.get("/api/teams/{id}", { params })).team, [id]);
  return (
    <One
      remote={remote}
      back={{ href: `#/organizations/${orgId}`, name: "The organization" }}
      title={({ name }) => name}
    >
      {(team) => {
        const acts: Act<never>[] = [
          {
            name: "Change",
            done: "Changed",
            form: {
              title: "Change the team",
              fields: named({ path: "/api/teams/{id}", method: "put" }, {
                admin_id: "Id of its admin",
              }),
              thing: team,
            },
            run: async (body) => void await api.put("/api/teams/{id}", { params, body }),
          },
          removal(
            `Delete ${team.name}?`,
            "Its messages are deleted. Entries become private to their authors.",
            () => api.delete("/api/teams/{id}", { params }),
          ),
        ];
        return (
          <>
            <Card>
              {team.description && <p>{team.description}</p>}
              <Facts facts={{ Members: team.member_count, Since: moment(team.created_at) }} />
              <Acts
                acts={acts}
                of={team.name}
                onDone={(gone) => gone === null ? go(`/organizations/${orgId}`) : remote.retry()}
              />
            </Card>
            <ResourceCard {...members("teams", id, team.admin_id)} version={team.admin_id} />
          </>
        );
      }}
    </One>
  );
}
