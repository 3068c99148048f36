import type { words as en } from "../en/sign-in.ts";

export const words: typeof en = {
  claim: "Elke dag een bladzijde, en mensen die het met je vieren.",
  promises: {
    lock: "Privé, tot jij het deelt",
    cloud: "Ook offline, op al je apparaten",
    target: "Doelen die iemand opmerkt",
  },
  example: {
    moment: "Dinsdag, 07:40",
    title: "Eerste vorst",
    text: "Voor het werk langs de rivier gelopen. Wit gras, en niemand behalve de reigers.",
    friend: "Mara moedigt je aan",
    cheer: "Twaalf ochtenden! Ik lees je zo graag.",
    streak: "12 dagen op rij",
  },
  offline: "Je bent offline. Probeer het als je weer online bent.",
  mailSent: "We hebben je een e-mail gestuurd. Open de link om je dagboek te beginnen.",
  resetSent: "Als dit adres een account heeft, is er een mail met een link onderweg.",
  name: "Naam (mag leeg)",
  nameHint: "Anderen zien hem. Je kunt hem later wijzigen.",
  email: "E-mail",
  password: "Wachtwoord",
  passwordHint: "Minstens 8 tekens",
  show: "Tonen wat ik typ",
  newHere: "Nieuw hier? Maak een account",
  forgot: "Wachtwoord vergeten?",
  haveAccount: "Ik heb een account",
  backToSignIn: "Terug naar inloggen",
  forms: {
    in: { title: "Fijn dat je er weer bent", act: "Inloggen" },
    up: { title: "Begin je dagboek", act: "Account maken" },
    forgot: { title: "Een nieuw wachtwoord", act: "Link versturen" },
  },
};
