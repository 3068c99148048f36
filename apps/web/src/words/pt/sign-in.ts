import type { words as en } from "../en/sign-in.ts";

export const words: typeof en = {
  claim: "Uma página por dia, e gente que comemora com você.",
  promises: {
    lock: "Privado, até você compartilhar",
    cloud: "Sem conexão, e em todos os seus aparelhos",
    target: "Metas que alguém percebe",
  },
  example: {
    moment: "Terça, 07:40",
    title: "Primeira geada",
    text: "Corri na beira do rio antes do trabalho. Grama branca, e ninguém lá além das garças.",
    friend: "Mara torce por você",
    cheer: "Doze manhãs! Adoro ler você.",
    streak: "12 dias seguidos",
  },
  offline: "Você está sem conexão. Tente quando ela voltar.",
  mailSent: "Enviamos um e-mail para você. Abra o link dele para começar seu diário.",
  resetSent: "Se este endereço tem uma conta, um e-mail com um link está a caminho.",
  name: "Nome (opcional)",
  nameHint: "Os outros veem. Você pode mudar depois.",
  email: "E-mail",
  password: "Senha",
  passwordHint: "Pelo menos 8 caracteres",
  show: "Mostrar o que digito",
  newHere: "Primeira vez? Crie uma conta",
  forgot: "Esqueceu sua senha?",
  haveAccount: "Já tenho uma conta",
  backToSignIn: "Voltar ao acesso",
  forms: {
    in: { title: "Que bom ver você", act: "Entrar" },
    up: { title: "Comece seu diário", act: "Criar conta" },
    forgot: { title: "Uma nova senha", act: "Enviar o link" },
  },
};
