/** The HTML of users in mails of the service. */

/**
 * Elements that are left out with their content: they style the whole mail, or parsers read their
 * content differently.
 */
const DROPPED = new Set(
  ("style link script title meta base svg math template iframe object embed frameset noscript " +
    "noembed noframes xmp plaintext").split(" "),
);

/** Elements whose attributes would hold for the whole mail. */
const WHOLE = new Set(["html", "head", "body"]);

const VOID = new Set(
  "area br col embed hr img input keygen link meta param source track wbr".split(" "),
);

/**
 * The most levels of elements; deeper ones are cut off. The time of the parser grows with the
 * square of the depth.
 */
const MAX_DEPTH = 500;

const escaped: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escape = (text: string) => text.replace(/[&<>"]/g, (character) => escaped[character]!);

/** Whether an attribute has a name that all parsers read alike, and runs nothing. */
const isAllowed = (name: string, value: string) =>
  /^[^\s"'<>/=]+$/.test(name) && !/^on/i.test(name) &&
  // deno-lint-ignore no-control-regex -- browsers ignore them within a scheme
  !/^(javascript|vbscript):/i.test(value.replaceAll(/[\x00-\x20]/g, ""));

/**
 * HTML without scripts, style sheets, comments and embedded documents. It is written anew, so that
 * mail programs read it as the parser has read it.
 */
export async function withoutStyleSheets(html: string): Promise<string> {
  const { Parser } = await import("htmlparser2");
  let made = "";
  // How many open elements are in a dropped one, itself included.
  let dropped = 0;
  let depth = 0;
  const tagOf = (name: string) =>
    WHOLE.has(name) ? "div" : /^[a-z][a-z0-9:-]*$/.test(name) ? name : undefined;
  const parser = new Parser({
    onopentag(name, attributes) {
      if (++depth > MAX_DEPTH) return parser.pause();
      if (dropped > 0 || DROPPED.has(name)) dropped++;
      const tag = tagOf(name);
      if (dropped > 0 || !tag) return;
      made += `<${tag}`;
      for (const [key, value] of Object.entries(attributes)) {
        if (isAllowed(key, value)) made += ` ${key}="${escape(value)}"`;
      }
      made += ">";
    },
    ontext(text) {
      if (dropped === 0) made += escape(text);
    },
    onclosetag(name) {
      depth--;
      if (dropped > 0) {
        dropped--;
        return;
      }
      const tag = tagOf(name);
      if (tag && !VOID.has(tag)) made += `</${tag}>`;
    },
  });
  parser.end(html);
  return made;
}
