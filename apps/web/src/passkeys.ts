/** Passkeys: whether this browser and the project have them, and the words for what went wrong. */
import type { AuthError } from "@supabase/supabase-js";
import { inWords } from "./refusals.ts";
import { key, url } from "./service.ts";
import { words } from "./words/passkeys.ts";

/** Browsers give a passkey to a page on TLS or on `localhost`, never to a bare address. */
export const isPossible = isSecureContext && "PublicKeyCredential" in globalThis &&
  !/^[\d.]+$|^\[/.test(location.hostname);

let asked: Promise<boolean> | undefined;

/** Whether the project has passkeys. Without an answer it has none, and is asked again. */
function isProject(): Promise<boolean> {
  const ask = async () => {
    const answer = await fetch(`${url}/auth/v1/settings`, { headers: { apikey: key } });
    return (await answer.json()).passkeys_enabled === true;
  };
  return asked ??= ask().catch(() => (asked = undefined, false));
}

/** `off`: the project has none; `elsewhere`: this browser has none at this address. */
export const passkeysHere = async (): Promise<"here" | "elsewhere" | "off"> =>
  await isProject() ? isPossible ? "here" : "elsewhere" : "off";

type Problem = keyof typeof words.problems;

const problems: Record<string, Problem> = {
  NotAllowedError: "stopped",
  AbortError: "stopped",
  ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED: "known",
  webauthn_credential_exists: "known",
  webauthn_verification_failed: "unknown",
  webauthn_challenge_expired: "late",
  webauthn_challenge_not_found: "late",
  too_many_passkeys: "many",
};

/** Why a passkey was not made or did not sign in; each of these leaves the password. */
export function problemOf(error: AuthError | (Error & { code: string })): string {
  const problem = problems[error.code ?? ""] ?? problems[error.name];
  if (problem) return words.problems[problem];
  const isOfDevice = error.code?.startsWith("ERROR_");
  return isOfDevice ? words.problems.device : inWords(error as AuthError);
}
