/** A jar of the kind words that others have sent. It opens by itself on a hard day. */
import "./cheers.css";
import { useState } from "preact/hooks";
import type { Answer } from "@journal/client";
import { dateAt, today } from "../days.ts";
import { Avatar, Name } from "../parts/avatar.tsx";
import { Button, Card } from "../parts/controls.tsx";
import { Empty, Loaded } from "../parts/states.tsx";
import { useRemote } from "../remote.ts";
import { api, entries, fromCopies, offline } from "../service.ts";
import { moment } from "../words.ts";
import { words } from "../words/cheers.ts";
import { isAssistant, Said } from "./cheer.tsx";
import { toneOf } from "./editor/moods.ts";

type Cheer = Answer<"/api/encouragement-drops/received", "get">["drops"][number];

/** A score of the day up to this one is low. */
const LOW = 4;

/** Whether today is a hard day: by the face of the day; without one by the mood of its latest entry. */
const isHardDay = fromCopies(() => {
  const isNow = ({ written_at }: { written_at: string }) => dateAt(written_at) === today();
  const [day] = offline.list("satisfaction_entries").filter(isNow)
    .sort((a, b) => a.written_at < b.written_at ? 1 : -1);
  if (day) return day.score <= LOW;
  const mood = entries.value.find(isNow)?.mood;
  return mood != null && toneOf(mood) === "negative";
});

const useKindWords = () =>
  useRemote(async () => {
    const query = { limit: 100, order: "newest" } as const;
    const { drops } = await api.get("/api/encouragement-drops/received", { params: { query } });
    return drops.filter((drop) =>
      drop.sender && !isAssistant(drop.sender) && (drop.content || drop.recording?.url)
    );
  }, ["jar"]);

export function Jar() {
  const remote = useKindWords();
  return (
    <Loaded remote={remote} label={words.jar}>
      {(cheers) =>
        cheers.length
          ? (
            <Card title={words.jarTitle} icon="heart">
              <p class="hint">{words.jarHolds({ count: cheers.length })}</p>
              <OneByOne cheers={cheers} />
            </Card>
          )
          : <Empty icon="heart" title={words.jarIsEmpty}>{words.jarIsEmptyHint}</Empty>}
    </Loaded>
  );
}

/** On a hard day, one of the kind words at once. */
export function JarOfHardDay() {
  return isHardDay.value ? <Opened /> : null;
}

function Opened() {
  const { value: cheers } = useKindWords();
  if (!cheers?.length) return null;
  return (
    <Card
      title={words.jarTitle}
      icon="heart"
      aside={<a class="button quiet" href="#/people/encouragement/jar">{words.all}</a>}
    >
      <p class="hint">{words.jarOfHardDay}</p>
      <OneByOne cheers={cheers} />
    </Card>
  );
}

/** One after the other, in an order that differs from day to day. */
function OneByOne({ cheers }: { cheers: Cheer[] }) {
  const [at, setAt] = useState(() => Math.floor(Date.now() / 86_400_000));
  const cheer = cheers[at % cheers.length]!;
  return (
    <div class="drops jar" aria-live="polite">
      <p class="meta">
        <Avatar person={cheer.sender} size={28} />
        <strong>
          <Name person={cheer.sender} />
        </strong>
        <span>{moment(cheer.date_sent)}</span>
      </p>
      <Said key={cheer.id} drop={cheer} />
      {cheers.length > 1 && <Button onClick={() => setAt(at + 1)}>{words.anotherOne}</Button>}
    </div>
  );
}
