import type { Context } from "hono";
import {
  base64url,
  createLocalJWKSet,
  createRemoteJWKSet,
  decodeProtectedHeader,
  errors,
  type JSONWebKeySet,
  jwtVerify,
  type JWTVerifyGetKey,
} from "jose";
import { getPath } from "hono/utils/url";
import QuickLRU from "quick-lru";
import { z } from "zod";
import { env, type ProjectEnv, projectEnv } from "../base/env.ts";
import { internal, unauthorized, unavailable } from "../base/errors.ts";
import type { Db } from "../database/clients.ts";
import type { Scope } from "../fields/scope.ts";
import { callerByToken, isPersonalToken } from "./personal-token.ts";

/** Something that a limit counts. */
export interface Hit {
  id: number;
  cost: number;
}

/** The variables of every request. */
export interface AppEnv {
  Bindings: Partial<Deno.ServeHandlerInfo>;
  Variables: {
    requestId: string;
    /** The caller, null without a valid token. */
    identity: Caller | null;
    /** The error when the token could not be verified, for a reason other than the token. */
    identityFailure?: unknown;
    /** Names a request with an `Idempotency-Key`: only its repetitions have the same one. */
    fingerprint?: string;
    /** What the request has taken from a limit (`limits.ts`). */
    hit?: Hit;
  };
}

/** The additional variables of a route for signed-in users. */
export interface CallerEnv {
  Variables: {
    caller: Caller;
    /** The database as the caller: row security decides. */
    db: Db;
  };
}

/**
 * The client's address, of IPv6 the network of 64 bits, which one customer has to himself. The hosted
 * gateway sets `cf-connecting-ip`, so a client cannot forge it; the first address of
 * `x-forwarded-for` is the fallback.
 */
export function clientAddress(c: Context<AppEnv>): string {
  const forwarded = c.req.header("cf-connecting-ip") ?? c.req.header("x-forwarded-for");
  const remote = c.env?.remoteAddr;
  const peer = remote && "hostname" in remote ? remote.hostname : undefined;
  return networkOf((forwarded?.split(",", 1)[0]?.trim() || peer || "unknown").slice(0, 64));
}

