import type { words as en } from "../en/welcome.ts";
import { number } from "../../plural.ts";

export const words: typeof en = {
  label: "Je eerste stappen",
  progress: ({ step, of }) => `Stap ${number(step)} van ${number(of)}`,
  skip: "Overslaan",
  skipAll: "Alles overslaan",
  name: {
    title: "Hoe mogen we je noemen?",
    field: "Je naam",
    hint: "Je mensen zien hem. Een voornaam is genoeg.",
    next: "Verder",
  },
  goal: {
    title: "Is er iets dat je wilt doen?",
    text:
      "We vragen eens per dag hoe het ging. Klein is goed: tien minuten buiten, een bladzijde van een boek.",
    field: "Wat ik wil doen",
    next: "Dit is mijn doel",
    none: "Nu geen doel",
  },
  reminder: {
    title: "Zullen we je aan het schrijven herinneren?",
    text: "Eens per dag, en nooit op een dag dat je al schreef.",
    field: "Herinner me om",
    next: "Herinner me",
    none: "Geen herinnering",
  },
  moods: {
    title: "Mag AI de stemming van je stukjes zoeken?",
    text:
      "Je tekst gaat dan zonder je naam naar de AI-aanbieder en komt terug als een woord, zoals ‘hoopvol’. Een stemming die je zelf kiest, blijft altijd. Je kunt dit wijzigen bij Ik, Privacy.",
    yes: "Ja, dat mag",
    no: "Nee, dank je",
  },
  write: {
    title: "Schrijf je eerste zin",
    text: "Eén is genoeg. Alleen jij ziet hem.",
    field: "Wat houdt je bezig?",
    next: "Bewaren",
    later: "Later",
    saved: "Je eerste bladzijde is er",
  },
  friend: {
    title: "Wie mag je aanmoedigen?",
    text: "Nodig één persoon uit. Die ziet wat jij wilt delen, en moedigt je aan.",
    next: "Link maken",
    later: "Later",
    done: "Klaar",
  },
  push: {
    title: "Herinneringen en aanmoedigingen op dit apparaat",
    text: "Ze komen ook als het dagboek dicht is.",
    act: "Meldingen aanzetten",
    done: "Meldingen staan aan",
    refused: "De browser stond meldingen niet toe.",
  },
  install: {
    title: "Houd het dagboek bij de hand",
    text: "Als app, met een eigen pictogram. Het opent ook zonder netwerk.",
    onApple: "Tik in de browser op Deel, dan op ‘Zet op beginscherm’.",
    act: "App installeren",
  },
  notNow: "Niet nu",
};
