/** The plays of the workers at the stand-in of the music provider. */
import type { StandInPlay } from "../../packages/stand-ins/music.ts";

/** The stand-in of the music provider, at its own address. */
export class Music {
  private readonly plays = new Map<string, StandInPlay[]>();
  constructor(private readonly base: string) {}

  /** A user plays a track. */
  async play(userId: string, track_id: string): Promise<void> {
    const plays = this.plays.get(userId) ?? [];
    this.plays.set(userId, plays);
    plays.push({ played_at: new Date().toISOString(), track_id });
    // Most syncs renew the access token.
    await fetch(`${this.base}/test/users/${userId}`, {
      method: "PUT",
      body: JSON.stringify({ plays, expires_in: 5, rotates: false }),
    });
  }

  /** Goes through the provider's pages as a browser does; returns the grant. */
  async agree(userId: string, authorizeUrl: string): Promise<string> {
    const url = new URL(authorizeUrl);
    url.searchParams.set("as", userId);
    const follow = async (address: string) =>
      (await fetch(address, { redirect: "manual" })).headers.get("location")!;
    return new URL(await follow(await follow(url.href))).searchParams.get("grant")!;
  }
}
