import { useEffect, useState } from "preact/hooks";
import type { components } from "@journal/client";
import { Button, Card } from "../../../parts/controls.tsx";
import { Avatar, type Person } from "../../../parts/avatar.tsx";
import { Icon, type IconName } from "../../../parts/icons.tsx";
import { Empty, NoCopiesYet } from "../../../parts/states.tsx";
import { notifications, offline, profile, unread } from "../../../service.ts";
import { syncNow } from "../../../session.ts";
import { moment, nameOf } from "../../../words.ts";
import { words as common } from "../../../words/common.ts";
import { words } from "../../../words/notifications.ts";
import { go, path, query } from "../../../router.ts";
import { Pane } from "../../../parts/pane.tsx";
import { PushesPane } from "./pushes.tsx";
import { type Subject, useSubjects, useWinners } from "./subjects.ts";
import { textOf, type Winners } from "./titles.ts";

export function NotificationsPane({ rest: [part] }: { rest: string[] }) {
  useOpened();
  if (part === "pushes") return <PushesPane />;
  return (
    <Pane
      title={words.title}
      aside={
        <a class="button" href="#/me/notifications/pushes">
          <Icon name="bell" />
          <span>{words.pushes}</span>
        </a>
      }
    >
      <Heard />
    </Pane>
  );
}

/** Leads to the subject of a push: the service worker opens this address with its id. */
function useOpened() {
  const id = path.value[1] === "notifications" ? query.value.get("opened") : null;
  const found = notifications.value.find((each) => each.id === id);
  useEffect(() => {
    if (id && !found) syncNow();
    if (!found) return;
    if (!found.read_at) read([found.id]);
    go(addressOf(found) ?? "/me/notifications", { replace: true });
  }, [id, found?.id]);
}

const STEP = 20;

async function read(ids: string[]) {
  await offline.read(ids);
  syncNow();
}

function Heard() {
  const [shown, setShown] = useState(STEP);
  const list = notifications.value;
  const seen = list.slice(0, shown);
  const subjects = useSubjects(seen);
  const winners = useWinners(seen);
  if (!list.length && !profile.value) {
    return (
      <Card>
        <NoCopiesYet label={words.title} />
      </Card>
    );
  }
  if (!list.length) {
    return (
      <Card>
        <Empty icon="bell" title={words.none}>{words.noneHint}</Empty>
      </Card>
    );
  }
  const unreadIds = list.filter(({ read_at }) => !read_at).map(({ id }) => id);
  return (
    <Card
      title={unread.value ? words.unread({ count: unread.value }) : words.allRead}
      icon="bell"
      aside={unread.value > 0 && (
        <Button look="quiet" onClick={() => read(unreadIds)}>{words.readAll}</Button>
      )}
    >
      <ul class="notifications">
        {seen.map((notification) => (
          <Row
            key={notification.id}
            notification={notification}
            subject={subjects?.get(notification.id)}
            winners={winners}
          />
        ))}
      </ul>
      {list.length > shown && (
        <Button onClick={() => setShown(shown + STEP)}>{common.showMore}</Button>
      )}
    </Card>
  );
}

/** A person with the act, the entry and the words; a notification without one has its text. */
function Row({ notification, subject, winners }: {
  notification: Notification;
  subject?: Subject;
  winners?: Winners;
}) {
  const { id, type, data, created_at, read_at } = notification;
  const { title, body } = textOf(notification, winners);
  const address = addressOf({ type, data });
  const said = subject && sentenceOf(notification, subject.person);
  return (
    <li class={read_at ? "" : "new"}>
      {subject ? <Avatar person={subject.person} size={44} /> : (
        <span class="avatar">
          <Icon name={iconOf(type)} />
        </span>
      )}
      <div>
        <p>
          {address
            ? <a href={`#${address}`} onClick={() => !read_at && read([id])}>{said ?? title}</a>
            : <strong>{said ?? title}</strong>}
        </p>
        {!said && body && <p>{body}</p>}
        {subject?.words && <p class="quoted excerpt">{subject.words}</p>}
        <p class="meta">
          {subject?.title && <span class="about">{subject.title}</span>}
          <span>{moment(created_at)}</span>
        </p>
      </div>
      {!read_at && (
        <Button
          look="quiet"
          icon="check"
          aria-label={words.read({ title: said ?? title })}
          onClick={() => read([id])}
        />
      )}
    </li>
  );
}

