import { useAct } from "../act.ts";
import { Button } from "../parts/controls.tsx";
import { Refusal } from "../parts/states.tsx";
import { api, profile } from "../service.ts";
import { isActing, isOnline, syncNow } from "../session.ts";
import { here, zoneName } from "../words.ts";
import { words } from "../words/parts.ts";

/** Offers the device's time zone where the journal has another one, until the user says no. */
export function DeviceZone() {
  const own = profile.value;
  const { isBusy, errors, act } = useAct();
  if (!own || own.timezone === here || own.preferences.refused_zone === here) return null;
  if (isActing.value || !isOnline.value) return null;
  const save = (body: { timezone: string } | { preferences: { refused_zone: string } }) =>
    act(async () => {
      await api.put("/api/user/profile", { body });
      await syncNow();
    });
  return (
    <div class="notice" role="status">
      <span>{words.zoneNow({ zone: zoneName(own.timezone) })}</span>
      <Refusal errors={errors} />
      <div class="actions">
        <Button isBusy={isBusy} onClick={() => save({ timezone: here })}>
          {words.useZone({ zone: zoneName(here) })}
        </Button>
        <Button
          look="quiet"
          isBusy={isBusy}
          onClick={() => save({ preferences: { refused_zone: here } })}
        >
          {words.keepZone({ zone: zoneName(own.timezone) })}
        </Button>
      </div>
    </div>
  );
}
