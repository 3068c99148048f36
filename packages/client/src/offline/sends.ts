/** The acts of a user that the outbox sends: of these the device keeps no copies. */
import type { components, paths } from "../generated/schema.ts";
import type { Upload } from "../uploads.ts";

type Schemas = components["schemas"];
type Drop = paths["/api/encouragement-drops/send"]["post"]["requestBody"]["content"][
  "application/json"
];

/** The fields that `send` takes for each kind. */
export interface Sends {
  attachments: { entry_id: string; file: Upload; thumbnail?: Upload };
  team_messages: { team_id: string; content: string };
  comments: { entry_id: string; content: string };
  /** Null takes the reaction back. */
  reactions: { entry_id: string; reaction: Schemas["Reacted"]["reaction"] | null };
  drops: Omit<Drop, "id">;
  /** Marks a drop as read that the user has received. */
  drop_reads: { drop_id: string };
  /** Thanks the sender of a drop that the user has received, and marks it as read. */
  drop_thanks: { drop_id: string };
  workout_check_ins: {
    photo: Upload;
    activityType: Schemas["WorkoutActivityType"];
    latitude?: number;
    longitude?: number;
  };
}

export type SendKind = keyof Sends;

/** The known facts about a file that waits on the device. */
export interface FileFacts {
  type: string;
  /** Undefined where the device does not say. */
  bytes: number | undefined;
}

/** An item that waits to be sent or was refused. */
export interface Waiting<K extends SendKind = SendKind> {
  kind: K;
  /** The id of the object that the service makes of it. */
  id: string;
  /** Without the files. */
  fields: Partial<Sends[K]>;
  files: Record<string, FileFacts>;
  made_at: string;
  /** Why the service refused it for good: `retry` sends it again, `discard` forgets it. */
  refusal: Refusal | null;
  /** The share of its files that has left the device, from 0 to 1; null while none is sent. */
  progress: number | null;
}

interface Refusal {
  code: string;
  message: string;
  fields: { path: string; message: string }[];
}

/** An item in the storage of the device, in the order of `key`. */
export interface Send extends Omit<Waiting, "progress" | "fields"> {
  key: string;
  fields: Record<string, unknown>;
  /** The key of its request. The service keeps a refusal under it, so `retry` takes another key. */
  idempotencyKey: string;
}

/** A sent item, as its listeners receive it. */
export interface Sent<K extends SendKind = SendKind> {
  kind: K;
  id: string;
  fields: Partial<Sends[K]>;
  /** The answer of the service; undefined where the item had arrived before. */
  answer: unknown;
}
