import { Card } from "../../parts/controls.tsx";
import { Empty, Loaded } from "../../parts/states.tsx";
import { Baton, Now, useChain, useWindow } from "./now.tsx";
import type { Mine } from "./states.tsx";

/** The window of today, on the first screen. */
export function WindowCard() {
  const remote = useWindow();
  return (
    <Card
      title="Workout window"
      icon="window"
      aside={remote.value?.next && (
        <a class="button quiet" href="#/window">
          Open <span class="hidden">the workout window</span>
        </a>
      )}
    >
      <Loaded remote={remote} lines={2} label="Window">
        {(mine) =>
          mine.next
            ? (
              <>
                <Now mine={mine} reload={remote.retry} />
                <Chain mine={mine} />
              </>
            )
            : (
              <Empty icon="window" title="No window set">
                A workout window is two hours a day that you keep free to move.
                <a class="button" href="#/window/settings">Set your window</a>
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
