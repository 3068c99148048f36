/**
 * A stand-in for the push service of a browser and for the browser behind it: makes subscriptions,
 * verifies the signature of each message (RFC 8292) and decrypts it with the subscription's private key
 * (RFC 8291), by WebCrypto alone. A test sets other behaviour below `/test`.
 */
import { Hono } from "hono";
import { base64url, importJWK, jwtVerify } from "jose";
import { serve, type StandIn } from "./stand-in.ts";

/** A message as the browser shows it to its service worker. */
export interface WebMessage {
  endpoint: string;
  payload: string;
  ttl: number;
}

/** The answers of the push service from now on. */
export interface WebBehaviour {
  status: number;
  location?: string;
}

interface Receiver {
  keys: CryptoKeyPair;
  publicKey: Uint8Array<ArrayBuffer>;
  auth: Uint8Array<ArrayBuffer>;
  behaviour?: WebBehaviour;
  messages: WebMessage[];
}

const bytes = (text: string) => new TextEncoder().encode(text);
const joined = (...parts: Uint8Array[]) => new Uint8Array(parts.flatMap((part) => [...part]));

async function hkdf(
  salt: Uint8Array<ArrayBuffer>,
  secret: ArrayBuffer | Uint8Array<ArrayBuffer>,
  info: Uint8Array<ArrayBuffer>,
  length: number,
) {
  const key = await crypto.subtle.importKey("raw", secret, "HKDF", false, ["deriveBits"]);
  const bits = { name: "HKDF", hash: "SHA-256", salt, info };
  return new Uint8Array(await crypto.subtle.deriveBits(bits, key, length * 8));
}

const curve = { name: "ECDH", namedCurve: "P-256" };

/** RFC 8291, section 3.4, of a body in one record (RFC 8188, section 2). */
async function decrypt(body: Uint8Array<ArrayBuffer>, { keys, publicKey, auth }: Receiver) {
  const salt = body.slice(0, 16);
  const length = body[20]!;
  const sender = body.slice(21, 21 + length);
  const senderKey = await crypto.subtle.importKey("raw", sender, curve, false, []);
  const shared = await crypto.subtle.deriveBits(
    { ...curve, public: senderKey },
    keys.privateKey,
    256,
  );
  const material = await hkdf(
    auth,
    shared,
    joined(bytes("WebPush: info\0"), publicKey, sender),
    32,
  );
  const secret = await hkdf(salt, material, bytes("Content-Encoding: aes128gcm\0"), 16);
  const iv = await hkdf(salt, material, bytes("Content-Encoding: nonce\0"), 12);
  const key = await crypto.subtle.importKey("raw", secret, "AES-GCM", false, ["decrypt"]);
  const record = new Uint8Array(
    await crypto.subtle.decrypt({ name: "AES-GCM", iv }, key, body.slice(21 + length)),
  );
  const end = record.findLastIndex((byte) => byte !== 0);
  if (record[end] !== 2) throw new Error("The last record has no delimiter");
  return new TextDecoder().decode(record.slice(0, end));
}

/** The project's public key as JWT libraries take it. */
function jwkOf(publicKey: string) {
  const point = base64url.decode(publicKey);
  const [x, y] = [point.slice(1, 33), point.slice(33)].map((part) => base64url.encode(part));
  return { kty: "EC", crv: "P-256", x, y };
}

/** Starts the stand-in on a free port. `onSent` sees each message that it takes. */
export async function startWebPush(
  onSent: (message: WebMessage) => void = () => {},
): Promise<StandIn> {
  const app = new Hono();
  const receivers = new Map<string, Receiver>();
  let origin = "";
  const pair = await crypto.subtle.generateKey({ ...curve, name: "ECDSA" }, true, ["sign"]);
  const { x, y, d } = await crypto.subtle.exportKey("jwk", pair.privateKey);
  const vapidKey = base64url.encode(joined(
    new Uint8Array([4]),
    ...[x!, y!].map((part) => base64url.decode(part)),
  ));

  /** The fault for which a message is refused; undefined without a fault. */
  async function faultOf(headers: Headers): Promise<string | undefined> {
    const [, token, key] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(
      headers.get("authorization") ?? "",
    ) ?? [];
    if (key !== vapidKey) return "another key than that of the subscription";
    const options = { audience: origin, algorithms: ["ES256"], requiredClaims: ["exp", "sub"] };
    const { payload } = await jwtVerify(token!, await importJWK(jwkOf(key), "ES256"), options);
    if (payload.exp! > Date.now() / 1000 + 24 * 60 * 60) return "a token for more than a day";
    if (!/^(https:\/\/|mailto:)/.test(payload.sub!)) return "no contact";
    if (headers.get("content-encoding") !== "aes128gcm") return "not aes128gcm";
    if (!/^\d+$/.test(headers.get("ttl") ?? "")) return "no TTL";
  }

  app.post("/push/:id", async (c) => {
    const receiver = receivers.get(c.req.param("id"));
    if (!receiver) return c.text("", 404);
    const { status = 201, location } = receiver.behaviour ?? {};
    if (status !== 201) {
      return new Response(null, { status, headers: location ? { location } : {} });
    }
    const fault = await faultOf(c.req.raw.headers).catch(String);
    if (fault) return c.text(fault, 403);
    const body = new Uint8Array(await c.req.arrayBuffer());
    if (body.length > 4096) return c.text("", 413);
    const message = {
      endpoint: c.req.url,
      payload: await decrypt(body, receiver),
      ttl: Number(c.req.header("ttl")),
    };
    receiver.messages.push(message);
    onSent(message);
    return c.body(null, 201);
  });

  app.post("/test/subscriptions", async (c) => {
    const keys = await crypto.subtle.generateKey(curve, true, ["deriveBits"]) as CryptoKeyPair;
    const publicKey = new Uint8Array(await crypto.subtle.exportKey("raw", keys.publicKey));
    const auth = crypto.getRandomValues(new Uint8Array(16));
    const id = crypto.randomUUID();
    receivers.set(id, { keys, publicKey, auth, messages: [] });
    return c.json({
      endpoint: `${origin}/push/${id}`,
      keys: { p256dh: base64url.encode(publicKey), auth: base64url.encode(auth) },
    });
  });
  app.put("/test/subscriptions/:id", async (c) => {
    receivers.get(c.req.param("id"))!.behaviour = await c.req.json();
    return c.json({});
  });
  // Oldest first.
  app.get(
    "/test/subscriptions/:id",
    (c) => c.json({ messages: receivers.get(c.req.param("id"))!.messages }),
  );

  const { base, stop } = serve(app);
  origin = base;
  return {
    env: {
      VAPID_PUBLIC_KEY: vapidKey,
      VAPID_PRIVATE_KEY: d!,
      VAPID_SUBJECT: "mailto:push@example.com",
      WEB_PUSH_ORIGINS: origin,
    },
    stop,
  };
}
