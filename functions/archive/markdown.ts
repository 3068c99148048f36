/** Entries as Markdown files with front matter: how the archive writes them, and imports read them. */
import { z } from "zod";

// Loads the library when it is needed: other routes do not wait for its 0.1 MB.
const yaml = () => import("yaml");

/** An entry of the archive, as `archive_page` returns it. */
export const ArchivedEntry = z.object({
  id: z.string(),
  title: z.string(),
  content: z.string(),
  mood: z.string().nullable(),
  tags: z.array(z.string()),
  visibility: z.string(),
  notebook: z.string().nullable(),
  written_at: z.string(),
});

/** The file of an entry. Its content follows the empty line, as it is. */
export async function markdownOf(
  { content, ...entry }: z.infer<typeof ArchivedEntry>,
): Promise<string> {
  const { id, title, written_at, mood, tags, visibility, notebook } = entry;
  const fields = {
    id,
    title,
    written_at,
    ...(mood !== null && { mood }),
    ...(tags.length && { tags }),
    visibility,
    ...(notebook !== null && { notebook }),
  };
  const front = (await yaml()).stringify(fields, {
    // Also quotes words that YAML 1.1 does not read as strings, such as `no` and `12:30`.
    compat: "yaml-1.1",
    blockQuote: false,
    doubleQuotedMinMultiLineLength: Infinity,
    lineWidth: 0,
  });
  return `---\n${front}---\n\n${content}`;
}

/**
 * A Markdown file: the fields of its front matter by their names in lower case, and its content.
 */
export interface Markdown {
  fields: Map<string, string | string[]>;
  content: string;
}

/** More than any entry needs; they bound the work for a crafted one. */
const MAX_FRONT = 16_384;
const MAX_OPEN = 50;

const FRONT = /^---[ \t]*\r?\n((?:[^]*?\n)??)---[ \t]*(?:\r?\n|$)/;

/**
 * Reads a Markdown file, with or without front matter. Of its fields it returns texts and lists of
 * texts, as they are written: numbers and dates stay texts. Aliases are not resolved.
 *
 * @throws {RangeError} when the front matter is not YAML, too long, or nested too deeply.
 */
export async function readMarkdown(text: string): Promise<Markdown> {
  const [whole, front] = text.startsWith("---") ? FRONT.exec(text) ?? [] : [];
  const fields: Markdown["fields"] = new Map();
  if (whole === undefined || front === undefined) return { fields, content: text };
  if (front.length > MAX_FRONT) throw new RangeError("front matter: expected at most 16 kB");
  const { isMap, isScalar, isSeq, Lexer, parseDocument, Parser } = await yaml();
  // `parseDocument` calls itself for each level, so the levels are counted before.
  const parser = new Parser();
  for (const lexeme of new Lexer().lex(front)) {
    for (const _ of parser.next(lexeme));
    if (parser.stack.length > MAX_OPEN) {
      throw new RangeError(
        "front matter: nested too deeply, write each field as a text or a list of texts",
      );
    }
  }
  const textOf = (node: unknown) =>
    isScalar(node) && node.value !== null
      ? typeof node.value === "string" ? node.value : node.source
      : undefined;
  const { contents, errors } = parseDocument(front, { prettyErrors: false });
  if (errors[0]) throw new RangeError(`front matter: ${errors[0].message}`);
  for (const { key, value } of isMap(contents) ? contents.items : []) {
    const name = textOf(key)?.toLowerCase();
    const read = isSeq(value)
      ? value.items.map(textOf).filter((item) => item !== undefined)
      : textOf(value);
    if (name !== undefined && read !== undefined) fields.set(name, read);
  }
  // The empty line after the front matter does not belong to the content.
  return { fields, content: text.slice(whole.length).replace(/^\r?\n/, "") };
}

/** The name of an entry's file without its ending: its day, and its title in small letters. */
export function fileName(day: string, title: string): string {
  const words = title.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().normalize("NFC")
    .match(/[\p{L}\p{N}]+/gu) ?? [];
  let slug = "";
  for (const word of words) {
    const longer = slug === "" ? [...word].slice(0, 50).join("") : `${slug}-${word}`;
    if (longer.length > 60) break;
    slug = longer;
  }
  return `${day}-${slug || "entry"}`;
}
