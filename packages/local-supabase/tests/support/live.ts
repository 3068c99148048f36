/** Channels of supabase-js, and sockets below it. */
import type { RealtimeChannel, RealtimeChannelOptions } from "@supabase/supabase-js";
import { createClient } from "@supabase/supabase-js";
import { onTestFinished } from "vitest";
import type { Status } from "../../base/status.ts";
import { type Client, eventually, platform, sql } from "./platform.ts";

type Config = RealtimeChannelOptions["config"];

/** A channel and what it has heard. */
interface Listener {
  channel: RealtimeChannel;
  /** Each broadcast as `[event, payload]`. */
  heard: [string, unknown][];
  /** The states that `subscribe` has reported, in order; a refusal with its reason. */
  states: string[];
  system: Record<string, unknown>[];
}

/** Begins to join a topic. The channel is removed when the test is over. */
export function listen(client: Client, topic: string, config: Config = {}): Listener {
  const channel = client.channel(topic, { config });
  const listener: Listener = { channel, heard: [], states: [], system: [] };
  channel
    .on("broadcast", { event: "*" }, ({ event, payload }) => listener.heard.push([event, payload]))
    .on("system", {}, (message) => listener.system.push(message))
    .subscribe((state, error) =>
      listener.states.push(error ? `${state}: ${error.message}` : state)
    );
  onTestFinished(() => void client.realtime.disconnect());
  return listener;
}

/** Joins a topic. Throws the reason of a refusal. */
export async function join(client: Client, topic: string, config?: Config): Promise<Listener> {
  const listener = listen(client, topic, config);
  await eventually(() => {
    if (listener.states.length === 0) throw new Error(`${topic} was not joined`);
  });
  if (listener.states[0] !== "SUBSCRIBED") throw new Error(listener.states[0]);
  return listener;
}

export const isPrivate = { private: true };

/** supabase-js that speaks the older version of the protocol. */
export const olderClient = () =>
  createClient(platform.api_url, platform.publishable_key, { realtime: { vsn: "1.0.0" } });

/** Makes users members of a new room; returns its topic. */
export async function room(...users: { id: string }[]): Promise<string> {
  const name = crypto.randomUUID();
  for (const { id } of users) {
    await sql`insert into private.room_members (room, user_id) values (${name}, ${id})`;
  }
  return `room:${name}`;
}

export const leaveRoom = (topic: string, { id }: { id: string }) =>
  sql`delete from private.room_members where room = ${topic.slice(5)} and user_id = ${id}`;

/** A socket of the platform without supabase-js around it. */
export async function openSocket(status: Status = platform) {
  const address = status.api_url.replace("http", "ws");
  const socket = new WebSocket(
    `${address}/realtime/v1/websocket?vsn=2.0.0&apikey=${status.publishable_key}`,
  );
  const frames: [string | null, string | null, string, string, Record<string, unknown>][] = [];
  let closed: number | undefined;
  socket.addEventListener("message", ({ data }) => frames.push(JSON.parse(data)));
  socket.addEventListener("close", ({ code }) => closed = code);
  onTestFinished(() => socket.close());
  await new Promise((resolve, reject) => {
    socket.addEventListener("open", resolve);
    socket.addEventListener("error", reject);
  });
  const send = (...frame: unknown[]) => socket.send(JSON.stringify(frame));
  /** The answer to the message with this reference. */
  const answerTo = (ref: string) =>
    eventually(() => {
      const frame = frames.find(([, its, , event]) => its === ref && event === "phx_reply");
      if (!frame) throw new Error(`no answer to ${ref}`);
      return frame[4] as { status: string; response: Record<string, unknown> };
    });
  return {
    send,
    raw: (data: string | Uint8Array<ArrayBuffer>) => socket.send(data),
    frames,
    answerTo,
    /** The code it was closed with. */
    closed: () =>
      eventually(() => {
        if (closed === undefined) throw new Error("the socket is open");
        return closed;
      }),
    async join(topic: string, payload: Record<string, unknown> = {}, ref = "1") {
      send(ref, ref, `realtime:${topic}`, "phx_join", payload);
      return await answerTo(ref);
    },
  };
}
