/** The user's past days, latest first. */
import { useState } from "preact/hooks";
import { Card } from "../../parts/controls.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { Pages } from "../../parts/pages.tsx";
import { PhotoImage } from "../../parts/photo.tsx";
import { Empty } from "../../parts/states.tsx";
import { usePages } from "../../remote.ts";
import { api } from "../../service.ts";
import { clock, dayOf } from "../../words.ts";
import { type CheckIn, reasonsOf, StatusChip, TeamChip } from "./states.tsx";
import { words } from "../../words/window.ts";
import { words as workout } from "../../words/workout.ts";

export function Days() {
  const [shown, setShown] = useState<CheckIn>();
  const pages = usePages(async (cursor) => {
    const { days, next_cursor } = await api.get("/api/workout-window/days", {
      params: { query: { limit: 14, cursor } },
    });
    return { items: days, next: next_cursor };
  }, ["days"]);
  return (
    <Card title={words.yourDays} icon="book">
      <Pages
        pages={pages}
        label={words.days}
        lines={5}
        class="past"
        empty={
          <Empty icon="window" title={words.noDays}>
            {words.noDaysHint}
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
                  ? [
                    workout.activities[checkin.activity_type],
                    clock(checkin.created_at),
                    checkin.status === "verified" &&
                    words.chips({ count: checkin.battle_chips_earned }),
                  ].filter(Boolean).join(" · ")
                  : status === "failed"
                  ? words.noCheckIn
                  : ""}
              </p>
              {checkin?.status !== "verified" && checkin?.review_reason && (
                <p class="hint">{reasonsOf(checkin).join(" ")}</p>
              )}
              <p class="chips">
                <StatusChip status={status} />
                {teamColor && <TeamChip color={teamColor} />}
                <a
                  class="chip"
                  href={`#/window/mosaic/${date}`}
                  aria-label={words.mosaicOf({ day: dayOf(new Date(`${date}T12:00`)) })}
                >
                  {words.mosaic}
                </a>
              </p>
            </div>
            {checkin?.photo_url && (
              <button
                type="button"
                class="thumb"
                aria-label={words.photoOf({ name: dayOf(new Date(`${date}T12:00`)) })}
                onClick={() => setShown(checkin)}
              >
                <PhotoImage src={checkin.photo_url} alt="" isLazy />
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
          <PhotoImage class="photo" src={shown.photo_url} alt={words.yourCheckIn} />
        </Dialog>
      )}
    </Card>
  );
}
