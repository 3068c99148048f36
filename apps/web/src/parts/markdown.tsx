/** Draws Markdown for readers. */
import "./markdown.css";
import DOMPurify from "dompurify";
import { Marked } from "marked";
import { useLayoutEffect, useMemo, useRef } from "preact/hooks";
import { words } from "../words/parts.ts";

const marked = new Marked({ gfm: true, breaks: true });

const escapes: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escape = (text: string) => text.replace(/[&<>"]/g, (sign) => escapes[sign]!);

/** The allowed parts exclude pictures from elsewhere, styles, forms and names of the page's own. */
const allowed = {
  ALLOWED_TAGS: [
    ...["a", "blockquote", "br", "code", "del", "em", "h2", "h3", "h4", "hr", "input", "li", "ol"],
    ...["p", "pre", "strong", "table", "tbody", "td", "th", "thead", "tr", "ul"],
  ],
  ALLOWED_ATTR: ["href", "type", "checked", "start", "aria-label"],
  // The other attributes are not addresses.
  ADD_URI_SAFE_ATTR: ["type", "checked", "start", "aria-label"],
  ALLOWED_URI_REGEXP: /^(?:https?:|mailto:|tel:)/i,
};

const page = DOMPurify();
page.addHook("afterSanitizeAttributes", (node) => {
  if (node.tagName === "A") {
    node.setAttribute("rel", "noopener noreferrer nofollow ugc");
    node.setAttribute("target", "_blank");
  }
});

// The screen has the first heading, so headings in the text begin at the second. Their text is
// sanitized with the rest.
marked.use({
  renderer: {
    heading({ tokens, depth }) {
      const tag = `h${Math.min(depth + 1, 4)}`;
      return `<${tag}>${this.parser.parseInline(tokens)}</${tag}>\n`;
    },
    // A tag of HTML is text like any other.
    html: ({ text }) => escape(text),
    image: ({ href, text }) => `<a href="${escape(href)}">${escape(text || href)}</a>`,
    checkbox: ({ checked }) =>
      `<input type="checkbox" aria-label="${escape(checked ? words.ticked : words.unticked)}"${
        checked ? " checked" : ""
      }> `,
  },
});

const BOXES = /^(\s*(?:>\s*)*(?:[-*+]|\d+[.)]) )\[([ xX])\](?= )/gm;

/** The text with one of its boxes ticked, or no longer ticked. */
export function tick(text: string, place: number): string {
  let seen = 0;
  return text.replace(
    BOXES,
    (box, start, sign) => seen++ === place ? `${start}[${sign === " " ? "x" : " "}]` : box,
  );
}

/** A text of a user. `onTick` gets the number of a tapped box; without it no box can be tapped. */
export function Markdown({ text, onTick }: { text: string; onTick?(place: number): void }) {
  const html = useMemo(
    () => page.sanitize(marked.parse(text, { async: false }), allowed),
    [text],
  );
  const drawn = useRef<HTMLDivElement>(null);
  /** The box that was ticked by its key: it is drawn anew. */
  const ticked = useRef(-1);
  useLayoutEffect(() => {
    const isLost = document.activeElement === document.body;
    const boxes = drawn.current!.querySelectorAll("input");
    if (isLost && ticked.current >= 0) boxes[ticked.current]?.focus();
    ticked.current = -1;
  }, [html]);
  // Text in a block of code may look like a box: then the numbers differ, and no box can be tapped.
  const isSure = html.split('type="checkbox"').length - 1 === [...text.matchAll(BOXES)].length;
  return (
    <div
      ref={drawn}
      class={`text markdown ${onTick && isSure ? "" : "still"}`}
      // Sanitized above.
      dangerouslySetInnerHTML={{ __html: html }}
      onClick={(event) => {
        const box = event.target;
        if (!(box instanceof HTMLInputElement)) return;
        event.preventDefault();
        if (!onTick || !isSure) return;
        const place = [...event.currentTarget.querySelectorAll("input")].indexOf(box);
        if (box === document.activeElement) ticked.current = place;
        onTick(place);
      }}
    />
  );
}
