import { useEffect, useId, useState } from "preact/hooks";
import { Avatar, Name, type Person } from "../../parts/avatar.tsx";
import { Icon } from "../../parts/icons.tsx";
import { Empty, Failed, Loading } from "../../parts/states.tsx";
import { type Remote, useRemote } from "../../remote.ts";
import { api } from "../../service.ts";
import { handleOf } from "../../words.ts";
import type { Card } from "./circles.ts";
import { words } from "../../words/people.ts";

const PAUSE = 300;

/** A field that finds people by the beginning of their name or handle, with the results. */
export function PeopleSearch({ label, isFirst = false, onSearch, onChoose }: {
  label: string;
  /** Whether a dialog begins with it. */
  isFirst?: boolean;
  /** Whether something is sought. */
  onSearch?(is: boolean): void;
  onChoose(person: Card): void;
}) {
  const id = useId();
  const [text, setText] = useState("");
  const [sought, setSought] = useState("");
  useEffect(() => {
    const q = text.trim();
    const timer = setTimeout(() => setSought(q.length < 2 ? "" : q), PAUSE);
    onSearch?.(q.length > 0);
    return () => clearTimeout(timer);
  }, [text]);
  const found = useRemote(async () => {
    if (!sought) return [];
    return (await api.get("/api/users", { params: { query: { q: sought } } })).users;
  }, [sought]);
  return (
    <div class="people-search">
      <div class="search">
        <Icon name="search" />
        <input
          id={id}
          type="search"
          // The keys of a phone would cover the people below.
          autofocus={isFirst && matchMedia("(pointer: fine)").matches}
          aria-label={label}
          placeholder={words.nameOrHandle}
          autocomplete="off"
          value={text}
          onInput={(event) => setText(event.currentTarget.value)}
        />
      </div>
      {text.trim().length === 1 && <p class="hint">{words.oneMoreLetter}</p>}
      {text.trim().length > 1 && (
        <Found
          found={found}
          isWaiting={text.trim() !== sought}
          choose={(person) => {
            setText("");
            onChoose(person);
          }}
        />
      )}
    </div>
  );
}

function Found({ found: { value, failure, retry }, isWaiting, choose }: {
  found: Remote<Card[]>;
  isWaiting: boolean;
  choose(person: Card): void;
}) {
  if (failure) return <Failed failure={failure} retry={retry} />;
  if (!value || isWaiting && !value.length) return <Loading lines={2} label={words.people} />;
  return (
    <>
      <p class="hidden" role="status">{words.found({ count: value.length })}</p>
      {value.length
        ? <PeopleRows people={value} choose={choose} />
        : (
          <Empty icon="search" title={words.nobodyFound}>
            {words.nobodyFoundHint}
          </Empty>
        )}
    </>
  );
}

export const PeopleRows = ({ people, choose }: { people: Card[]; choose(person: Card): void }) => (
  <ul class="rows">
    {people.map((person) => (
      <li key={person.id}>
        <button
          type="button"
          class="row person"
          onClick={() => choose(person)}
        >
          <Avatar person={person} />
          <Names person={person} />
        </button>
      </li>
    ))}
  </ul>
);

/** Name and handle of somebody. */
export const Names = ({ person }: { person: Omit<Person, "avatar_url"> }) => (
  <span class="names">
    <strong>
      <Name person={person} />
    </strong>
    {handleOf(person) && <span class="hint">{handleOf(person)}</span>}
  </span>
);
