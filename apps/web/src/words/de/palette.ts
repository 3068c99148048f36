import type { words as en } from "../en/palette.ts";
import { number, plural } from "../../plural.ts";

export const words: typeof en = {
  title: "Was möchtest du tun?",
  field: "Finde eine Tat, einen Ort, einen Eintrag oder eine Person",
  groups: {
    acts: "Tun",
    places: "Gehen zu",
    entries: "Einträge",
    people: "Leute",
    settings: "Einstellungen",
  },
  acts: {
    write: "Einen Eintrag schreiben",
    goal: "Ein Ziel hinzufügen",
    reminder: "Eine Erinnerung hinzufügen",
    cheer: "Einen Zuruf senden",
    notifications: "Meine Mitteilungen lesen",
    search: ({ text }) => `Im Tagebuch nach „${text}“ suchen`,
  },
  found: ({ count }) =>
    plural(count, { one: "1 Sache gefunden", other: `${number(count)} Sachen gefunden` }),
  nothing: "Nichts gefunden",
};
