import { useState } from "preact/hooks";
import type { Answer } from "@journal/client";
import { useAct } from "../../act.ts";
import { Button, Card, Select } from "../../parts/controls.tsx";
import { say } from "../../parts/dialog.tsx";
import { Icon } from "../../parts/icons.tsx";
import { Pages } from "../../parts/pages.tsx";
import { Empty, Failed, Loading, Refusal } from "../../parts/states.tsx";
import { usePages, useRemote } from "../../remote.ts";
import { api } from "../../service.ts";
import { isOnline } from "../../session.ts";
import { moment } from "../../words.ts";
import { Leaderboard, points } from "./leaderboard.tsx";

type Competition = Answer<"/api/lab/competitions", "get">["competitions"][number];

/** The phase of a competition, in words. */
function phase({ starts_at, ends_at, entry_open }: Competition): string {
  const now = Date.now();
  if (now >= Date.parse(ends_at)) return `Ended ${moment(ends_at)}`;
  if (now < Date.parse(starts_at)) return `Begins ${moment(starts_at)}`;
  return `${entry_open ? "Open" : "Closed for entries"} until ${moment(ends_at)}`;
}
const takesEntries = ({ is_active, entry_open, ends_at }: Competition) =>
  is_active && entry_open && Date.now() < Date.parse(ends_at);

const useCompetitions = (attempt = 0) =>
  usePages(async (cursor) => {
    const query = { limit: 50, cursor };
    const page = await api.get("/api/lab/competitions", { params: { query } });
    return { items: page.competitions, next: page.next_cursor };
  }, ["competitions", attempt]);

export const Competitions = () => (
  <Pages
    pages={useCompetitions()}
    label="Competitions"
    lines={5}
    class="tiles"
    empty={<Empty icon="target" title="No competitions">The next one appears here.</Empty>}
  >
    {(each) => (
      <li key={each.id}>
        <a class="card tile" href={`#/lab/competitions/${each.id}`}>
          <strong>{each.title}</strong>
          {each.description && <span class="excerpt">{each.description}</span>}
          <span class="chips">
            <span class={`chip ${takesEntries(each) ? "visibility" : ""}`}>{phase(each)}</span>
            {each.entry && (
              <span class="chip mood">
                {each.entry.rank ? `You are number ${each.entry.rank}` : "You have joined"}
              </span>
            )}
          </span>
        </a>
      </li>
    )}
  </Pages>
);

export function CompetitionPage({ id }: { id: string }) {
  const [attempt, setAttempt] = useState(0);
  const { items, failure, retry, more, isLoading } = useCompetitions(attempt);
  const found = items?.find((each) => each.id === id);
  return (
    <>
      <a class="button quiet back" href="#/lab/competitions">
        <Icon name="back" />
        <span>Competitions</span>
      </a>
      {failure && !items
        ? <Failed failure={failure} retry={retry} />
        : !items
        ? <Loading lines={6} label="Competition" />
        : found
        ? <One competition={found} reload={() => setAttempt(attempt + 1)} />
        : more
        ? <Button isBusy={isLoading} onClick={more}>Look among earlier ones</Button>
        : <Empty icon="target" title="This competition is not shown any more" />}
    </>
  );
}

const acts: Record<keyof Competition["scoring_config"]["weights"], string> = {
  clone: "begins a replication of it",
  completion: "completes it",
  build: "builds it",
  replication_confirmed: "confirms its prediction",
  replication_refuted: "refutes its prediction",
};

function One({ competition, reload }: { competition: Competition; reload(): void }) {
  const { id, title, description, entry, scoring_config, last_scored_at } = competition;
  return (
    <>
      <Card>
        <h2 class="title">{title}</h2>
        {description && <p class="text">{description}</p>}
        <p class="chips">
          <span class={`chip ${takesEntries(competition) ? "visibility" : ""}`}>
            {phase(competition)}
          </span>
          <span class="chip">From {moment(competition.starts_at)}</span>
        </p>
        <details>
          <summary>How it is scored</summary>
          <table class="figures">
            <caption class="hidden">Points for each other user</caption>
            <thead>
              <tr>
                <th scope="col">Somebody else …</th>
                <th scope="col">Points</th>
              </tr>
            </thead>
            <tbody>
              {Object.entries(acts).map(([kind, name]) => (
                <tr key={kind}>
                  <th scope="row">{name}</th>
                  <td>{scoring_config.weights[kind as keyof typeof acts]}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </details>
        {entry
          ? (
            <p class="place" role="status">
              {entry.rank
                ? (
                  <>
                    <strong>Number {entry.rank}</strong>
                    <span>{points(entry.score ?? 0)}</span>
                  </>
                )
                : <strong>You have joined</strong>}
              <a href={`#/lab/dreams/${entry.dream_id}`}>Your project</a>
              {!entry.rank && (
                <span class="hint">Your place appears when the scores are computed next.</span>
              )}
            </p>
          )
          : takesEntries(competition) && <Join id={id} reload={reload} />}
      </Card>
      <Leaderboard id={id} scoredAt={last_scored_at} own={entry?.user_id} />
    </>
  );
}

function Join({ id, reload }: { id: string; reload(): void }) {
  const [dreamId, setDreamId] = useState("");
  const { isBusy, errors, act } = useAct();
  const { value: dreams, failure, retry } = useRemote(
    async () => (await api.get("/api/lab/dreams", { params: { query: { limit: 100 } } })).dreams,
    ["own dreams"],
  );
  if (failure && !dreams) return <Failed failure={failure} retry={retry} />;
  if (!dreams) return <Loading lines={1} label="Your projects" />;
  if (!dreams.length) {
    return (
      <p class="hint">
        One joins with a project. <a href="#/lab/dreams/new">Begin one</a>
      </p>
    );
  }
  async function join(event: Event) {
    event.preventDefault();
    const done = await act(async () => {
      await api.post("/api/lab/competitions/{id}/entries", {
        params: { path: { id } },
        body: { dream_id: dreamId },
      });
      reload();
    });
    if (done) say("You have joined");
  }
  const chosen = dreams.find((dream) => dream.id === dreamId);
  return (
    <form onSubmit={join}>
      <Select
        label="Join with"
        value={dreamId}
        onText={setDreamId}
        error={errors.dream_id}
        hint={chosen && !chosen.is_public &&
          "Others do not see this project yet, so nobody can build it."}
        required
      >
        <option value="">Choose a project</option>
        {dreams.map(({ id, title }) => <option key={id} value={id}>{title}</option>)}
      </Select>
      <Refusal errors={errors} shown={["dream_id"]} />
      <div class="actions">
        <span class="hint">You join once, with one project.</span>
        <Button
          look="main"
          type="submit"
          isBusy={isBusy}
          disabled={isBusy || !dreamId || !isOnline.value}
        >
          Join
        </Button>
      </div>
    </form>
  );
}
