import { useState } from "preact/hooks";
import type { Answer } from "@journal/client";
import { useAct } from "../../act.ts";
import { AiButton } from "../../parts/ai-act.tsx";
import { Button, Card } from "../../parts/controls.tsx";
import { confirm, say } from "../../parts/dialog.tsx";
import { Pages } from "../../parts/pages.tsx";
import { Empty, Refusal } from "../../parts/states.tsx";
import { usePages } from "../../remote.ts";
import { api, profile } from "../../service.ts";
import { isOnline } from "../../session.ts";
import { dayOf, moodName } from "../../words.ts";
import { words } from "../../words/assistant.ts";
import { words as common } from "../../words/common.ts";

type Analysis = Answer<"/api/chat/analyses", "get">["analyses"][number];

/** The assistant's findings in the entries of a week. */
export function Analyses() {
  const [attempt, setAttempt] = useState(0);
  const pages = usePages(async (cursor) => {
    const query = { cursor, limit: 10 };
    const page = await api.get("/api/chat/analyses", { params: { query } });
    return { items: page.analyses, next: page.next_cursor };
  }, ["analyses", attempt]);
  const { isBusy, errors, setErrors, act } = useAct();
  const isAllowed = profile.value?.read_notes_enabled;
  const reload = () => setAttempt((number) => number + 1);

  const analyze = () =>
    act(async () => {
      await api.post("/api/chat/analyses");
      reload();
      say(words.analysisDone);
    }, {
      already_exists: () => setErrors({ "": words.summaryToday }),
      conflict: () => setErrors({ "": words.nothingThisWeek }),
    });
  async function remove(analysis?: Analysis) {
    const [title, text] = analysis
      ? [words.askDelete, words.deleteHint]
      : [words.askDeleteAll, words.deleteAllHint];
    if (!await confirm(title, text, common.delete)) return;
    await act(async () => {
      if (analysis) {
        await api.delete("/api/chat/analyses/{id}", { params: { path: { id: analysis.id } } });
      } else await api.delete("/api/chat/analyses");
      reload();
    });
  }

  return (
    <>
      <Card title={words.lastSevenDays} icon="spark">
        <p class="hint">
          {isAllowed ? words.weekHint : words.weekNotAllowed}
        </p>
        <Refusal errors={errors} />
        <div class="actions">
          {isAllowed
            ? (
              <>
                {isBusy && <span class="hint" role="status">{words.takesHalfAMinute}</span>}
                <AiButton
                  look="main"
                  isBusy={isBusy}
                  disabled={isBusy || !isOnline.value}
                  onClick={analyze}
                >
                  {words.analyzeNow}
                </AiButton>
              </>
            )
            : <a class="button main" href="#/assistant/settings">{words.decideWhatItReads}</a>}
        </div>
      </Card>
      <Pages
        pages={pages}
        label={words.analyses}
        lines={5}
        class="analyses"
        empty={
          <Empty icon="journal" title={words.noAnalyses}>
            {words.noAnalysesHint}
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
          <Button look="quiet" onClick={() => remove()}>{words.deleteAllAnalyses}</Button>
        </div>
      )}
    </>
  );
}

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
          aria-label={words.deleteAnalysis({ day })}
          onClick={remove}
        />
      }
    >
      <p class="chips">
        <span class="chip visibility">{words.directions[direction]}</span>
        {tones.map((tone) => <span class="chip mood" key={tone}>{moodName(tone)}</span>)}
        {topics.map((topic) => <span class="chip" key={topic}>{topic}</span>)}
      </p>
      <p class="summary">{analysis.summary}</p>
      {patterns.length > 0 && <Points title={words.recurring} points={patterns} />}
      <div class="columns">
        {Object.entries(words.insights).map(([kind, title]) => {
          const points = insights[kind as keyof typeof words.insights];
          return points.length > 0 && <Points key={kind} title={title} points={points} />;
        })}
      </div>
      {analysis.recommendations && <p class="advice">{analysis.recommendations}</p>}
      <p class="hint">{words.fromEntries({ count: analysis.entry_count })}</p>
    </Card>
  );
}

const Points = ({ title, points }: { title: string; points: string[] }) => (
  <div class="points">
    <h3>{title}</h3>
    <ul>{points.map((point) => <li key={point}>{point}</li>)}</ul>
  </div>
);
