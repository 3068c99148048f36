/** The user's past days, latest first. */
import { useState } from "preact/hooks";
import { Card } from "../../parts/controls.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { Pages } from "../../parts/pages.tsx";
import { Empty } from "../../parts/states.tsx";
import { usePages } from "../../remote.ts";
import { api } from "../../service.ts";
import { clock, count, dayOf } from "../../words.ts";
import { activities, type CheckIn, reasonsOf, StatusChip, TeamChip } from "./states.tsx";

export function Days() {
  const [shown, setShown] = useState<CheckIn>();
  const pages = usePages(async (cursor) => {
    const { days, next_cursor } = await api.get("/api/workout-window/days", {
      params: { query: { limit: 14, cursor } },
    });
    return { items: days, next: next_cursor };
  }, ["days"]);
  return (
    <Card title="Your days" icon="book">
      <Pages
        pages={pages}
        label="Days"
        lines={5}
        class="past"
        empty={
          <Empty icon="window" title="No days yet">
            They appear here from your first window on.
          </Empty>
        }
      >
        {({ date, status, teamColor, checkin }) => (
          <li key={date}>
            <div>
              <p>
                <strong>{dayOf(new Date(`${date}T12:00`))}</strong>
              </p>
              <p class="hint">
                {checkin
                  ? `${activities[checkin.activity_type]} at ${clock(checkin.created_at)}`
                  : status === "failed"
                  ? "No check-in"
                  : ""}
                {checkin?.status === "verified" &&
                  `, ${count(checkin.battle_chips_earned, "chip")}`}
              </p>
              {checkin?.status !== "verified" && checkin?.review_reason && (
                <p class="hint">{reasonsOf(checkin).join(" ")}</p>
              )}
              <p class="chips">
                <StatusChip status={status} />
                {teamColor && <TeamChip color={teamColor} />}
                <a class="chip" href={`#/window/mosaic/${date}`}>
                  Mosaic<span class="hidden">of {dayOf(new Date(`${date}T12:00`))}</span>
                </a>
              </p>
            </div>
            {checkin?.photo_url && (
              <button
                type="button"
                class="thumb"
                aria-label={`Photo of ${dayOf(new Date(`${date}T12:00`))}`}
                onClick={() => setShown(checkin)}
              >
                <img src={checkin.photo_url} alt="" loading="lazy" />
              </button>
            )}
          </li>
        )}
      </Pages>
      {shown && (
        <Dialog
          title={dayOf(new Date(`${shown.date}T12:00`))}
          onClose={() => setShown(undefined)}
        >
          <img class="photo" src={shown.photo_url!} alt="Your check-in" />
        </Dialog>
      )}
    </Card>
  );
}
