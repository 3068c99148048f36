import { Icon } from "../parts/icons.tsx";
import { useRemote } from "../remote.ts";
import { api, streaks } from "../service.ts";
import { heard } from "../session.ts";
import { dateOf } from "../words.ts";
import { words } from "../words/today.ts";

/** The streaks as they stand, read again when a device has written or been told of something. */
export const useStreaks = () =>
  useRemote(() => api.get("/api/streaks"), ["streaks", heard.value, JSON.stringify(streaks.value)]);

/** The journal's streak in a line; without the service, as the device knows it. */
export function StreakLine() {
  const { value } = useStreaks();
  const own = value?.streaks.journal ?? streaks.value.find(({ goal_id }) => !goal_id);
  const days = own?.current ?? 0;
  return (
    <a class={`streak ${days ? "lit" : ""}`} href="#/me/streaks">
      <Icon name="flame" size={20} />
      <strong>{days ? words.streak({ count: days }) : words.noStreak}</strong>
      {value?.pause
        ? <span class="hint">{words.pausedUntil({ date: dateOf(value.pause.until) })}</span>
        : own?.at_risk && <span class="hint">{words.atRisk}</span>}
      {!!value?.freezes.held && (
        <span class="hint">{words.freezes({ count: value.freezes.held })}</span>
      )}
    </a>
  );
}
