import type { ComponentChildren } from "preact";

const MARK = "\u0000";

/** A sentence of a catalogue with an element at its mark: `Closes in <Countdown />`. */
export function inside(sentence: (mark: string) => string, element: ComponentChildren) {
  const [before, after] = sentence(MARK).split(MARK);
  return <>{before}{element}{after}</>;
}
