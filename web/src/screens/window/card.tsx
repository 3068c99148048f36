import { Card } from "../../parts/controls.tsx";
import { Empty, Failed, Loading } from "../../parts/states.tsx";
import { Baton, type Mine, Now, useChain, useWindow } from "./now.tsx";

/** The window of today, on the first screen. */
export function WindowCard() {
  const { value, failure, retry } = useWindow();
  return (
    <Card
      title="Workout window"
      icon="window"
      aside={value?.next && (
        <a class="button quiet" href="#/window">
          Open <span class="hidden">the workout window</span>
        </a>
      )}
    >
      {!value
        ? failure
          ? <Failed failure={failure} retry={retry} />
          : <Loading lines={2} label="Window" />
        : !value.next
        ? (
          <Empty icon="window" title="No window set">
            A workout window is two hours a day that you keep free to move.
            <a class="button" href="#/window/settings">Set your window</a>
          </Empty>
        )
        : (
          <>
            <Now mine={value} reload={retry} />
            <Chain mine={value} />
          </>
        )}
    </Card>
  );
}

function Chain({ mine }: { mine: Mine }) {
  const { value } = useChain(mine.today!.date, mine.today!.checkin?.id);
  return value ? <Baton around={value} /> : null;
}
