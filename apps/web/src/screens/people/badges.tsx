import type { Answer } from "@journal/client";
import { Avatar } from "../../parts/avatar.tsx";
import { Emblem } from "../../parts/emblem.tsx";
import { Icon } from "../../parts/icons.tsx";
import { Pages } from "../../parts/pages.tsx";
import { Progress } from "../../parts/bars.tsx";
import { Empty, Loaded } from "../../parts/states.tsx";
import { usePages, useRemote } from "../../remote.ts";
import { api, profile } from "../../service.ts";
import { number, percent } from "../../words.ts";
import { circlesVersion } from "./circles.ts";
import { Names } from "./search.tsx";
import { words } from "../../words/people.ts";

type Definition = Answer<"/api/encouragement-drops/badge-definitions", "get">[
  "badge_definitions"
][number];

/** A text of the service in the language of the page; texts by administrators stay. */
const said = (texts: Record<string, string>, text: string | null) =>
  text !== null && Object.hasOwn(texts, text) ? texts[text] : text;

/** The badge that somebody has earned by encouraging others. */
export function Badge({ userId }: { userId: string }) {
  const remote = useRemote(
    () => api.get("/api/encouragement-drops/badge/{userId}", { params: { path: { userId } } }),
    [userId, circlesVersion()],
  );
  return (
    <Loaded remote={remote} lines={2} label={words.badge}>
      {({ badge }) => <BadgeCard badge={badge} isOwn={userId === profile.value?.id} />}
    </Loaded>
  );
}

type Earned = Answer<"/api/encouragement-drops/badge/{userId}", "get">["badge"];

function BadgeCard({ badge, isOwn }: { badge: Earned; isOwn: boolean }) {
  const { level, name, display_name, emoji, progress_to_next } = badge;
  const { total_drops_sent, total_engagement_increases, consecutive_days } = badge;
  return (
    <section class="card badge-card" aria-label={words.badge}>
      <div class="person">
        <Emblem name={name} emoji={emoji} size={72} />
        <span class="names">
          <strong>{said(words.badgeNames, display_name)}</strong>
          <span class="hint">{words.level({ level })}</span>
        </span>
      </div>
      {isOwn && progress_to_next > 0 && (
        <Progress value={progress_to_next} label={words.toNextLevel} />
      )}
      <dl class="numbers">
        <div>
          <dt>{words.sentLabel}</dt>
          <dd>{number(total_drops_sent)}</dd>
        </div>
        <div>
          <dt>{words.workedLabel}</dt>
          <dd>{number(total_engagement_increases)}</dd>
        </div>
        <div>
          <dt>{words.daysLabel}</dt>
          <dd>{number(consecutive_days)}</dd>
        </div>
      </dl>
    </section>
  );
}

/** The conditions of a level, in words. */
const asks = (
  { min_engagement_increases: times, min_success_rate: rate, min_consecutive_days: days }:
    Definition,
) =>
  [
    times > 0 && words.cheersThatWorked({ count: times }),
    rate !== null && words.shareThatWorked({ share: percent(rate) }),
    days !== null && words.daysInARowAsked({ count: days }),
  ].filter(Boolean).join(" · ");

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
      <h2>{words.allLevels}</h2>
      <Pages pages={levels} label={words.levels} class="rows levels" empty={null}>
        {(definition) => (
          <li
            key={definition.level}
            class={definition.level <= reached ? "person" : "person ahead"}
          >
            <Emblem
              name={definition.name}
              emoji={definition.emoji}
              size={48}
              isAhead={definition.level > reached}
            />
            <span class="names">
              <strong>{said(words.badgeNames, definition.display_name)}</strong>
              <span class="hint">
                {asks(definition) || said(words.badgeTexts, definition.description)}
              </span>
            </span>
            {definition.level <= reached && (
              <span class="chip visibility">
                <Icon name="check" size={14} />
                {words.reached}
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
      <p class="hint">{words.leaderboardHint}</p>
      <Pages
        pages={pages}
        label={words.leaderboard}
        class="rows leaderboard"
        empty={<Empty icon="trophy" title={words.nobodyCheered} />}
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
                <strong>{number(row.total_engagement_increases)}</strong>
                <span class="hint">{words.ofSent({ count: row.total_drops_sent })}</span>
              </span>
            </a>
          </li>
        )}
      </Pages>
    </>
  );
}
