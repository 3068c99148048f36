import { useState } from "preact/hooks";
import type { components, Kinds } from "@journal/client";
import { useAct } from "../../act.ts";
import { Button, Card } from "../../parts/controls.tsx";
import { Refusal } from "../../parts/refusal.tsx";
import { NoCopiesYet } from "../../parts/states.tsx";
import { Switch } from "../../parts/switch.tsx";
import { useRemote } from "../../remote.ts";
import { api, profile, supabase } from "../../service.ts";
import { isOnline, syncNow } from "../../session.ts";
import { moment } from "../../words.ts";
import { Pane } from "./pane.tsx";
import { rowsOf } from "./rows.ts";
import { ThisBrowser } from "./this-browser.tsx";

/** What comes as a push, and to which devices. */
export function PushesPane() {
  const own = profile.value;
  const [changes, setChanges] = useState(0);
  return (
    <Pane title="Pushes" back={{ name: "Notifications", to: "/me/notifications" }} isBelow>
      {own
        ? (
          <>
            <ThisBrowser onChange={() => setChanges(changes + 1)} />
            <Devices key={changes} />
            <Pushes own={own} />
          </>
        )
        : (
          <Card>
            <NoCopiesYet label="Settings" />
          </Card>
        )}
    </Pane>
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
    weekly_review: "How my week was",
    badge_reached: "I reach a badge",
    streak_milestone: "A streak reaches a milestone",
    step_prompt: "The next step of a dream",
    relay_message: "The weekly messages of the lab",
  }],
  ["Account", { token_created: "A program may use my account" }],
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
