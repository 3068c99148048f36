import type { words as en } from "../en/sharing.ts";
import { number, plural } from "../../plural.ts";

export const words: typeof en = {
  shareLink: "Link de leitura",
  hint:
    "Quem tiver o link pode ler este registro, com suas fotos e seu nome, sem conta. Se você mudar o registro, a mudança aparece.",
  linkWorksFor: "O link vale por",
  passphrase: "Senha (opcional)",
  passphraseHint: "Pelo menos 6 caracteres. Não a envie junto com o link.",
  needsNetwork: "Você está sem conexão. Pode criar um link quando ela voltar.",
  makeLink: "Criar um link",
  copyNow: ({ until }) => `Copie agora, você só o vê uma vez. Ele vale até ${until}.`,
  lost: "O link foi criado, mas se perdeu no caminho. Crie outro, por favor.",
  myShareLinks: "Meus links de leitura",
  done: "Pronto",
  days: ({ count }) =>
    plural(count, { one: `${number(count)} dia`, other: `${number(count)} dias` }),
};
