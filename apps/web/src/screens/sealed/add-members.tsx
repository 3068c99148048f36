/** Adds people of the notebook's team to a sealed notebook. */
import { useState } from "preact/hooks";
import { JournalError } from "@journal/client";
import type { SealedNotebook } from "@journal/client/sealed";
import { Avatar } from "../../parts/avatar.tsx";
import { Button, Card, Select } from "../../parts/controls.tsx";
import { say } from "../../parts/dialog.tsx";
import { Loaded, Refusal } from "../../parts/states.tsx";
import { nameOfCircle, nameOfTeam } from "../../groups.ts";
import { useRemote } from "../../remote.ts";
import { allNotebooks } from "../../sealed.ts";
import { api, offline } from "../../service.ts";
import { isOnline, syncNow } from "../../session.ts";
import { nameOf } from "../../words.ts";
import { words } from "../../words/sealed.ts";
import { useGroups } from "../friends/reading.ts";
import { Names } from "../people/search.tsx";
import { useSealedAct } from "./acts.ts";
import { Compare, type Member, saidOfKeys } from "./compare.tsx";
import { sealed } from "./device.ts";

export function Add({ notebook, onChange }: { notebook: SealedNotebook; onChange(): void }) {
  const own = allNotebooks.value.find(({ id }) => id === notebook.id);
  useGroups();
  if (!own) return null;
  return (
    <Card title={words.addPeople} icon="invite">
      {own.team_id
        ? (
          <>
            <p class="hint">{words.addPeopleHint({ team: nameOfTeam(own.team_id) })}</p>
            <Candidates notebook={notebook} teamId={own.team_id} onChange={onChange} />
          </>
        )
        : <ChooseTeam id={notebook.id} onChange={onChange} />}
    </Card>
  );
}

/** The circle or the team of the notebook, of whom its owner adds people one by one. */
function ChooseTeam({ id, onChange }: { id: string; onChange(): void }) {
  const [chosen, setChosen] = useState("");
  const { isBusy, errors, act } = useSealedAct();
  const remote = useRemote(async () => {
    const { teams } = await api.get("/api/teams", { params: { query: { limit: 100 } } });
    return teams.filter(({ user_role }) => user_role);
  }, ["teams"]);
  const choose = () =>
    act(async () => {
      const team = {
        team_id: chosen,
        metadata_visibility: "team",
        content_visibility: "team",
      } as const;
      await api.put("/api/notebooks/{id}", { params: { path: { id } }, body: team });
      await syncNow();
      onChange();
    });
  return (
    <Loaded remote={remote} label={words.addPeople}>
      {(teams) => (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            if (chosen && !isBusy) choose();
          }}
        >
          <Select
            label={words.whoseNotebook}
            hint={words.whoseNotebookHint}
            value={chosen}
            onText={setChosen}
          >
            <option value="">{words.mineAlone}</option>
            {teams.map((team) => (
              <option key={team.id} value={team.id}>{nameOfCircle(team.id) ?? team.name}</option>
            ))}
          </Select>
          <Refusal errors={errors} />
          <div class="actions">
            <Button look="main" type="submit" isBusy={isBusy} disabled={isBusy || !chosen}>
              {words.goOn}
            </Button>
          </div>
        </form>
      )}
    </Loaded>
  );
}

function Candidates({ notebook, teamId, onChange }: {
  notebook: SealedNotebook;
  teamId: string;
  onChange(): void;
}) {
  const readers = new Set(notebook.readers.map(({ id }) => id));
  const remote = useRemote(async () => {
    const params = { path: { id: teamId }, query: { limit: 100 } };
    const { members } = await api.get("/api/teams/{id}/members", { params });
    return members;
  }, [teamId, isOnline.value]);
  return (
    <Loaded remote={remote} label={words.addPeople}>
      {(members) => {
        const others = members.filter(({ user_id }) =>
          !readers.has(user_id) && user_id !== offline.userId
        );
        if (!others.length) return <p class="hint">{words.nobodyToAdd}</p>;
        return (
          <ul class="rows sealed-people">
            {others.map(({ user_id, ...card }) => (
              <Candidate
                key={user_id}
                notebookId={notebook.id}
                person={{ ...card, id: user_id }}
                onAdded={onChange}
              />
            ))}
          </ul>
        );
      }}
    </Loaded>
  );
}

/** Whether the person has keys is asked for each, because the service tells no lists of them. */
function Candidate({ notebookId, person, onAdded }: {
  notebookId: string;
  person: Member;
  onAdded(): void;
}) {
  const [isComparing, setComparing] = useState(false);
  const { isBusy, errors, act } = useSealedAct();
  const name = nameOf(person);
  const { value: hasKeys, retry } = useRemote(
    () =>
      sealed().notebooks.person(person.id).then(() => true, (error) => {
        if (error instanceof JournalError && error.status === 404) return false;
        if (error instanceof JournalError) throw error;
        // Keys that are not believed: the comparison says so.
        return true;
      }),
    [person.id, isOnline.value],
  );
  const add = async () => {
    const isAdded = await act(
      () => sealed().notebooks.add(notebookId, [person.id]),
      saidOfKeys(name),
    );
    if (!isAdded) return;
    setComparing(false);
    say(words.isAdded({ name }));
    onAdded();
  };
  return (
    <li>
      <Avatar person={person} />
      <Names person={person} />
      {hasKeys === false && <span class="hint">{words.waitsForDevice({ name })}</span>}
      {hasKeys && (
        <Button
          icon="plus"
          aria-label={words.addPerson({ name })}
          onClick={() => setComparing(true)}
        />
      )}
      {isComparing && (
        <Compare
          person={person}
          onClose={() => setComparing(false)}
          onAccepted={retry}
        >
          <Refusal errors={errors} />
          <Button look="main" isBusy={isBusy} onClick={add}>{words.addPerson({ name })}</Button>
        </Compare>
      )}
    </li>
  );
}
