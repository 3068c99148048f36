/**
 * The words of the phone app, made of `words/<language>.json` before it is bundled: code and a type, as
 * the web app's build makes them of its own. Names that both apps say come from the web app's words.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { codeOf, languages, typeOf, type Words, wordsOf as webWordsOf } from "../web/messages.ts";

type Catalogue = { [room: string]: Words };

const folder = join(import.meta.dirname!, "words");

export const fileOf = (language: string): string => join(folder, `${language}.json`);

/** The texts of a language that the phone alone says, by room. */
export const wordsOf = (language: string): Catalogue =>
  JSON.parse(readFileSync(fileOf(language), "utf8"));

/** They and the texts that both apps say. */
function allOf(language: string): Catalogue {
  const { app, day, language: about, workout } = webWordsOf(language);
  const { refusals, ourFault, noAnswer } = app!;
  const { permissions: _, ...own } = wordsOf(language);
  return {
    ...own,
    refusals: refusals!,
    common: {
      ourFault: ourFault!,
      noAnswer: noAnswer!,
      locale: about!.locale!,
      faces: day!.faces!,
      activities: workout!.activities!,
    },
  };
}

/** Writes `src/catalogues/`, which is not committed. */
export function writeCatalogues(): void {
  const made = join(import.meta.dirname!, "src/catalogues");
  const all = languages.map((language) => [language, allOf(language)] as const);
  const english = all.find(([language]) => language === "en")!;
  const type = typeOf([english[1], ...all.map(([, words]) => words)]);
  const texts: Record<string, string> = {
    "type.ts": `export type Words = ${type};\n`,
    "all.ts": `${
      languages.map((language) => `import { words as ${language} } from "./${language}";\n`).join(
        "",
      )
    }export const catalogues = { ${languages.join(", ")} };\n`,
  };
  for (const [language, words] of all) {
    texts[`${language}.ts`] =
      `import { pluralOf } from "../plural";\nimport type { Words } from "./type";\n` +
      `const { number, plural } = pluralOf("${language}");\n` +
      `export const words: Words = ${codeOf(words)};\n`;
  }
  mkdirSync(made, { recursive: true });
  const old = readdirSync(made);
  for (const [name, text] of Object.entries(texts)) {
    const path = join(made, name);
    if (!old.includes(name) || readFileSync(path, "utf8") !== text) writeFileSync(path, text);
  }
}
