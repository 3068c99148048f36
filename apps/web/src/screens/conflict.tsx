import type { Conflict } from "@journal/client";
import { piecesOf } from "@journal/client/merge";
import { useOnce } from "../act.ts";
import { Button } from "../parts/controls.tsx";
import { say } from "../parts/dialog.tsx";
import { later } from "../parts/later.tsx";
import { Empty, Loading } from "../parts/states.tsx";
import { VisibilityChip } from "../parts/visibility.tsx";
import { nameOfEntry } from "../names.ts";
import { inWords } from "../refusals.ts";
import { go } from "../router.ts";
import { device, isRecord, openedEntries } from "../sealed.ts";
import { conflicts, offline } from "../service.ts";
import { syncNow } from "../session.ts";
import { words } from "../words/conflict.ts";

const Gate = later(async () => (await import("./sealed/gate.tsx")).Gate);

type Choice = "mine" | "theirs" | "both";

/** An edit that came second. Nothing is lost until the user says so. */
export function ConflictPane({ id }: { id?: string }) {
  const conflict = conflicts.value.find((each) => each.id === id);
  const sealed = device.value?.entries;
  // An open edit of an entry that was sealed on another device. Without it nothing has to open.
  const wasSealed = isRecord(conflict?.theirs);
  const answer = useOnce(async (chosen: Choice) => {
    const isSealed = wasSealed
      ? chosen !== "theirs"
      : sealed?.conflicts.some((each) => each.id === id);
    await (isSealed
      ? sealed!.resolve(conflict! as never, chosen)
      : offline.resolve(conflict!, chosen));
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
  const { mine, before, refusal } = conflict;
  const theirs = wasSealed ? openedEntries.value.get(conflict.id) ?? null : conflict.theirs;
  const sides = (
    <Sides
      mine={{ ...before, ...theirs, ...mine } as Words}
      theirs={theirs as Words | null}
      before={before as Words | null}
      asksWhoSees={theirs !== null && !refusal && !wasSealed &&
        audience.some((name) => name in mine)}
      refusal={refusal}
      isJoined={wasSealed}
      answer={answer}
    />
  );
  if (!wasSealed || theirs) return sides;
  return (
    <div class="article conflict">
      <h1>{words.twoVersions}</h1>
      <Side name={words.yours} words={{ ...before, ...mine }} />
      <div class="actions">
        <Button onClick={() => answer("theirs")}>{words.letItGo}</Button>
      </div>
      <Gate>
        <Loading label={words.twoVersions} />
      </Gate>
    </div>
  );
}

const audience = ["metadata_visibility", "content_visibility", "team_id", "org_id", "notebook_id"];

interface Words {
  title?: string;
  content?: string;
  [field: string]: unknown;
}

function Sides(
  { mine, theirs, before, asksWhoSees, refusal, isJoined, answer }: {
    mine: Words;
    theirs: Words | null;
    before: Words | null;
    asksWhoSees: boolean;
    refusal: Conflict["refusal"];
    /** Keeping mine joins both. */
    isJoined: boolean;
    answer(chosen: Choice): void;
  },
) {
  return (
    <div class="article conflict">
      <h1>{refusal ? words.notSaved : words.twoVersions}</h1>
      <p>
        {refusal
          ? words.notSavedHint({ reason: inWords(refusal).replace(/\.$/, "") })
          : !theirs
          ? words.deletedElsewhere
          : asksWhoSees
          ? words.audienceElsewhere
          : words.changedElsewhere}
      </p>
      <div class="columns">
        <Side name={words.yours} words={mine} other={theirs ?? before} {...{ asksWhoSees }} />
        {theirs && (
          <Side
            name={refusal ? words.saved : words.other}
            words={theirs}
            other={mine}
            {...{ asksWhoSees }}
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
        {theirs && !refusal && !isJoined && (
          <Button onClick={() => answer("both")}>{words.keepBoth}</Button>
        )}
      </div>
    </div>
  );
}

/** One version, with its words marked that the `other` version lacks. */
export function Side(
  { name, words, other, asksWhoSees }: {
    name: string;
    words: Words;
    other?: Words | null;
    asksWhoSees?: boolean;
  },
) {
  const title = String(words.title ?? words.name ?? "");
  const isNew = other && title !== String(other.title ?? other.name ?? "");
  return (
    <section class="card side">
      <h2>{name}</h2>
      <p>
        <strong>{isNew ? <mark>{title}</mark> : title || nameOfEntry({ title, ...words })}</strong>
      </p>
      {asksWhoSees && (
        <p class="chips">
          <VisibilityChip
            metadata={words.metadata_visibility as "user"}
            content={words.content_visibility as "user"}
            teamId={words.team_id as string | null}
          />
        </p>
      )}
      <p class="text">{marked(words.content ?? "", other?.content)}</p>
    </section>
  );
}

const marked = (text: string, other?: string | null) =>
  other
    ? piecesOf(text, other).map(({ text, isNew }, n) => isNew ? <mark key={n}>{text}</mark> : text)
    : text;
