import type { words as en } from "../en/confirm.ts";
import { number, plural } from "../../plural.ts";

export const words: typeof en = {
  linkUsed: "Este enlace ha caducado o ya se usó. Pide uno nuevo, por favor.",
  offline: "Estás sin conexión. Inténtalo cuando vuelvas a tenerla.",
  pageTitle: "Tu enlace – Diario",
  signInAs: ({ email }) => `¿Entrar como ${email}?`,
  newPasswordFor: ({ email }) => `Nueva contraseña para ${email}`,
  passwordHint: "Al menos 8 caracteres",
  saveAndSignIn: "Guardar y entrar",
  signIn: "Entrar",
  stayAsIAm: "No, dejarlo como está",
  notMe: "No soy yo",
  oneMoreLink: "Un enlace más",
  notComplete: "Este enlace no está completo",
  otherLink: "¡Gracias! Abre ahora el enlace que enviamos a tu otra dirección.",
  openAgain: "Abre otra vez el enlace de tu correo, o pide uno nuevo.",
  openApp: "Abrir la app",
  toJournal: "Ir a mi diario",
  toSignIn: "Ir a la entrada",
  otherSignedIn: ({ email }) => `Has entrado como ${email}. Si sigues, esa cuenta se cierra aquí.`,
  changesLost: ({ count }) =>
    plural(count, {
      one: "1 cambio de ella aún no se ha enviado y se perderá.",
      other: `${number(count)} cambios de ella aún no se han enviado y se perderán.`,
    }),
  nothingChanges: ({ email }) => `Has entrado como ${email}. Todavía no cambia nada.`,
  kinds: {
    signup: { title: "Confirma tu correo", act: "Confirmar" },
    email_change: { title: "Confirma tu nueva dirección", act: "Confirmar" },
    magiclink: { title: "Entrar", act: "Continuar" },
    email: { title: "Entrar", act: "Continuar" },
    invite: { title: "Tienes una invitación", act: "Aceptar" },
    recovery: { title: "Elige una nueva contraseña", act: "Continuar" },
  },
};
