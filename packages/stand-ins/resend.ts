/**
 * A stand-in for Resend: sending, mails that arrived, and its refusals. A test sets other behaviour
 * below `/test`, keyed by words that only its own requests contain, and delivers events itself, signed
 * with the secret.
 */
import { type Context, Hono } from "hono";
import { cutOff, Orders, serve, type StandIn } from "./stand-in.ts";

const API_KEY = "re_standin_3c81";
const WEBHOOK_SECRET = `whsec_${btoa("a secret of the stand-in")}`;
const FROM = "Journal <journal@example.com>";

/** A mail as it was sent, in the provider's words. */
export interface SentMail {
  id: string;
  from: string;
  to: string;
  subject: string;
  text: string;
  html?: string;
  headers?: Record<string, string>;
  tags: { name: string; value: string }[];
}

/** A mail that arrived. */
export interface ReceivedMail {
  id: string;
  text: string | null;
  html: string | null;
  headers: Record<string, unknown> | null;
}

/** The behaviour for the next requests that contain the given words, in the body or the path. */
export interface Behaviour {
  containing: string;
  /** The number of requests; default one. */
  times?: number;
  status?: number;
  name?: string;
  /** Does the work and cuts the connection in the middle of the answer. */
  cut?: true;
  /** Waits before the answer, in milliseconds. */
  delay_ms?: number;
}

const refuse = (statusCode: number, name: string, message: string) =>
  Response.json({ statusCode, name, message }, { status: statusCode });

/** Starts the stand-in on a free port. `onSent` sees each mail. */
export function startResend(onSent: (mail: SentMail) => void = () => {}): StandIn {
  const app = new Hono();
  const orders = new Orders<Behaviour>();
  const sent: SentMail[] = [];
  const received = new Map<string, ReceivedMail>();
  const keys = new Map<string, { body: string; id: string }>();

  function send(text: string, key: string | undefined): Response {
    const known = key === undefined ? undefined : keys.get(key);
    if (known && known.body !== text) {
      return refuse(409, "invalid_idempotent_request", "This key was used with another body");
    }
    if (known) return Response.json({ id: known.id });
    const mail = JSON.parse(text);
    const unknown = Object.keys(mail).find((name) =>
      !["from", "to", "subject", "text", "html", "headers", "tags"].includes(name)
    );
    if (unknown) return refuse(422, "validation_error", `Unknown field ${unknown}`);
    if (mail.from !== FROM) return refuse(403, "validation_error", "The domain is not verified");
    if (!/^[^\s@]+@[^\s@]+$/.test(mail.to) || !mail.subject || !(mail.text || mail.html)) {
      return refuse(422, "validation_error", "Invalid field");
    }
    const id = crypto.randomUUID();
    sent.push({ id, ...mail });
    onSent({ id, ...mail });
    if (key) keys.set(key, { body: text, id });
    return Response.json({ id });
  }

  const answer = (work: (c: Context, body: string) => Response) => async (c: Context) => {
    if (c.req.header("authorization") !== `Bearer ${API_KEY}`) {
      return refuse(401, "invalid_api_key", "The API key is invalid");
    }
    const body = await c.req.text();
    const order = orders.take(({ containing }) => (c.req.path + body).includes(containing));
    if (order?.delay_ms) await new Promise((resolve) => setTimeout(resolve, order.delay_ms));
    if (order?.status) return refuse(order.status, order.name ?? "application_error", "As told");
    const response = work(c, body);
    return order?.cut ? cutOff(await response.text()) : response;
  };

  app.post("/emails", answer((c, body) => send(body, c.req.header("idempotency-key"))));
  app.get(
    "/emails/receiving/:id",
    answer((c) => {
      const mail = received.get(c.req.param("id")!);
      if (!mail) return refuse(404, "not_found", "Email not found");
      return Response.json({ object: "email", attachments: [], ...mail });
    }),
  );
  app.post("/test/next", async (c) => {
    orders.add(await c.req.json());
    return c.json({});
  });
  app.put("/test/received", async (c) => {
    const mail: ReceivedMail = await c.req.json();
    received.set(mail.id, mail);
    return c.json({});
  });
  // Oldest first.
  app.get("/test/sent", (c) => {
    const containing = c.req.query("containing") ?? "";
    return c.json({ sent: sent.filter((mail) => JSON.stringify(mail).includes(containing)) });
  });

  const { base, stop } = serve(app);
  return {
    env: {
      RESEND_BASE_URL: base,
      RESEND_API_KEY: API_KEY,
      RESEND_WEBHOOK_SECRET: WEBHOOK_SECRET,
      EMAIL_FROM: FROM,
      INBOUND_EMAIL_DOMAIN: "in.example.com",
    },
    stop,
  };
}
