import type { words as en } from "../en/sharing.ts";
import { number, plural } from "../../plural.ts";

export const words: typeof en = {
  shareLink: "Enlace para compartir",
  hint:
    "Quien tenga el enlace puede leer esta entrada, con sus fotos y tu nombre, sin cuenta. Si cambias la entrada, verá el cambio.",
  linkWorksFor: "El enlace funciona",
  passphrase: "Clave (opcional)",
  passphraseHint: "Al menos 6 caracteres. No la envíes junto con el enlace.",
  needsNetwork: "Estás sin conexión. Podrás crear un enlace cuando vuelvas.",
  makeLink: "Crear un enlace",
  copyNow: ({ until }) => `Cópialo ahora, solo lo ves una vez. Funciona hasta ${until}.`,
  lost: "El enlace se creó, pero se perdió por el camino. Crea otro, por favor.",
  myShareLinks: "Mis enlaces",
  done: "Listo",
  days: ({ count }) => plural(count, { one: "1 día", other: `${number(count)} días` }),
};
