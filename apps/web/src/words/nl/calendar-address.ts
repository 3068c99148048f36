import type { words as en } from "../en/calendar-address.ts";

export const words: typeof en = {
  title: "Agenda",
  name: "In je agenda-app",
  text:
    "Geef dit adres aan je agenda-app. Die toont dan de data van je open doelen en je tijdvakken van de komende twee weken.",
  calendar: "Mijn agenda",
  copyNow: "Kopieer het nu. Je ziet het alleen deze keer, en wie het heeft, kan je agenda lezen.",
  address: "Adres",
  madeAt: ({ date }) =>
    `Je hebt op ${date} een adres gemaakt. Maak je een nieuw, dan werkt dat niet meer.`,
  shownOnce: "Je ziet het adres maar één keer.",
  make: "Adres maken",
  makeNew: "Nieuw adres maken",
  end: "Adres beëindigen",
  askEnd: "Adres beëindigen?",
  askEndHint: "Je agenda-apps krijgen je doelen en tijdvakken dan niet meer.",
  endIt: "Beëindigen",
  ended: "Het adres werkt niet meer",
};
