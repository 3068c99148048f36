import { locale } from "./language.ts";

const rules = new Intl.PluralRules(locale);

/** The form for a number, by the plural rules of the language. */
export const plural = (
  count: number,
  forms: { other: string } & Partial<Record<Intl.LDMLPluralRule, string>>,
): string => forms[rules.select(count)] ?? forms.other;

const numbers = new Intl.NumberFormat(locale);

export const number = (value: number): string => numbers.format(value);

const plain = new Intl.NumberFormat(locale, { useGrouping: false, maximumFractionDigits: 2 });

/** `0,5` for a field in which the user goes on typing. */
export const typed = (value: number): string => plain.format(value);

/** The number of `0,5` or `0.5`; NaN for anything else. */
export const fromTyped = (text: string): number =>
  text.trim() ? Number(text.replace(",", ".")) : NaN;
