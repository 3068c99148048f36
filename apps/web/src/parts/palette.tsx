/** A list of all acts and places, which a person searches by typing: Ctrl+K or Cmd+K. */
import "./shortcuts.css";
import { computed } from "@preact/signals";
import { useEffect, useId, useRef, useState } from "preact/hooks";
import { knownPeople, type Person } from "../people.ts";
import { shownPlaces } from "../places.tsx";
import { nameOfEntry } from "../names.ts";
import { go } from "../router.ts";
import { entries } from "../service.ts";
import { dateOf, handleOf, nameOf } from "../words.ts";
import { words as common } from "../words/common.ts";
import { words } from "../words/palette.ts";
import { Dialog } from "./dialog.tsx";
import { Icon, type IconName } from "./icons.tsx";

interface Item {
  name: string;
  hint?: string;
  icon: IconName;
  to: string;
}
type Group = keyof typeof words.groups;

/** How many of a kind are listed. */
const LISTED = 8;

/** Small letters without accents. */
const plain = (text: string) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();

const namesOfEntries = computed(() =>
  entries.value.map((entry) => ({ ...entry, name: nameOfEntry(entry) }))
);

/** Whether each word that is sought begins a word of the text. */
function fits(text: string, sought: string[]): boolean {
  const own = plain(text).split(/[^\p{L}\p{N}]+/u);
  return sought.every((word) => own.some((each) => each.startsWith(word)));
}

/** Entries whose name or text has the words: the names first, the newest of each first. */
function entriesWith(sought: string[]) {
  const named = namesOfEntries.value.filter(({ name }) => fits(name, sought)).slice(0, LISTED);
  const found = new Set(named);
  for (const entry of namesOfEntries.value) {
    if (found.size >= LISTED) break;
    // Every text at every key: the letters as they are written are found at once.
    const text = entry.content.toLowerCase();
    if (sought.every((word) => text.includes(word)) && fits(entry.content, sought)) {
      found.add(entry);
    }
  }
  return [...found];
}

interface Known {
  people: Person[];
  settings: Item[];
}

/** The items that load later: known people, and the sections of Me, which load by themselves. */
async function readKnown(): Promise<Known> {
  const [people, settings] = await Promise.all([
    knownPeople(),
    import("../screens/me/me.tsx").then(
      ({ allSections }) =>
        allSections().map(({ name, icon, to, hint }) => ({ name, icon, to, hint: hint?.() })),
      () => [],
    ),
  ]);
  return { people, settings };
}

function itemsFor(text: string, { people, settings }: Known): [Group, Item[]][] {
  const sought = plain(text).split(/\s+/).filter(Boolean);
  const { write, goal, reminder, cheer, notifications, search } = words.acts;
  const acts: Item[] = [
    { name: write, icon: "edit", to: "/journal/new" },
    { name: goal, icon: "target", to: "/me/goals" },
    { name: reminder, icon: "bell", to: "/me/reminders" },
    { name: cheer, icon: "heart", to: "/people/encouragement" },
    { name: notifications, icon: "bell", to: "/me/notifications" },
  ];
  const places = shownPlaces().filter(([, { on }]) => on !== "phone")
    .map(([key, { name, icon }]): Item => ({ name, icon, to: `/${key}` }));
  const named = (items: Item[]) =>
    items.filter(({ name, hint = "" }) => fits(`${name} ${hint}`, sought));
  const written = (sought.length ? entriesWith(sought) : []).map((
    { id, name, written_at },
  ): Item => ({
    name,
    hint: dateOf(written_at),
    icon: "journal",
    to: `/journal/${id}`,
  }));
  const friends = people.map((person): Item => ({
    name: nameOf(person),
    hint: [handleOf(person), person.is_synthetic && common.notAPerson].filter(Boolean).join(" · "),
    icon: "people",
    to: `/people/person/${person.id}`,
  }));
  const searching: Item[] = text.trim()
    ? [{
      name: search({ text: text.trim() }),
      icon: "search",
      to: `/journal?${new URLSearchParams({ q: text.trim() })}`,
    }]
    : [];
  const all: [Group, Item[]][] = [
    ["acts", [...named(acts), ...searching]],
    ["places", named(places)],
    ["entries", written],
    ["people", sought.length ? named(friends).slice(0, LISTED) : []],
    ["settings", sought.length ? named(settings) : []],
  ];
  return all.filter(([, items]) => items.length > 0);
}

export function Palette({ onClose }: { onClose(): void }) {
  const id = useId();
  const [text, setText] = useState("");
  const [at, setAt] = useState(0);
  const [known, setKnown] = useState<Known>({ people: [], settings: [] });
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => void readKnown().then(setKnown), []);
  const groups = itemsFor(text, known);
  // Results come before the offer to search for the typed words.
  if (groups.length > 1 && text.trim() && groups[0]![1].length === 1) {
    groups.push(groups.shift()!);
  }
  const items = groups.flatMap(([, items]) => items);
  const chosen = Math.min(at, items.length - 1);
  useEffect(() => {
    list.current?.querySelector("[aria-selected=true]")?.scrollIntoView({ block: "nearest" });
  }, [chosen, text]);

  function follow(item: Item | undefined) {
    if (!item) return;
    onClose();
    go(item.to);
  }
  function press(event: KeyboardEvent) {
    if (event.isComposing) return;
    const moves: Record<string, number> = {
      ArrowDown: (chosen + 1) % items.length,
      ArrowUp: (chosen - 1 + items.length) % items.length,
      Home: 0,
      End: items.length - 1,
    };
    if (event.key === "Enter") follow(items[chosen]);
    else if (items.length && Object.hasOwn(moves, event.key)) setAt(moves[event.key]!);
    else return;
    event.preventDefault();
  }
  let index = 0;
  return (
    <Dialog title={words.title} onClose={onClose}>
      <div class="search">
        <Icon name="search" />
        <input
          role="combobox"
          aria-label={words.field}
          aria-expanded={items.length > 0}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={items.length ? `${id}-${chosen}` : undefined}
          autocomplete="off"
          spellcheck={false}
          value={text}
          onInput={({ currentTarget }) => {
            setText(currentTarget.value);
            setAt(0);
          }}
          onKeyDown={press}
          autofocus
        />
      </div>
      <p class={items.length ? "hidden" : "hint"} role="status">
        {items.length ? words.found({ count: items.length }) : words.nothing}
      </p>
      <ul id={`${id}-list`} class="palette" role="listbox" aria-label={words.title} ref={list}>
        {groups.map(([group, items]) => (
          <li key={group} role="presentation">
            <ul role="group" aria-label={words.groups[group]}>
              <li class="hint" aria-hidden="true">{words.groups[group]}</li>
              {items.map((item) => {
                const place = index++;
                return (
                  <li
                    key={item.to}
                    id={`${id}-${place}`}
                    role="option"
                    aria-selected={place === chosen}
                    onMouseMove={() => setAt(place)}
                    onClick={() => follow(item)}
                  >
                    <Icon name={item.icon} size={18} />
                    <span>{item.name}</span>
                    {item.hint && <span class="hint">{item.hint}</span>}
                  </li>
                );
              })}
            </ul>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
