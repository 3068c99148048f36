/** Plays a recording: one button, the place in it, and its length. */
import "./player.css";
import { useEffect, useRef, useState } from "preact/hooks";
import { clock } from "./clock.ts";
import { Icon } from "./icons.tsx";
import { words } from "../words/parts.ts";

const PAUSE = "M8.500 5v14M15.500 5v14";
/** The sound that plays. Another one silences it. */
let playing: HTMLAudioElement | undefined;

export function Player({ src, seconds, label }: {
  src: string;
  /** Its length, where it is known; a fresh recording does not say it itself. */
  seconds?: number | null;
  label: string;
}) {
  const audio = useRef<HTMLAudioElement>(null);
  const [isOn, setOn] = useState(false);
  const [at, setAt] = useState(0);
  const [found, setFound] = useState(0);
  const [isLost, setLost] = useState(false);
  const length = seconds || found;
  useEffect(() => () => audio.current?.pause(), []);
  useEffect(() => setLost(false), [src]);

  function toggle() {
    const sound = audio.current!;
    if (!sound.paused) return sound.pause();
    if (playing !== sound) playing?.pause();
    playing = sound;
    sound.play().catch((error) => error.name !== "AbortError" && setLost(true));
  }
  /** A recording of a browser has no length in its head: the browser finds it at the end. */
  function measure({ duration }: HTMLAudioElement) {
    if (Number.isFinite(duration)) setFound(duration);
    else if (!seconds) audio.current!.currentTime = Number.MAX_SAFE_INTEGER;
  }
  const time = Math.min(at, length);
  return (
    <div class="sound-player" role="group" aria-label={label}>
      <audio
        ref={audio}
        src={src}
        preload={seconds ? "none" : "metadata"}
        onPlay={() => setOn(true)}
        onPause={() => setOn(false)}
        onEnded={({ currentTarget }) => void (currentTarget.currentTime = 0)}
        onError={() => setLost(true)}
        onLoadedMetadata={({ currentTarget }) => measure(currentTarget)}
        onDurationChange={({ currentTarget }) => {
          if (!found && Number.isFinite(currentTarget.duration)) {
            setFound(currentTarget.duration);
            if (currentTarget.paused && !seconds) currentTarget.currentTime = 0;
          }
        }}
        onTimeUpdate={({ currentTarget }) => setAt(currentTarget.currentTime)}
      />
      <button
        type="button"
        class="button main icon-only"
        aria-label={isOn ? words.pause : words.play}
        onClick={toggle}
      >
        {isOn ? <Icon path={PAUSE} /> : <Icon name="play" />}
      </button>
      <input
        type="range"
        aria-label={words.placeInSound}
        aria-valuetext={words.timeOf({ at: clock(time), of: clock(length) })}
        min={0}
        max={length || 1}
        step={0.1}
        value={time}
        onInput={({ currentTarget }) => {
          const to = currentTarget.valueAsNumber;
          audio.current!.currentTime = to;
          setAt(to);
        }}
      />
      <span class="clock" aria-hidden="true">{`${clock(time)} / ${clock(length)}`}</span>
      {isLost && <p class="error" role="alert">{words.soundIsLost}</p>}
    </div>
  );
}
