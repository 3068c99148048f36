/** Refusals of tokens and channels, in hosted's words. */
import { errors as jose } from "jose";
import type { Claims } from "../base/claims.ts";
import postgres from "postgres";

/** When a token expires (ms since 1970); null for an API key, which does not. */
export const expiryOf = ({ exp }: Claims): number | null =>
  typeof exp === "number" ? exp * 1000 : null;

export const UNAVAILABLE =
  "UnableToConnectToProject: Realtime was unable to connect to the project database";

/** Why a join or a renewal failed. A policy that fails forbids, and tells nothing of itself. */
export function channelRefusal(error: unknown, forbidden: string): string {
  if (error instanceof jose.JWTExpired) return "InvalidJWTToken: Token has expired";
  if (error instanceof jose.JWSSignatureVerificationFailed) {
    return "JwtSignatureError: Failed to validate JWT signature";
  }
  if (error instanceof jose.JOSEError) {
    return "MalformedJWT: The token provided is not a valid JWT";
  }
  if (error instanceof postgres.PostgresError) return `Unauthorized: ${forbidden}`;
  return UNAVAILABLE;
}
