/**
 * A stand-in for the push service of Expo: tickets, receipts, and its refusals. A test sets other
 * behaviour below `/test`, keyed by words that only its own requests contain.
 */
import { type Context, Hono } from "hono";
import { cutOff, Orders, serve, type StandIn } from "./stand-in.ts";

const ACCESS_TOKEN = "expo-standin-5b2e";
const MAX_MESSAGES = 100;
const MAX_RECEIPTS = 300;

/** A message as it arrived, in the provider's words. */
export interface Message {
  to: string;
  title: string;
  body: string;
  data: Record<string, unknown>;
  sound: string;
}

/** The behaviour for the next requests that contain the given words. */
export interface Behaviour {
  containing: string;
  path?: "send" | "getReceipts";
  /** The number of requests; default one. */
  times?: number;
  /** A refusal of the whole request. */
  status?: number;
  /** The body, as raw text. */
  body?: string;
  /** Does the work and cuts the connection in the middle of the answer. */
  cut?: true;
}

/** A device at the provider: its token, and an error code for its ticket or its receipt. */
export interface Device {
  token: string;
  ticket?: string;
  /** Null: there is no receipt yet. */
  receipt?: string | null;
}

const refuse = (status: number, code: string, message: string) =>
  Response.json({ errors: [{ code, message }] }, { status });

const failure = (code: string, token?: string) => ({
  status: "error",
  message: `${token ?? "The message"}: ${code}`,
  details: { error: code, ...(token && { expoPushToken: token }) },
});

/** The app that a token belongs to: `ExponentPushToken[other-app:1]` belongs to another app. */
const appOf = (token: string) => token.includes("[other-app:") ? "@somebody/other" : "@us/journal";

/** Starts the stand-in on a free port. `onSent` sees each message that it takes. */
export function startExpo(onSent: (message: Message) => void = () => {}): StandIn {
  const app = new Hono();
  const orders = new Orders<Behaviour>();
  const devices = new Map<string, Device>();
  const messages: Message[] = [];
  const tickets = new Map<string, string>();

  function send(body: Message[]): Response {
    if (!Array.isArray(body) || body.length > MAX_MESSAGES) {
      return refuse(400, "PUSH_TOO_MANY_NOTIFICATIONS", "At most 100 notifications are allowed");
    }
    const unknown = body.flatMap(Object.keys).find((key) =>
      !["to", "title", "body", "data", "sound"].includes(key)
    );
    if (unknown) return refuse(400, "VALIDATION_ERROR", `"${unknown}" is not allowed`);
    if (new Set(body.map(({ to }) => appOf(to))).size > 1) {
      return refuse(400, "PUSH_TOO_MANY_EXPERIENCE_IDS", "All must belong to the same project");
    }
    const data = body.map((message) => {
      const code = devices.get(message.to)?.ticket;
      if (code) return failure(code, message.to);
      if (JSON.stringify(message).length > 4096) return failure("MessageTooBig");
      messages.push(message);
      onSent(message);
      const id = crypto.randomUUID();
      tickets.set(id, message.to);
      return { status: "ok", id };
    });
    return Response.json({ data });
  }

  function receipts({ ids }: { ids: string[] }): Response {
    if (ids.length > MAX_RECEIPTS) return refuse(400, "PUSH_TOO_MANY_RECEIPTS", "Too many ids");
    const known = ids.flatMap((id) => {
      const token = tickets.get(id);
      const receipt = token === undefined ? null : devices.get(token)?.receipt;
      if (receipt === null) return [];
      return [[id, receipt ? failure(receipt, token) : { status: "ok" }] as const];
    });
    return Response.json({ data: Object.fromEntries(known) });
  }

  const answer =
    (path: Behaviour["path"], work: (body: never) => Response) => async (c: Context) => {
      if (c.req.header("authorization") !== `Bearer ${ACCESS_TOKEN}`) {
        return refuse(401, "UNAUTHORIZED", "The bearer token is invalid");
      }
      const text = await c.req.text();
      const order = orders.take((each) =>
        (each.path ?? path) === path && text.includes(each.containing)
      );
      if (order?.status) {
        return new Response(order.body ?? '{"errors":[{"code":"STAND_IN"}]}', order);
      }
      const response = work(JSON.parse(text) as never);
      if (order?.cut) return cutOff(await response.text());
      return order?.body === undefined ? response : new Response(order.body);
    };

  app.post("/--/api/v2/push/send", answer("send", send));
  app.post("/--/api/v2/push/getReceipts", answer("getReceipts", receipts));
  app.post("/test/next", async (c) => {
    orders.add(await c.req.json());
    return c.json({});
  });
  app.put("/test/devices", async (c) => {
    const device: Device = await c.req.json();
    devices.set(device.token, device);
    return c.json({});
  });
  // Oldest first.
  app.get("/test/messages", (c) => {
    const containing = c.req.query("containing") ?? "";
    return c.json({ messages: messages.filter(({ to }) => to.includes(containing)) });
  });

  const { base, stop } = serve(app);
  return {
    env: { EXPO_PUSH_URL: `${base}/--/api/v2/push`, EXPO_ACCESS_TOKEN: ACCESS_TOKEN },
    stop,
  };
}
