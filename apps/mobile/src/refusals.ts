/** Refusals of the service, and of Auth at sign-in, in the language of the phone. */
import { words } from "./words";

interface Refused {
  message: string;
  code?: string;
  status?: number;
}

/** Codes that say the same to a person. */
const same: Record<string, string> = {
  account_blocked: "user_banned",
  over_email_send_rate_limit: "rate_limited",
  over_request_rate_limit: "rate_limited",
};

/** The words for a refusal by its code; its English message where the app has none. */
export function inWords({ code = "", status, message }: Refused): string {
  const name = same[code] ?? code;
  const said: Record<string, string> = words.refusals;
  if (Object.hasOwn(said, name)) return said[name]!;
  return status === 500 ? words.common.ourFault : message;
}
