/** The words of the app in the language of the phone. They stand in `../words/<language>.json`. */
import type { components } from "@journal/client";
import type { SealedFailure } from "@journal/client/sealed";
import { catalogues } from "./catalogues/all";
import type { Words } from "./catalogues/type";
import { languages } from "./modules";

type Activity = components["schemas"]["WorkoutActivityType"];
type Language = keyof typeof catalogues;

const isSpoken = (code: string): code is Language => Object.keys(catalogues).includes(code);

/** The first language of the phone that the app speaks. */
export const words: Words = catalogues[languages().find(isSpoken) ?? "en"];

// Each name of the client has words.
words.common.activities satisfies Record<Activity, string>;
words.sealed.failures satisfies Record<SealedFailure, string>;
