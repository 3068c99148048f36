import { Button, Card } from "../../parts/controls.tsx";
import { Empty, Failed, Loading } from "../../parts/states.tsx";
import { usePages } from "../../remote.ts";
import { api } from "../../service.ts";
import { moment, nameOf } from "../../words.ts";
import { points } from "./competitions.tsx";

/** The scores of a competition, the highest first. */
export function Leaderboard(
  { id, scoredAt, own }: { id: string; scoredAt: string | null; own?: string },
) {
  const { items, failure, isLoading, retry, more } = usePages(async (cursor) => {
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
      {failure && !items
        ? <Failed failure={failure} retry={retry} />
        : !items
        ? <Loading lines={4} label="Leaderboard" />
        : !items.length
        ? <Empty icon="target" title="No scores yet">They are computed once a day.</Empty>
        : (
          <ol class="ranks">
            {items.map((score) => (
              <li key={score.user_id} class={score.user_id === own ? "own" : undefined}>
                <span class="rank">{score.rank}</span>
                <span class="who">
                  <strong>{nameOf(score)}{score.user_id === own && " (you)"}</strong>
                  <a class="hint" href={`#/lab/dreams/${score.dream_id}`}>
                    <span class="hidden">{nameOf(score)}:</span>The project
                  </a>
                </span>
                <span class="score">{points(score.score)}</span>
              </li>
            ))}
          </ol>
        )}
      {more && <Button isBusy={isLoading} onClick={more}>Show more</Button>}
    </Card>
  );
}
