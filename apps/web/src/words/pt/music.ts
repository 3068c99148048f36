import type { words as en } from "../en/music.ts";
import { number, plural } from "../../plural.ts";

export const words: typeof en = {
  connected: "Conectado",
  disconnectHint: "As músicas que você ouviu ficam no seu diário. Nenhuma nova é adicionada.",
  askDisconnect: "Desconectar o Spotify?",
  disconnect: "Desconectar",
  music: "Música",
  connection: "Conexão",
  connectedWithSpotify: "Conectado ao Spotify",
  fetchNow: "Buscar músicas agora",
  spotifyEnded: "O Spotify encerrou a conexão",
  whatWereYouListeningTo: "O que você estava ouvindo?",
  connectHint:
    "Conecte o Spotify, e cada registro lembra a música que tocava quando você o escreveu.",
  connectAgain: "Conectar de novo",
  connectSpotify: "Conectar o Spotify",
  lately: "Ultimamente",
  songs: "Músicas",
  nothingYet: "Nada ainda",
  nothingYetHint: "As músicas que você ouve aparecem aqui.",
  refusals: {
    access_denied: "Você não permitiu, então nada está conectado.",
    invalid_state: "Demorou demais ou começou em outro lugar. Conecte de novo.",
    other: "Não deu certo. Conecte de novo.",
  },
  newSongs: ({ count }) =>
    count
      ? plural(count, {
        one: `${number(count)} música nova`,
        other: `${number(count)} músicas novas`,
      })
      : "Nada de novo",
  connectedAs: ({ name, since }) => `Como ${name}, desde ${since}.`,
  lastFetched: ({ at }) => `Últimas músicas: ${at}.`,
  neverFetched: "Ainda sem músicas.",
};