/** A sentence with the name of the person: the app's own, or the service's. */
function sentenceOf({ type, body }: Notification, person: Person): string {
  const own = (words.said as Partial<Record<string, (of: { name: string }) => string>>)[type];
  const name = nameOf(person);
  // Of all invitations, only a declined one has no words of the service.
  if (type === "organization_invitation" && !body) return words.declined({ name });
  return own ? own({ name }) : body.replace(`@${person.handle}`, name);
}

const icons: [part: string, icon: IconName][] = [
  ["sealed", "lock"],
  ["streak", "flame"],
  ["badge", "trophy"],
  ["reminder", "bell"],
  ["weekly", "chart"],
  ["assistant", "comment"],
  ["token", "link"],
  ["grant", "link"],
  ["sealed", "lock"],
  ["webhook", "warning"],
  ["organization", "org"],
  ["battle", "trophy"],
  ["chain", "window"],
  ["window", "window"],
];
const iconOf = (type: string): IconName =>
  icons.find(([part]) => type.includes(part))?.[1] ?? "bell";

type Notification = components["schemas"]["UserNotification"];
type Type = Notification["type"];
type Data<T extends Type = Type> = Extract<Notification, { type: T }>["data"];

const addresses: { [T in Type]: (data: Data<T>) => string } = {
  mention: ({ entry_id }) => `/journal/${entry_id}`,
  comment: ({ entry_id }) => `/journal/${entry_id}`,
  reaction: ({ entry_id }) => `/journal/${entry_id}`,
  friend_entry: ({ entry_id }) => `/journal/${entry_id}`,
  friend_joined: ({ user_id }) => `/people/person/${user_id}`,
  pair_streak_invited: ({ user_id }) => `/people/person/${user_id}`,
  pair_streak_milestone: ({ user_id }) => `/people/person/${user_id}`,
  pair_streak_waiting: ({ user_id }) => `/people/person/${user_id}`,
  weekly_review: ({ from, to }) => `/journal/insights?from=${from}&to=${to}`,
  streak_milestone: () => "/me/streaks",
  token_created: () => "/me/connections",
  grant_created: () => "/me/connections",
  sealed_device: () => "/me/sealed",
  token_expires: () => "/me/connections",
  webhook_disabled: ({ webhook_id }) => `/me/connections/webhooks/${webhook_id}`,
  reminder: ({ goal_id }) => goal_id ? "/today" : "/journal/new",
  drop_received: () => "/people/encouragement",
  drop_thanked: ({ user_id }) => `/people/person/${user_id}`,
  assistant_note: () => "/people/encouragement",
  badge_reached: () => "/people/encouragement/badges",
  team_message: ({ team_id }) => `/people/team/${team_id}`,
  // The invitation stands above the user's organizations.
  organization_invitation: () => "/people",
  organization_joined: ({ org_id }) => `/people/organization/${org_id}`,
  organization_handed_over: ({ org_id }) => `/people/organization/${org_id}`,
  window_reminder: () => "/window",
  baton_pass: () => "/window",
  chain_updated: () => "/window",
  chain_broken: () => "/window/days",
  battle_update: ({ week_start_date }) => `/window/battle/${week_start_date}`,
  battle_result: ({ week_start_date }) => `/window/battle/${week_start_date}`,
  step_prompt: ({ dream_id }) => `/lab/dreams/${dream_id}`,
  relay_message: () => "/lab/competitions",
};

/**
 * The address of the screen that a notification is about; undefined for a type of a later version of the
 * service.
 */
const addressOf = ({ type, data }: { type: Type; data: Data }): string | undefined =>
  (addresses as Partial<Record<string, (data: Data) => string>>)[type]?.(data);
