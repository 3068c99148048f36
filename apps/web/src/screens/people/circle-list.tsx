import { useState } from "preact/hooks";
import { Button } from "../../parts/controls.tsx";
import { usePages, useRemote } from "../../remote.ts";
import { go } from "../../router.ts";
import { api } from "../../service.ts";
import { circlesVersion, organizations, teams, titleOf } from "./circles.ts";
import { useGroups } from "../friends/reading.ts";
import { Friends } from "../friends/list.tsx";
import { CircleForm } from "./circle-form.tsx";
import { CircleRow, teamsWithNews } from "./circle-row.tsx";
import { Invitations } from "./invitations.tsx";
import { PeopleSearch } from "./search.tsx";
import { Pages } from "../../parts/pages.tsx";
import { words } from "../../words/circles.ts";
import { words as friends } from "../../words/friends.ts";

export function CircleList() {
  const [isSearching, setSearching] = useState(false);
  return (
    <section class="list" aria-labelledby="people-and-circles">
      <header class="page-head">
        <h1 id="people-and-circles">{words.people}</h1>
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
  const groups = useGroups();
  const own = all.items &&
    { ...all, items: all.items.filter(({ user_role, is_circle }) => user_role && !is_circle) };
  const larger = orgs.items && { ...orgs, items: orgs.items.filter(({ is_circle }) => !is_circle) };
  const add = (
    <Button look="quiet" icon="plus" onClick={() => setAdding(true)}>
      {larger?.items.length ? words.newOrganization : friends.largerGroup}
    </Button>
  );
  return (
    <>
      <Friends groups={groups} />
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
      {larger?.items.length === 0 ? <p>{add}</p> : larger && (
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
            <Pages pages={larger} label={words.organizations} empty={null}>
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
