/**
 * The frames of supabase-js: version 2.0.0 sends arrays as text and broadcasts as bytes, version
 * 1.0.0 sends objects as text alone. https://supabase.com/docs/guides/realtime/protocol
 */

/** Versions of the protocol, as the address of a socket names them. */
export type Version = "1.0.0" | "2.0.0";

export interface Message {
  /** The reference of the join that the message belongs to. */
  joinRef: string | null;
  ref: string | null;
  topic: string;
  event: string;
  payload: unknown;
}

/** A broadcast to a topic: a text of JSON, or bytes that only version 2.0.0 can carry. */
export interface Broadcast {
  event: string;
  payload: string | Uint8Array<ArrayBuffer>;
  /** The id of its row, for a broadcast from the database. */
  id?: string;
}

export type Frame = string | Uint8Array<ArrayBuffer>;

/** The first byte of a frame of bytes. */
const PUSH = 3, BROADCAST = 4;
/** Its seventh byte, which says that the payload is not JSON. */
const BYTES = 0;

/** A frame that is not one of the protocol. */
class FrameError extends Error {}

/** The most characters of a reference. The platform keeps the reference of each join. */
const LONGEST_REFERENCE = 64;

const isText = (value: unknown): value is string => typeof value === "string";
const decoder = new TextDecoder("utf-8", { fatal: true });

/** Throws `FrameError` for a frame that no client sends. */
export function decode(frame: string | ArrayBuffer, version: Version): Message {
  try {
    if (!isText(frame)) return decodePush(new Uint8Array(frame));
    const parsed = JSON.parse(frame);
    const { join_ref, ref, topic, event, payload } = version === "1.0.0"
      ? parsed
      : named(["join_ref", "ref", "topic", "event", "payload"], parsed);
    if (!isText(topic) || !isText(event)) throw new FrameError("no topic or event");
    return {
      joinRef: reference(join_ref),
      ref: reference(ref),
      topic,
      event,
      payload,
    };
  } catch (error) {
    throw error instanceof FrameError ? error : new FrameError("not a message", { cause: error });
  }
}

function reference(value: unknown): string | null {
  if (!isText(value)) return null;
  if (value.length > LONGEST_REFERENCE) throw new FrameError("a reference that is too long");
  return value;
}

const named = (names: string[], values: unknown[]): Record<string, unknown> =>
  Object.fromEntries(names.map((name, place) => [name, values[place]]));

/** Kind, lengths of the five texts but the payload's, its encoding, the texts, the payload. */
function decodePush(bytes: Uint8Array<ArrayBuffer>): Message {
  const [kind, ...lengths] = bytes.subarray(0, 6);
  if (kind !== PUSH || lengths.length < 5) throw new FrameError("not a broadcast");
  let at = 7;
  const texts = lengths.map((length) => decoder.decode(bytes.subarray(at, at += length)));
  if (at > bytes.length) throw new FrameError("a length beyond the end");
  const [joinRef, ref, topic, event] = texts as [string, string, string, string];
  const rest = bytes.slice(at);
  const payload = bytes[6] === BYTES ? rest : JSON.parse(decoder.decode(rest));
  return {
    joinRef: reference(joinRef) || null,
    ref: reference(ref) || null,
    topic,
    event: "broadcast",
    payload: { type: "broadcast", event, payload },
  };
}

export function encode(message: Message, version: Version): Frame {
  const { joinRef, ref, topic, event, payload } = message;
  return JSON.stringify(
    version === "1.0.0"
      ? { join_ref: joinRef, ref, topic, event, payload }
      : [joinRef, ref, topic, event, payload],
  );
}

/** The frame of a broadcast, one for all its readers; null where the version has no such frame. */
export function encodeBroadcast(
  topic: string,
  { event, payload, id }: Broadcast,
  version: Version,
): Frame | null {
  if (!isText(payload)) {
    return version === "1.0.0" ? null : encodeBytes(topic, event, payload);
  }
  const meta = id === undefined ? "" : `,"meta":${JSON.stringify({ id })}`;
  const content = `{"type":"broadcast","event":${
    JSON.stringify(event)
  },"payload":${payload}${meta}}`;
  return version === "1.0.0"
    ? `{"ref":null,"topic":${JSON.stringify(topic)},"event":"broadcast","payload":${content}}`
    : `[null,null,${JSON.stringify(topic)},"broadcast",${content}]`;
}

/** Null for a topic or an event whose length does not fit into its byte. */
function encodeBytes(topic: string, event: string, payload: Uint8Array): Frame | null {
  const texts = [topic, event].map((text) => new TextEncoder().encode(text));
  if (texts.some(({ length }) => length > 255)) return null;
  const head = [BROADCAST, texts[0]!.length, texts[1]!.length, 0, BYTES];
  const parts = [head, ...texts, payload];
  const frame = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    frame.set(part, at);
    at += part.length;
  }
  return frame;
}

/** Bytes stay as they are; everything else becomes JSON. */
export const asPayload = (payload: unknown): Broadcast["payload"] =>
  payload instanceof Uint8Array
    ? payload as Uint8Array<ArrayBuffer>
    : JSON.stringify(payload ?? {});

/** Bytes of a payload, as the limit counts them. */
export const sizeOf = (payload: string | Uint8Array): number =>
  isText(payload) ? Buffer.byteLength(payload) : payload.length;
