/** Narrows the list of entries by a mood, a tag, the days from and to. */
import "./narrow.css";
import { useState } from "preact/hooks";
import { Button, Field, Select } from "../../parts/controls.tsx";
import { entries } from "../../service.ts";
import { dateOf, moodName } from "../../words.ts";
import { words } from "../../words/search.ts";
import { faces } from "../editor/moods.ts";

interface Props {
  filter: URLSearchParams;
  isOwn: boolean;
  set(changes: Record<string, string>): void;
}

/** The most tags in the list: more than a person looks through. */
const TAGS = 50;

/** Words in lower case, the most frequent ones first. */
function mostUsed(used: (string | null | undefined)[]): string[] {
  const counts = new Map<string, number>();
  for (const each of used) {
    const word = each?.trim().toLowerCase();
    if (word) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return [...counts].sort(([, a], [, b]) => b - a).map(([word]) => word);
}
const ownMoods = () => mostUsed(entries.value.map(({ mood }) => mood));
const ownTags = () => mostUsed(entries.value.flatMap(({ tags }) => tags ?? []));

export function Narrow(props: Props) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        look="quiet"
        icon="filter"
        aria-label={words.filter}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      />
      {isOpen && <Fields {...props} />}
      <Chosen {...props} />
      {props.isOwn && <AlsoAs {...props} />}
    </>
  );
}

const withFirst = (first: string | null | undefined, rest: string[]) =>
  first && !rest.includes(first) ? [first, ...rest] : rest;

function Fields({ filter, isOwn, set }: Props) {
  const [mood, tone] = [filter.get("mood"), filter.get("tone")];
  const tag = filter.get("tag")?.toLowerCase();
  return (
    <div class="narrow" role="group" aria-label={words.filter}>
      <Select
        label={words.mood}
        value={tone ? `tone ${tone}` : mood ? `mood ${mood}` : ""}
        onText={(chosen) => {
          const [kind, ...value] = chosen.split(" ");
          set({ mood: "", tone: "", ...(kind && { [kind]: value.join(" ") }) });
        }}
      >
        <option value="">{words.anyMood}</option>
        {isOwn &&
          (["positive", "neutral", "negative"] as const).map((tone) => (
            <option key={tone} value={`tone ${tone}`}>{words.tones[tone]}</option>
          ))}
        {withFirst(mood, isOwn ? ownMoods() : Object.keys(faces)).map((mood) => (
          <option key={mood} value={`mood ${mood}`}>{moodName(mood)}</option>
        ))}
      </Select>
      {isOwn && (
        <Select label={words.tag} value={tag ?? ""} onText={(tag) => set({ tag })}>
          <option value="">{words.anyTag}</option>
          {withFirst(tag, ownTags().slice(0, TAGS)).map((tag) => (
            <option key={tag} value={tag}>#{tag}</option>
          ))}
        </Select>
      )}
      <Field
        label={words.from}
        type="date"
        value={filter.get("from") ?? ""}
        onText={(from) => set({ from })}
      />
      <Field
        label={words.to}
        type="date"
        value={filter.get("to") ?? ""}
        onText={(to) => set({ to })}
      />
    </div>
  );
}

/** The conditions of the list, each with a button to remove it. */
function Chosen({ filter, set }: Props) {
  const { tag, mood, tone, from, to } = Object.fromEntries(filter);
  const [first, last] = [from, to].map((date) => date && dateOf(date));
  const chosen: [name: string | false | undefined, changes: Record<string, string>][] = [
    [tone && Object.hasOwn(words.tones, tone) && words.tones[tone as "neutral"], { tone: "" }],
    [mood && words.withMood({ mood: moodName(mood) }), { mood: "" }],
    [tag && `#${tag}`, { tag: "" }],
    [
      first && last
        ? words.between({ from: first, to: last })
        : first
        ? words.sinceDay({ from: first })
        : last && words.untilDay({ to: last }),
      { from: "", to: "" },
    ],
  ];
  return (
    <p class="chips">
      {chosen.map(([name, changes]) =>
        name && (
          <Button
            key={name}
            icon="close"
            aria-label={words.remove({ filter: name })}
            onClick={() => set(changes)}
          >
            {name}
          </Button>
        )
      )}
    </p>
  );
}

/** Moods and tags with the sought words in their names. */
export function alsoAs(filter: URLSearchParams): { moods: string[]; tags: string[] } {
  const word = filter.get("q")?.toLowerCase().replace(/^#/, "") ?? "";
  if (word.length < 3) return { moods: [], tags: [] };
  const fits = (each: string) => each.startsWith(word);
  return {
    moods: ownMoods().filter((mood) => fits(mood) || fits(moodName(mood))).slice(0, 3),
    tags: ownTags().filter(fits).slice(0, 3),
  };
}

function AlsoAs({ filter, set }: Props) {
  const { moods, tags } = alsoAs(filter);
  if (!moods.length && !tags.length) return null;
  return (
    <p class="chips also" role="group" aria-label={words.alsoAs}>
      {moods.map((mood) => (
        <Button
          key={mood}
          icon="smile"
          onClick={() => set({ q: "", tone: "", mood })}
        >
          {words.withMood({ mood: moodName(mood) })}
        </Button>
      ))}
      {tags.map((tag) => (
        <Button key={tag} icon="tag" onClick={() => set({ q: "", tag })}>#{tag}</Button>
      ))}
    </p>
  );
}
