/**
 * The project's public signing keys. A function begins with those of its environment, which keeps
 * them while it runs, and follows those that the project publishes (RFC 7517), so that keys can be
 * rotated without a deployment.
 */
import {
  base64url,
  createLocalJWKSet,
  createRemoteJWKSet,
  type JSONWebKeySet,
  type JWTVerifyGetKey,
} from "jose";
import { type ProjectEnv, projectEnv } from "../base/env.ts";
import { internal, unavailable } from "../base/errors.ts";

/** After so long (ms) the published keys are read again, which no request waits for. */
const FRESH = 10 * 60_000;
/** So long (ms) after a reading there is no other for the same reason: any token may name any key. */
const PAUSE = 10_000;

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

  /** Reads them unless it was tried just now; then resolves or throws as that attempt did. */
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
export function trustedKeys(): JSONWebKeySet | null {
  const keys = follow();
  if (keys.set && keys.isOld()) keys.read("age");
  return keys.set;
}

/**
 * What verifies the tokens that name a key, read from the project once more when that key is not
 * among the trusted ones. The key decides the algorithm, never the token (RFC 8725 section 3.1).
 *
 * @throws {HttpError} 503 when the keys cannot be read, 500 when the environment does not tell them.
 */
export async function trustedKeyWith(
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
