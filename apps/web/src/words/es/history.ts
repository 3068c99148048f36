import type { words as en } from "../en/history.ts";

export const words: typeof en = {
  restoreHint:
    "El título y el texto vuelven atrás. El ánimo, las etiquetas y quién la ve se quedan.",
  askRestore: "¿Volver a esta versión?",
  restore: "Volver a ella",
  restored: "Tu versión anterior ha vuelto",
  forgetHint: "No podrás recuperarlas. La entrada se queda.",
  askForget: "¿Borrar todas las versiones anteriores?",
  forget: "Borrarlas",
  forgotten: "Versiones anteriores borradas",
  entry: "Entrada",
  deleteAll: "Borrar todas",
  earlierVersions: "Versiones anteriores",
  hint: "Se guardan 90 días. Solo tú las ves.",
  none: "No hay versiones anteriores",
  noneHint: "Cuando cambies el título o el texto, la versión de antes aparece aquí.",
  until: ({ moment }) => `Hasta ${moment}`,
  then: "Antes",
  now: "Ahora",
};
