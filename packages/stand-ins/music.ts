/**
 * A stand-in for Spotify: authorization with PKCE, tokens with rotation, and the plays of a user,
 * in pages. Opening the authorization page is consent, as the user named by `as`; `deny` is a
 * refusal. A test sets the users and other behaviour below `/test`.
 */
import { type Context, Hono } from "hono";
import { encodeBase64Url } from "hono/utils/encode";
import { cutOff, Orders, serve, type StandIn } from "./stand-in.ts";

const CLIENT_ID = "5d0c4e1fa27b";
const CLIENT_SECRET = "b81f3c70d92e";
const SCOPE = "user-read-recently-played";

/** The registered addresses: on any port, because the platform of the tests has any. */
const REDIRECT = /^http:\/\/127\.0\.0\.1:\d+\/functions\/v1\/api\/music\/callback$/;

/** A play of a user; `track` overrides the standard track. */
export interface StandInPlay {
  played_at: string;
  track_id: string;
  // deno-lint-ignore no-explicit-any -- a test sends what the provider might
  track?: any;
}

/** The user as a test sets it. */
export interface StandInUser {
  plays?: StandInPlay[];
  /** The lifetime of access tokens in seconds. */
  expires_in?: number;
  /** Whether a refresh replaces the refresh token. */
  rotates?: boolean;
  /** An access token besides the issued ones. */
  access_token?: string;
}

/** The behaviour for the next requests of a user. */
export interface Behaviour {
  on: "token" | "me" | "plays";
  /** The number of requests; default one. */
  times?: number;
  status?: number;
  /** The body, as raw text. */
  body?: string;
  retry_after?: number;
  /** Does the work and cuts the connection in the middle of the answer. */
  cut?: true;
  delay_ms?: number;
}

interface Grant {
  user: string;
  redirect: string;
  challenge: string;
}

const oauthError = (error: string, status = 400) => Response.json({ error }, { status });
const apiError = (status: number, message: string) =>
  Response.json({ error: { status, message } }, { status });
const milliseconds = ({ played_at }: StandInPlay) => Date.parse(played_at);

/** A track as the provider writes it. */
const trackOf = ({ track_id, track }: StandInPlay) => ({
  album: {
    album_type: "single",
    images: [{ height: 640, url: `https://i.example.net/${track_id}/640`, width: 640 }],
    name: `Album of ${track_id}`,
  },
  artists: [{ id: "artist", name: "An Artist", type: "artist" }, { id: "b", name: "Another" }],
  available_markets: ["DE", "ES"],
  duration_ms: 207_959,
  explicit: false,
  external_urls: { spotify: `https://open.example.net/track/${track_id}` },
  id: track_id,
  is_local: false,
  name: `Song ${track_id}`,
  type: "track",
  ...track,
});

