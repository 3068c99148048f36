/**
 * The stand-ins: one for each provider, which serves its wire format on a local port. They start
 * before the platform; the functions find them by the base addresses in the environment.
 */
import { startExpo } from "./expo.ts";
import { startMusic } from "./music.ts";
import { startOpenai } from "./openai.ts";
import { startPrograms } from "./programs.ts";
import { startResend } from "./resend.ts";
import type { StandIn } from "./stand-in.ts";
import { startStripe } from "./stripe.ts";
import { startWebPush } from "./web-push.ts";
import { startWebhooks } from "./webhooks.ts";

/** Starts all stand-ins; returns their combined environment. */
export async function startStandIns(): Promise<StandIn> {
  const started = await Promise.all(
    [
      startStripe(),
      startOpenai(),
      startExpo(),
      startResend(),
      startMusic(),
      startWebPush(),
      startWebhooks(),
      startPrograms(),
    ],
  );
  return {
    env: Object.assign({}, ...started.map(({ env }) => env)),
    async stop() {
      await Promise.all(started.map(({ stop }) => stop()));
    },
  };
}
