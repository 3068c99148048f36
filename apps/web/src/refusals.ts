/** Refusals in the language of the page: of the service, and of Auth at sign-in. */
import { words } from "./words/app.ts";

interface Refused {
  message: string;
  code?: string;
  /** 0 without an answer. */
  status?: number;
}

/** Codes that say the same to a person. */
const same: Record<string, string> = {
  account_blocked: "user_banned",
  email_exists: "user_already_exists",
  over_email_send_rate_limit: "rate_limited",
  over_request_rate_limit: "rate_limited",
};

/** The words for the code of a refusal; its English message where the app has none. */
export function inWords({ code = "", status, message }: Refused): string {
  // Such a refusal has the code of any wrong input.
  const isAddress = /(validate|an) e-?mail address/.test(message);
  const name = isAddress ? "email_address_invalid" : same[code] ?? code;
  const said: Record<string, string> = words.refusals;
  if (Object.hasOwn(said, name)) return said[name]!;
  if (status === 500) return words.ourFault;
  // No answer came, or a proxy between this device and the service has answered.
  const isFar = status === 0 || code.startsWith("http_") || !code && status! > 500;
  return isFar ? words.noAnswer : message;
}
