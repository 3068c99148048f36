/**
 * The words of the app: a file for each language in `words/`, by room. A sentence with values is in
 * ICU's MessageFormat. The build makes code of it, so that no page loads a parser.
 */
import { parse, type Token } from "@messageformat/parser";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

export type Words = string | string[] | { [key: string]: Words };

const folder = join(import.meta.dirname!, "words");

/** The codes of the languages, by the names of their files. */
export const languages: string[] = readdirSync(folder).map((file) => file.split(".")[0]!).sort();

export const fileOf = (language: string): string => join(folder, `${language}.json`);

/** The texts of a language, by room; `language` has its name and its way to write dates and numbers. */
export const wordsOf = (language: string): Record<string, { [key: string]: Words }> =>
  JSON.parse(readFileSync(fileOf(language), "utf8"));

/** The values that a message names, and whether it counts them. */
export function valuesOf(message: string): Map<string, boolean> {
  const found = new Map<string, boolean>();
  (function visit(tokens: Token[]) {
    for (const token of tokens) {
      if (!("arg" in token)) continue;
      found.set(token.arg, found.get(token.arg) || token.type !== "argument");
      if ("cases" in token) token.cases.forEach((each) => visit(each.tokens));
    }
  })(parse(message));
  return found;
}

/** The messages without a form that a number below 200 has in the language. */
export function missingForms(words: Words, language: string, path = ""): string[] {
  if (typeof words !== "string") {
    return Object.entries(words).flatMap(([key, each]) =>
      missingForms(each, language, path ? `${path}.${key}` : key)
    );
  }
  const rules = new Intl.PluralRules(language);
  const forms = new Set(Array.from({ length: 200 }, (_, number) => rules.select(number)));
  return parse(words).flatMap((token) =>
    token.type === "plural"
      ? [...forms].filter((form) => !token.cases.some(({ key }) => key === form))
        .map((form) => `${path} has no "${form}" for ${token.arg}`)
      : []
  );
}

const inTemplate = (text: string) => text.replace(/[`\\]|\$(?=\{)/g, "\\$&");

/** A template literal of what a message says. */
function literal(tokens: Token[], counted = ""): string {
  const parts = tokens.map((token) => {
    if (token.type === "content") return inTemplate(token.value);
    if (token.type === "octothorpe") return `\${number(${counted})}`;
    if (token.type === "argument") return `\${${token.arg}}`;
    if (token.type === "function" && token.key === "number") return `\${number(${token.arg})}`;
    if (token.type !== "plural") throw new Error(`The app has no "${token.type}" in its messages`);
    const cases = token.cases.map(({ key, tokens }) => [key, literal(tokens, token.arg)] as const);
    const exact = cases.filter(([key]) => key.startsWith("="))
      .map(([key, text]) => `${token.arg} =${key} ? ${text} : `);
    const forms = cases.filter(([key]) => !key.startsWith("=")).map(([key, text]) =>
      `${key}: ${text}`
    );
    return `\${${exact.join("")}plural(${token.arg}, { ${forms.join(", ")} })}`;
  });
  return `\`${parts.join("")}\``;
}

/** The words as JavaScript: messages with values are functions, which call `number` and `plural`. */
export function codeOf(words: Words): string {
  if (Array.isArray(words)) return `[${words.map(codeOf).join(", ")}]`;
  if (typeof words === "object") {
    const all = Object.entries(words).map(([key, each]) =>
      `${JSON.stringify(key)}: ${codeOf(each)}`
    );
    return `{ ${all.join(", ")} }`;
  }
  const names = [...valuesOf(words).keys()];
  const text = literal(parse(words));
  return names.length ? `({ ${names} }) => ${text}` : text;
}

/**
 * The type of words that say the same in several languages: a counted value is a number, any
 * other a text, so that a number comes in the form of the language (`{n, number}`).
 */
export function typeOf(all: Words[]): string {
  const [words] = all;
  if (Array.isArray(words)) return "string[]";
  if (typeof words === "object") {
    const each = Object.keys(words).map((key) =>
      `${JSON.stringify(key)}: ${
        typeOf(all.map((of) => (of as typeof words)[key]).filter((of) => of !== undefined))
      };`
    );
    return `{ ${each.join(" ")} }`;
  }
  const counts = all.flatMap((message) => [...valuesOf(message as string)]);
  const values = [...valuesOf(words!).keys()].map((name) =>
    `${name}: ${counts.some(([of, counts]) => of === name && counts) ? "number" : "string"}`
  );
  return values.length ? `(values: { ${values.join("; ")} }) => string` : "string";
}
