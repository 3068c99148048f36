/** Adds photos, a recording or sounds to an entry. */
import { PHOTOS } from "../chosen-files.ts";
import { FilePicker } from "../parts/file-picker.tsx";
import { words } from "../words/attachments.ts";
import { SOUNDS } from "./files.ts";
import { Recorder } from "./recorder.tsx";

export const Adding = ({ add, isOff }: { add(files: Blob[]): void; isOff: boolean }) => (
  <div class="adding">
    <FilePicker
      label={words.addPhoto}
      icon="camera"
      accept={PHOTOS}
      onFiles={add}
      disabled={isOff}
    />
    <Recorder onRecorded={(sound) => add([sound])} disabled={isOff} />
    <FilePicker
      label={words.addSound}
      icon="music"
      accept={SOUNDS}
      onFiles={add}
      disabled={isOff}
    />
  </div>
);
