import { useState } from "preact/hooks";
import type { Answer } from "@journal/client";
import { Avatar, Name } from "../../parts/avatar.tsx";
import { Button } from "../../parts/controls.tsx";
import { Icon } from "../../parts/icons.tsx";
import { Pages } from "../../parts/pages.tsx";
import { Empty } from "../../parts/states.tsx";
import { Tabs } from "../../parts/pane.tsx";
import { usePages, useRemote } from "../../remote.ts";
import { deliver } from "../../outbox.ts";
import { api } from "../../service.ts";
import { moment, number } from "../../words.ts";
import { DropRow } from "../drop-row.tsx";
import { Said } from "../cheer.tsx";
import { Bar } from "./pane.tsx";
import { Badges, Leaderboard } from "./badges.tsx";
import { circlesVersion } from "./circles.ts";
import { Encourage } from "./encourage.tsx";
import { Jar } from "../jar.tsx";
import { words as cheers } from "../../words/cheers.ts";
import { words } from "../../words/people.ts";

const home = "/people/encouragement";

/** Cheers received and sent, and the badges that they lead to. */
export function EncouragementPane({ part }: { part?: string }) {
  const [isSending, setSending] = useState(false);
  return (
    <div class="article">
      <Bar />
      <h1>{words.cheers}</h1>
      <div class="card allowance">
        <Allowance />
        <Button look="main" onClick={() => setSending(true)}>{words.sendACheer}</Button>
      </div>
      <Tabs
        label={words.cheers}
        current={part ? `${home}/${part}` : home}
        tabs={{
          [home]: words.received,
          [`${home}/jar`]: cheers.jar,
          [`${home}/sent`]: words.sent,
          [`${home}/badges`]: words.badges,
          [`${home}/leaderboard`]: words.leaderboard,
        }}
      />
      {part === "jar"
        ? <Jar />
        : part === "sent"
        ? <Sent />
        : part === "badges"
        ? <Badges />
        : part === "leaderboard"
        ? <Leaderboard />
        : <Received />}
      {isSending && <Encourage onClose={() => setSending(false)} />}
    </div>
  );
}

function Allowance() {
  const { value } = useRemote(() => api.get("/api/encouragement-drops/my-drops"), [
    "drops",
    circlesVersion(),
  ]);
  if (!value) return null;
  const { total_available, bonus_drops_earned, custom_used, custom_max } = value.my_drops;
  return (
    <p>
      <strong>{number(total_available)}</strong>
      <span>
        {words.cheersLeftLabel({ count: total_available })}
        <span class="hint">
          {[
            bonus_drops_earned > 0 && words.bonusCheers({ count: bonus_drops_earned }),
            words.inOwnWords({ count: custom_max - custom_used }),
          ].filter(Boolean).join(" · ")}
        </span>
      </span>
    </p>
  );
}

type SentDrop = Answer<"/api/encouragement-drops/sent", "get">["drops"][number];

function Received() {
  const [read, setRead] = useState<string[]>([]);
  const pages = usePages(async (cursor) => {
    const query = { limit: 20, cursor, order: "newest" } as const;
    const page = await api.get("/api/encouragement-drops/received", { params: { query } });
    return { items: page.drops, next: page.next_cursor };
  }, ["received", circlesVersion()]);
  async function keep(id: string) {
    await deliver("drop_reads", { drop_id: id });
    setRead([...read, id]);
  }
  return (
    <Pages
      pages={pages}
      label={words.cheers}
      class="drops"
      empty={
        <Empty icon="drop" title={words.noCheers}>
          {words.noCheersHint}
        </Empty>
      }
    >
      {(drop) => (
        <DropRow
          key={drop.id}
          drop={drop}
          read={read}
          onRead={keep}
          onThanked={(id) => setRead([...read, id])}
        />
      )}
    </Pages>
  );
}

function Sent() {
  const pages = usePages(async (cursor) => {
    const path = "/api/encouragement-drops/sent";
    const page = await api.get(path, { params: { query: { limit: 20, cursor } } });
    return { items: page.drops, next: page.next_cursor };
  }, ["sent", circlesVersion()]);
  return (
    <Pages
      pages={pages}
      label={words.cheers}
      class="drops"
      empty={
        <Empty icon="send" title={words.nothingSent}>
          {words.nothingSentHint}
        </Empty>
      }
    >
      {(drop) => (
        <li key={drop.id}>
          {drop.recipient
            ? <Avatar person={drop.recipient} />
            : <span class="avatar no-avatar" aria-hidden="true" />}
          <div>
            <p class="meta">
              <strong>
                {drop.recipient ? <Name person={drop.recipient} /> : words.someoneWhoLeft}
              </strong>{" "}
              <span>{moment(drop.date_sent)}</span>
            </p>
            <Said drop={drop} />
            <Outcome drop={drop} />
          </div>
        </li>
      )}
    </Pages>
  );
}

/** The outcome of a drop. */
function Outcome({ drop }: { drop: SentDrop }) {
  const { engagement_increased, bonus_drops_awarded, settled_at, read_at, bonus_drops } = drop;
  const { thanked_at } = drop;
  return (
    <p class="chips">
      {engagement_increased
        ? (
          <span class="chip visibility">
            <Icon name="check" size={14} />
            {words.theyWrote({ count: bonus_drops_awarded })}
          </span>
        )
        : !settled_at && (
          <span class="chip mood">
            {words.ifTheyWrite({
              count: bonus_drops,
              until: moment(drop.engagement_window_ends_at),
            })}
          </span>
        )}
      {thanked_at
        ? (
          <span class="chip">
            <Icon name="heart" size={14} />
            {cheers.thanksYou}
          </span>
        )
        : read_at && <span class="chip">{words.read}</span>}
    </p>
  );
}
