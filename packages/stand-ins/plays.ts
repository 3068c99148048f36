/** Three hours of plays of a music listener, for the stand-in of the music provider. */
import type { StandInPlay } from "./music.ts";

const EVERY_MS = 12 * 60_000;
const HOURS = 3;

const tracks = [
  ["Slow Ferry", "The Harbour Lights"],
  ["Rain on the Allotment", "Mona Berg"],
  ["Second Breakfast", "Little Engines"],
  ["Paper Boats", "The Harbour Lights"],
  ["Nightbus Home", "Oskar & the Owls"],
  ["Window Seat", "Mona Berg"],
] as const;

/** A play every twelve minutes; the same ones however often they are asked for. */
export function playsUntilNow(): StandInPlay[] {
  const last = Math.floor(Date.now() / EVERY_MS);
  return Array.from({ length: HOURS * 3_600_000 / EVERY_MS }, (_, back) => {
    const [name, artist] = tracks[(last - back) % tracks.length]!;
    return {
      played_at: new Date((last - back) * EVERY_MS).toISOString(),
      track_id: name.toLowerCase().replaceAll(" ", "-"),
      track: { name, artists: [{ id: artist, name: artist, type: "artist" }] },
    };
  });
}
