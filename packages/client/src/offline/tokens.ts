/** A text as words, and as lines where they stay whole. */

/** A word, or a line of a list, a table or code. */
export interface Token {
  /** The white space before it. */
  gap: string;
  word: string;
  /** Undefined for words. */
  kind: Kind;
  /** The kind of the token before it. */
  follows: Kind;
}
export type Kind = "list" | "table" | "code" | undefined;

const FENCE = /^\s*(```|~~~)/;
const kindOf = (line: string): Kind =>
  /^\s*([-*+]|\d+[.)])\s/.test(line)
    ? "list"
    : line.includes("|")
    ? "table"
    : /^( {4}|\t)/.test(line)
    ? "code"
    : undefined;
/** A word, or a letter of a script that writes no spaces between words. */
const WORD =
  /\s|[\u0e00-\u0eff\u3040-\u30ff\u3400-\u9fff]|[^\s\u0e00-\u0eff\u3040-\u30ff\u3400-\u9fff]+/gu;
/** Begins each text, so that its first words begin a paragraph too. */
export const BEFORE = "\n\n";

export const wordsOf = (text: string): string[] => text.match(/[\p{L}\p{N}]+/gu) ?? [];

/** The last token is the end of the text. */
export function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  let gap = "\n";
  let isCode = false;
  const add = (word: string, kind?: Kind) => {
    tokens.push({ gap, word, kind, follows: tokens.at(-1)?.kind });
    gap = "";
  };
  for (const line of text.split("\n")) {
    gap += "\n";
    const isFence = FENCE.test(line);
    const kind = isCode || isFence ? "code" : kindOf(line);
    if (kind && line.trim()) add(line, kind);
    else for (const [part] of line.matchAll(WORD)) part.trim() ? add(part) : gap += part;
    if (isFence) isCode = !isCode;
  }
  add("");
  return tokens;
}

export const keysOf = (tokens: Token[]) =>
  tokens.map(({ word, kind }) => kind ? `\n${word}` : word);
/** The number of lines that a white space touches. */
export const breaks = (gap = "") => gap.split("\n").length;
