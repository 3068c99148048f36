/**
 * The project's public signing keys. A function begins with those of its environment, which keeps
 * them while it runs, and follows those that the project publishes (RFC 7517), so that keys can be
 * rotated without a deployment.
 */
import { createRemoteJWKSet, type JSONWebKeySet } from "jose";
import { type ProjectEnv, projectEnv } from "../base/env.ts";
import { unavailable } from "../base/errors.ts";

/** After so long (ms) the published keys are read again, which no request waits for. */
const FRESH = 10 * 60_000;
/** So long (ms) after a reading there is no other for the same reason: any token may name any key. */
const PAUSE = 10_000;

class SigningKeys {
  /** Null when the environment is wrong. Another object whenever the keys may have changed. */
  set: JSONWebKeySet | null;
  #given: JSONWebKeySet["keys"];
  #published: ReturnType<typeof createRemoteJWKSet>;
  #reading: Promise<void> = Promise.resolve();
  #triedAt = { age: -Infinity, kid: -Infinity };
  #readAt = -Infinity;

  constructor(readonly project: ProjectEnv) {
    const { url, jwks } = project;
    const hasAddress = jwks instanceof URL;
    this.#given = hasAddress ? [] : jwks?.keys ?? [];
    this.set = jwks && { keys: this.#given };
    this.#published = createRemoteJWKSet(
      hasAddress ? jwks : new URL("/auth/v1/.well-known/jwks.json", url),
    );
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
        this.set = { keys: [...this.#published.jwks()!.keys, ...secrets] };
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
 * The keys that are trusted now, read from the project once more when the key is not among them.
 *
 * @throws {HttpError} 503 when they cannot be read.
 */
export async function trustedKeysWith(kid: string): Promise<JSONWebKeySet | null> {
  const keys = follow();
  if (keys.set && !keys.set.keys.some((key) => key.kid === kid)) {
    await keys.read("kid").catch((error) => {
      throw unavailable("The project's signing keys cannot be read; try again", error);
    });
  }
  return keys.set;
}
