/** The user's window of today: the time left, and checking in. */
import { useEffect, useRef, useState } from "preact/hooks";
import { Button, Card } from "../../parts/controls.tsx";
import { say } from "../../parts/dialog.tsx";
import { inside } from "../../parts/in-text.tsx";
import { PhotoImage } from "../../parts/photo.tsx";
import type { Remote } from "../../remote.ts";
import { clock, fullMoment, relativeDay, span } from "../../words.ts";
import type { CheckInDialog } from "./check-in.tsx";
import { activityOf, type CheckIn, type Mine, reasonsOf, StatusChip } from "./states.tsx";
import { words } from "../../words/workout.ts";
import { Loaded } from "../../parts/states.tsx";

const here = Intl.DateTimeFormat().resolvedOptions().timeZone;

export function Now({ mine, reload }: { mine: Mine; reload(): void }) {
  const own = useRef<HTMLDivElement>(null);
  const { window, next, today } = mine;
  if (!window || !next || !today) return null;
  const isClosed = Date.parse(next.closes_at) <= Date.now();
  const { checkin } = today;
  const isOver = checkin || today.status === "failed";
  return (
    <div class="now" ref={own} tabIndex={-1}>
      {checkin ? <Done checkin={checkin} /> : today.status === "failed" && (
        <p class="outcome">
          <StatusChip status="failed" />
          <span class="hint">{words.missedToday}</span>
        </p>
      )}
      <p class="window">
        <span class="window-time">{clock(next.opens_at)} – {clock(next.closes_at)}</span>
        <span class="chip">{activityOf(window)}</span>
        <span class="hint">
          {[relativeDay(next.opens_at), window.timezone !== here && words.deviceTime]
            .filter(Boolean).join(" · ")}
        </span>
      </p>

      {!(next.is_open && checkin) && (
        <p class="left">
          {inside(
            (time) =>
              next.is_open
                ? isClosed ? words.stillCountsFor({ time }) : words.closesIn({ time })
                : isOver
                ? words.opensAgainIn({ time })
                : words.opensIn({ time }),
            <Countdown
              to={!next.is_open ? next.opens_at : isClosed ? next.counts_until : next.closes_at}
              onEnd={reload}
            />,
          )}
        </p>
      )}
      <CheckInButton mine={mine} reload={reload} onGone={() => own.current?.focus()} />
    </div>
  );
}

function Done({ checkin }: { checkin: CheckIn }) {
  const { status, battle_chips_earned: chips } = checkin;
  const photo = checkin.photo_url && <PhotoImage src={checkin.photo_url} alt="" />;
  if (status === "verified") {
    return (
      <p class="outcome">
        {photo}
        <StatusChip status="completed" />
        <span class="hint">{words.chipsForTeam({ count: chips })}</span>
      </p>
    );
  }
  return (
    <div class="outcome">
      {photo}
      {status === "pending"
        ? <StatusChip status="pending" />
        : <StatusChip status="failed" name={words.notAccepted} />}
      <span class="hint">
        {[status === "pending" && words.countsAfterReview, ...reasonsOf(checkin)]
          .filter(Boolean).join(" ")}
      </span>
    </div>
  );
}

/** The dialog is loaded when it is opened. */
function CheckInButton({ mine, reload, onGone }: {
  mine: Mine;
  reload(): void;
  /** The button, which had the focus, is not needed any more. */
  onGone(): void;
}) {
  const [loaded, setLoaded] = useState<{ CheckInDialog: typeof CheckInDialog }>();
  const [isBusy, setBusy] = useState(false);
  const [isOpen, setOpen] = useState(false);

  const { next, today, checkin_date } = mine;
  // After today's window, the check-in of tomorrow waits until its window opens.
  const isOver = today!.checkin || today!.status === "failed";
  const isOffered = checkin_date &&
    (next!.is_open || !isOver || checkin_date === today!.date);
  useEffect(() => {
    if (loaded && !isOpen && !isOffered) onGone();
  }, [isOpen, isOffered]);
  if (!isOffered && !isOpen) return null;

  async function open() {
    setBusy(true);
    try {
      setLoaded(await import("./check-in.tsx"));
      setOpen(true);
    } catch {
      say(words.needsNetwork);
    } finally {
      setBusy(false);
    }
  }
  function close() {
    setOpen(false);
    // A check-in that the user gave up may have arrived.
    reload();
  }
  return (
    <>
      {isOffered && (
        <div class="actions">
          {next!.is_open
            ? (
              <Button look="main" icon="camera" isBusy={isBusy} onClick={open}>
                {words.checkIn}
              </Button>
            )
            : (
              <Button look="quiet" icon="camera" isBusy={isBusy} onClick={open}>
                {checkin_date < next!.date ? words.checkInLate : words.checkInEarly}
              </Button>
            )}
        </div>
      )}
      {isOpen && loaded && <loaded.CheckInDialog mine={mine} onDone={reload} onClose={close} />}
    </>
  );
}

const MINUTE = 60_000;
/** Milliseconds after which `onEnd` is called again. */
const AGAIN = 3000;

/**
 * The time left until a moment: by the minute, in the last minute by the second. Screen readers do
 * not read its changes. `onEnd` is called when the moment has come, and again until there is a new
 * moment.
 */
function Countdown({ to, onEnd }: { to: string; onEnd(): void }) {
  const [now, setNow] = useState(Date.now);
  const left = Math.max(0, Date.parse(to) - now);
  useEffect(() => {
    const step = left > MINUTE ? left % MINUTE || MINUTE : left % 1000 || 1000;
    const timer = setTimeout(() => {
      setNow(Date.now());
      if (!left) onEnd();
    }, left ? step : AGAIN);
    return () => clearTimeout(timer);
  }, [to, now]);
  useEffect(() => {
    // A device that slept has missed its ticks.
    const wake = () => setNow(Date.now());
    document.addEventListener("visibilitychange", wake);
    return () => document.removeEventListener("visibilitychange", wake);
  }, []);
  return <span class="countdown" role="timer" title={fullMoment(to)}>{span(left)}</span>;
}

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
      {(mine) => <Now mine={mine} reload={remote.retry} />}
    </Loaded>
  </Card>
);
