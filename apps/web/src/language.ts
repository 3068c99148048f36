/** The language of this page. The administration has a language of its own. */

import { languages } from "./words/languages.ts";

export { languages };
export type Language = keyof typeof languages;

/** The key of a language that is not the device's. */
export const LANGUAGE_KEY = "journal-language";

const isSpoken = (name: string | null | undefined): name is Language =>
  !!name && Object.hasOwn(languages, name);

/** The first language of the device that the app speaks. */
const ofDevice = (): Language =>
  navigator.languages.map((each) => each.split("-")[0]).find(isSpoken) ?? "en";

function chosen(): Language {
  // A test beside no page reads English.
  if (typeof document === "undefined") return "en";
  const { language } = document.documentElement.dataset;
  const kept = language ?? localStorage.getItem(LANGUAGE_KEY);
  return isSpoken(kept) ? kept : ofDevice();
}

export const language: Language = chosen();
/** How dates and numbers are written. */
export const locale: string = languages[language].locale;

function keep(wanted: Language): void {
  if (wanted === ofDevice()) localStorage.removeItem(LANGUAGE_KEY);
  else localStorage.setItem(LANGUAGE_KEY, wanted);
}

/** Lets the page speak the language of the profile. It does not interrupt a user who types. */
export function speak(wanted: string): void {
  if (!isSpoken(wanted) || wanted === language) return;
  keep(wanted);
  if (!document.activeElement?.matches("input, textarea, [contenteditable]")) location.reload();
}

/** Lets the page speak a language that somebody has picked before there is a profile. */
export function choose(wanted: string): void {
  if (!isSpoken(wanted)) return;
  keep(wanted);
  location.reload();
}
