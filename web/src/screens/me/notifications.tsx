import { useEffect, useState } from "preact/hooks";
import type { components, Kinds } from "journal-client";
import { useAct } from "../../act.ts";
import { Button, Card } from "../../parts/controls.tsx";
import { Refusal } from "../../parts/refusal.tsx";
import { Empty, NoCopiesYet } from "../../parts/states.tsx";
import { Switch } from "../../parts/switch.tsx";
import { api, notifications, offline, profile, supabase, unread } from "../../service.ts";
import { useRemote } from "../../remote.ts";
import { isOnline, syncNow } from "../../session.ts";
import { moment } from "../../words.ts";
import { go, path, query } from "../../router.ts";
import { ThisBrowser } from "./push.tsx";
import { rowsOf } from "./rows.ts";
import { Pane } from "./pane.tsx";

export function NotificationsPane() {
  const own = profile.value;
  const [changes, setChanges] = useState(0);
  useOpened();
  return (
    <Pane title="Notifications">
      <Heard />
      {own && <ThisBrowser onChange={() => setChanges(changes + 1)} />}
      {own && <Pushes own={own} />}
      {own && <Devices key={changes} />}
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

type Type = components["schemas"]["NotificationType"];

const types: [string, Partial<Record<Type, string>>][] = [
  ["People", {
    mention: "Somebody mentions me",
    comment: "Somebody comments on my entry",
    reaction: "Somebody reacts to my entry",
    drop_received: "Somebody sends me a drop",
    team_message: "A message in a team",
    organization_invitation: "An invitation to an organization",
    organization_joined: "Somebody joins, or I was added",
    organization_handed_over: "An organization becomes mine",
  }],
  ["Workout window", {
    window_reminder: "My window opens soon",
    baton_pass: "It is my turn in the chain",
    chain_updated: "Somebody new is beside me",
    chain_broken: "A check-in was missed",
    battle_update: "How the battle stands",
    battle_result: "How the battle ended",
  }],
  ["Journal and lab", {
    reminder: "My reminders",
    assistant_note: "A word from the assistant",
    badge_reached: "I reach a badge",
    streak_milestone: "A streak reaches a milestone",
    step_prompt: "The next step of a dream",
    relay_message: "The weekly messages of the lab",
  }],
];

/** What also comes as a push to the devices with the app. */
function Pushes({ own: { preferences } }: { own: Kinds["profile"] }) {
  const { errors, act } = useAct();
  const save = (preferences: Partial<Kinds["profile"]["preferences"]>) =>
    act(async () => {
      await api.put("/api/user/profile", { body: { preferences } });
      await syncNow();
    });
  const isOn = preferences.notifications ?? true;
  const isShut = !isOnline.value;
  return (
    <Card title="Pushes to my devices" icon="bell">
      <Switch
        label="Send pushes"
        hint="To the devices with the app, and browsers that allow them. Here, everything appears all the same."
        isOn={isOn}
        disabled={isShut}
        onSwitch={(notifications) => save({ notifications })}
      />
      {isOn && types.map(([group, names]) => (
        <fieldset class="switches" key={group}>
          <legend>{group}</legend>
          {(Object.entries(names) as [Type, string][]).map(([type, label]) => (
            <Switch
              key={type}
              label={label}
              isOn={preferences.notification_types?.[type] ?? true}
              disabled={isShut}
              onSwitch={(on) => save({ notification_types: { [type]: on } })}
            />
          ))}
        </fieldset>
      ))}
      <Refusal errors={errors} />
      {!isOnline.value && <p class="hint">Changing this needs a network.</p>}
    </Card>
  );
}

interface Device {
  id: string;
  platform: components["schemas"]["PushPlatform"];
  registered_at: string;
}

const platforms: Record<Device["platform"], string> = {
  ios: "iPhone or iPad",
  android: "Android device",
  web: "Browser",
};

/** The devices with the app, which pushes go to. There is nothing to say without one. */
function Devices() {
  const { value, retry } = useRemote(
    () =>
      rowsOf<Device>(
        supabase.from("push_devices").select("id, platform, registered_at")
          .order("registered_at", { ascending: false }),
      ),
    ["devices"],
  );
  const { isBusy, errors, act } = useAct();
  const remove = (id: string) =>
    act(async () => {
      await api.delete("/api/notifications/devices/{id}", { params: { path: { id } } });
      retry();
    });
  if (!value?.length) return null;
  return (
    <Card title="My devices" icon="bell">
      <ul class="ledger">
        {value.map(({ id, platform, registered_at }) => (
          <li key={id}>
            <div>
              <strong>{platforms[platform]}</strong>
              <p class="hint">Used last: {moment(registered_at)}</p>
            </div>
            <Button
              aria-label={`Remove ${platforms[platform]}`}
              disabled={isBusy || !isOnline.value}
              onClick={() => remove(id)}
            >
              Remove
            </Button>
          </li>
        ))}
      </ul>
      <Refusal errors={errors} />
    </Card>
  );
}
