/** The Realtime API: sockets at `/websocket`, and broadcasts over HTTP. */
import { Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import postgres from "postgres";
import { z } from "zod";
import type { ApiHandler, Claims } from "../base/claims.ts";
import { createHub } from "./hub.ts";
import { keepPartitions } from "./partitions.ts";
import { authorizer } from "./policies.ts";
import { asPayload, type Broadcast, sizeOf, type Version } from "./protocol.ts";
import { createReplication } from "./replication.ts";
import { MAX_PAYLOAD, serveSocket } from "./socket.ts";

interface RealtimeOptions {
  /** The URL of the role `supabase_realtime_admin`. */
  databaseUrl: string;
  /** The claims of a token. Throws for an invalid token. */
  verify(token: string): Promise<Claims>;
  log(line: string): void;
}

interface Realtime {
  /** Serves `/realtime/v1`. */
  handler: ApiHandler;
  /** Closes the sockets; their clients come back by themselves. */
  closeSockets(): Promise<void>;
  stop(): Promise<void>;
}

/** Milliseconds without a socket after which the database's broadcasts are no longer read. */
const REST_AFTER = 10_000;
const HOUR = 3_600_000;
/** "Service Restart" of IANA's registry of close codes. */
const RESTART = 1012;

const message = z.object({
  topic: z.string().min(1),
  event: z.string().max(255),
  payload: z.unknown(),
  private: z.boolean().default(false),
});
const batch = z.object({ messages: z.array(message).min(1).max(100) });

/** Makes the partitions, so that migrations and the seed may already broadcast. */
export async function startRealtime(
  { databaseUrl, verify, log }: RealtimeOptions,
): Promise<Realtime> {
  const sql = postgres(databaseUrl, { max: 5, onnotice: () => {} });
  await keepPartitions(sql).catch(async (error) => {
    await sql.end({ timeout: 1 });
    throw error;
  });
  const partitions = setInterval(() => {
    keepPartitions(sql).catch((error) => log(`Partitions of realtime.messages: ${error.message}`));
  }, HOUR);

  const hub = createHub();
  const authorize = authorizer(sql);
  const sockets = new Set<WebSocket>();
  const closeSockets = () => sockets.forEach((socket) => socket.close(RESTART, "restart"));
  const replication = createReplication({
    databaseUrl,
    onBroadcast({ topic, private: isPrivate, ...broadcast }) {
      if (sizeOf(broadcast.payload) > MAX_PAYLOAD) return;
      hub.broadcast({ topic: `realtime:${topic}`, isPrivate }, broadcast);
    },
    // Clients that come back fetch, and so learn the missed news.
    onLost: closeSockets,
  });
  const listening = () =>
    replication.start().then(() => true, (error) => {
      log(`Broadcasts from the database are not heard: ${error.message}`);
      return false;
    });
  const services = { hub, authorize, verify, listening };
  let rest: ReturnType<typeof setTimeout> | undefined;

  function upgrade(request: Request, version: Version, claims: Claims): Response {
    const { socket, response } = Deno.upgradeWebSocket(request);
    sockets.add(socket);
    clearTimeout(rest);
    socket.addEventListener("close", () => {
      sockets.delete(socket);
      if (sockets.size === 0) rest = setTimeout(() => replication.stop(), REST_AFTER);
    });
    // A connection that breaks is closed as well.
    socket.addEventListener("error", (event) => event.preventDefault());
    serveSocket(socket, version, claims, services);
    return response;
  }

  /** Sends a broadcast to a public topic, or to a private topic to which the caller may write. */
  async function say(
    { topic, private: isPrivate }: { topic: string; private: boolean },
    broadcast: Broadcast,
    claims: Claims,
  ): Promise<boolean> {
    if (isPrivate && !(await authorize(topic, claims)).write.broadcast) return false;
    hub.broadcast({ topic: `realtime:${topic}`, isPrivate }, broadcast);
    return true;
  }

  const app = new Hono<{ Bindings: { claims: Claims } }>().basePath("/realtime/v1");

  app.get("/websocket", (c) => {
    if (c.req.header("upgrade")?.toLowerCase() !== "websocket") {
      return c.json({ message: "Expected a WebSocket" }, 426);
    }
    const version = c.req.query("vsn") ?? "1.0.0";
    if (version !== "1.0.0" && version !== "2.0.0") {
      return c.json({ message: `Version ${version} of the protocol is not supported` }, 400);
    }
    return upgrade(c.req.raw, version, c.env.claims);
  });

  app.use(
    "/api/*",
    bodyLimit({
      maxSize: 10 * MAX_PAYLOAD,
      onError: (c) => c.json({ message: "Payload Too Large" }, 413),
    }),
  );

  app.post("/api/broadcast", async (c) => {
    const { data, error } = batch.safeParse(await c.req.json().catch(() => null));
    if (error) return c.json({ errors: z.treeifyError(error) }, 422);
    const said = data.messages.map(({ event, payload, ...to }) => ({
      to,
      broadcast: { event, payload: asPayload(payload) },
    }));
    if (said.some(({ broadcast }) => sizeOf(broadcast.payload) > MAX_PAYLOAD)) {
      return c.json({ message: "Payload Too Large" }, 413);
    }
    // As on hosted, broadcasts that the caller may not send are left out silently.
    for (const { to, broadcast } of said) await say(to, broadcast, c.env.claims);
    return c.body(null, 202);
  });

  app.post("/api/broadcast/:topic/events/:event", async (c) => {
    const { topic, event } = c.req.param();
    const isJson = c.req.header("content-type")?.startsWith("application/json") === true;
    const bytes = new Uint8Array(await c.req.arrayBuffer());
    if (bytes.length > MAX_PAYLOAD) return c.json({ message: "Payload Too Large" }, 413);
    let payload: Broadcast["payload"] = bytes;
    try {
      if (isJson) payload = asPayload(JSON.parse(new TextDecoder().decode(bytes)));
    } catch {
      return c.json({ message: "The body is not JSON" }, 422);
    }
    const to = { topic, private: c.req.query("private") === "true" };
    return await say(to, { event, payload }, c.env.claims)
      ? c.body(null, 202)
      : c.json({ message: "You do not have permissions to write to this topic" }, 403);
  });

  return {
    handler: async (request, claims) => await app.fetch(request, { claims }),
    closeSockets: () => Promise.resolve(closeSockets()),
    async stop() {
      clearInterval(partitions);
      clearTimeout(rest);
      await replication.stop();
      await sql.end({ timeout: 5 });
    },
  };
}
