import type { words as en } from "../en/music.ts";
import { number, plural } from "../../plural.ts";

export const words: typeof en = {
  connected: "Connecté",
  disconnectHint: "Les chansons écoutées restent dans ton journal. Aucune nouvelle ne s'ajoute.",
  askDisconnect: "Déconnecter Spotify ?",
  disconnect: "Déconnecter",
  music: "Musique",
  connection: "Connexion",
  connectedWithSpotify: "Connecté à Spotify",
  fetchNow: "Récupérer les chansons",
  spotifyEnded: "Spotify a mis fin à la connexion",
  whatWereYouListeningTo: "Qu'est-ce que tu écoutais ?",
  connectHint:
    "Connecte Spotify, et chaque entrée se souvient de la chanson qui passait quand tu l'as écrite.",
  connectAgain: "Reconnecter",
  connectSpotify: "Connecter Spotify",
  lately: "Ces derniers temps",
  songs: "Chansons",
  nothingYet: "Rien pour l'instant",
  nothingYetHint: "Les chansons que tu écoutes apparaissent ici.",
  refusals: {
    access_denied: "Tu ne l'as pas permis, donc rien n'est connecté.",
    invalid_state: "C'était trop long, ou commencé ailleurs. Reconnecte-toi.",
    other: "Ça n'a pas marché. Reconnecte-toi.",
  },
  newSongs: ({ count }) =>
    count
      ? plural(count, {
        one: `${number(count)} nouvelle chanson`,
        other: `${number(count)} nouvelles chansons`,
      })
      : "Rien de nouveau",
  connectedAs: ({ name, since }) => `Compte ${name}, depuis : ${since}.`,
  lastFetched: ({ at }) => `Dernières chansons : ${at}.`,
  neverFetched: "Pas encore de chansons.",
};
