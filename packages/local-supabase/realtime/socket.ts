/** Serves one socket: the client's messages about its topics, one after another. */
import { z } from "zod";
import type { Claims } from "../base/claims.ts";
import type { Channel, Hub } from "./hub.ts";
import { ALL_RIGHTS, type Authorize, type Rights } from "./policies.ts";
import { asPayload, type Broadcast, decode, encode, type Frame } from "./protocol.ts";
import { type Message, sizeOf, type Version } from "./protocol.ts";
import { channelRefusal, expiryOf, UNAVAILABLE } from "./refusals.ts";

interface SocketServices {
  hub: Hub;
  authorize: Authorize;
  /** The claims of a token. Throws for an invalid token. */
  verify(token: string): Promise<Claims>;
  /** Resolves when broadcasts from the database are heard, to whether they are. */
  listening(): Promise<boolean>;
}

/** Bytes of the payload of one message, as on hosted's free plan. */
export const MAX_PAYLOAD = 256 * 1024;
/** The most bytes of a client's presence: everybody who joins receives all of them. */
const MAX_PRESENCE = 16 * 1024;
/** A frame of more bytes ends the connection. */
const MAX_FRAME = 4 * 1024 * 1024;
/** Bytes that may wait for a slow client, and bytes that may wait for their turn. */
const MAX_UNREAD = 1024 * 1024;
const MAX_WAITING = 4 * 1024 * 1024;
const MAX_CHANNELS = 100;
const MAX_MESSAGES_A_SECOND = 200;
/** Milliseconds after which a token is looked at again at the latest. */
const LONGEST_TIMER = 3_600_000;

/** Codes of RFC 6455, section 7.4, and IANA's registry. */
const POLICY_VIOLATION = 1008, TOO_BIG = 1009, TRY_AGAIN_LATER = 1013;

const joinPayload = z.object({
  access_token: z.string().nullish(),
  config: z.object({
    private: z.boolean().nullish(),
    broadcast: z.object({ ack: z.boolean().nullish(), self: z.boolean().nullish() }).nullish(),
    presence: z.object({ key: z.string().max(255).nullish(), enabled: z.boolean().nullish() })
      .nullish(),
    postgres_changes: z.array(z.record(z.string(), z.unknown())).max(100).nullish(),
  }).nullish(),
});
const broadcastPayload = z.object({ event: z.string().max(255), payload: z.unknown() });
const presencePayload = z.object({
  event: z.string(),
  payload: z.record(z.string(), z.unknown()).nullish(),
});
const tokenPayload = z.object({ access_token: z.string().nullish() });

interface Joined extends Channel {
  joinRef: string | null;
  claims: Claims;
  ack: boolean;
  self: boolean;
  timer?: ReturnType<typeof setTimeout>;
}

