/**
 * A stand-in for programs that receive webhooks. Each address below `/hooks` is a receiver, which
 * keeps what it gets. A test sets its answers below `/test`.
 */
import { Hono } from "hono";
import { passes, serve, type StandIn } from "./stand-in.ts";

/** Where `npm run listen` listens, which the platform with stand-ins exempts from the rules of addresses. */
export const LISTENER = "http://127.0.0.1:4390";

/** A request as the receiver got it. */
export interface ReceivedEvent {
  /** The receiver's path. */
  path: string;
  headers: Record<string, string>;
  body: string;
  /** The status that it was answered with; 0 when the sender left before. */
  status: number;
}

/** The answers of a receiver from now on: the statuses in turn, then 200. */
export interface ReceiverBehaviour {
  statuses?: number[];
  headers?: Record<string, string>;
  delay_ms?: number;
}

/** Starts the stand-in on a free port. `onReceived` sees each event. */
export function startWebhooks(
  onReceived: (event: ReceivedEvent) => void = () => {},
): StandIn {
  const app = new Hono();
  const behaviours = new Map<string, ReceiverBehaviour>();
  const received: ReceivedEvent[] = [];

  app.post("/hooks/:id", async (c) => {
    const { statuses, headers, delay_ms = 0 } = behaviours.get(c.req.param("id")) ?? {};
    const body = await c.req.text();
    const event = { path: c.req.path, headers: c.req.header(), body, status: 0 };
    received.push(event);
    if (!await passes(delay_ms, c.req.raw.signal)) return c.body(null, 503);
    event.status = statuses?.shift() ?? 200;
    onReceived(event);
    return new Response("An answer that nobody reads", { status: event.status, headers });
  });

  app.put("/test/receivers/:id", async (c) => {
    behaviours.set(c.req.param("id"), await c.req.json());
    return c.json({});
  });
  // Oldest first.
  app.get("/test/receivers/:id", (c) => {
    const path = `/hooks/${c.req.param("id")}`;
    return c.json({ received: received.filter((event) => event.path === path) });
  });

  const { base, stop } = serve(app);
  return {
    env: {
      WEBHOOK_KEY: `first:${btoa("another key of the stand-in, 32b")}`,
      WEBHOOK_ORIGINS: base,
    },
    stop,
  };
}
