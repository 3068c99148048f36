/** How a user connects an account of the music provider. */
import { sha256 } from "hono/utils/crypto";
import { sitePage } from "../../shared/base/env.ts";
import { HttpError, notConfigured } from "../../shared/base/errors.ts";
import { serviceClient } from "../../shared/database/clients.ts";
import { created, json, must, ok, part, z } from "../../shared/http/declare.ts";
import {
  authorizeUrl,
  exchangeCode,
  MusicFailure,
  newVerifier,
  readUserId,
} from "../../shared/providers/music.ts";
import { accountColumns, MusicAccount } from "./account.ts";
import { decrypt, encrypt, isEncrypted, newSecret } from "./encryption.ts";
import { requireMusic } from "./sync.ts";
import { musicRefusal, sealTokens } from "./tokens.ts";

export const routes = part();

const noMusic = {
  description: "Music is not configured.",
  codes: ["not_configured"],
} as const;

/** The page of the web application that redeems a grant. */
function callbackPage(parameters: Record<string, string>): string {
  const url = sitePage("/music/callback");
  if (!url) throw notConfigured("Music is not configured: SITE_URL is missing");
  url.search = new URLSearchParams(parameters).toString();
  return url.href;
}

const hash = async (secret: string): Promise<string> => (await sha256(secret))!;
const STATE = "music state";
const verifierOf = (userId: string) => `music verifier of ${userId}`;
const codeOf = (grantHash: string) => `music code of ${grantHash}`;

routes.add("GET /music/connect", {
  auth: "account_holder",
  operationId: "connectMusic",
  summary: "Begin to connect the caller's music account",
  description:
    "The client opens `authorize_url` in a browser within 10 minutes. The user allows the " +
    "service there to read the recent plays. The provider then leads the browser over the " +
    "callback to `<SITE_URL>/music/callback`, with `grant` for `POST /music/account`, or with " +
    "`error`. A new connection ends an earlier unfinished one.",
  answer: ok(
    "Where the user allows it; not to be cached",
    z.object({
      authorize_url: z.string().openapi({
        format: "uri",
        example: "https://accounts.spotify.com/authorize?response_type=code&client_id=...",
      }),
    }),
  ),
  refusals: { 503: noMusic },
}, async ({ c, caller: { id, sessionId } }) => {
  requireMusic();
  callbackPage({});
  const [state, verifier] = await Promise.all([encrypt(newSecret(), STATE), newVerifier()]);
  const p_verifier = await encrypt(verifier, verifierOf(id));
  const begun = { p_user_id: id, p_session_id: sessionId, p_state_hash: await hash(state) };
  must(await serviceClient().rpc("begin_music_connection", { ...begun, p_verifier }));
  c.header("Cache-Control", "no-store");
  return { authorize_url: await authorizeUrl(state, verifier) };
});

const secret = z.string().min(1).max(2000);

routes.add("GET /music/callback", {
  auth: "none",
  operationId: "receiveMusicCallback",
  summary: "Receive the user from the music provider",
  description:
    "For browsers. The `state` is the credential: the service makes it, for one use within 10 " +
    "minutes. Redirects to `<SITE_URL>/music/callback` with `grant` for `POST /music/account`, " +
    "or with `error`: `invalid_state` for a wrong, used or old state, otherwise the provider's, " +
    "such as `access_denied`. The callback connects nothing, because it does not know its " +
    "caller.",
  // The provider may send more, such as `iss`.
  query: z.looseObject({
    state: secret.openapi({ description: "Of `authorize_url`." }),
    code: secret.optional().openapi({ description: "The code of the provider." }),
    error: secret.optional().openapi({ description: "Why the provider gives no code." }),
  }),
  answer: { status: 302, description: "Leads to the web application" },
  refusals: { 503: noMusic },
}, async ({ c, query: { state, code, error = "invalid_request" } }) => {
  requireMusic();
  c.header("Cache-Control", "no-store");
  c.header("Referrer-Policy", "no-referrer");
  const grant = newSecret();
  const p_grant_hash = await hash(grant);
  const kept = await isEncrypted(state, STATE) && must(
    await serviceClient().rpc("keep_music_code", {
      p_state_hash: await hash(state),
      ...(code && { p_grant_hash, p_code: await encrypt(code, codeOf(p_grant_hash)) }),
    }),
  );
  if (!kept) return c.redirect(callbackPage({ error: "invalid_state" }), 302);
  if (code) return c.redirect(callbackPage({ grant }), 302);
  const known = /^[a-z_]{1,50}$/.test(error) ? error : "invalid_request";
  return c.redirect(callbackPage({ error: known }), 302);
});

const ENDED = "grant: used or expired, connect again";

routes.add("POST /music/account", {
  auth: "account_holder",
  operationId: "redeemMusicGrant",
  summary: "Connect the music account that a grant is for",
  description:
    "For the page at `<SITE_URL>/music/callback`. Only the user who began the connection redeems " +
    "its grant, once, within 10 minutes of the beginning. After a 503, send the same grant " +
    "again; the answer is 410 when the provider has taken its code. The account replaces a " +
    "connected one.",
  body: json(z.object({
    grant: z.string().regex(/^[\w-]{43}$/, "expected the grant of the callback")
      .openapi({ example: "kq9x".repeat(10) + "Zc4" }),
  })),
  answer: created("The connected account", z.object({ account: MusicAccount })),
  notFound: { description: "There is no such grant.", example: "Grant not found" },
  refusals: {
    403: {
      description: "Another user began this connection, or a super admin acts as the user.",
      codes: ["forbidden", "impersonated"],
    },

    410: { description: "The grant is used or expired; connect again.", example: ENDED },
    503: {
      description: "Music is not configured, or the provider does not answer.",
      codes: ["not_configured", "unavailable"],
    },
  },
}, async ({ db: asCaller, caller: { id, sessionId }, body }) => {
  requireMusic();
  const db = serviceClient();
  const p_grant_hash = await hash(body.grant);
  const { verifier, code } = must(
    await db.rpc("take_music_grant", { p_user_id: id, p_session_id: sessionId, p_grant_hash })
      .single(),
  );
  const [plainCode, plainVerifier] = await Promise.all([
    decrypt(code, codeOf(p_grant_hash)),
    decrypt(verifier, verifierOf(id)),
  ]);
  let exchanged = false;
  try {
    const { refreshToken, ...tokens } = await exchangeCode(plainCode, plainVerifier);
    exchanged = true;
    if (!refreshToken) throw new MusicFailure("unavailable", "There is no refresh token");
    const [p_provider_user_id, sealed] = await Promise.all([
      readUserId(tokens.accessToken),
      sealTokens(id, { refreshToken, ...tokens }),
    ]);
    const connected = { p_user_id: id, p_grant_hash, p_provider_user_id, p_scope: tokens.scope };
    must(await db.rpc("connect_music_account", { ...connected, ...sealed }));
  } catch (error) {
    if (!(error instanceof MusicFailure)) throw error;
    if (error.kind === "revoked") throw new HttpError(410, ENDED);
    if (!exchanged) must(await db.rpc("release_music_grant", { p_user_id: id, p_grant_hash }));
    throw musicRefusal(error);
  }
  const account = await asCaller.from("spotify_accounts").select(accountColumns)
    .eq("user_id", id).single();
  return { account: must(account) };
});
