/** Draws Markdown for readers. */
import "./markdown.css";
import DOMPurify from "dompurify";
import { Marked } from "marked";
import { useLayoutEffect, useMemo, useRef } from "preact/hooks";
import type { Photos } from "../photo-marks.ts";
import { words } from "../words/parts.ts";

const marked = new Marked({ gfm: true, breaks: true });

const escapes: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escape = (text: string) => text.replace(/[&<>"]/g, (sign) => escapes[sign]!);

/** The id of an attachment, as an address of a picture names it. */
const PHOTO = /^attachment:([\da-f-]{36})$/i;

/**
 * The allowed parts exclude addresses of pictures, styles, forms and names of the page's own. A photo
 * of the entry gets its address later, from the attachments.
 */
const allowed = {
  ALLOWED_TAGS: [
    ...[
      "a",
      "blockquote",
      "br",
      "button",
      "code",
      "del",
      "em",
      "h2",
      "h3",
      "h4",
      "hr",
      "img",
      "input",
    ],
    ...["li", "ol", "p", "pre", "strong", "table", "tbody", "td", "th", "thead", "tr", "ul"],
  ],
  ALLOWED_ATTR: ["href", "type", "checked", "start", "alt", "aria-label", "data-photo"],
  // The other attributes are not addresses.
  ADD_URI_SAFE_ATTR: ["type", "checked", "start", "alt", "aria-label", "data-photo"],
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
    image({ href, text }) {
      const id = PHOTO.exec(href)?.[1];
      return id
        ? `<button type="button" data-photo="${id.toLowerCase()}"><img alt="${
          escape(text)
        }"></button>`
        : `<a href="${escape(href)}">${escape(text || href)}</a>`;
    },
    checkbox: ({ checked }) =>
      `<input type="checkbox" aria-label="${escape(checked ? words.ticked : words.unticked)}"${
        checked ? " checked" : ""
      }> `,
  },
});

/** Where the marks of a text lead, such as `[2]`, by their numbers. */
export type Marks = Record<string, { href: string; label: string }>;

/** Sanitized HTML with its marks as links. Marks in code and in links stay text. */
function withMarks(html: string, links: Marks): string {
  const { body } = new DOMParser().parseFromString(html, "text/html");
  const walker = document.createTreeWalker(body, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode()) texts.push(walker.currentNode as Text);
  for (const text of texts) {
    if (text.parentElement!.closest("a, code")) continue;
    const parts = text.data.split(/\[(\d{1,2})\]/);
    text.replaceWith(...parts.map((part, place) => {
      const link = place % 2 ? links[part] : undefined;
      if (!link) return place % 2 ? `[${part}]` : part;
      const mark = document.createElement("a");
      mark.className = "mark";
      mark.href = link.href;
      mark.ariaLabel = link.label;
      mark.textContent = part;
      return mark;
    }));
  }
  return body.innerHTML;
}

const BOXES = /^(\s*(?:>\s*)*(?:[-*+]|\d+[.)]) )\[([ xX])\](?= )/gm;

/** The text with one of its boxes ticked, or no longer ticked. */
export function tick(text: string, place: number): string {
  let seen = 0;
  return text.replace(
    BOXES,
    (box, start, sign) => seen++ === place ? `${start}[${sign === " " ? "x" : " "}]` : box,
  );
}

/** Photos among a text: their addresses, and the act of a tap on one. */
export interface TextPhotos {
  photos: Photos;
  onPhoto?(id: string): void;
}

/** Shows the known photos. Of an unknown one nothing is seen, and nothing can be tapped. */
function show(drawn: HTMLElement, { photos, onPhoto }: TextPhotos): void {
  const ids = [...photos.keys()];
  for (const button of drawn.querySelectorAll<HTMLButtonElement>("[data-photo]")) {
    const id = button.dataset.photo!;
    const image = button.querySelector("img")!;
    const src = photos.get(id)?.src;
    button.hidden = !src || image.dataset.lost === src;
    button.disabled = !onPhoto;
    if (!src || image.getAttribute("src") === src) continue;
    image.alt ||= words.photo({ n: ids.indexOf(id) + 1, of: ids.length });
    image.onerror = () => {
      button.hidden = true;
      image.dataset.lost = src;
    };
    image.src = src;
  }
  // A paragraph of unknown photos alone leaves no gap.
  for (const each of drawn.querySelectorAll<HTMLElement>("p:has(> [data-photo])")) {
    each.hidden = !each.textContent!.trim() && !each.querySelector("[data-photo]:not([hidden])");
  }
}

const none: TextPhotos = { photos: new Map() };

/** A text of a user. `onTick` gets the number of a tapped box; without it no box can be tapped. */
export function Markdown(
  { text, links, among = none, onTick }: {
    text: string;
    links?: Marks;
    among?: TextPhotos;
    onTick?(place: number): void;
  },
) {
  const html = useMemo(() => {
    // Markdown would make a link of a mark before a colon, a bracket or an address.
    const source = links ? text.replace(/\[(\d{1,2})\](?=[(:[])/g, "\\[$1\\]") : text;
    const drawn = page.sanitize(marked.parse(source, { async: false }), allowed);
    return links ? withMarks(drawn, links) : drawn;
  }, [text, links]);
  const drawn = useRef<HTMLDivElement>(null);
  /** The box that was ticked by its key: it is drawn anew. */
  const ticked = useRef(-1);
  useLayoutEffect(() => {
    const isLost = document.activeElement === document.body;
    const boxes = drawn.current!.querySelectorAll("input");
    if (isLost && ticked.current >= 0) boxes[ticked.current]?.focus();
    ticked.current = -1;
  }, [html]);
  useLayoutEffect(() => show(drawn.current!, among));
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
        const photo = box instanceof Element && box.closest<HTMLElement>("[data-photo]");
        if (photo) return among.onPhoto?.(photo.dataset.photo!);
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