/** Starts the stand-in on a free port. `playsOf` has listened for users that no test has set. */
export function startMusic(playsOf: (user: string) => StandInPlay[] = () => []): StandIn {
  const app = new Hono();
  const users = new Map<string, StandInUser>();
  const codes = new Map<string, Grant>();
  const refreshTokens = new Map<string, string>();
  const accessTokens = new Map<string, string>();
  const orders = new Orders<Behaviour & { user: string }>();
  const requests: { user: string; on: Behaviour["on"]; query: Record<string, string> }[] = [];

  /** Answers as a test wants it for this user, otherwise with `work`. */
  async function answer(
    user: string,
    on: Behaviour["on"],
    query: Record<string, string>,
    work: () => Response,
  ): Promise<Response> {
    requests.push({ user, on, query });
    const order = orders.take((each) => each.user === user && each.on === on);
    if (order?.delay_ms) await new Promise((resolve) => setTimeout(resolve, order.delay_ms));
    if (order?.status || order?.body !== undefined) {
      const headers = { "content-type": "application/json" };
      return new Response(order.body ?? '{"error":{"message":"As told"}}', {
        status: order.status ?? 200,
        headers: order.retry_after
          ? { ...headers, "retry-after": String(order.retry_after) }
          : headers,
      });
    }
    const response = work();
    return order?.cut ? cutOff(await response.text()) : response;
  }

  function issue(user: string, refreshToken: string): Response {
    const access_token = crypto.randomUUID();
    accessTokens.set(access_token, user);
    const { expires_in = 3600, rotates = true } = users.get(user) ?? {};
    const next = rotates ? crypto.randomUUID() : refreshToken;
    refreshTokens.delete(refreshToken);
    refreshTokens.set(next, user);
    const body = { access_token, token_type: "Bearer", scope: SCOPE, expires_in };
    return Response.json({ ...body, ...(next !== refreshToken && { refresh_token: next }) });
  }

  app.get("/authorize", (c) => {
    const query = c.req.query();
    const redirect = query.redirect_uri ?? "";
    if (query.client_id !== CLIENT_ID) return c.text("INVALID_CLIENT: Invalid client", 400);
    if (!REDIRECT.test(redirect)) return c.text("INVALID_CLIENT: Invalid redirect URI", 400);
    const back = new URL(redirect);
    back.searchParams.set("state", query.state ?? "");
    if (query.deny !== undefined) back.searchParams.set("error", "access_denied");
    else if (
      query.response_type !== "code" || query.code_challenge_method !== "S256" ||
      !query.code_challenge || query.scope !== SCOPE
    ) back.searchParams.set("error", "invalid_request");
    else {
      const code = crypto.randomUUID();
      const user = query.as ?? "somebody";
      codes.set(code, { user, redirect, challenge: query.code_challenge });
      back.searchParams.set("code", code);
    }
    return c.redirect(back.href, 302);
  });

  app.post("/api/token", async (c) => {
    const form = new URLSearchParams(await c.req.text());
    if (c.req.header("authorization") !== `Basic ${btoa(`${CLIENT_ID}:${CLIENT_SECRET}`)}`) {
      return oauthError("invalid_client", 401);
    }
    if (form.get("grant_type") === "refresh_token") {
      const token = form.get("refresh_token") ?? "";
      const user = refreshTokens.get(token);
      if (!user) return oauthError("invalid_grant");
      return await answer(user, "token", { grant_type: "refresh_token" }, () => issue(user, token));
    }
    const code = form.get("code") ?? "";
    const grant = codes.get(code);
    const digest = await crypto.subtle.digest(
      "SHA-256",
      new TextEncoder().encode(form.get("code_verifier") ?? ""),
    );
    if (
      !grant || form.get("redirect_uri") !== grant.redirect ||
      encodeBase64Url(digest).replace(/=/g, "") !== grant.challenge
    ) return oauthError("invalid_grant");
    const query = { grant_type: "authorization_code" };
    return await answer(grant.user, "token", query, () => {
      codes.delete(code);
      return issue(grant.user, "");
    });
  });

  const api =
    (on: Behaviour["on"], work: (user: string, c: Context) => Response) => (c: Context) => {
      const user = accessTokens.get(c.req.header("authorization")?.replace("Bearer ", "") ?? "");
      if (!user) return apiError(401, "The access token expired");
      return answer(user, on, c.req.query(), () => work(user, c));
    };

  app.get("/v1/me", api("me", (id) => Response.json({ id, display_name: id, type: "user" })));

  app.get(
    "/v1/me/player/recently-played",
    api("plays", (user, c) => {
      const { after, before, limit = "20" } = c.req.query();
      if (Number(limit) > 50 || (after && before)) return apiError(400, "Invalid limit");
      const newestFirst = (users.get(user)?.plays ?? playsOf(user)).toSorted((a, b) =>
        milliseconds(b) - milliseconds(a)
      );
      const page = after
        ? newestFirst.filter((play) => milliseconds(play) > Number(after)).slice(-Number(limit))
        : newestFirst.filter((play) => !before || milliseconds(play) < Number(before))
          .slice(0, Number(limit));
      const href = c.req.url;
      if (page.length === 0) return Response.json({ items: [], next: null, cursors: null, href });
      const cursors = {
        after: String(milliseconds(page[0]!)),
        before: String(milliseconds(page.at(-1)!)),
      };
      const next = new URL(c.req.path, href);
      next.searchParams.set("limit", limit);
      if (after) next.searchParams.set("after", cursors.after);
      else next.searchParams.set("before", cursors.before);
      const items = page.map((play) => ({
        track: trackOf(play),
        played_at: play.played_at,
        context: null,
      }));
      return Response.json({ items, next: next.href, cursors, limit: Number(limit), href });
    }),
  );

  app.put("/test/users/:id", async (c) => {
    const id = c.req.param("id");
    const { access_token, ...user }: StandInUser = await c.req.json();
    users.set(id, { ...users.get(id), ...user });
    if (access_token) accessTokens.set(access_token, id);
    return c.json({});
  });
  app.post("/test/users/:id/next", async (c) => {
    orders.add({ ...await c.req.json(), user: c.req.param("id") });
    return c.json({});
  });
  // Forgets tokens: the user has revoked the grant, or the access token has ended.
  app.delete("/test/users/:id/:kind{grant|access}", (c) => {
    const { id, kind } = c.req.param();
    for (const tokens of kind === "grant" ? [accessTokens, refreshTokens] : [accessTokens]) {
      for (const [token, user] of tokens) if (user === id) tokens.delete(token);
    }
    return c.json({});
  });
  // Oldest first.
  app.get("/test/users/:id/requests", (c) => {
    return c.json({ requests: requests.filter(({ user }) => user === c.req.param("id")) });
  });

  const { base, stop } = serve(app);
  return {
    env: {
      MUSIC_CLIENT_ID: CLIENT_ID,
      MUSIC_CLIENT_SECRET: CLIENT_SECRET,
      MUSIC_AUTHORIZE_URL: `${base}/authorize`,
      MUSIC_TOKEN_URL: `${base}/api/token`,
      MUSIC_API_BASE: base,
      MUSIC_TOKEN_KEY: `first:${btoa("a key of the stand-in, 32 bytes.")}`,
    },
    stop,
  };
}
