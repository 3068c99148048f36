import { useState } from "preact/hooks";
import type { components, Kinds } from "@journal/client";
import { useAct } from "../../../act.ts";
import { rowsOf } from "../../../data-api.ts";
import { Button, Card } from "../../../parts/controls.tsx";
import { NoCopiesYet, Refusal } from "../../../parts/states.tsx";
import { Switch } from "../../../parts/fields.tsx";
import { useRemote } from "../../../remote.ts";
import { api, profile, supabase } from "../../../service.ts";
import { isOnline, syncNow } from "../../../session.ts";
import { moment } from "../../../words.ts";
import { words } from "../../../words/notifications.ts";
import { Pane } from "../../../parts/pane.tsx";
import { ThisBrowser } from "./this-browser.tsx";

/** The kinds of pushes, and the devices that get them. */
export function PushesPane() {
  const own = profile.value;
  const [changes, setChanges] = useState(0);
  return (
    <Pane title={words.pushes} back={{ name: words.title, to: "/me/notifications" }} isBelow>
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
            <NoCopiesYet label={words.settings} />
          </Card>
        )}
    </Pane>
  );
}

type Type = keyof typeof words.types & components["schemas"]["NotificationType"];

const groups: Record<keyof typeof words.groups, Type[]> = {
  people: [
    "mention",
    "comment",
    "reaction",
    "friend_entry",
    "friend_joined",
    "pair_streak_invited",
    "pair_streak_milestone",
    "pair_streak_waiting",
    "drop_received",
    "drop_thanked",
    "team_message",
    "organization_invitation",
    "organization_joined",
    "organization_handed_over",
  ],
  window: [
    "window_reminder",
    "baton_pass",
    "chain_updated",
    "chain_broken",
    "battle_update",
    "battle_result",
  ],
  journal: [
    "reminder",
    "assistant_note",
    "weekly_review",
    "badge_reached",
    "streak_milestone",
    "step_prompt",
    "relay_message",
  ],
  account: ["webhook_disabled"],
};

/** The notifications that also come as pushes to the devices with the app. */
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
    <Card title={words.toDevices} icon="bell">
      <Switch
        label={words.send}
        hint={words.sendHint}
        isOn={isOn}
        disabled={isShut}
        onSwitch={(notifications) => save({ notifications })}
      />
      {isOn &&
        (Object.keys(groups) as (keyof typeof groups)[]).map((group) => (
          <fieldset class="switches" key={group}>
            <legend>{words.groups[group]}</legend>
            {groups[group].map((type) => (
              <Switch
                key={type}
                label={words.types[type]}
                isOn={preferences.notification_types?.[type] ?? true}
                disabled={isShut}
                onSwitch={(on) => save({ notification_types: { [type]: on } })}
              />
            ))}
          </fieldset>
        ))}
      <Refusal errors={errors} />
      {!isOnline.value && <p class="hint">{words.needsNetwork}</p>}
    </Card>
  );
}

interface Device {
  id: string;
  platform: components["schemas"]["PushPlatform"];
  registered_at: string;
}

/** The devices with the app, which pushes go to. */
function Devices() {
  const { value, retry } = useRemote(
    () =>
      rowsOf<Device[]>(
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
    <Card title={words.myDevices} icon="bell">
      <ul class="ledger">
        {value.map(({ id, platform, registered_at }) => (
          <li key={id}>
            <div>
              <strong>{words.platforms[platform]}</strong>
              <p class="hint">{words.lastUsed({ at: moment(registered_at) })}</p>
            </div>
            <Button
              aria-label={words.removeDevice({ name: words.platforms[platform] })}
              disabled={isBusy || !isOnline.value}
              onClick={() => remove(id)}
            >
              {words.remove}
            </Button>
          </li>
        ))}
      </ul>
      <Refusal errors={errors} />
    </Card>
  );
}
