import { Name } from "../../parts/avatar.tsx";
import { Card } from "../../parts/controls.tsx";
import { Pages } from "../../parts/pages.tsx";
import { Empty } from "../../parts/states.tsx";
import { usePages } from "../../remote.ts";
import { api } from "../../service.ts";
import { count, moment, nameOf } from "../../words.ts";
import { WriteTo } from "./write-to.tsx";

export const points = (score: number) => count(Number(score.toFixed(1)), "point");

/** The scores of a competition, the highest first. */
export function Leaderboard(
  { id, scoredAt, own }: { id: string; scoredAt: string | null; own?: string },
) {
  const pages = usePages(async (cursor) => {
    const page = await api.get("/api/lab/competitions/{id}/leaderboard", {
      params: { path: { id }, query: { limit: 20, cursor } },
    });
    return { items: page.leaderboard, next: page.next_cursor };
  }, [id, own]);
  return (
    <Card
      title="Leaderboard"
      icon="target"
      aside={scoredAt && <span class="hint">Computed {moment(scoredAt)}</span>}
    >
      <Pages
        pages={pages}
        label="Leaderboard"
        lines={4}
        class="ranks"
        empty={<Empty icon="target" title="No scores yet">They are computed once a day.</Empty>}
      >
        {(score) => (
          <li key={score.user_id} class={score.user_id === own ? "own" : undefined}>
            <span class="rank">{score.rank}</span>
            <span class="who">
              <strong>
                <Name person={score} />
                {score.user_id === own && " (you)"}
              </strong>
              <a class="hint" href={`#/lab/dreams/${score.dream_id}`}>
                <span class="hidden">{nameOf(score)}:</span>The project
              </a>
            </span>
            <span class="score">{points(score.score)}</span>
            {score.user_id !== own && <WriteTo id={score.user_id} name={nameOf(score)} />}
          </li>
        )}
      </Pages>
    </Card>
  );
}
