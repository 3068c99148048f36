import type { words as en } from "../en/music.ts";
import { number, plural } from "../../plural.ts";

export const words: typeof en = {
  connected: "Verbunden",
  disconnectHint:
    "Die Lieder, die du gehört hast, bleiben in deinem Tagebuch. Neue kommen nicht dazu.",
  askDisconnect: "Spotify trennen?",
  disconnect: "Trennen",
  music: "Musik",
  connection: "Verbindung",
  connectedWithSpotify: "Mit Spotify verbunden",
  fetchNow: "Lieder jetzt holen",
  spotifyEnded: "Spotify hat die Verbindung beendet",
  whatWereYouListeningTo: "Was hast du gehört?",
  connectHint: "Verbinde Spotify, dann merkt sich jeder Eintrag das Lied, das beim Schreiben lief.",
  connectAgain: "Wieder verbinden",
  connectSpotify: "Spotify verbinden",
  lately: "In letzter Zeit",
  songs: "Lieder",
  nothingYet: "Noch nichts",
  nothingYetHint: "Hier erscheinen die Lieder, die du hörst.",
  refusals: {
    access_denied: "Du hast es nicht erlaubt, also ist nichts verbunden.",
    invalid_state: "Das hat zu lange gedauert oder woanders begonnen. Verbinde noch einmal.",
    other: "Das hat nicht geklappt. Verbinde noch einmal.",
  },
  newSongs: ({ count }) =>
    count
      ? plural(count, { one: "1 neues Lied", other: `${number(count)} neue Lieder` })
      : "Nichts Neues",
  connectedAs: ({ name, since }) => `Als ${name}, seit ${since}.`,
  lastFetched: ({ at }) => `Letzte Lieder: ${at}.`,
  neverFetched: "Noch keine Lieder.",
};
