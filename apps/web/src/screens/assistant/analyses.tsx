import { useState } from "preact/hooks";
import type { Answer } from "@journal/client";
import { useAct } from "../../act.ts";
import { Button, Card } from "../../parts/controls.tsx";
import { confirm, say } from "../../parts/dialog.tsx";
import { Pages } from "../../parts/pages.tsx";
import { Refusal } from "../../parts/refusal.tsx";
import { Empty } from "../../parts/states.tsx";
import { usePages } from "../../remote.ts";
import { api, profile } from "../../service.ts";
import { isOnline } from "../../session.ts";
import { count, dayOf } from "../../words.ts";

type Analysis = Answer<"/api/chat/analyses", "get">["analyses"][number];

const directions: Record<Analysis["mood_trends"]["direction"], string> = {
  improving: "Getting better",
  steady: "Steady",
  declining: "Getting harder",
  mixed: "Up and down",
};

/** What the assistant has found in the entries of a week. */
export function Analyses() {
  const [attempt, setAttempt] = useState(0);
  const pages = usePages(async (cursor) => {
    const query = { cursor, limit: 10 };
    const page = await api.get("/api/chat/analyses", { params: { query } });
    return { items: page.analyses, next: page.next_cursor };
  }, ["analyses", attempt]);
  const { isBusy, errors, act } = useAct();
  const isAllowed = profile.value?.read_notes_enabled;
  const reload = () => setAttempt((number) => number + 1);

  const analyze = () =>
    act(async () => {
      await api.post("/api/chat/analyses");
      reload();
      say("Analyzed");
    });
  async function remove(analysis?: Analysis) {
    const [title, text] = analysis
      ? ["Delete this analysis?", "Your entries stay."]
      : ["Delete all analyses?", "The assistant no longer knows them. Your entries stay."];
    if (!await confirm(title, text, "Delete")) return;
    await act(async () => {
      if (analysis) {
        await api.delete("/api/chat/analyses/{id}", { params: { path: { id: analysis.id } } });
      } else await api.delete("/api/chat/analyses");
      reload();
    });
  }

  return (
    <>
      <Card title="Your last seven days" icon="spark">
        <p class="hint">
          {isAllowed
            ? "Every night the assistant reads what you wrote in the last seven days, and says what " +
              "it sees. You need not wait for it."
            : "The assistant reads your entries only when you let it. There is no analysis of your week until then."}
        </p>
        <Refusal errors={errors} />
        <div class="actions">
          {isAllowed
            ? (
              <>
                {isBusy && <span class="hint" role="status">This may take half a minute.</span>}
                <Button
                  look="main"
                  isBusy={isBusy}
                  disabled={isBusy || !isOnline.value}
                  onClick={analyze}
                >
                  Analyze now
                </Button>
              </>
            )
            : <a class="button main" href="#/assistant/settings">Decide what it may read</a>}
        </div>
      </Card>
      <Pages
        pages={pages}
        label="Analyses"
        lines={5}
        class="analyses"
        empty={
          <Empty icon="journal" title="No analyses yet">
            The first one appears here when you have written.
          </Empty>
        }
      >
        {(analysis) => (
          <li key={analysis.id}>
            <One analysis={analysis} remove={() => remove(analysis)} />
          </li>
        )}
      </Pages>
      {!!pages.items?.length && (
        <div class="actions">
          <Button look="quiet" onClick={() => remove()}>Delete all analyses</Button>
        </div>
      )}
    </>
  );
}

const kinds = {
  gratitude: "You are grateful for",
  achievements: "You have done",
  challenges: "What is hard",
  goals: "What you want",
} as const;

function One({ analysis, remove }: { analysis: Analysis; remove(): void }) {
  const { mood_trends: { direction, tones }, topics, patterns, insights } = analysis;
  const day = dayOf(new Date(`${analysis.analysis_date}T12:00`));
  return (
    <Card
      title={day}
      aside={
        <Button
          look="quiet"
          icon="trash"
          aria-label={`Delete the analysis of ${day}`}
          onClick={remove}
        />
      }
    >
      <p class="chips">
        <span class="chip visibility">{directions[direction]}</span>
        {tones.map((tone) => <span class="chip mood" key={tone}>{tone}</span>)}
        {topics.map((topic) => <span class="chip" key={topic}>{topic}</span>)}
      </p>
      <p class="summary">{analysis.summary}</p>
      {patterns.length > 0 && <Points title="What recurs" points={patterns} />}
      <div class="columns">
        {Object.entries(kinds).map(([kind, title]) => {
          const points = insights[kind as keyof typeof kinds];
          return points.length > 0 && <Points key={kind} title={title} points={points} />;
        })}
      </div>
      {analysis.recommendations && <p class="advice">{analysis.recommendations}</p>}
      <p class="hint">From {count(analysis.entry_count, "entry", "entries")}</p>
    </Card>
  );
}

const Points = ({ title, points }: { title: string; points: string[] }) => (
  <div class="points">
    <h3>{title}</h3>
    <ul>{points.map((point) => <li key={point}>{point}</li>)}</ul>
  </div>
);