/** Serves a socket until it closes. `claims` are the claims of its API key. */
export function serveSocket(
  socket: WebSocket,
  version: Version,
  keyClaims: Claims,
  { hub, authorize, verify, listening }: SocketServices,
): void {
  const channels = new Map<string, Joined>();
  let turn = Promise.resolve();
  let [waiting, second, received] = [0, 0, 0];

  const isOpen = () => socket.readyState === WebSocket.OPEN;
  const send = (frame: Frame) => {
    if (!isOpen()) return;
    if (socket.bufferedAmount > MAX_UNREAD) return drop(TRY_AGAIN_LATER, "reads too slowly");
    socket.send(frame);
  };
  const say = (message: Message) => send(encode(message, version));
  const reply = ({ joinRef, ref, topic }: Message, status: "ok" | "error", response: unknown) =>
    say({ joinRef, ref, topic, event: "phx_reply", payload: { status, response } });

  function forget(channel: Joined): void {
    clearTimeout(channel.timer);
    if (channels.get(channel.topic) === channel) channels.delete(channel.topic);
    hub.leave(channel);
  }

  /** Ends the connection and forgets its channels. Only the frames not yet sent stay in memory. */
  function drop(code: number, reason: string): void {
    for (const channel of [...channels.values()]) forget(channel);
    if (isOpen()) socket.close(code, reason);
  }

  const system = ({ topic, joinRef }: Joined, extension: string, message: string) =>
    say({
      joinRef,
      ref: null,
      topic,
      event: "system",
      payload: { extension, status: "error", message, channel: nameOf(topic) },
    });

  function close(channel: Joined): void {
    forget(channel);
    const { joinRef, topic } = channel;
    say({ joinRef, ref: joinRef, topic, event: "phx_close", payload: {} });
  }

  /** Ends a channel and says why. */
  function shut(channel: Joined, reason: string): void {
    system(channel, "system", reason);
    close(channel);
  }

  /** Ends the channel when its token expires, unless a new token has come. */
  function watchExpiry(channel: Joined): void {
    clearTimeout(channel.timer);
    const expiry = expiryOf(channel.claims);
    if (expiry === null) return;
    const left = expiry - Date.now();
    if (left <= 0) return shut(channel, "Token has expired");
    channel.timer = setTimeout(watchExpiry, Math.min(left, LONGEST_TIMER), channel);
  }

  const rightsOf = (isPrivate: boolean, topic: string, claims: Claims): Promise<Rights> =>
    isPrivate ? authorize(nameOf(topic), claims) : Promise.resolve(ALL_RIGHTS);

  const forbidden = (topic: string) =>
    `You do not have permissions to read from this Channel topic: ${nameOf(topic)}`;
  const mayRead = ({ read }: Rights) => read.broadcast || read.presence;

  async function join(message: Message): Promise<void> {
    const refuse = (reason: string) => reply(message, "error", { reason });
    const { topic } = message;
    if (!/^realtime:.{1,255}$/s.test(topic)) {
      return refuse("TopicNameRequired: You must provide a topic name of up to 255 characters");
    }
    const before = channels.get(topic);
    if (before) close(before);
    if (channels.size >= MAX_CHANNELS) return refuse("ChannelRateLimitReached: Too many channels");
    const { data, error } = joinPayload.safeParse(message.payload);
    if (error) return refuse(`InvalidJoinPayload: ${z.prettifyError(error)}`);
    const { private: isPrivate, broadcast, presence, postgres_changes } = data.config ?? {};

    let claims = keyClaims, rights: Rights;
    const token = data.access_token;
    try {
      if (token && !token.startsWith("sb_")) claims = await verify(token);
      if (!await listening()) return refuse(UNAVAILABLE);
      rights = await rightsOf(isPrivate === true, topic, claims);
    } catch (error) {
      return refuse(channelRefusal(error, forbidden(topic)));
    }
    if (!mayRead(rights)) return refuse(`Unauthorized: ${forbidden(topic)}`);
    if (!isOpen()) return;

    const channel: Joined = {
      topic,
      isPrivate: isPrivate === true,
      rights,
      hearsPresence: presence?.enabled === true,
      presenceKey: presence?.key || crypto.randomUUID(),
      version,
      send,
      joinRef: message.joinRef,
      claims,
      ack: broadcast?.ack === true,
      self: broadcast?.self === true,
    };
    channels.set(topic, channel);
    hub.join(channel);
    const changes = (postgres_changes ?? []).map((change, place) => ({ ...change, id: place + 1 }));
    reply(message, "ok", { postgres_changes: changes });
    if (changes.length > 0) {
      system(channel, "postgres_changes", "This platform has no Postgres Changes: broadcast them");
    }
    if (channel.hearsPresence && rights.read.presence) sayPresence(channel);
    watchExpiry(channel);
  }

  const sayPresence = (channel: Joined) =>
    say({
      joinRef: channel.joinRef,
      ref: null,
      topic: channel.topic,
      event: "presence_state",
      payload: hub.presenceOf(channel),
    });

  async function renew(channel: Joined, payload: unknown): Promise<void> {
    const token = tokenPayload.safeParse(payload).data?.access_token;
    if (!token || token.startsWith("sb_")) return;
    try {
      const claims = await verify(token);
      const rights = await rightsOf(channel.isPrivate, channel.topic, claims);
      const lost = (["broadcast", "presence"] as const).some((extension) =>
        channel.rights.read[extension] && !rights.read[extension]
      );
      if (lost) {
        return shut(
          channel,
          `You no longer have permission to read from this Channel topic: ${nameOf(channel.topic)}`,
        );
      }
      Object.assign(channel, { claims, rights });
      watchExpiry(channel);
    } catch (error) {
      shut(channel, channelRefusal(error, forbidden(channel.topic)));
    }
  }

  function broadcast(channel: Joined, message: Message): void {
    const answer = (status: "ok" | "error", response: unknown) => {
      if (channel.ack) reply(message, status, response);
    };
    const { data } = broadcastPayload.safeParse(message.payload);
    if (!data) return answer("error", { reason: "A broadcast has an event and a payload" });
    const said: Broadcast = { event: data.event, payload: asPayload(data.payload) };
    if (!channel.rights.write.broadcast) {
      return answer("error", { reason: "You do not have permissions to write to this topic" });
    }
    if (sizeOf(said.payload) > MAX_PAYLOAD) {
      return answer("error", { reason: "payload_size_exceeded" });
    }
    hub.broadcast(channel, said, channel.self ? undefined : channel);
    answer("ok", {});
  }

  function presence(channel: Joined, message: Message): void {
    const { data } = presencePayload.safeParse(message.payload);
    const event = data?.event.toLowerCase();
    if (event === "untrack") {
      hub.untrack(channel);
      return reply(message, "ok", {});
    }
    const refuse = (reason: string) => reply(message, "error", { reason });
    if (event !== "track") return refuse("Presence track payload must be a map");
    if (!channel.rights.write.presence) {
      return refuse("You do not have permissions to be present in this topic");
    }
    const payload = data!.payload ?? {};
    if (sizeOf(JSON.stringify(payload)) > MAX_PRESENCE) return refuse("payload_size_exceeded");
    hub.track(channel, payload);
    reply(message, "ok", {});
    if (!channel.hearsPresence) {
      channel.hearsPresence = true;
      if (channel.rights.read.presence) sayPresence(channel);
    }
  }

  async function handle(message: Message): Promise<void> {
    const { topic, event, joinRef } = message;
    if (topic === "phoenix" && event === "heartbeat") return reply(message, "ok", {});
    if (event === "phx_join") return await join(message);
    const channel = channels.get(topic);
    if (!channel || (joinRef !== null && joinRef !== channel.joinRef)) {
      return reply(message, event === "phx_leave" ? "ok" : "error", { reason: "unmatched topic" });
    }
    if (event === "phx_leave") {
      reply(message, "ok", {});
      close(channel);
    }
    if (event === "access_token") await renew(channel, message.payload);
    if (event === "broadcast") broadcast(channel, message);
    if (event === "presence") presence(channel, message);
  }

  /** The bytes of a frame, counted against the limits; null if it ends the connection. */
  function admit(frame: string | ArrayBuffer): number | null {
    const size = typeof frame === "string" ? frame.length : frame.byteLength;
    const now = Math.floor(Date.now() / 1000);
    if (now !== second) [second, received] = [now, 0];
    received++;
    if (size > MAX_FRAME) drop(TOO_BIG, "message too big");
    else if (received > MAX_MESSAGES_A_SECOND) {
      drop(POLICY_VIOLATION, "Too many messages per second");
    } else if (waiting + size > MAX_WAITING) drop(POLICY_VIOLATION, "Too much to do");
    else return size;
    return null;
  }

  socket.binaryType = "arraybuffer";
  socket.addEventListener("message", ({ data }) => {
    const size = isOpen() ? admit(data) : null;
    if (size === null) return;
    waiting += size;
    turn = turn.then(() => isOpen() ? handle(decode(data, version)) : undefined)
      .catch(() => drop(POLICY_VIOLATION, "not a message of the protocol"))
      .finally(() => waiting -= size);
  });
  socket.addEventListener("close", () => channels.forEach(forget));
}

/** A topic without the prefix that clients put before it. */
const nameOf = (topic: string): string => topic.slice("realtime:".length);
