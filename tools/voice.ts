/** Looks for sentences that a newcomer reads twice: rules in `voice.yml`, texts by `prose.ts`. */
import { TextlintKernel } from "@textlint/kernel";
import markdown from "@textlint/textlint-plugin-markdown";
import prh from "textlint-rule-prh";
import { join } from "node:path";
import { projectFiles } from "./generated.ts";
import { proseOf } from "./prose.ts";

const rules = join(import.meta.dirname!, "voice.yml");
const kernel = new TextlintKernel();
// deno-lint-ignore no-explicit-any -- modules of CommonJS, which Deno and its types see differently
const own = (module: any) => module.default ?? module;
const plugins = [{ pluginId: "markdown", plugin: own(markdown) }];

/** A line that begins a block of Markdown, so that it does not continue the line before it. */
const begins = /^\s*([-*+#>|]|\d+[.)] |```|$)/;
/** A line that the next one does not continue. */
const ends = /^\s*([#|]|```|$)/;

/** The findings in one file: line, advice, the line of prose. */
async function findingsIn(path: string, source: string): Promise<string[]> {
  // One document for a file, since each document reads the rules again. A blank line ends a
  // paragraph; a fence that a text leaves open would hide the texts after it.
  const lines = proseOf(path, source).flatMap(({ line, text }) => [
    ...`${text}${(text.split("```").length - 1) % 2 ? "\n```" : ""}`.split("\n")
      .map((part, n) => ({ line: line + n, text: part })),
    { line, text: "" },
  ]);
  if (!lines.length) return [];
  // The lines of a paragraph become one, because a sentence may go on in the next line.
  let document = "";
  let isFenced = false;
  const starts = lines.map(({ text }, n) => {
    const isOpen = n > 0 && !isFenced && !begins.test(text) && !ends.test(lines[n - 1]!.text);
    document += n === 0 ? "" : isOpen ? " " : "\n";
    if (/^\s*```/.test(text)) isFenced = !isFenced;
    document += isFenced ? text : text.trim();
    return document.length - text.trim().length;
  });
  const { messages } = await kernel.lintText(document, {
    ext: ".md",
    plugins,
    rules: [{ ruleId: "voice", rule: own(prh), options: { rulePaths: [rules] } }],
  });
  return messages.map(({ message, range: [at] }) => {
    const { line, text } = lines[starts.findLastIndex((start) => start <= at)]!;
    return `${path}:${line}: ${message.replace(/ => /, ": write ").trim()} | ${text.trim()}`;
  });
}

/** The findings in all files of the project in `root` that people write. */
export async function voiceFindings(root: string): Promise<string[]> {
  const found: string[] = [];
  for (const { path, isMarked } of projectFiles(root)) {
    if (!isMarked) found.push(...await findingsIn(path, Deno.readTextFileSync(join(root, path))));
  }
  return found;
}

if (import.meta.main) {
  const [folder = ""] = Deno.args;
  const found = await voiceFindings(join(import.meta.dirname!, ".."));
  console.log(found.filter((each) => each.startsWith(folder)).join("\n"));
}
