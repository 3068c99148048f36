/** The text that `npm start` prints once everything runs. */
import type { Demo } from "../base/demo.ts";
import type { Status } from "../base/status.ts";
import { engineNames } from "../data/engines.ts";

/** The addresses, keys and accounts of a running platform, and a first request to paste. */
export function welcome(status: Status, demo: Demo): string {
  const { accounts, links, reference, guides, first_request } = demo;
  const { api_url, base_url, publishable_key } = status;
  const addresses = {
    // The page reads the key from the fragment, which is sent to no server.
    "Start page": `${api_url}/#${status.secret_key}`,
    "Supabase URL": api_url,
    Functions: base_url,
    ...(reference && { "API reference": `${api_url}/docs` }),
    ...(guides.length && { Guides: `${api_url}/guides` }),
    ...Object.fromEntries(Object.entries(links).map(([name, path]) => [name, api_url + path])),
    "Data API": engineNames[status.data_api],
    Database: status.db_url,
    Mailbox: `${status.mail_url}#${status.secret_key}`,
    Health: status.health_url,
    "Publishable key": publishable_key,
    "Secret key": status.secret_key,
  };
  const sections = [
    "The platform is running.",
    Object.entries(addresses).map(([name, value]) => `  ${name.padEnd(17)}${value}`).join("\n"),
  ];
  if (status.providers.length) {
    const lines = status.providers.map(({ name, state, missing }) =>
      `  ${name.padEnd(17)}${state}${missing.length ? ` (set ${missing.join(", ")})` : ""}`
    );
    sections.push(["Providers", ...lines].join("\n"));
    const isOpen = status.providers.some(({ state }) => state === "not configured");
    if (isOpen && demo.stand_ins) {
      sections.push("npm start -- --stand-ins replaces the unconfigured providers.");
    }
  }
  const [first] = accounts;
  if (first) {
    const lines = accounts.map(({ email, password, role }) =>
      `  ${email.padEnd(20)} ${password.padEnd(16)} ${role}`
    );
    sections.push(["Accounts", ...lines].join("\n"));
  }
  if (first && first_request) {
    const credentials = JSON.stringify({ email: first.email, password: first.password });
    sections.push(
      "A first request: sign in, and read.",
      `TOKEN=$(curl -s '${api_url}/auth/v1/token?grant_type=password' ` +
        `-H 'apikey: ${publishable_key}' -H 'content-type: application/json' ` +
        `-d '${credentials}' | sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/'); ` +
        `curl -s ${api_url}${first_request} ` +
        `-H 'apikey: ${publishable_key}' -H "authorization: Bearer $TOKEN"`,
    );
  }
  sections.push('Ctrl-C stops everything; the data stays. "npm run reset" starts over.');
  return `\n${sections.join("\n\n")}\n`;
}
