import type { words as en } from "../en/first-sync.ts";
import { number, plural } from "../../plural.ts";

export const words: typeof en = {
  fetching: "Il tuo diario sta arrivando …",
  missing: ({ count }) =>
    plural(count, {
      one:
        "Il tuo diario sta ancora arrivando su questo dispositivo. C'è 1 pagina, le più vecchie seguono.",
      other: `Il tuo diario sta ancora arrivando su questo dispositivo. Ci sono ${
        number(count)
      } pagine, le più vecchie seguono.`,
    }),
  waiting: ({ count }) =>
    plural(count, {
      one: "1 pagina del tuo diario è su questo dispositivo. Il resto arriva con la rete.",
      other: `${
        number(count)
      } pagine del tuo diario sono su questo dispositivo. Il resto arriva con la rete.`,
    }),
};
