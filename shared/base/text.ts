/** Parses JSON; returns undefined for any other text. `revive` is the reviver of `JSON.parse`. */
export function parseJson(
  text: string,
  revive?: (name: string, value: unknown) => unknown,
): unknown {
  try {
    return JSON.parse(text, revive);
  } catch {
    return undefined;
  }
}

/**
 * The first `length` characters (code points); a text that is cut ends in `mark`, where there is room
 * for it.
 */
export function cut(text: string, length: number, mark = ""): string {
  const characters = [...text];
  if (characters.length <= length) return text;
  if (length <= mark.length) return characters.slice(0, length).join("");
  return characters.slice(0, length - mark.length).join("") + mark;
}

/** The first line with words of a text in Markdown, without the marks at its beginning. */
export function firstLine(text: string): string {
  const line = text.split("\n").find((line) => /[\p{L}\p{N}]/u.test(line)) ?? "";
  return line.replace(/^[#>*\s-]+/, "").replace(/\\([\p{P}\p{S}])/gu, "$1").trim();
}

/** The text without the characters that Postgres cannot store: NUL, and halves of characters. */
export const storable = (text: string): string => text.toWellFormed().replaceAll("\0", "");
