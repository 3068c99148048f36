import type { words as en } from "../en/welcome.ts";
import { number } from "../../plural.ts";

export const words: typeof en = {
  label: "I tuoi primi passi",
  progress: ({ step, of }) => `Passo ${number(step)} di ${number(of)}`,
  skip: "Salta",
  skipAll: "Salta tutto",
  name: {
    title: "Come ti chiamiamo?",
    field: "Il tuo nome",
    hint: "Lo vedono le tue persone. Basta il nome.",
    next: "Continua",
  },
  goal: {
    title: "C'è una cosa che vuoi fare?",
    text:
      "Una volta al giorno ti chiediamo com'è andata. Piccolo va bene: dieci minuti fuori, una pagina di un libro.",
    field: "Cosa voglio fare",
    next: "È il mio obiettivo",
    none: "Per ora nessun obiettivo",
  },
  reminder: {
    title: "Ti ricordiamo di scrivere?",
    text: "Una volta al giorno, e mai in un giorno in cui hai già scritto.",
    field: "Ricordamelo alle",
    next: "Ricordamelo",
    none: "Nessun promemoria",
  },
  moods: {
    title: "L'IA può trovare l'umore delle tue pagine?",
    text:
      "Il tuo testo va allora al fornitore di IA, senza il tuo nome, e torna come una parola, per esempio «speranza». Un umore che scegli tu resta sempre. Puoi cambiare idea in Io, Privacy.",
    yes: "Sì, va bene",
    no: "No, grazie",
  },
  write: {
    title: "Scrivi la tua prima frase",
    text: "Ne basta una. La vedi solo tu.",
    field: "A cosa stai pensando?",
    next: "Tienila",
    later: "Più tardi",
    saved: "La tua prima pagina è qui",
  },
  friend: {
    title: "Chi può fare il tifo per te?",
    text: "Invita una persona. Vede quello che scegli di condividere, e fa il tifo per te.",
    next: "Crea un link",
    later: "Più tardi",
    done: "Fatto",
  },
  push: {
    title: "Promemoria e incoraggiamenti su questo dispositivo",
    text: "Arrivano anche a diario chiuso.",
    act: "Accendi gli avvisi",
    done: "Gli avvisi sono accesi",
    refused: "Il browser non ha permesso gli avvisi.",
  },
  install: {
    title: "Tieni il diario a portata di mano",
    text: "Come un'app, con la sua icona. Si apre anche senza rete.",
    onApple: "Tocca Condividi nel browser, poi «Aggiungi alla schermata Home».",
    act: "Installa l'app",
  },
  notNow: "Non ora",
};
