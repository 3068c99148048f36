import type { words as en } from "../en/conflict.ts";

export const words: typeof en = {
  kept: {
    mine: "Se queda tu versión",
    theirs: "Se queda la otra versión",
    both: "Se quedan las dos versiones",
  },
  twoVersions: "Dos versiones",
  allSorted: "No queda nada por elegir",
  toJournal: "Ir a mi diario",
  notSaved: "No hemos podido guardar esto",
  notSavedHint: ({ reason }) => `El servicio dice: ${reason}. Tus palabras están a salvo aquí.`,
  changedElsewhere:
    "También escribiste aquí en otro lugar. Todo está unido menos las palabras marcadas. ¿Cuáles quieres conservar?",
  audienceElsewhere: "También cambiaste en otro lugar quién ve esto. ¿Quién puede verlo?",
  deletedElsewhere: "Esto se borró en otro dispositivo mientras escribías.",
  yours: "La tuya",
  saved: "La versión guardada",
  other: "Del otro dispositivo",
  tryMineAgain: "Probar la mía otra vez",
  keepMine: "Conservar la mía",
  bringMineBack: "Recuperar la mía",
  keepOther: "Conservar la otra",
  letItGo: "Dejarla ir",
  keepBoth: "Conservar las dos",
  joinedWith: {
    device: "Unido con lo que escribiste en otro dispositivo",
    window: "Unido con lo que escribiste en otra ventana",
  },
  showBoth: "Ver las dos",
  gotIt: "Entendido",
  bothVersions: "Las dos versiones",
  bothHint: "Tu entrada tiene las palabras de las dos. También puedes volver a una de ellas.",
  otherWindow: "De la otra ventana",
};
