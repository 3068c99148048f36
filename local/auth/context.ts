/** Settings and connections that every part of the auth service receives. */
import type postgres from "postgres";
import type { SigningKeys } from "../base/keys.ts";
import type { Mailbox } from "../mail/mailbox.ts";

/** Settings of the auth service; hosted projects keep them in the dashboard and in config.toml. */
export interface AuthContext {
  /** Connected as supabase_auth_admin. */
  sql: postgres.Sql;
  /** Private ES256 keys (RFC 7517) of access tokens. */
  keys: SigningKeys;
  /** Address of this service as clients see it, `<api_url>/auth/v1`; also the claim `iss`. */
  issuer: string;
  /** Where links lead when no allowed redirect address is given. */
  siteUrl: string;
  /** Further redirect addresses, with `*`, `**` and `?` as in config.toml. */
  redirectUrls: string[];
  /** Life of an access token in seconds. */
  jwtExpiry: number;
  /** Seconds in which a replaced refresh token may come again: two tabs, or a lost answer. */
  refreshTokenReuseInterval: number;
  signUpEnabled: boolean;
  /** Sign-up gives a session at once, without a confirmed address. */
  autoConfirm: boolean;
  /** In bytes, as bcrypt counts. */
  minimumPasswordLength: number;
  /** Qualified name of the custom access token hook, `public.custom_access_token_hook`. */
  accessTokenHook: string | null;
  /** Qualified name of the hook that runs before an account is created. */
  beforeUserCreatedHook: string | null;
  /** Takes the messages that hosted would send by e-mail. */
  mail: Mailbox;
}

/** The pool or one transaction of it. */
export type Database = postgres.ISql;
