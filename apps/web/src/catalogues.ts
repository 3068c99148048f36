/** Loads the words in the language of this page; the words of the first screen come alone. */
import { catalogues } from "virtual:catalogues";
import { language } from "./language.ts";
import { fill } from "./rooms.ts";

const load = async (part: "first" | "rest" | "shared") =>
  fill((await catalogues[language][part]()).words);

export const firstWords = (): Promise<void> => load("first");
export const sharedWords = (): Promise<void> => load("shared");

let rest: Promise<void> | undefined;
/** Loads all other words. After a failure the next call loads them again. */
export const allWords = (): Promise<void> =>
  rest ??= load("rest").catch((error) => {
    rest = undefined;
    throw error;
  });
