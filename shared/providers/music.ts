/**
 * The music provider, Spotify: OAuth 2.0 with PKCE (RFC 6749, RFC 7636) and the two calls of its API
 * that are needed: https://developer.spotify.com/documentation/web-api/reference/get-recently-played.
 */
import type * as Oauth from "oauth4webapi";
import { z } from "zod";
import type { Row } from "../database/schema.ts";
import { env, projectEnv, requireEnv } from "../base/env.ts";
import { parseJson } from "../base/text.ts";

const SCOPE = "user-read-recently-played";

/** How long (ms) a request may take: less than the lease of a refresh lasts. */
export const TIMEOUT_MS = 10_000;

/** The plays of a page; the provider allows no more. */
const PAGE = 50;

/** The seconds to wait when the provider does not say how long. */
const DEFAULT_WAIT_S = 30;

/**
 * A refusal of the provider, or a missing answer. `revoked`: the provider no longer accepts the
 * code or the grant. `rejected`: it does not accept the access token. `busy`: it asks to wait.
 */
export class MusicFailure extends Error {
  constructor(
    readonly kind: "revoked" | "rejected" | "busy" | "unavailable",
    message: string,
    readonly retryAfter?: number,
  ) {
    super(message);
  }
}

export interface MusicTokens {
  accessToken: string;
  /** Undefined where the provider keeps the refresh token as it is. */
  refreshToken: string | undefined;
  expiresAt: Date;
  scope: string;
}

const baseOf = (name: string, fallback: string) => (env(name) ?? fallback).replace(/\/$/, "");

/** The id of the application at the provider; refuses with 503 when it is not configured. */
export const requireMusicClient = (): string => requireEnv("MUSIC_CLIENT_ID", "Music is");

/** The library is loaded by who needs it. */
async function connect() {
  const clientId = requireMusicClient();
  const oauth = await import("oauth4webapi");
  const token = baseOf("MUSIC_TOKEN_URL", "https://accounts.spotify.com/api/token");
  const server: Oauth.AuthorizationServer = { issuer: token, token_endpoint: token };
  const secret = env("MUSIC_CLIENT_SECRET");
  return {
    oauth,
    server,
    client: { client_id: clientId },
    // Without a secret the application is a public client, which PKCE alone protects.
    authentication: secret ? oauth.ClientSecretBasic(secret) : oauth.None(),
    options: () => ({
      signal: AbortSignal.timeout(TIMEOUT_MS),
      // The address is the operator's; a provider of tests and staging may lack TLS.
      [oauth.allowInsecureRequests]: true,
    }),
  };
}

/** The address that the provider calls back; it has to be registered there exactly so. */
const redirectUri = () => `${projectEnv().url}/functions/v1/api/music/callback`;

/** A new secret of a connection, which the exchange of its code has to prove (PKCE). */
export const newVerifier = async (): Promise<string> =>
  (await connect()).oauth.generateRandomCodeVerifier();

/** The address at which a user allows the service to read their plays. */
export async function authorizeUrl(state: string, verifier: string): Promise<string> {
  const { oauth, client } = await connect();
  const url = new URL(baseOf("MUSIC_AUTHORIZE_URL", "https://accounts.spotify.com/authorize"));
  const parameters = {
    response_type: "code",
    client_id: client.client_id,
    scope: SCOPE,
    redirect_uri: redirectUri(),
    state,
    code_challenge_method: "S256",
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
  };
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url.href;
}

/**
 * Exchanges the code of a callback for tokens.
 *
 * @throws {MusicFailure}
 */
export async function exchangeCode(code: string, verifier: string): Promise<MusicTokens> {
  const { oauth, server, client, authentication, options } = await connect();
  // The callback has verified the state.
  const callback = oauth.validateAuthResponse(
    server,
    client,
    new URLSearchParams({ code }),
    oauth.skipStateCheck,
  );
  return await tokensOf(async () => {
    const response = await oauth.authorizationCodeGrantRequest(
      server,
      client,
      authentication,
      callback,
      redirectUri(),
      verifier,
      options(),
    );
    return await oauth.processAuthorizationCodeResponse(server, client, response);
  });
}

/** @throws {MusicFailure} */
export async function refreshTokens(refreshToken: string): Promise<MusicTokens> {
  const { oauth, server, client, authentication, options } = await connect();
  return await tokensOf(async () => {
    const response = await oauth.refreshTokenGrantRequest(
      server,
      client,
      authentication,
      refreshToken,
      options(),
    );
    return await oauth.processRefreshTokenResponse(server, client, response);
  });
}

async function tokensOf(request: () => Promise<Oauth.TokenEndpointResponse>) {
  const { oauth } = await connect();
  try {
    const { access_token, refresh_token, expires_in = 3600, scope = SCOPE } = await request();
    return {
      accessToken: access_token,
      refreshToken: refresh_token,
      expiresAt: new Date(Date.now() + expires_in * 1000),
      scope,
    };
  } catch (error) {
    if (error instanceof oauth.ResponseBodyError && error.error === "invalid_grant") {
      throw new MusicFailure("revoked", "The music provider no longer accepts the grant");
    }
    const response = error instanceof oauth.ResponseBodyError
      ? error.response
      : (error as { cause?: unknown }).cause;
    throw response instanceof Response && !response.ok ? failureOf(response) : noAnswer();
  }
}

