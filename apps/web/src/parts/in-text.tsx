import type { ComponentChildren } from "preact";

/** Ends before the sign that ends the sentence. A bracket belongs to it with its opening one. */
const ADDRESS = /https?:\/\/(?:\([^\s()]*\)|[^\s()<>"])+(?<![.,;:!?'*_\]])/gi;

/** A text by a user, with the addresses in it as links. */
export function Linked({ text }: { text: string }) {
  const parts: ComponentChildren[] = [];
  let end = 0;
  for (const { 0: address, index } of text.matchAll(ADDRESS)) {
    parts.push(
      text.slice(end, index),
      <a key={index} href={address} target="_blank" rel="noopener noreferrer nofollow ugc">
        {address}
      </a>,
    );
    end = index + address.length;
  }
  return <>{parts}{text.slice(end)}</>;
}

const MARK = "\u0000";

/** A sentence of a catalogue with an element at its mark: `Closes in <Countdown />`. */
export function inside(sentence: (mark: string) => string, element: ComponentChildren) {
  const [before, after] = sentence(MARK).split(MARK);
  return <>{before}{element}{after}</>;
}
