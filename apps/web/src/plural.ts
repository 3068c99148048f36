import { locale } from "./language.ts";

const rules = new Intl.PluralRules(locale);

/** The form for a number, by the plural rules of the language. */
export const plural = (
  count: number,
  forms: { other: string } & Partial<Record<Intl.LDMLPluralRule, string>>,
): string => forms[rules.select(count)] ?? forms.other;

export const number = (value: number): string => value.toLocaleString(locale);
