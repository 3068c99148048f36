import type { Answer } from "@journal/client";
import { Avatar } from "../../parts/avatar.tsx";
import { Icon } from "../../parts/icons.tsx";
import { Pages } from "../../parts/pages.tsx";
import { Progress } from "../../parts/progress.tsx";
import { Empty, Loaded } from "../../parts/states.tsx";
import { usePages, useRemote } from "../../remote.ts";
import { api, profile } from "../../service.ts";
import { count } from "../../words.ts";
import { circlesVersion } from "./circles.ts";
import { Names } from "./search.tsx";

type Definition = Answer<"/api/encouragement-drops/badge-definitions", "get">[
  "badge_definitions"
][number];

/** The badge that somebody has earned by encouraging others. */
export function Badge({ userId }: { userId: string }) {
  const remote = useRemote(
    () => api.get("/api/encouragement-drops/badge/{userId}", { params: { path: { userId } } }),
    [userId, circlesVersion()],
  );
  return (
    <Loaded remote={remote} lines={2} label="Badge">
      {({ badge }) => <BadgeCard badge={badge} isOwn={userId === profile.value?.id} />}
    </Loaded>
  );
}

type Earned = Answer<"/api/encouragement-drops/badge/{userId}", "get">["badge"];

function BadgeCard({ badge, isOwn }: { badge: Earned; isOwn: boolean }) {
  const { level, display_name, emoji, progress_to_next } = badge;
  const { total_drops_sent, total_engagement_increases, consecutive_days } = badge;
  return (
    <section class="card badge-card" aria-label="Badge">
      <div class="person">
        <span class="emblem" aria-hidden="true">{emoji}</span>
        <span class="names">
          <strong>{display_name}</strong>
          <span class="hint">Level {level}</span>
        </span>
      </div>
      {isOwn && <Progress value={progress_to_next} label="To the next level" />}
      <dl class="numbers">
        <div>
          <dt>sent</dt>
          <dd>{total_drops_sent}</dd>
        </div>
        <div>
          <dt>led to an entry</dt>
          <dd>{total_engagement_increases}</dd>
        </div>
        <div>
          <dt>days in a row</dt>
          <dd>{consecutive_days}</dd>
        </div>
      </dl>
    </section>
  );
}

const percent = (rate: number) => `${Math.round(rate * 100)} %`;

/** What a level asks for, in words. */
const asks = (
  { min_engagement_increases: times, min_success_rate: rate, min_consecutive_days: days }:
    Definition,
) =>
  [
    times > 0 && `${count(times, "cheer")} that got people writing`,
    rate !== null && `${percent(rate)} of all`,
    days !== null && `${count(days, "day")} in a row`,
  ].filter(Boolean).join(", ");

export function Badges() {
  const me = profile.value?.id;
  const levels = usePages(async (cursor) => {
    const path = "/api/encouragement-drops/badge-definitions";
    const page = await api.get(path, { params: { query: { limit: 50, cursor } } });
    return { items: page.badge_definitions, next: page.next_cursor };
  }, ["levels"]);
  const own = useRemote(() => api.get("/api/encouragement-drops/badge"), [
    "badge",
    circlesVersion(),
  ]);
  const reached = own.value?.badge.level ?? 0;
  return (
    <>
      {me && <Badge userId={me} />}
      <h2>All levels</h2>
      <Pages pages={levels} label="Levels" class="rows levels" empty={null}>
        {(definition) => (
          <li
            key={definition.level}
            class={definition.level <= reached ? "person" : "person ahead"}
          >
            <span class="emblem" aria-hidden="true">{definition.emoji}</span>
            <span class="names">
              <strong>{definition.display_name}</strong>
              <span class="hint">{asks(definition) || definition.description}</span>
            </span>
            {definition.level <= reached && (
              <span class="chip visibility">
                <Icon name="check" size={14} />Reached
              </span>
            )}
          </li>
        )}
      </Pages>
    </>
  );
}

export function Leaderboard() {
  const pages = usePages(async (cursor) => {
    const path = "/api/encouragement-drops/leaderboard";
    const page = await api.get(path, { params: { query: { limit: 20, cursor } } });
    return { items: page.leaderboard, next: page.next_cursor };
  }, ["leaderboard"]);
  return (
    <>
      <p class="hint">Whose drops were most often followed by an entry of who received them.</p>
      <Pages
        pages={pages}
        label="Leaderboard"
        class="rows leaderboard"
        empty={<Empty icon="trophy" title="Nobody has sent a cheer yet" />}
      >
        {(row) => (
          <li key={row.user_id}>
            <a
              class={`row person ${row.user_id === profile.value?.id ? "me" : ""}`}
              href={`#/people/person/${row.user_id}`}
            >
              <span class="rank">{row.rank}</span>
              <Avatar person={row} />
              <Names person={row} />
              <span class="score">
                <strong>{row.total_engagement_increases}</strong>
                <span class="hint">of {row.total_drops_sent}</span>
              </span>
            </a>
          </li>
        )}
      </Pages>
    </>
  );
}
