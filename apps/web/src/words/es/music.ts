import type { words as en } from "../en/music.ts";
import { number, plural } from "../../plural.ts";

export const words: typeof en = {
  connected: "Conectado",
  disconnectHint: "Las canciones que escuchaste se quedan en tu diario. No se añaden nuevas.",
  askDisconnect: "¿Desconectar Spotify?",
  disconnect: "Desconectar",
  music: "Música",
  connection: "Conexión",
  connectedWithSpotify: "Conectado con Spotify",
  fetchNow: "Traer canciones ahora",
  spotifyEnded: "Spotify terminó la conexión",
  whatWereYouListeningTo: "¿Qué estabas escuchando?",
  connectHint:
    "Conecta Spotify y cada entrada recordará la canción que sonaba cuando la escribiste.",
  connectAgain: "Conectar otra vez",
  connectSpotify: "Conectar Spotify",
  lately: "Últimamente",
  songs: "Canciones",
  nothingYet: "Nada todavía",
  nothingYetHint: "Las canciones que escuchas aparecen aquí.",
  refusals: {
    access_denied: "No lo permitiste, así que nada está conectado.",
    invalid_state: "Tardó demasiado o empezó en otro sitio. Conecta otra vez.",
    other: "No ha funcionado. Conecta otra vez.",
  },
  newSongs: ({ count }) =>
    count
      ? plural(count, { one: "1 canción nueva", other: `${number(count)} canciones nuevas` })
      : "Nada nuevo",
  connectedAs: ({ name, since }) => `Como ${name}, desde ${since}.`,
  lastFetched: ({ at }) => `Últimas canciones: ${at}.`,
  neverFetched: "Aún sin canciones.",
};
