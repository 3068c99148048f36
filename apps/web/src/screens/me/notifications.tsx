import { useEffect, useState } from "preact/hooks";
import type { components, Kinds } from "@journal/client";
import { Button, Card } from "../../parts/controls.tsx";
import { Icon } from "../../parts/icons.tsx";
import { Empty, NoCopiesYet } from "../../parts/states.tsx";
import { notifications, offline, profile, unread } from "../../service.ts";
import { syncNow } from "../../session.ts";
import { moment } from "../../words.ts";
import { go, path, query } from "../../router.ts";
import { Pane } from "./pane.tsx";
import { PushesPane } from "./pushes.tsx";

type Type = components["schemas"]["NotificationType"];

export function NotificationsPane({ rest: [part] }: { rest: string[] }) {
  useOpened();
  if (part === "pushes") return <PushesPane />;
  return (
    <Pane
      title="Notifications"
      aside={
        <a class="button" href="#/me/notifications/pushes">
          <Icon name="bell" />
          <span>Pushes</span>
        </a>
      }
    >
      <Heard />
    </Pane>
  );
}

/** Leads to what a push tells of: the service worker opens this address with its id. */
function useOpened() {
  const id = path.value[1] === "notifications" ? query.value.get("opened") : null;
  const found = notifications.value.find((each) => each.id === id);
  useEffect(() => {
    if (id && !found) syncNow();
    if (!found) return;
    if (!found.read_at) read([found.id]);
    go(addresses[found.type]?.(found.data) ?? "/me/notifications", { replace: true });
  }, [id, found?.id]);
}

const STEP = 20;

async function read(ids: string[]) {
  await offline.read(ids);
  syncNow();
}

/** Where what a notification tells of can be seen. */
const addresses: Partial<Record<Type, (data: Kinds["notifications"]["data"]) => string>> = {
  mention: ({ entry_id }) => `/journal/${entry_id}`,
  comment: ({ entry_id }) => `/journal/${entry_id}`,
  reaction: ({ entry_id }) => `/journal/${entry_id}`,
  streak_milestone: () => "/me/streaks",
  drop_received: () => "/today",
  assistant_note: () => "/today",
  team_message: ({ team_id }) => `/people/team/${team_id}`,
  organization_joined: ({ org_id }) => `/people/organization/${org_id}`,
  organization_handed_over: ({ org_id }) => `/people/organization/${org_id}`,
  reminder: ({ goal_id }) => goal_id ? "/today" : "/journal/new",
  window_reminder: () => "/window",
  baton_pass: () => "/window",
  chain_updated: () => "/window",
  battle_update: ({ week_start_date }) => `/window/battle/${week_start_date}`,
  battle_result: ({ week_start_date }) => `/window/battle/${week_start_date}`,
};

function Heard() {
  const [shown, setShown] = useState(STEP);
  const list = notifications.value;
  if (!list.length && !profile.value) {
    return (
      <Card>
        <NoCopiesYet label="Notifications" />
      </Card>
    );
  }
  if (!list.length) {
    return (
      <Card>
        <Empty icon="bell" title="Nothing new">What concerns you appears here by itself.</Empty>
      </Card>
    );
  }
  const unreadIds = list.filter(({ read_at }) => !read_at).map(({ id }) => id);
  return (
    <Card
      title={unread.value ? `${unread.value} unread` : "All read"}
      icon="bell"
      aside={unread.value > 0 && (
        <Button look="quiet" onClick={() => read(unreadIds)}>Mark all as read</Button>
      )}
    >
      <ul class="notifications">
        {list.slice(0, shown).map(({ id, type, title, body, data, created_at, read_at }) => {
          const address = addresses[type]?.(data);
          return (
            <li key={id} class={read_at ? "" : "new"}>
              <div>
                <p class="meta">
                  {address
                    ? <a href={`#${address}`} onClick={() => !read_at && read([id])}>{title}</a>
                    : <strong>{title}</strong>} <span>{moment(created_at)}</span>
                </p>
                <p>{body}</p>
              </div>
              {!read_at && (
                <Button
                  look="quiet"
                  icon="check"
                  aria-label={`Mark as read: ${title}`}
                  onClick={() => read([id])}
                />
              )}
            </li>
          );
        })}
      </ul>
      {list.length > shown && <Button onClick={() => setShown(shown + STEP)}>Show more</Button>}
    </Card>
  );
}
