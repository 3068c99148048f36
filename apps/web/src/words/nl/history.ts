import type { words as en } from "../en/history.ts";

export const words: typeof en = {
  restoreHint: "De titel en de tekst gaan terug. Stemming, labels en wie het ziet blijven.",
  askRestore: "Terug naar deze versie?",
  restore: "Erheen terug",
  restored: "Je eerdere versie is terug",
  forgetHint: "Je kunt ze niet terughalen. Het stukje zelf blijft.",
  askForget: "Alle eerdere versies verwijderen?",
  forget: "Verwijderen",
  forgotten: "Eerdere versies verwijderd",
  entry: "Stukje",
  deleteAll: "Alle verwijderen",
  earlierVersions: "Eerdere versies",
  hint: "90 dagen bewaard. Alleen jij ziet ze.",
  none: "Geen eerdere versies",
  noneHint: "Wijzig je de titel of de tekst, dan verschijnt de versie ervoor hier.",
  until: ({ moment }) => `Tot ${moment}`,
  then: "Toen",
  now: "Nu",
};
