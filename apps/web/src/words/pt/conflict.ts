import type { words as en } from "../en/conflict.ts";

export const words: typeof en = {
  kept: { mine: "Sua versão fica", theirs: "A outra versão fica", both: "As duas versões ficam" },
  twoVersions: "Duas versões",
  allSorted: "Nada mais para escolher",
  toJournal: "Ir para meu diário",
  notSaved: "Não conseguimos salvar isto",
  notSavedHint: ({ reason }) => `O serviço diz: ${reason}. Suas palavras estão seguras aqui.`,
  changedElsewhere:
    "Você também escreveu aqui em outro lugar. Tudo está junto, menos as palavras marcadas. Quais você quer manter?",
  audienceElsewhere: "Você também mudou em outro lugar quem vê isto. Quem pode ver?",
  deletedElsewhere: "Isto foi apagado em outro aparelho enquanto você escrevia.",
  yours: "A sua",
  saved: "A versão salva",
  other: "Do outro aparelho",
  tryMineAgain: "Tentar a minha de novo",
  keepMine: "Manter a minha",
  bringMineBack: "Trazer a minha de volta",
  keepOther: "Manter a outra",
  letItGo: "Deixar ir",
  keepBoth: "Manter as duas",
  joinedWith: {
    device: "Juntado com o que você escreveu em outro aparelho",
    window: "Juntado com o que você escreveu em outra janela",
  },
  showBoth: "Ver as duas",
  gotIt: "Entendi",
  bothVersions: "As duas versões",
  bothHint: "Seu registro tem as palavras das duas. Você também pode voltar a uma delas.",
  otherWindow: "Da outra janela",
};
