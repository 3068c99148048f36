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
    "Esto cambió en otro dispositivo mientras escribías. ¿Qué versión quieres conservar?",
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
};
