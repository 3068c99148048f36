/** Live updates as supabase-js receives them. */
import type { RealtimeChannel, RealtimeChannelOptions } from "@supabase/supabase-js";
import { onTestFinished } from "vitest";
import { eventually } from "./eventually.ts";
import type { Client } from "./people.ts";

interface Listener {
  channel: RealtimeChannel;
  /** Each broadcast as `[event, payload]`. */
  heard: [string, { type?: string; id?: string | null; before: string; after: string }][];
}

/** Joins a topic, a private one unless the settings say otherwise. Throws the reason of a refusal. */
export async function listen(
  client: Client,
  topic: string,
  config: RealtimeChannelOptions["config"] = { private: true },
): Promise<Listener> {
  // A join that is sent before the client has read its session is one of nobody.
  await client.realtime.setAuth();
  const channel = client.channel(topic, { config });
  const heard: Listener["heard"] = [];
  let state: string | undefined;
  channel.on("broadcast", { event: "*" }, ({ event, payload }) => heard.push([event, payload]))
    .subscribe((now, error) => state ??= error?.message ?? now);
  onTestFinished(async () => void await client.removeAllChannels());
  await eventually(() => {
    if (state === undefined) throw new Error(`${topic} was not joined`);
  });
  if (state !== "SUBSCRIBED") throw new Error(state);
  return { channel, heard };
}
