import type { words as en } from "../en/welcome.ts";
import { number } from "../../plural.ts";

export const words: typeof en = {
  label: "Seus primeiros passos",
  progress: ({ step, of }) => `Passo ${number(step)} de ${number(of)}`,
  skip: "Pular",
  skipAll: "Pular tudo isto",
  name: {
    title: "Como podemos chamar você?",
    field: "Seu nome",
    hint: "Sua gente vê. O primeiro nome basta.",
    next: "Continuar",
  },
  goal: {
    title: "Tem uma coisa que você quer fazer?",
    text:
      "Perguntamos uma vez por dia como foi. Pequeno é bom: dez minutos lá fora, uma página de um livro.",
    field: "O que eu quero fazer",
    next: "Esta é minha meta",
    none: "Nenhuma meta por enquanto",
  },
  reminder: {
    title: "Lembramos você de escrever?",
    text: "Uma vez por dia, e nunca em um dia em que você já escreveu.",
    field: "Lembre-me às",
    next: "Lembre-me",
    none: "Sem lembrete",
  },
  moods: {
    title: "A IA pode descobrir o humor dos seus registros?",
    text:
      "Seu texto vai então para o provedor de IA, sem seu nome, e volta como uma palavra, por exemplo “esperança”. Um humor que você escolhe sempre fica. Você pode mudar de ideia em Eu, Privacidade.",
    yes: "Sim, pode",
    no: "Não, obrigado",
  },
  write: {
    title: "Escreva sua primeira frase",
    text: "Uma basta. Só você a vê.",
    field: "O que está na sua cabeça?",
    next: "Guardar",
    later: "Mais tarde",
    saved: "Sua primeira página está aqui",
  },
  friend: {
    title: "Quem pode torcer por você?",
    text: "Convide uma pessoa. Ela vê o que você quiser compartilhar, e torce por você.",
    next: "Criar um link",
    later: "Mais tarde",
    done: "Pronto",
  },
  push: {
    title: "Lembretes e força neste aparelho",
    text: "Chegam mesmo com o diário fechado.",
    act: "Ligar os avisos",
    done: "Os avisos estão ligados",
    refused: "O navegador não permitiu avisos.",
  },
  install: {
    title: "Tenha o diário à mão",
    text: "Como um app, com ícone próprio. Também abre sem conexão.",
    onApple: "Toque em Compartilhar no navegador e depois em “Adicionar à Tela de Início”.",
    act: "Instalar o app",
  },
  notNow: "Agora não",
};
