import type { words as en } from "../en/music.ts";
import { number, plural } from "../../plural.ts";

export const words: typeof en = {
  connected: "Collegato",
  disconnectHint:
    "Le canzoni che hai ascoltato restano nel tuo diario. Non se ne aggiungono di nuove.",
  askDisconnect: "Scollegare Spotify?",
  disconnect: "Scollega",
  music: "Musica",
  connection: "Collegamento",
  connectedWithSpotify: "Collegato a Spotify",
  fetchNow: "Prendi ora le canzoni",
  spotifyEnded: "Spotify ha chiuso il collegamento",
  whatWereYouListeningTo: "Cosa stavi ascoltando?",
  connectHint: "Collega Spotify, e ogni pagina ricorda la canzone che suonava mentre la scrivevi.",
  connectAgain: "Collega di nuovo",
  connectSpotify: "Collega Spotify",
  lately: "Ultimamente",
  songs: "Canzoni",
  nothingYet: "Ancora niente",
  nothingYetHint: "Le canzoni che ascolti appaiono qui.",
  refusals: {
    access_denied: "Non l'hai permesso, quindi nulla è collegato.",
    invalid_state: "C'è voluto troppo, o è iniziato altrove. Collega di nuovo.",
    other: "Non ha funzionato. Collega di nuovo.",
  },
  newSongs: ({ count }) =>
    count
      ? plural(count, { one: "1 nuova canzone", other: `${number(count)} nuove canzoni` })
      : "Niente di nuovo",
  connectedAs: ({ name, since }) => `Come ${name}, da ${since}.`,
  lastFetched: ({ at }) => `Ultime canzoni: ${at}.`,
  neverFetched: "Ancora nessuna canzone.",
};
