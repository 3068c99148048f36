/**
 * Finds on the device alone whether a text speaks of danger to its writer, and names the helplines of
 * a country. Nothing here sends, stores or counts anything.
 */
import { de } from "./rules/de.ts";
import { en } from "./rules/en.ts";
import { es } from "./rules/es.ts";
import { fr } from "./rules/fr.ts";
import { it } from "./rules/it.ts";
import { nl } from "./rules/nl.ts";
import { pt } from "./rules/pt.ts";
import type { Rules } from "./rules/rules.ts";

export { deviceCountry } from "./country.ts";
export { countriesWithLines, type Helpline, type Helplines, helplines } from "./helplines.ts";

const languages: Record<string, Rules> = { de, en, es, fr, it, nl, pt };

/** A rule as one expression: `~` stands for a few words between two of its words. */
const expression = (rules: string[]): RegExp =>
  new RegExp(`\\b(?:${rules.join("|")})`.replaceAll("~", ".{0,45}?"), "g");

const compile = (rules: Rules) => ({
  danger: expression(rules.danger),
  told: expression(rules.told),
  broad: expression(rules.broad),
  others: expression(rules.others),
  calm: expression(rules.calm),
  stories: expression(rules.stories),
});
const compiled = new Map<string, ReturnType<typeof compile>>();

/** Plain letters in lower case, one kind of apostrophe, and one sentence a line. */
const sentencesOf = (text: string): string[] =>
  text.toLowerCase().normalize("NFD").replace(/\p{M}/gu, "").replace(/[’`´]/g, "'")
    .replace(/[^\S\n]+/g, " ").split(/[.!?…;\n]+/);

/**
 * Whether a text speaks of danger to its writer: of a plan, a wish or an act. It knows phrases of
 * seven languages (`en`, `de`, `es`, `fr`, `it`, `nl`, `pt`; another is read as English), and not
 * what somebody means: it may be wrong either way, so a client only offers help.
 *
 * It passes over idioms, songs and the acts of others.
 */
export function needsCare(text: string, language: string): boolean {
  const key = language in languages ? language : "en";
  const rules = compiled.get(key) ?? compile(languages[key]!);
  compiled.set(key, rules);
  return sentencesOf(text).some((sentence) => {
    const plain = sentence.replace(rules.calm, " ");
    const has = (rule: RegExp) => plain.search(rule) >= 0;
    if (has(rules.danger)) return true;
    if (has(rules.stories)) return false;
    return has(rules.told) || has(rules.broad) && !has(rules.others);
  });
}
