import { Card } from "../../parts/controls.tsx";
import { Loaded } from "../../parts/states.tsx";
import type { Remote } from "../../remote.ts";
import { Baton, Now, useChain } from "./now.tsx";
import type { Mine } from "./states.tsx";
import { words } from "../../words/workout.ts";

/** The window of today, on the first screen. */
export const WindowCard = ({ remote }: { remote: Remote<Mine> }) => (
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
      {(mine) => (
        <>
          <Now mine={mine} reload={remote.retry} />
          <Chain mine={mine} />
        </>
      )}
    </Loaded>
  </Card>
);

function Chain({ mine }: { mine: Mine }) {
  const { value } = useChain(mine.today!.date, mine.today!.checkin?.id);
  return value ? <Baton around={value} /> : null;
}
