import type { words as en } from "../en/sign-in.ts";

export const words: typeof en = {
  claim: "Una página al día, y gente que la celebra contigo.",
  promises: {
    lock: "Privado, hasta que lo compartas",
    cloud: "Sin conexión y en todos tus dispositivos",
    target: "Metas que alguien nota",
  },
  example: {
    moment: "Martes, 07:40",
    title: "Primera helada",
    text: "Corrí junto al río antes del trabajo. Hierba blanca, y nadie más que las garzas.",
    friend: "Mara te anima",
    cheer: "¡Doce mañanas! Me encanta leerte.",
    streak: "12 días seguidos",
  },
  offline: "Estás sin conexión. Inténtalo cuando vuelvas a tenerla.",
  mailSent: "Te hemos enviado un correo. Abre su enlace para empezar tu diario.",
  resetSent: "Si esta dirección tiene una cuenta, va en camino un correo con un enlace.",
  name: "Nombre (opcional)",
  nameHint: "Los demás lo ven. Puedes cambiarlo después.",
  email: "Correo",
  password: "Contraseña",
  passwordHint: "Al menos 8 caracteres",
  show: "Ver lo que escribo",
  newHere: "¿Primera vez? Crea una cuenta",
  forgot: "¿Olvidaste tu contraseña?",
  haveAccount: "Ya tengo una cuenta",
  backToSignIn: "Volver a entrar",
  forms: {
    in: { title: "Qué bien verte", act: "Entrar" },
    up: { title: "Empieza tu diario", act: "Crear cuenta" },
    forgot: { title: "Una nueva contraseña", act: "Enviar el enlace" },
  },
};
