/** The channels of all sockets by topic: they receive broadcasts and share who is present. */
import { type Broadcast, encode, encodeBroadcast, type Frame, type Version } from "./protocol.ts";
import type { Rights } from "./policies.ts";

/** One topic that one socket has joined. */
export interface Channel {
  /** The name with which clients join: `realtime:<topic>`. */
  topic: string;
  /** A private topic and a public one with the same name are separate. */
  isPrivate: boolean;
  rights: Rights;
  hearsPresence: boolean;
  presenceKey: string;
  version: Version;
  send(frame: Frame): void;
}

type Meta = Record<string, unknown> & { phx_ref: string };

interface Topic {
  channels: Set<Channel>;
  present: Map<Channel, Meta>;
}

export type Hub = ReturnType<typeof createHub>;

export function createHub() {
  const topics = new Map<string, Topic>();
  const keyOf = ({ topic, isPrivate }: Pick<Channel, "topic" | "isPrivate">) =>
    `${isPrivate ? "private" : "public"} ${topic}`;

  /** Sends each channel the frame of its version, which is made once. */
  function sendAll(channels: Iterable<Channel>, make: (version: Version) => Frame | null): void {
    const frames = new Map<Version, Frame | null>();
    for (const channel of channels) {
      const { version } = channel;
      if (!frames.has(version)) frames.set(version, make(version));
      const frame = frames.get(version);
      if (frame) channel.send(frame);
    }
  }

  function announce(channel: Channel, joined: Meta | undefined, left: Meta | undefined): void {
    const { channels } = topics.get(keyOf(channel))!;
    const of = (meta: Meta | undefined) => meta ? grouped([[channel, meta]]) : {};
    const payload = { joins: of(joined), leaves: of(left) };
    const { topic } = channel;
    const message = { joinRef: null, ref: null, topic, event: "presence_diff", payload };
    const listeners = [...channels].filter((each) =>
      each.hearsPresence && each.rights.read.presence
    );
    sendAll(listeners, (version) => encode(message, version));
  }

  return {
    join(channel: Channel): void {
      const key = keyOf(channel);
      let topic = topics.get(key);
      if (!topic) topics.set(key, topic = { channels: new Set(), present: new Map() });
      topic.channels.add(channel);
    },

    /** Removes a channel; it may have left already. */
    leave(channel: Channel): void {
      const key = keyOf(channel);
      const topic = topics.get(key);
      if (!topic?.channels.delete(channel)) return;
      this.untrack(channel, topic);
      if (topic.channels.size === 0) topics.delete(key);
    },

    /** Sends to every channel of the topic that may read broadcasts, except the sender. */
    broadcast(to: Pick<Channel, "topic" | "isPrivate">, broadcast: Broadcast, except?: Channel) {
      const listeners = [...topics.get(keyOf(to))?.channels ?? []].filter((channel) =>
        channel !== except && channel.rights.read.broadcast
      );
      sendAll(listeners, (version) => encodeBroadcast(to.topic, broadcast, version));
    },

    track(channel: Channel, payload: Record<string, unknown>): void {
      const { present } = topics.get(keyOf(channel))!;
      const before = present.get(channel);
      const meta = {
        ...payload,
        phx_ref: crypto.randomUUID(),
        ...(before && { phx_ref_prev: before.phx_ref }),
      };
      present.set(channel, meta);
      announce(channel, meta, before);
    },

    untrack(channel: Channel, topic = topics.get(keyOf(channel))): void {
      const before = topic?.present.get(channel);
      if (!before) return;
      topic!.present.delete(channel);
      announce(channel, undefined, before);
    },

    presenceOf: (channel: Channel) => grouped(topics.get(keyOf(channel))?.present ?? []),
  };
}

/** Presences by key; a key may be any text, `__proto__` too. */
function grouped(present: Iterable<[Channel, Meta]>): Record<string, { metas: Meta[] }> {
  const byKey = Map.groupBy(present, ([{ presenceKey }]) => presenceKey);
  return Object.fromEntries(
    [...byKey].map(([key, entries]) => [key, { metas: entries.map(([, meta]) => meta) }]),
  );
}
