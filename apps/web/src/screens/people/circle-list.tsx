import { useState } from "preact/hooks";
import { Button } from "../../parts/controls.tsx";
import { Icon, type IconName } from "../../parts/icons.tsx";
import { Empty } from "../../parts/states.tsx";
import { usePages, useRemote } from "../../remote.ts";
import { go, path } from "../../router.ts";
import { api, notifications } from "../../service.ts";
import { circlesVersion, organizations, teams, titleOf } from "./circles.ts";
import { CircleForm } from "./circle-form.tsx";
import { Invitations } from "./invitations.tsx";
import { PeopleSearch } from "./search.tsx";
import { Pages } from "../../parts/pages.tsx";
import { words } from "../../words/circles.ts";

/** Teams with a message that the user was told of and has not seen. */
export const teamsWithNews = () =>
  new Set(
    notifications.value.flatMap((each) =>
      each.type === "team_message" && !each.read_at ? [each.data.team_id] : []
    ),
  );

export function CircleList() {
  const [isSearching, setSearching] = useState(false);
  return (
    <section class="list" aria-label={words.teamsAndOrganizations}>
      <header class="page-head">
        <h1>{words.people}</h1>
      </header>
      <PeopleSearch
        label={words.findPeople}
        onSearch={setSearching}
        onChoose={({ id }) => go(`/people/person/${id}`)}
      />
      <div class="circles" hidden={isSearching}>
        <Invitations />
        <Encouragement />
        <Circles />
      </div>
    </section>
  );
}

function Encouragement() {
  const { value } = useRemote(() => api.get("/api/encouragement-drops/my-drops"), [
    "drops",
    circlesVersion(),
  ]);
  const left = value?.my_drops.total_available;
  return (
    <ul class="rows">
      <CircleRow
        address="/people/encouragement"
        icon="drop"
        name={words.cheers}
        hint={left === undefined ? words.cheersHint : words.cheersLeft({ count: left })}
      />
    </ul>
  );
}

function Circles() {
  const [isAdding, setAdding] = useState(false);
  const orgs = usePages(organizations, ["organizations", circlesVersion()]);
  const all = usePages(teams(), ["teams", circlesVersion()]);
  const news = teamsWithNews();
  const own = all.items && { ...all, items: all.items.filter(({ user_role }) => user_role) };
  const add = (
    <Button look="quiet" icon="plus" onClick={() => setAdding(true)}>
      {words.newOrganization}
    </Button>
  );
  return (
    <>
      {isAdding && (
        <CircleForm
          title={words.newOrganization}
          onClose={() => setAdding(false)}
          save={async (body) => {
            const { organization } = await api.post("/api/organizations", { body });
            return `/people/organization/${organization.id}`;
          }}
        />
      )}
      {orgs.items?.length === 0
        ? (
          <Empty icon="people" title={words.nobodyYet}>
            <p>{words.nobodyYetHint}</p>
            {add}
          </Empty>
        )
        : (
          <>
            <section aria-labelledby="my-teams">
              <h2 id="my-teams">{words.myTeams}</h2>
              <Pages
                pages={own ?? all}
                label={words.teams}
                empty={<p class="hint">{words.noTeam}</p>}
              >
                {(team) => (
                  <CircleRow
                    key={team.id}
                    address={`/people/team/${team.id}`}
                    icon="team"
                    name={team.name}
                    hint={`${team.organizations.name} · ${
                      words.members({ count: team.member_count })
                    }`}
                    isNew={news.has(team.id)}
                  />
                )}
              </Pages>
            </section>
            <section aria-labelledby="my-organizations">
              <header>
                <h2 id="my-organizations">{words.organizations}</h2>
                {add}
              </header>
              <Pages pages={orgs} label={words.organizations} empty={null}>
                {(org) => (
                  <CircleRow
                    key={org.id}
                    address={`/people/organization/${org.id}`}
                    icon="org"
                    name={org.name}
                    hint={[
                      titleOf({ role: org.user_role, is_owner: true }),
                      words.members({ count: org.member_count }),
                    ].filter(Boolean).join(" · ")}
                  />
                )}
              </Pages>
            </section>
          </>
        )}
    </>
  );
}

/** A row that leads to a team, an organization or another pane. */
export const CircleRow = ({ address, icon, name, hint, isNew = false }: {
  address: string;
  icon: IconName;
  name: string;
  hint: string;
  isNew?: boolean;
}) => (
  <li>
    <a
      class="row circle"
      href={`#${address}`}
      aria-current={`/${path.value.join("/")}/`.startsWith(`${address}/`) ? "true" : undefined}
    >
      <span class="circle-icon">
        <Icon name={icon} />
      </span>
      <span class="circle-words">
        <strong>{name}</strong>
        <span class="hint">{hint}</span>
      </span>
      {isNew && (
        <span class="news">
          <span class="hidden">{words.newMessages}</span>
        </span>
      )}
    </a>
  </li>
);
