/** A heart that cheers a known person by one tap. */
import { useState } from "preact/hooks";
import { useAct } from "../act.ts";
import { sayDone } from "../outbox.ts";
import { Button } from "../parts/controls.tsx";
import { Refusal } from "../parts/states.tsx";
import { nameOf } from "../words.ts";
import { words } from "../words/cheers.ts";
import { linesFor, seenOf, sendLine } from "./cheer-lines.ts";
import type { Card } from "./people/circles.ts";
import { Encourage } from "./people/encourage.tsx";

/**
 * Sends the first line that fits the person. Where an entry of theirs speaks of danger it opens the
 * form instead, because no ready-made line fits.
 */
export function Heart({ person, isDone }: {
  person: Card;
  /** Whether the person has done their day, where that is told. */
  isDone?: boolean;
}) {
  const [isOpen, setOpen] = useState(false);
  const { isBusy, errors, act } = useAct();
  const name = nameOf(person);
  const cheer = () =>
    act(async () => {
      const { moment, needsCare } = await seenOf(person, isDone);
      if (needsCare) return setOpen(true);
      const [line] = linesFor(moment);
      await sendLine(person, line!);
      sayDone(words.sentLine({ name, line: words.lines[line!] }));
    });
  return (
    <>
      <Button
        class="heart"
        look="quiet"
        icon="heart"
        isBusy={isBusy}
        aria-label={words.cheerAtOnce({ name })}
        onClick={cheer}
      />
      <Refusal errors={errors} />
      {isOpen && <Encourage person={person} onClose={() => setOpen(false)} />}
    </>
  );
}
