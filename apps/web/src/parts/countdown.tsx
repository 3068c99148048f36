import { useEffect, useState } from "preact/hooks";
import { fullMoment, span } from "../words.ts";

const MINUTE = 60_000;
/** Milliseconds after which `onEnd` is called again. */
const AGAIN = 3000;

/**
 * The time left until a moment: by the minute, in the last minute by the second. Screen readers do
 * not read its changes. `onEnd` is called when the moment has come, and again until there is a new
 * moment.
 */
export function Countdown({ to, onEnd }: { to: string; onEnd(): void }) {
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