const noAnswer = () => new MusicFailure("unavailable", "The music provider does not answer");

function failureOf({ status, headers }: Response): MusicFailure {
  const seconds = Number(headers.get("retry-after"));
  const asked = Number.isInteger(seconds) && seconds > 0 ? Math.min(seconds, 86_400) : undefined;
  const message = `The music provider answers ${status}`;
  if (status === 429) return new MusicFailure("busy", message, asked ?? DEFAULT_WAIT_S);
  if (status === 503 && asked) return new MusicFailure("busy", message, asked);
  return new MusicFailure(status === 401 ? "rejected" : "unavailable", message);
}

/** The provider's id of the user. @throws {MusicFailure} */
export async function readUserId(accessToken: string): Promise<string> {
  const schema = z.object({ id: z.string().min(1).max(200) });
  return (await get("/v1/me", {}, accessToken, schema)).id;
}

// Clients open these addresses.
const https = z.url({ protocol: /^https$/ }).max(2048).nullish().catch(null);

const track = z.object({
  id: z.string().min(1).max(100),
  type: z.string().optional(),
  uri: z.string().optional(),
  external_ids: z.record(z.string(), z.string()).nullish().catch(null),
  name: z.string(),
  artists: z.array(z.object({ name: z.string() })).default([]),
  album: z.object({
    name: z.string().nullish(),
    images: z.array(z.object({ url: https })).nullish(),
  }).nullish(),
  external_urls: z.object({ spotify: https }).nullish(),
  duration_ms: z.int().min(0).max(2 ** 31 - 1).nullish().catch(null),
  explicit: z.boolean().nullish().catch(null),
});

const page = z.object({
  items: z.array(z.object({
    // A file of the user's own has no id.
    track: z.union([track, z.object({ id: z.null() })]).nullable(),
    played_at: z.iso.datetime({ offset: true }),
  })),
  next: z.string().nullish(),
});

/** A play, as `record_music_plays` takes it. */
interface Play {
  played_at: string;
  track: Omit<Row<"spotify_tracks">, "raw" | "created_at" | "updated_at"> & { raw: object };
}

/** Where a page of plays begins: after or before a time in Unix milliseconds. */
export type PlaysPosition = { after: string } | { before: string } | Record<never, string>;

/**
 * Reads a page of the user's plays, and the position of the next page. Without a position it is the
 * latest page, and the next ones are older.
 *
 * @throws {MusicFailure}
 */
export async function readPlays(
  accessToken: string,
  position: PlaysPosition,
): Promise<{ plays: Play[]; next: PlaysPosition | null }> {
  const query = { ...position, limit: String(PAGE) };
  const { items, next } = await get("/v1/me/player/recently-played", query, accessToken, page);
  const plays = items.flatMap(({ played_at, track }): Play[] => {
    if (!track || track.id === null) return [];
    // The row keeps only the names by which other programs know the track.
    const { id, type, uri, external_ids } = track;
    return [{
      played_at,
      track: {
        id,
        raw: { id, type, uri, external_ids },
        name: track.name,
        artist_names: track.artists.map(({ name }) => name),
        album_name: track.album?.name ?? null,
        album_image_url: track.album?.images?.[0]?.url ?? null,
        external_url: track.external_urls?.spotify ?? null,
        duration_ms: track.duration_ms ?? null,
        explicit: track.explicit ?? null,
      },
    }];
  });
  return { plays, next: items.length > 0 ? positionOf(next) : null };
}

/** The position in the address of a next page; only the position is used, at our own address. */
function positionOf(next: string | null | undefined): PlaysPosition | null {
  const parameters = URL.parse(next ?? "")?.searchParams;
  for (const name of ["after", "before"] as const) {
    const value = parameters?.get(name);
    if (value && /^\d{1,15}$/.test(value)) return { [name]: value };
  }
  return null;
}

async function get<T>(
  path: string,
  query: Record<string, string>,
  accessToken: string,
  schema: z.ZodType<T>,
): Promise<T> {
  const url = new URL(baseOf("MUSIC_API_BASE", "https://api.spotify.com") + path);
  url.search = new URLSearchParams(query).toString();
  let response: Response;
  let text: string;
  try {
    response = await fetch(url, {
      headers: { authorization: `Bearer ${accessToken}`, accept: "application/json" },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    text = await response.text();
  } catch {
    throw noAnswer();
  }
  if (!response.ok) throw failureOf(response);
  const answer = schema.safeParse(parse(text));
  if (!answer.success) {
    throw new MusicFailure("unavailable", "The music provider's answer is of no use");
  }
  return answer.data;
}

/** Parses JSON, without the characters that Postgres cannot store. */
const parse = (text: string): unknown =>
  parseJson(
    text,
    (_, value) => typeof value === "string" ? value.replaceAll("\0", "").toWellFormed() : value,
  );
