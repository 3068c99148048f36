/** The bar for the thumb: what can be added to the entry, and the formats of its text. */
import type { RefObject } from "preact";
import { useState } from "preact/hooks";
import { PHOTOS } from "../../chosen-files.ts";
import { Button } from "../../parts/controls.tsx";
import { FilePicker } from "../../parts/file-picker.tsx";
import type { IconName } from "../../parts/icons.tsx";
import { words } from "../../words/editor.ts";
import { RecordingBar, useRecording } from "../recorder.tsx";
import type { Files } from "./files-to-add.tsx";
import { Formats } from "./formats.tsx";
import type { Paper } from "./paper.ts";
import type { Sheet } from "./sheets.tsx";

export function Composer({ paper, files, isNew, open }: {
  paper: RefObject<Paper | null>;
  files: Files;
  isNew: boolean;
  open(sheet: Sheet): void;
}) {
  const [isFormatting, setFormatting] = useState(false);
  const recording = useRecording((sound) => files.add([sound]));
  const opening = (sheet: Exclude<Sheet, "sharing">, icon: IconName, name: string) => (
    <Button
      look="quiet"
      icon={icon}
      onClick={() => open(sheet)}
    >
      {name}
    </Button>
  );
  return (
    // The text keeps the focus, and a phone its keyboard.
    <div class="composer" onMouseDown={(event) => event.preventDefault()}>
      {isFormatting && <Formats paper={paper} />}
      <RecordingBar recording={recording} />
      <div role="toolbar" aria-label={words.addToEntry}>
        <FilePicker
          label={words.short.photos}
          icon="camera"
          accept={PHOTOS}
          look="quiet"
          disabled={files.isFull}
          onFiles={files.add}
        />
        {recording.isPossible && (
          <Button
            look="quiet"
            icon="mic"
            disabled={files.isFull || recording.seconds !== undefined}
            onClick={recording.begin}
          >
            {words.short.record}
          </Button>
        )}
        {opening("mood", "smile", words.short.mood)}
        {opening("tags", "tag", words.short.tags)}
        {opening("notebook", "book", words.short.notebook)}
        {opening("time", "calendar", words.short.time)}
        {isNew && opening("templates", "journal", words.short.template)}
        <Button
          look="quiet"
          icon="format"
          aria-expanded={isFormatting}
          onClick={() => setFormatting(!isFormatting)}
        >
          {words.short.format}
        </Button>
      </div>
    </div>
  );
}
