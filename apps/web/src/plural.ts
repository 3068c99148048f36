import { locale } from "./language.ts";

const rules = new Intl.PluralRules(locale);

/** The form for a number, by the plural rules of the language. */
export const plural = (
  count: number,
  forms: { other: string } & Partial<Record<Intl.LDMLPluralRule, string>>,
): string => forms[rules.select(count)] ?? forms.other;

const numbers = new Intl.NumberFormat(locale);

export const number = (value: number): string => numbers.format(value);
