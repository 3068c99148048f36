/** Buttons that set the formats of the text. */
import type { RefObject } from "preact";
import { Icon } from "../../parts/icons.tsx";
import { words } from "../../words/editor.ts";
import { drawings } from "./drawings.ts";
import { type Format, formats } from "./formats.ts";
import type { Paper } from "./paper.ts";

export const Formats = ({ paper }: { paper: RefObject<Paper | null> }) => (
  <div role="toolbar" aria-label={words.formatText}>
    {(Object.keys(formats) as Format[]).map((name) => (
      <button
        key={name}
        type="button"
        class="button quiet"
        onClick={() => {
          paper.current!.focus();
          formats[name](paper.current!);
        }}
      >
        <Icon path={drawings[name]} />
        <span>{words.formats[name]}</span>
      </button>
    ))}
  </div>
);
