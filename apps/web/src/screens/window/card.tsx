import { Card } from "../../parts/controls.tsx";
import { Empty, Loaded } from "../../parts/states.tsx";
import { Baton, Now, useChain, useWindow } from "./now.tsx";
import type { Mine } from "./states.tsx";
import { words } from "../../words/en/workout.ts";

/** The window of today, on the first screen. */
export function WindowCard() {
  const remote = useWindow();
  return (
    <Card
      title={words.workoutWindow}
      icon="window"
      aside={remote.value?.next && (
        <a class="button quiet" href="#/window" aria-label={words.openWindow}>
          {words.open}
        </a>
      )}
    >
      <Loaded remote={remote} lines={2} label={words.window}>
        {(mine) =>
          mine.next
            ? (
              <>
                <Now mine={mine} reload={remote.retry} />
                <Chain mine={mine} />
              </>
            )
            : (
              <Empty icon="window" title={words.noWindow}>
                <p>{words.noWindowHint}</p>
                <a class="button" href="#/window/settings">{words.setWindow}</a>
              </Empty>
            )}
      </Loaded>
    </Card>
  );
}

function Chain({ mine }: { mine: Mine }) {
  const { value } = useChain(mine.today!.date, mine.today!.checkin?.id);
  return value ? <Baton around={value} /> : null;
}
