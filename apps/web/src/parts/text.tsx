/** A text by a user: plain at once, and with its formats once these are loaded. */
import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { Marks, TextPhotos } from "./markdown.tsx";

type Props = { text: string; links?: Marks; among?: TextPhotos; onTick?(text: string): void };
let Drawn: ComponentType<Props> | undefined;

export function Text(props: Props) {
  const [, setLoaded] = useState(Drawn !== undefined);
  useEffect(() => {
    if (Drawn) return;
    import("./markdown.tsx").then(({ Markdown, tick }) => {
      // A second component would replace the first one and draw everything anew.
      Drawn ??= ({ text, links, among, onTick }) => (
        <Markdown
          text={text}
          links={links}
          among={among}
          onTick={onTick && ((place) => onTick(tick(text, place)))}
        />
      );
      setLoaded(true);
    }, () => {/* It stays plain, and is read all the same. */});
  }, []);
  return Drawn ? <Drawn {...props} /> : <p class="text">{props.text}</p>;
}

/** A text without its signs and pictures, for a card. A dot parts a heading or a quote from the rest. */
export const plain = (text: string): string =>
  text
    .replace(/!\[[^\]]*\]\([^)]*\)/g, "")
    .replace(/^((?:#{1,6} |>).*\S)\s*\n\s*(?=[^>\s])/gm, "$1 · \n")
    .replace(/^\s*(?:#{1,6} |> ?|(?:[-*+]|\d+[.)]) (?:\[[ xX]\] )?|```\w*$)/gm, "")
    .replace(/(?<!\w)(\*{1,3}|_{1,3}|~~|`)(\S(?:.*?\S)?)\1(?!\w)/g, "$2")
    .replace(/\[([^\]]*)\]\([^)\s]*\)/g, "$1");