function networkOf(address: string): string {
  if (!address.includes(":") || !URL.canParse(`http://[${address}]`)) return address;
  const [head, tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split("::");
  const [left, right] = [head, tail].map((part) => part ? part.split(":") : []);
  const zeros = Array(8 - left!.length - right!.length).fill("0");
  const network = [...left!, ...zeros, ...right!].slice(0, 4);
  // A network of zeros holds this computer, and the addresses of IPv4.
  return network.every((part) => part === "0") ? address : `${network.join(":")}::/64`;
}

/** The user of a request, from the verified access token or a personal token. */
export interface Caller {
  /** The user's id, the same as `profiles.id`. */
  id: string;
  email: string | null;
  /** The claim `user_role`. The database checks the profile again before it trusts it. */
  role: "user" | "super_admin";
  sessionId: string | null;
  /** The access token itself, for calls made as the caller. Never log it. */
  token: string | null;
  /**
   * The personal token that a program sends instead of an access token. That of a program which the
   * user has let in (`functions/oauth`) has the id of its grant.
   */
  personalToken?: { id: string; scopes: readonly Scope[]; isOfGrant: boolean };
}

/** A caller with an access token. */
type SignedIn = Caller & { token: string };

/**
 * The claims of an access token of a signed-in user. Legacy API keys are tokens too (role `anon` or
 * `service_role`) and are refused.
 */
const claims = z.object({
  sub: z.guid(),
  role: z.literal("authenticated"),
  exp: z.number(),
  email: z.string().optional(),
  user_role: z.string().optional(),
  session_id: z.string().optional(),
});

/**
 * Verifies an access token against the project's signing keys, without a network hop unless it
 * names a key that is not known yet. Tokens signed with the legacy shared secret (HS256, no
 * `kid`) are accepted only when `JWT_SECRET` is set. RFC 7519 section 7.2; the key decides the
 * algorithm, never the token (RFC 8725 section 3.1).
 *
 * @throws {HttpError} 401 when the token is forged, expired, malformed or not a user's; 503 when
 * the key that it names cannot be looked up.
 */
export async function verifyToken(token: string): Promise<SignedIn> {
  const known = cachedCaller(token);
  if (known) return known;
  const { data, success } = claims.safeParse(await verifiedClaims(token));
  if (!success) throw unauthorized();
  const caller: SignedIn = {
    id: data.sub.toLowerCase(),
    email: data.email || null,
    role: data.user_role === "super_admin" ? "super_admin" : "user",
    sessionId: data.session_id ?? null,
    token,
  };
  cache.set(token, { caller, exp: data.exp });
  return caller;
}

/*
 * The verification of a signature is most of the cost of a small request. A valid token remains valid
 * until it expires, under the same keys, so the isolate caches the callers of the latest tokens.
 */
const cache = new QuickLRU<string, { caller: SignedIn; exp: number }>({ maxSize: 1000 });
let keysOfCache: unknown[] = [];

function cachedCaller(token: string): SignedIn | undefined {
  const keys = [trustedKeys(), env("JWT_SECRET")];
  if (keys.some((key, n) => key !== keysOfCache[n])) {
    cache.clear();
    keysOfCache = keys;
  }
  const cached = cache.get(token);
  return cached && cached.exp > Date.now() / 1000 ? cached.caller : undefined;
}

async function verifiedClaims(token: string): Promise<unknown> {
  const { alg, kid } = headerOf(token);
  const secret = env("JWT_SECRET");
  try {
    // The legacy shared secret has no key id.
    if (secret && alg === "HS256" && kid === undefined) {
      const key = new TextEncoder().encode(secret);
      return (await jwtVerify(token, key, { algorithms: ["HS256"] })).payload;
    }
    if (typeof kid !== "string") return null;
    const { key, algorithms } = await trustedKeyWith(kid);
    return (await jwtVerify(token, key, { algorithms })).payload;
  } catch (error) {
    if (error instanceof errors.JOSEError) return null;
    throw error;
  }
}

/** The header of a token, which nobody has verified. */
function headerOf(token: string): { alg?: unknown; kid?: unknown } {
  try {
    return decodeProtectedHeader(token);
  } catch {
    return {};
  }
}

/**
 * The bearer token of a request (RFC 6750 section 2.1), undefined when there is none. The scheme
 * is case-insensitive (RFC 9110 section 11.1).
 */
export function bearerToken(request: Request): string | undefined {
  return /^bearer +(\S+) *$/i.exec(request.headers.get("authorization") ?? "")?.[1];
}

/**
 * Identifies the caller of a request; null without a valid access token. The guard of a route refuses
 * null where the route requires a caller.
 *
 * @throws {HttpError} the refusal of a personal token.
 */
export async function identify(request: Request): Promise<Caller | null> {
  const token = bearerToken(request);
  // Clients without a session send an API key in this header.
  if (!token || token.startsWith("sb_")) return null;
  if (isPersonalToken(token)) return await callerByToken(token, getPath(request));
  try {
    return await verifyToken(token);
  } catch (error) {
    if (isRefusal(error)) return null;
    throw error;
  }
}

function isRefusal(error: unknown): boolean {
  return error instanceof Error && "status" in error && error.status === 401;
}

/** The time (ms) after which the published keys are read again, while no request waits. */
const FRESH = 10 * 60_000;
/**
 * The shortest time (ms) between two readings for the same reason, as any token may name any key.
 */
const PAUSE = 10_000;

/**
 * The project's public signing keys. A function begins with the keys of its environment, which do
 * not change while it runs, and then follows the keys that the project publishes (RFC 7517), so
 * that keys can be rotated without a deployment.
 */
class SigningKeys {
  /** Null when the environment is wrong. Another object whenever the keys may have changed. */
  set: JSONWebKeySet | null = null;
  /** Finds the key of a token by its id among the public keys. */
  verifier: JWTVerifyGetKey = createLocalJWKSet({ keys: [] });
  #given: JSONWebKeySet["keys"];
  #published: ReturnType<typeof createRemoteJWKSet>;
  #reading: Promise<void> = Promise.resolve();
  #triedAt = { age: -Infinity, kid: -Infinity };
  #readAt = -Infinity;

  constructor(readonly project: ProjectEnv) {
    const { url, jwks } = project;
    const hasAddress = jwks instanceof URL;
    this.#given = hasAddress ? [] : jwks?.keys ?? [];
    this.#trust(jwks && this.#given);
    this.#published = createRemoteJWKSet(
      hasAddress ? jwks : new URL("/auth/v1/.well-known/jwks.json", url),
    );
  }

  #trust(keys: JSONWebKeySet["keys"] | null): void {
    this.set = keys && { keys };
    if (keys) this.verifier = createLocalJWKSet({ keys });
  }

  isOld = () => Date.now() > this.#readAt + FRESH;

  /** Reads the keys, unless a reading has just been tried; then resolves or throws as it did. */
  read(reason: "age" | "kid"): Promise<void> {
    if (Date.now() > this.#triedAt[reason] + PAUSE) {
      this.#triedAt[reason] = Date.now();
      this.#reading = this.#published.reload().then(() => {
        this.#readAt = Date.now();
        // A shared secret is never published.
        const secrets = this.#given.filter(({ kty }) => kty === "oct");
        this.#trust([...this.#published.jwks()!.keys, ...secrets]);
      });
      this.#reading.catch(() => {});
    }
    return this.#reading;
  }
}

let current: SigningKeys | undefined;

function follow(): SigningKeys {
  const project = projectEnv();
  if (current?.project !== project) current = new SigningKeys(project);
  return current;
}

/** The keys that are trusted now; null when the environment does not tell them. */
function trustedKeys(): JSONWebKeySet | null {
  const keys = follow();
  if (keys.set && keys.isOld()) keys.read("age");
  return keys.set;
}

/**
 * The verifier of tokens that name the key `kid`. Reads the keys of the project once more when
 * `kid` is not a trusted key. The key decides the algorithm, never the token (RFC 8725 section
 * 3.1).
 *
 * @throws {HttpError} 503 when the keys cannot be read, 500 when the environment does not tell them.
 */
async function trustedKeyWith(
  kid: string,
): Promise<{ key: JWTVerifyGetKey; algorithms?: string[] }> {
  const keys = follow();
  const find = () => keys.set?.keys.find((key) => key.kid === kid);
  if (keys.set && !find()) {
    await keys.read("kid").catch((error) => {
      throw unavailable("The project's signing keys cannot be read; try again", error);
    });
  }
  if (!keys.set) throw internal(new Error("SUPABASE_JWKS holds no signing keys"));
  const { kty, k } = find() ?? {};
  if (kty !== "oct" || !k) return { key: keys.verifier };
  // A shared secret of the project.
  const secret = base64url.decode(k);
  return { key: () => secret, algorithms: ["HS256"] };
}
