import { plural } from "../../plural.ts";
import { number } from "../../words.ts";

export const words = {
  connected: "Connected",
  disconnectHint: "The songs you listened to stay in your journal. No new ones are added.",
  askDisconnect: "Disconnect Spotify?",
  disconnect: "Disconnect",
  music: "Music",
  connection: "Connection",
  connectedWithSpotify: "Connected with Spotify",
  fetchNow: "Get songs now",
  spotifyEnded: "Spotify ended the connection",
  whatWereYouListeningTo: "What were you listening to?",
  connectHint:
    "Connect Spotify, and each entry remembers the song that was playing when you wrote it.",
  connectAgain: "Connect again",
  connectSpotify: "Connect Spotify",
  lately: "Lately",
  songs: "Songs",
  nothingYet: "Nothing yet",
  nothingYetHint: "The songs you listen to appear here.",
  refusals: {
    access_denied: "You did not allow it, so nothing is connected.",
    invalid_state: "That took too long or started somewhere else. Connect again.",
    other: "That did not work. Connect again.",
  },
  newSongs: ({ count }: { count: number }) =>
    count
      ? plural(count, { one: "1 new song", other: `${number(count)} new songs` })
      : "Nothing new",
  connectedAs: ({ name, since }: { name: string; since: string }) => `As ${name}, since ${since}.`,
  lastFetched: ({ at }: { at: string }) => `Last songs: ${at}.`,
  neverFetched: "No songs yet.",
};
