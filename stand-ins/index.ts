/**
 * The stand-ins: one for each provider, speaking its wire format on a port of this machine. They
 * start before the platform, whose functions find them by the base addresses in their environment.
 */
import { startOpenai } from "./openai.ts";
import type { StandIn } from "./stand_in.ts";
import { startStripe } from "./stripe.ts";

const standIns: (() => StandIn | Promise<StandIn>)[] = [startStripe, startOpenai];

/** Starts all of them; their environments together. */
export async function startStandIns(): Promise<StandIn> {
  const started = await Promise.all(standIns.map((start) => start()));
  return {
    env: Object.assign({}, ...started.map(({ env }) => env)),
    async stop() {
      await Promise.all(started.map(({ stop }) => stop()));
    },
  };
}
