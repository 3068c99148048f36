/** The sentences of a source file: comments, and texts of four words and more. */
import { parse } from "@babel/parser";
import { extname } from "node:path";

/** A piece of prose, and the line of the file in which it begins. */
interface Prose {
  line: number;
  text: string;
}

/** A text of fewer words is a name, a key or a value. */
const isSentence = (text: string) => /\S+\s+\S+\s+\S+\s+\S/.test(text);

/** A comment as Markdown, line by line: without its marks. */
const unmarked = (comment: string) => comment.replace(/^[ \t]*\*? ?/gm, "");

/** Joins neighbouring comments of one line each, which are one paragraph. */
function joined(parts: Prose[]): Prose[] {
  const all: (Prose & { end: number })[] = [];
  for (const { line, text } of parts.sort((a, b) => a.line - b.line)) {
    const last = all.at(-1);
    if (last && last.end === line - 1) {
      last.text += `\n${text}`;
      last.end = line;
    } else all.push({ line, text, end: line });
  }
  return all;
}

function fromScript(source: string): Prose[] {
  const { comments, tokens } = parse(source, {
    sourceType: "module",
    plugins: ["typescript", "jsx", "importAttributes"],
    tokens: true,
    errorRecovery: true,
  });
  const lines: Prose[] = [];
  const others: Prose[] = [];
  for (const { type, value, loc } of comments ?? []) {
    const line = loc!.start.line;
    if (type === "CommentLine") lines.push({ line, text: value.trim() });
    else others.push({ line, text: unmarked(value) });
  }
  for (const { type, value, loc } of tokens ?? []) {
    const text = typeof value === "string" ? value : value?.cooked;
    if (typeof text !== "string" || type.type === "CommentLine" || type.type === "CommentBlock") {
      continue;
    }
    if (["string", "template", "jsxText"].includes(type.label) && isSentence(text)) {
      others.push({ line: loc.start.line, text: text.trim() });
    }
  }
  return [...joined(lines), ...others];
}

const lineOf = (source: string, index: number) => source.slice(0, index).split("\n").length;

/** Comments that begin with a mark, and quoted texts. */
function byPattern(source: string, pattern: RegExp): Prose[] {
  const lines: Prose[] = [];
  const others: Prose[] = [];
  for (const { index, groups } of source.matchAll(pattern)) {
    const line = lineOf(source, index);
    const { comment, block, quoted } = groups!;
    if (comment) lines.push({ line, text: comment.trim() });
    else if (block) others.push({ line, text: unmarked(block) });
    else if (quoted && isSentence(quoted)) {
      others.push({ line, text: quoted.replaceAll("''", "'") });
    }
  }
  return [...joined(lines), ...others];
}

const SQL = /--(?<comment>.*)|'(?<quoted>(?:[^']|'')*)'/g;
const CSS = /\/\*(?<block>[^]*?)\*\//g;
const YAML = /^\s*#(?!!)(?<comment>.*)/gm;
const JSON_TEXT = /"(?<quoted>(?:[^"\\]|\\.)*)"/g;

/** How each kind of file is read, by the end of its name. */
const readers: Record<string, (source: string) => Prose[]> = {
  ".md": (source) => [{ line: 1, text: source }],
  ".sql": (source) => byPattern(source, SQL),
  ".css": (source) => byPattern(source, CSS),
  ".json": (source) => byPattern(source, JSON_TEXT),
};
for (const end of [".ts", ".tsx", ".js", ".mjs"]) readers[end] = fromScript;
for (const end of [".yml", ".yaml", ".sh", ".toml", ""]) {
  readers[end] = (source) => byPattern(source, YAML);
}

/** The prose of a file; empty for kinds of files without prose. */
export const proseOf = (path: string, source: string): Prose[] =>
  readers[extname(path)]?.(source) ?? [];
