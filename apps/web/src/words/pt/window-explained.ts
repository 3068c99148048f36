import type { words as en } from "../en/window-explained.ts";

export const words: typeof en = {
  title: "Como funciona",
  parts: {
    window: {
      name: "Janela",
      text:
        "Duas horas por dia que você guarda para se mexer, ler ou descansar. Faça check-in com uma foto.",
    },
    people: {
      name: "Corrente",
      text: "A pessoa antes de você passa o bastão quando faz check-in. Você passa adiante.",
    },
    team: {
      name: "Duelo",
      text:
        "Cada check-in ganha uma ficha para o time vermelho ou o azul. A semana termina no domingo.",
    },
    picture: { name: "Mosaico", text: "Uma imagem de todos que participam hoje." },
  },
  gotIt: "Entendi",
  ahead: {
    red: "O vermelho está na frente",
    blue: "O azul está na frente",
    none: "Os dois times estão empatados",
  },
  fight:
    "Os dois times enfrentam o mesmo rival. Um time bate mais forte quanto mais check-ins faz.",
  photos: "Fotos da sua gente",
  you: "Você",
  photo: "Você está nele com suas iniciais.",
  showPhoto: "Mostrar minha foto",
  showsPhoto: "Sua próxima foto estará na próxima imagem",
};
