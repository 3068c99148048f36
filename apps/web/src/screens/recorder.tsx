/** Records the user's voice, where the browser can. */
import { useEffect, useRef, useState } from "preact/hooks";
import { Button } from "../parts/controls.tsx";
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

export const clock = (seconds: number) =>
  `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, "0")}`;

export function Recorder(
  { disabled, onRecorded }: { disabled: boolean; onRecorded(file: Blob): void },
) {
  const [mimeType] = useState(format);
  const [since, setSince] = useState<number>();
  const [now, setNow] = useState(0);
  const [problem, setProblem] = useState("");
  const recorder = useRef<MediaRecorder | undefined>(undefined);

  /** Ends the recording, and hands it on unless the user throws it away. */
  const end = (isKept: boolean) => {
    const ending = recorder.current;
    recorder.current = undefined;
    setSince(undefined);
    if (!ending) return;
    if (!isKept) ending.ondataavailable = null;
    ending.stop();
    ending.stream.getTracks().forEach((track) => track.stop());
  };
  useEffect(() => () => end(false), []);
  useEffect(() => {
    if (since === undefined) return;
    const timer = setInterval(() => {
      setNow(Date.now());
      if (Date.now() - since >= LONGEST_S * 1000) end(true);
    }, 250);
    return () => clearInterval(timer);
  }, [since]);
  if (!mimeType) return null;

  async function begin() {
    setProblem("");
    try {
      const stream = await navigator.mediaDevices.getUserMedia({ audio: true });
      const started = new MediaRecorder(stream, { mimeType });
      started.ondataavailable = ({ data }) => data.size && onRecorded(data);
      started.start();
      recorder.current = started;
      setNow(Date.now());
      setSince(Date.now());
    } catch {
      setProblem(words.noMicrophone);
    }
  }
  if (since === undefined) {
    return (
      <>
        <Button icon="mic" disabled={disabled} onClick={begin}>{words.record}</Button>
        {problem && <p class="error" role="alert">{problem}</p>}
      </>
    );
  }
  return (
    <>
      <Button look="main" icon="check" onClick={() => end(true)}>{words.stopAndAdd}</Button>
      <Button look="quiet" onClick={() => end(false)}>{common.discard}</Button>
      <span class="clock" role="timer" aria-label={words.recordingLength}>
        {clock((now - since) / 1000)}
      </span>
    </>
  );
}
