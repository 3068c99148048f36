import type { words as en } from "../en/music.ts";
import { number, plural } from "../../plural.ts";

export const words: typeof en = {
  connected: "Verbonden",
  disconnectHint: "De nummers die je hoorde, blijven in je dagboek. Er komen geen nieuwe bij.",
  askDisconnect: "Spotify loskoppelen?",
  disconnect: "Loskoppelen",
  music: "Muziek",
  connection: "Verbinding",
  connectedWithSpotify: "Verbonden met Spotify",
  fetchNow: "Nummers nu ophalen",
  spotifyEnded: "Spotify heeft de verbinding beëindigd",
  whatWereYouListeningTo: "Waar luisterde je naar?",
  connectHint:
    "Verbind Spotify, dan onthoudt elk stukje het nummer dat speelde toen je het schreef.",
  connectAgain: "Opnieuw verbinden",
  connectSpotify: "Spotify verbinden",
  lately: "De laatste tijd",
  songs: "Nummers",
  nothingYet: "Nog niets",
  nothingYetHint: "De nummers die je hoort, verschijnen hier.",
  refusals: {
    access_denied: "Je vond het niet goed, dus er is niets verbonden.",
    invalid_state: "Dat duurde te lang of begon ergens anders. Verbind opnieuw.",
    other: "Dat lukte niet. Verbind opnieuw.",
  },
  newSongs: ({ count }) =>
    count
      ? plural(count, { one: "1 nieuw nummer", other: `${number(count)} nieuwe nummers` })
      : "Niets nieuws",
  connectedAs: ({ name, since }) => `Als ${name}, sinds ${since}.`,
  lastFetched: ({ at }) => `Laatste nummers: ${at}.`,
  neverFetched: "Nog geen nummers.",
};
