import type { Conflict } from "@journal/client";
import { useOnce } from "../act.ts";
import { Button } from "../parts/controls.tsx";
import { say } from "../parts/dialog.tsx";
import { Empty } from "../parts/states.tsx";
import { inWords } from "../refusals.ts";
import { go } from "../router.ts";
import { conflicts, offline } from "../service.ts";
import { syncNow } from "../session.ts";
import { words } from "../words/en/conflict.ts";

type Choice = "mine" | "theirs" | "both";

/** An edit that came second. Nothing is lost until the user says so. */
export function ConflictPane({ id }: { id?: string }) {
  const conflict = conflicts.value.find((each) => each.id === id);
  const answer = useOnce(async (chosen: Choice) => {
    await offline.resolve(conflict!, chosen);
    const [next] = conflicts.value;
    go(next ? `/journal/conflicts/${next.id}` : "/journal", { replace: true });
    say(words.kept[chosen]);
    syncNow();
  });
  if (!conflict) {
    return (
      <div class="article">
        <h1 class="hidden">{words.twoVersions}</h1>
        <Empty icon="check" title={words.allSorted}>
          <a class="button" href="#/journal">{words.toJournal}</a>
        </Empty>
      </div>
    );
  }
  const { mine, theirs, before, refusal } = conflict;
  return (
    <Sides
      mine={{ ...before, ...theirs, ...mine } as Words}
      theirs={theirs as Words | null}
      before={(before as Words | null)?.content}
      refusal={refusal}
      answer={answer}
    />
  );
}

interface Words {
  title?: string;
  content?: string;
  [field: string]: unknown;
}

export function Sides(
  { mine, theirs, before, refusal, answer }: {
    mine: Words;
    theirs: Words | null;
    before?: string | null;
    refusal?: Conflict["refusal"];
    answer(chosen: Choice): void;
  },
) {
  return (
    <div class="article conflict">
      <h1>{refusal ? words.notSaved : words.twoVersions}</h1>
      <p>
        {refusal
          ? words.notSavedHint({ reason: inWords(refusal).replace(/\.$/, "") })
          : theirs
          ? words.changedElsewhere
          : words.deletedElsewhere}
      </p>
      <div class="columns">
        <Side name={words.yours} words={mine} before={before} />
        {theirs && (
          <Side
            name={refusal ? words.saved : words.other}
            words={theirs}
            before={before}
          />
        )}
      </div>
      <div class="actions">
        <Button look="main" onClick={() => answer("mine")}>
          {refusal ? words.tryMineAgain : theirs ? words.keepMine : words.bringMineBack}
        </Button>
        <Button onClick={() => answer("theirs")}>
          {theirs ? words.keepOther : words.letItGo}
        </Button>
        {theirs && !refusal && <Button onClick={() => answer("both")}>{words.keepBoth}</Button>}
      </div>
    </div>
  );
}

/** One version; what is new in it since the text `before` is marked. */
export const Side = (
  { name, words, before }: { name: string; words: Words; before?: string | null },
) => (
  <section class="card side">
    <h2>{name}</h2>
    <p>
      <strong>{String(words.title ?? words.name ?? "")}</strong>
    </p>
    <p class="text">{marked(words.content ?? "", before)}</p>
  </section>
);

/** Marks the words between the beginning and the end that both versions share. */
function marked(text: string, before?: string | null) {
  if (!before || text === before) return text;
  const most = Math.min(text.length, before.length);
  let [start, end] = [0, 0];
  while (start < most && text[start] === before[start]) start++;
  while (end < most - start && text.at(-1 - end) === before.at(-1 - end)) end++;
  // Whole words.
  while (start && /[\p{L}\p{N}]/u.test(text[start - 1]!)) start--;
  while (end && /[\p{L}\p{N}]/u.test(text.at(-end)!)) end--;
  return (
    <>
      {text.slice(0, start)}
      <mark>{text.slice(start, text.length - end)}</mark>
      {text.slice(text.length - end)}
    </>
  );
}
