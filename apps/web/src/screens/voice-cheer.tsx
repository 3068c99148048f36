/** Records a cheer, plays it before it is sent, and records it anew. */
import { useEffect, useMemo } from "preact/hooks";
import { Button } from "../parts/controls.tsx";
import { Player } from "../parts/player.tsx";
import { isOnline } from "../session.ts";
import { words } from "../words/cheers.ts";
import { canRecord, Recorder } from "./recorder.tsx";

/** A little shorter than the service takes: a recorder ends a moment late. */
const LONGEST_S = 29;

export function VoiceCheer({ recording, onRecorded }: {
  recording: Blob | undefined;
  onRecorded(recording: Blob | undefined): void;
}) {
  const address = useMemo(() => recording && URL.createObjectURL(recording), [recording]);
  useEffect(() => () => address && URL.revokeObjectURL(address), [address]);
  if (!canRecord()) return <p class="hint">{words.cannotRecord}</p>;
  return (
    <div class="voice">
      {address
        ? (
          <>
            <Player src={address} label={words.spoken} />
            <Button look="quiet" onClick={() => onRecorded(undefined)}>{words.recordAgain}</Button>
          </>
        )
        : <Recorder disabled={false} longest={LONGEST_S} onRecorded={onRecorded} />}
      <p class="hint">{isOnline.value ? words.voiceHint : words.voiceOffline}</p>
    </div>
  );
}
