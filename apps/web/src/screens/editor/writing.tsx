/** The text of an entry, formatted while it is written. */
import "./writing.css";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import type { Photos } from "../../photo-marks.ts";
import { words } from "../../words/editor.ts";
import { continueList, formats } from "./formats.ts";
import { Paper } from "./paper.ts";

export function Writing({ paper, text, photos, error, onText }: {
  /** Gets the paper, for the bar and the completion. */
  paper: { current: Paper | null };
  text: string;
  photos: Photos;
  /** The id of a refusal. */
  error?: string;
  onText(text: string): void;
}) {
  const element = useRef<HTMLDivElement>(null);
  const now = useRef({ photos, onText });
  now.current = { photos, onText };
  useLayoutEffect(() => {
    const made: Paper = new Paper(element.current!, {
      onText: (text) => now.current.onText(text),
      onEnter: () => continueList(made),
      onFormat: (name) => formats[name](made),
      photoAt: (id) => {
        const { photos } = now.current;
        const src = photos.get(id)?.src;
        return src
          ? { src, name: words.photo({ n: [...photos.keys()].indexOf(id) + 1 }) }
          : undefined;
      },
    });
    paper.current = made;
    return () => made.end();
  }, []);
  useLayoutEffect(() => paper.current!.show(text), [text]);
  const addresses = [...photos].map(([id, { src }]) => id + src).join();
  useEffect(() => paper.current!.refreshPhotos(), [addresses]);
  return (
    <div
      ref={element}
      class="paper"
      role="textbox"
      aria-multiline="true"
      aria-label={words.text}
      aria-placeholder={words.onYourMind}
      aria-describedby={error}
      aria-invalid={error ? true : undefined}
      data-placeholder={words.onYourMind}
      contentEditable
      autocapitalize="sentences"
      spellcheck
      tabIndex={0}
    />
  );
}
