/** Records the user's voice, where the browser can, and draws its level. */
import "../parts/player.css";
import { useEffect, useRef, useState } from "preact/hooks";
import { clock } from "../parts/clock.ts";
import { Button } from "../parts/controls.tsx";
import { span } from "../words.ts";
import { words } from "../words/attachments.ts";
import { words as common } from "../words/common.ts";

/** A longer recording is not written down by the service. */
const LONGEST_S = 20 * 60;

const formats = ["audio/webm;codecs=opus", "audio/mp4", "audio/ogg;codecs=opus"];

/** The format in which this browser records, out of the service's; undefined without one. */
const format = () =>
  typeof MediaRecorder === "undefined" || !navigator.mediaDevices
    ? undefined
    : formats.find((each) => MediaRecorder.isTypeSupported(each));

/** Whether this browser records sound. */
export const canRecord = (): boolean => format() !== undefined;

/** Levels that the drawing has room for, and the pause between two of them (ms). */
const LEVELS = 48;
const STEP = 100;

/** Reads the level of a microphone, from 0 to 1; answers how to end that. */
function measured(stream: MediaStream, tell: (level: number) => void): () => void {
  const context = new AudioContext();
  const analyser = context.createAnalyser();
  analyser.fftSize = 1024;
  context.createMediaStreamSource(stream).connect(analyser);
  const samples = new Float32Array(analyser.fftSize);
  const timer = setInterval(() => {
    analyser.getFloatTimeDomainData(samples);
    const power = samples.reduce((sum, each) => sum + each * each, 0) / samples.length;
    // Speech is between -50 and -10 decibels.
    tell(Math.min(1, Math.max(0, (10 * Math.log10(power + 1e-9) + 50) / 40)));
  }, STEP);
  return () => {
    clearInterval(timer);
    context.close();
  };
}

export interface Recording {
  /** Whether this browser can record. */
  isPossible: boolean;
  /** The length so far (s); undefined while nothing is recorded. */
  seconds?: number;
  /** The last levels, from 0 to 1. */
  levels: number[];
  problem: string;
  /** The words that a reader of the screen hears at the end of a recording. */
  news: string;
  begin(): Promise<void>;
  /** Ends the recording, and hands it on unless the user throws it away. */
  end(isKept: boolean): void;
}

/** Records for `longest` seconds at most. */
export function useRecording(
  onRecorded: (file: Blob) => void,
  longest = LONGEST_S,
): Recording {
  const [mimeType] = useState(format);
  const [since, setSince] = useState<number>();
  const [now, setNow] = useState(0);
  const [levels, setLevels] = useState<number[]>([]);
  const [problem, setProblem] = useState("");
  const [news, setNews] = useState("");
  const recorder = useRef<MediaRecorder | undefined>(undefined);
  const endLevels = useRef<() => void>(undefined);
  const begun = useRef(0);
  const isGone = useRef(false);

  const end = (isKept: boolean) => {
    const ending = recorder.current;
    recorder.current = undefined;
    setSince(undefined);
    if (!ending) return;
    endLevels.current?.();
    if (!isKept) ending.ondataavailable = null;
    ending.stop();
    ending.stream.getTracks().forEach((track) => track.stop());
    const length = span(Math.max(1000, Date.now() - begun.current));
    setNews(isKept ? words.recorded({ length }) : "");
  };
  useEffect(() => () => {
    isGone.current = true;
    end(false);
  }, []);

  async function begin() {
    setProblem("");
    setNews("");
    try {
      const stream = await navigator.mediaDevices.getUserMedia({ audio: true });
      // The user may have left the screen before the answer.
      if (isGone.current) return stream.getTracks().forEach((track) => track.stop());
      const started = new MediaRecorder(stream, { mimeType });
      started.ondataavailable = ({ data }) => data.size && onRecorded(data);
      started.start();
      recorder.current = started;
      begun.current = Date.now();
      setLevels([]);
      setNow(Date.now());
      setSince(Date.now());
      endLevels.current = measured(stream, (level) => {
        setLevels((before) => [...before, level].slice(-LEVELS));
        setNow(Date.now());
        if (Date.now() - begun.current >= longest * 1000) end(true);
      });
    } catch {
      setProblem(words.noMicrophone);
    }
  }
  const seconds = since === undefined ? undefined : Math.max(0, now - since) / 1000;
  return { isPossible: mimeType !== undefined, seconds, levels, problem, news, begin, end };
}

/** The level as a line of strokes; the present one stands at the end. */
const pathOf = (levels: number[]) =>
  levels.map((level, n) => {
    const half = 1 + level * 14;
    return `M${(LEVELS - levels.length + n) * 4 + 2} ${16 - half}v${2 * half}`;
  }).join("");

/** The level of the present recording with the buttons that end it, or the words of its end. */
export function RecordingBar({ recording }: { recording: Recording }) {
  const { seconds, levels, problem, news, end } = recording;
  return (
    <>
      {seconds !== undefined && (
        <div class="recording">
          <Button
            look="quiet"
            icon="trash"
            aria-label={common.discard}
            onClick={() => end(false)}
          />
          <svg
            class="level"
            viewBox={`0 0 ${LEVELS * 4} 32`}
            preserveAspectRatio="none"
            aria-hidden
          >
            <path d={pathOf(levels)} />
          </svg>
          <span class="clock" role="timer" aria-label={words.recordingLength}>
            {clock(seconds)}
          </span>
          <Button look="main" icon="check" onClick={() => end(true)}>{words.stopAndAdd}</Button>
        </div>
      )}
      {problem && <p class="error" role="alert">{problem}</p>}
      <p class="hidden" role="status">{seconds === undefined ? news : words.recordingNow}</p>
    </>
  );
}

export function Recorder(
  { disabled, longest, onRecorded }: {
    disabled: boolean;
    /** After so many seconds the recording ends by itself. */
    longest?: number;
    onRecorded(file: Blob): void;
  },
) {
  const recording = useRecording(onRecorded, longest);
  if (!recording.isPossible) return null;
  return (
    <>
      {recording.seconds === undefined && (
        <Button icon="mic" disabled={disabled} onClick={recording.begin}>{words.record}</Button>
      )}
      <RecordingBar recording={recording} />
    </>
  );
}
