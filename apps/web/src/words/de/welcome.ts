import type { words as en } from "../en/welcome.ts";
import { number } from "../../plural.ts";

export const words: typeof en = {
  label: "Deine ersten Schritte",
  progress: ({ step, of }) => `Schritt ${number(step)} von ${number(of)}`,
  skip: "Überspringen",
  skipAll: "Alles überspringen",
  name: {
    title: "Wie dürfen wir dich nennen?",
    field: "Dein Name",
    hint: "Deine Leute sehen ihn. Ein Vorname genügt.",
    next: "Weiter",
  },
  goal: {
    title: "Gibt es etwas, das du tun willst?",
    text:
      "Wir fragen einmal am Tag, wie es lief. Klein ist gut: zehn Minuten draußen, eine Seite in einem Buch.",
    field: "Was ich tun will",
    next: "Das ist mein Ziel",
    none: "Vorerst kein Ziel",
  },
  reminder: {
    title: "Sollen wir dich ans Schreiben erinnern?",
    text: "Einmal am Tag, und nie an einem Tag, an dem du schon geschrieben hast.",
    field: "Erinnere mich um",
    next: "Erinnere mich",
    none: "Keine Erinnerung",
  },
  moods: {
    title: "Darf KI die Stimmung deiner Einträge finden?",
    text:
      "Dein Text geht dann ohne deinen Namen an den KI-Anbieter und kommt als ein Wort wie „hoffnungsvoll“ zurück. Eine Stimmung, die du selbst wählst, bleibt immer. Unter Ich, Privates kannst du es ändern.",
    yes: "Ja, finde sie",
    no: "Nein, danke",
  },
  write: {
    title: "Schreib deinen ersten Satz",
    text: "Einer genügt. Nur du siehst ihn.",
    field: "Was beschäftigt dich?",
    next: "Behalten",
    later: "Später",
    saved: "Deine erste Seite ist da",
  },
  friend: {
    title: "Wer darf dich anfeuern?",
    text: "Lade eine Person ein. Sie sieht, was du teilen willst, und feuert dich dafür an.",
    next: "Einen Link erstellen",
    later: "Später",
    done: "Fertig",
  },
  push: {
    title: "Erinnerungen und Zurufe auf diesem Gerät",
    text: "Sie kommen auch, wenn das Tagebuch geschlossen ist.",
    act: "Mitteilungen einschalten",
    done: "Mitteilungen sind an",
    refused: "Der Browser hat Mitteilungen nicht erlaubt.",
  },
  install: {
    title: "Hab dein Tagebuch zur Hand",
    text: "Als App, mit eigenem Symbol. Sie öffnet auch ohne Netz.",
    onApple: "Tippe im Browser auf Teilen, dann auf „Zum Home-Bildschirm“.",
    act: "App installieren",
  },
  notNow: "Nicht jetzt",
};
