/**
 * Reads the rows that are inserted into `realtime.messages` from Postgres' log, by logical
 * decoding: a row appears once its transaction is committed, and never after a rollback.
 * https://www.postgresql.org/docs/17/protocol-logicalrep-message-formats.html
 */
import type { Duplex } from "node:stream";
import postgres from "postgres";
import type { Broadcast } from "./protocol.ts";

interface DatabaseBroadcast extends Broadcast {
  topic: string;
  private: boolean;
}

interface ReplicationOptions {
  /** The URL of a role that may replicate. */
  databaseUrl: string;
  onBroadcast(broadcast: DatabaseBroadcast): void;
  /** Rows that are committed from now on until the next start are lost. */
  onLost(): void;
}

interface Replication {
  /** Resolves when what is committed from now on is read. Rejects when Postgres is not there. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

const PUBLICATION = "supabase_realtime_messages_publication";

/**
 * The slot is temporary: it ends with its connection, so that nothing keeps the log when nobody
 * reads it. While it is stopped, it costs the database nothing.
 */
export function createReplication(
  { databaseUrl, onBroadcast, onLost }: ReplicationOptions,
): Replication {
  let running: { ready: Promise<void>; end(): Promise<void> } | null = null;

  function launch() {
    let isOver = false;
    const over = () => {
      if (isOver) return;
      isOver = true;
      if (running !== mine) return;
      running = null;
      onLost();
    };
    const sql = postgres(databaseUrl, {
      max: 1,
      fetch_types: false,
      idle_timeout: undefined,
      max_lifetime: null,
      connect_timeout: 5,
      connection: { application_name: "realtime", replication: "database" },
      onnotice: () => {},
      onclose: over,
    });
    const read = async () => {
      // The language of replication knows its words in capital letters alone.
      const slot = `realtime_${crypto.randomUUID().replaceAll("-", "")}`;
      await sql.unsafe(
        `CREATE_REPLICATION_SLOT ${slot} TEMPORARY LOGICAL pgoutput NOEXPORT_SNAPSHOT`,
      );
      const stream = await sql.unsafe(
        `START_REPLICATION SLOT ${slot} LOGICAL 0/0
         (proto_version '1', publication_names '${PUBLICATION}')`,
      ).writable() as unknown as Duplex;
      stream.on("error", over);
      stream.on("close", over);
      const rows = rowReader();
      stream.on("data", (data: Buffer) => {
        if (data[0] === 0x6b) stream.write(statusUpdate(data.subarray(1, 9)));
        const row = data[0] === 0x77 ? rows(data.subarray(25)) : null;
        const broadcast = row && broadcastOf(row);
        if (broadcast) onBroadcast(broadcast);
      });
    };
    const ready = read();
    const mine = { ready, end: () => sql.end({ timeout: 0 }) };
    // A failed start is tried again by the next call.
    ready.catch(() => {
      if (running === mine) running = null;
      return sql.end({ timeout: 0 });
    });
    return mine;
  }

  return {
    start: () => (running ??= launch()).ready,
    async stop() {
      const ending = running;
      running = null;
      await ending?.end();
    },
  };
}

/** "Standby status update": all up to this position has been read. */
function statusUpdate(position: Uint8Array): Buffer {
  const update = Buffer.alloc(34);
  update[0] = "r".charCodeAt(0);
  for (const offset of [1, 9, 17]) update.set(position, offset);
  update.writeBigInt64BE(BigInt(Date.now() - Date.UTC(2000, 0, 1)) * 1000n, 25);
  return update;
}

type Row = Record<string, string | null>;

/** Returns the inserted row of a message of the log, and null for every other message. */
function rowReader(): (message: Buffer) => Row | null {
  const columns = new Map<number, string[]>();
  return (message) => {
    const kind = String.fromCharCode(message[0]!);
    const relation = message.readUInt32BE(1);
    if (kind === "R") columns.set(relation, readColumns(message));
    return kind === "I" ? readTuple(message, columns.get(relation)!) : null;
  };
}

function readColumns(message: Buffer): string[] {
  let at = 5;
  const text = () => {
    const start = at;
    at = message.indexOf(0, start) + 1;
    return message.toString("utf8", start, at - 1);
  };
  text(); // The schema.
  text(); // The table.
  const count = message.readUInt16BE(at + 1);
  at += 3;
  return Array.from({ length: count }, () => {
    at += 1; // Whether it is part of the key.
    const name = text();
    at += 8; // Its type and the type's modifier.
    return name;
  });
}

function readTuple(message: Buffer, columns: string[]): Row {
  let at = 8;
  return Object.fromEntries(columns.map((name) => {
    const isText = message[at++] === "t".charCodeAt(0);
    if (!isText) return [name, null];
    const length = message.readUInt32BE(at);
    at += 4 + length;
    return [name, message.toString("utf8", at - length, at)];
  }));
}

function broadcastOf({ id, topic, event, payload, private: isPrivate }: Row) {
  if (!id || !topic || event === null || payload === null) return null;
  return { id, topic, event: event!, payload: payload!, private: isPrivate === "t" };
}
