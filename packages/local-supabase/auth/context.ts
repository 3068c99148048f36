/** Settings and connections that every part of the auth service receives. */
import type postgres from "postgres";
import type { AuthSettings } from "../base/config.ts";
import type { SigningKeys } from "../base/keys.ts";
import type { Mailbox } from "../mail/mailbox.ts";

export interface AuthContext extends AuthSettings {
  /** Connected as supabase_auth_admin. */
  sql: postgres.Sql;
  /** Private ES256 keys (RFC 7517) of access tokens. */
  keys: SigningKeys;
  /** Address of this service as clients see it, `<api_url>/auth/v1`; also the claim `iss`. */
  issuer: string;
  /** Takes the messages that hosted would send by e-mail. */
  mail: Mailbox;
}

/** The pool or one transaction of it. */
export type Database = postgres.ISql;
