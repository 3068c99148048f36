/**
 * Clients of the project's APIs: the parts that supabase-js is made of. All of it would make every
 * request build clients of Realtime and Auth, and every cold start load them.
 */
import { PostgrestClient } from "@supabase/postgrest-js";
import { StorageClient } from "@supabase/storage-js";
import { env, projectEnv } from "../base/env.ts";
import { readingByGet } from "./reading.ts";
import type { Database } from "./schema.ts";
import { tokenHeader } from "./token-header.ts";

/** A client of the Data API, typed by the schema. */
export type Db = PostgrestClient<Database>;

/** The headers of somebody with a token: the API key tells the project, the token who asks. */
const headersOf = (apikey: string, token = apikey): Record<string, string> => ({
  apikey,
  // Written as the libraries write it, which replace it in some requests.
  Authorization: `Bearer ${token}`,
});

/**
 * A client whose requests have these headers. The library would copy the headers several times for
 * each request.
 */
function dataApi(
  headers: Record<string, string>,
  { onCall, onAnswer, replica, tokenId }: CallOptions & { tokenId?: string } = {},
): Db {
  const address = (replica && env("READ_REPLICA_URL")) || projectEnv().url;
  return readingByGet(
    new PostgrestClient<Database>(`${address}/rest/v1`, {
      fetch: async (input, init) => {
        onCall?.();
        const answer = await fetch(input, {
          ...init,
          headers: {
            ...headers,
            ...init?.headers as typeof headers,
            ...(tokenId && { "x-personal-token": await tokenHeader(tokenId) }),
          },
        });
        onAnswer?.(answer);
        return answer;
      },
    }),
  );
}

/**
 * A client that acts as the caller: it sends the publishable key and the caller's token, so that row
 * security applies.
 *
 * @param requestId the request it acts for, which the audit log records.
 * @param requiredRole makes the database refuse a caller whose profile is not a super admin's, or a
 * super admin who acts as the account holder.
 * @param onCall is called with each request to the database, `onAnswer` with each answer.
 * @param replica sends reads to a replica, where `READ_REPLICA_URL` names one.
 */
export const callerClient = (
  token: string,
  { requiredRole, ...options }: CallOptions & {
    requiredRole?: "super_admin" | "account_holder";
  } = {},
): Db =>
  clientOf({
    ...headersOf(projectEnv().publishableKey, token),
    ...(requiredRole && { "x-required-role": requiredRole }),
  }, options);

/**
 * A client that acts as the user of a personal token. It sends the publishable key, with which nobody
 * reads or writes a row, and a signed header for each call: `private.pre_request` checks it and the
 * token, and changes to the token's user. A call whose header is lost has no rights.
 */
export const personalTokenClient = (tokenId: string, options: CallOptions): Db =>
  clientOf(headersOf(projectEnv().publishableKey), { ...options, tokenId });

interface CallOptions {
  requestId?: string;
  onCall?: () => void;
  onAnswer?: (answer: Response) => void;
  replica?: boolean;
}

const clientOf = (
  headers: Record<string, string>,
  { requestId, ...options }: CallOptions & { tokenId?: string },
): Db =>
  dataApi({
    ...headers,
    ...(requestId && { "x-request-id": requestId, "x-function-request-id": requestId }),
  }, options);

/** A client that reads as somebody without an account. */
export const anonymousClient = (): Db =>
  callerClient(projectEnv().publishableKey, { replica: true });

/**
 * The client with the secret key, for functions that only the service may call. It bypasses row
 * security, so pass it verified actors only.
 */
export const serviceClient = (): Db => dataApi(headersOf(projectEnv().secretKey));

/** A client of the Storage API with the secret key. */
export function storageClient(): StorageClient {
  const { url, secretKey } = projectEnv();
  return new StorageClient(`${url}/storage/v1`, headersOf(secretKey));
}

/** A new client of the Auth API with the secret key: users, links, sessions. Few requests need it. */
export async function authClient() {
  const { AuthClient } = await import("@supabase/auth-js");
  const { url, secretKey } = projectEnv();
  return new AuthClient({
    url: `${url}/auth/v1`,
    headers: headersOf(secretKey),
    persistSession: false,
    autoRefreshToken: false,
    detectSessionInUrl: false,
  });
}
