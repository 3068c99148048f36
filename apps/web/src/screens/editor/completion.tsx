/** Completes people and tags while the user writes. The text keeps the focus. */
import "./editor.css";
import type { RefObject } from "preact";
import { useEffect, useId, useRef, useState } from "preact/hooks";
import { knownPeople, type Person } from "../../people.ts";
import type { Paper } from "./paper.ts";
import { words } from "../../words/completion.ts";
import { type Offer, offersFor, typedAt } from "./completing.ts";

export function Completion({ paper, onTag }: {
  paper: RefObject<Paper | null>;
  onTag(tag: string): void;
}) {
  const id = useId();
  const [offers, setOffers] = useState<Offer[]>([]);
  /** The offer that Enter takes; below 0 none, so that a new tag can be written. */
  const [at, setAt] = useState(-1);
  const [people, setPeople] = useState<Person[]>([]);
  const start = useRef(0);
  /** The beginning of the word for which the user closed the list. */
  const closedAt = useRef(-1);
  const close = () => setOffers([]);

  function look() {
    const { value, selectionStart, selectionEnd } = paper.current!;
    const typed = selectionStart === selectionEnd ? typedAt(value, selectionStart) : null;
    if (typed?.start !== closedAt.current) closedAt.current = -1;
    if (!typed || closedAt.current >= 0) return close();
    if (typed.sign === "@" && !people.length) knownPeople().then(setPeople);
    start.current = typed.start;
    const found = offersFor(typed.sign, typed.word, people);
    setOffers(found);
    setAt(typed.sign === "@" && found.length ? 0 : -1);
  }

  function take({ text, tag }: Offer) {
    const area = paper.current!;
    area.focus();
    area.setSelectionRange(start.current, area.selectionStart);
    area.replace(`${text} `);
    if (tag) onTag(tag);
    close();
  }

  // The list arrives after the sign was typed.
  useEffect(() => {
    if (people.length && document.activeElement === paper.current!.element) look();
  }, [people]);
  function press(event: KeyboardEvent) {
    if (!offers.length || event.isComposing) return;
    const { key } = event;
    const taken = key === "Tab" && !event.shiftKey ? offers[Math.max(at, 0)] : offers[at];
    if (key === "ArrowDown") setAt((at + 1) % offers.length);
    else if (key === "ArrowUp") setAt(at < 1 ? offers.length - 1 : at - 1);
    else if (key === "Escape") (close(), closedAt.current = start.current);
    else if (taken && (key === "Tab" || key === "Enter" && !event.ctrlKey && !event.metaKey)) {
      take(taken);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }
  // Listened to all the time: effects come after the next keys of a fast hand.
  const now = useRef({ press, look });
  now.current = { press, look };
  useEffect(() => {
    const area = paper.current!.element;
    const onKey = (event: KeyboardEvent) => now.current.press(event);
    const onChange = () => now.current.look();
    // Before the keys of lists and of the form.
    area.addEventListener("keydown", onKey, { capture: true });
    area.addEventListener("input", onChange);
    area.addEventListener("click", onChange);
    area.addEventListener("blur", close);
    return () => {
      area.removeEventListener("keydown", onKey, { capture: true });
      area.removeEventListener("input", onChange);
      area.removeEventListener("click", onChange);
      area.removeEventListener("blur", close);
    };
  }, []);
  useEffect(() => {
    const area = paper.current!.element;
    const say = (name: string, value: string | null) =>
      value === null ? area.removeAttribute(name) : area.setAttribute(name, value);
    say("aria-autocomplete", "list");
    say("aria-controls", offers.length ? id : null);
    say("aria-activedescendant", offers.length && at >= 0 ? `${id}-${at}` : null);
  }, [offers, at]);

  return (
    <div class="completion">
      <p class="hidden" role="status">
        {offers.length > 0 && words.offered({ count: offers.length })}
      </p>
      {offers.length > 0 && (
        <ul id={id} role="listbox" aria-label={words.label}>
          {offers.map((offer, place) => (
            <li
              key={offer.text}
              id={`${id}-${place}`}
              role="option"
              aria-selected={place === at}
              class="chip"
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => take(offer)}
            >
              {offer.text}
              {offer.name && <span class="hint">{offer.name}</span>}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
