/** Reads the words of a mail's sender: plain text, without quoted mails and signatures. */

/** The most characters for the parser, whose time grows with the cube of the length. */
const PARSED_TAIL = 4000;

/** The most characters of HTML: the time for nested elements grows with the square of them. */
const MAX_HTML = 200_000;

/** The text of HTML, for people who read mails as text. */
export async function textOf(html: string): Promise<string> {
  return await convert(html, []);
}

/** The text of HTML without quoted mails, which mail programs mark as such. */
export async function writtenText(html: string): Promise<string> {
  return await convert(html, ["blockquote", "div.gmail_quote", "div.gmail_signature"]);
}

async function convert(html: string, skipped: string[]): Promise<string> {
  const { convert } = await import("html-to-text");
  return convert(html, {
    wordwrap: false,
    limits: { maxInputLength: MAX_HTML, maxDepth: 100 },
    selectors: [
      { selector: "img", format: "skip" },
      { selector: "a", options: { hideLinkHrefIfSameAsText: true } },
      // Otherwise the words of neighbouring cells are one word, and headings are capitals.
      ...["td", "th"].map((selector) => ({
        selector,
        format: "block",
        options: { leadingLineBreaks: 1, trailingLineBreaks: 1 },
      })),
      ...["h1", "h2", "h3", "h4", "h5", "h6"].map((selector) => ({
        selector,
        options: { uppercase: false },
      })),
      ...skipped.map((selector) => ({ selector, format: "skip" })),
    ],
  }).trim();
}

/** A line between two parts of a text, which the parser takes for the beginning of a signature. */
const RULE = /^(?=\s*(?:-{3}|_{3})\s*$)/;
/** Makes another line of it, for the parser. */
const MARK = "\ue000";

/**
 * Removes the signature and the quoted mail at the end of a text. This function removes quoted
 * lines. The parser, which gets the end of the rest, removes the words that introduce them.
 */
export async function withoutQuotes(text: string): Promise<string> {
  const lines = text.replaceAll("\r\n", "\n").split("\n");
  while (lines.length > 0 && /^(\s*|>.*)$/.test(lines.at(-1)!)) lines.pop();
  let start = lines.length;
  for (let size = 0; start > 0 && size + lines[start - 1]!.length < PARSED_TAIL; start--) {
    size += lines[start - 1]!.length + 1;
  }
  const { default: EmailReplyParser } = await import("email-reply-parser");
  // One quoted line stands for the removed ones, so that the parser finds their introduction.
  const end = [...lines.slice(start).map((line) => line.replace(RULE, MARK)), "> "].join("\n");
  const tail = new EmailReplyParser().read(end).getVisibleText().replaceAll(MARK, "");
  return [...lines.slice(0, start), tail].join("\n").trim();
}
