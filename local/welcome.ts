/** What `npm start` says once everything runs. */
import { engineNames } from "./data_api.ts";
import type { Status } from "./platform.ts";

/** The addresses, keys and accounts of a running platform, and a first request to paste. */
export function welcome(status: Status): string {
  const { api_url, base_url, publishable_key } = status;
  const [demo] = status.accounts;
  const accounts = status.accounts.map(({ email, password, role }) =>
    `  ${email.padEnd(20)} ${password.padEnd(16)} ${role}`
  );
  return `
The platform is running.

  Supabase URL     ${api_url}
  Functions        ${base_url}
  OpenAPI          ${base_url}/api/openapi.json
  Data API         ${engineNames[status.data_api]}
  Database         ${status.db_url}
  Mailbox          ${status.mail_url}
  Publishable key  ${publishable_key}
  Secret key       ${status.secret_key}

Accounts
${accounts.join("\n")}

The first request: sign in, and read the journal.

TOKEN=$(curl -s '${api_url}/auth/v1/token?grant_type=password' -H 'apikey: ${publishable_key}' -H 'content-type: application/json' -d '{"email":"${
    demo!.email
  }","password":"${
    demo!.password
  }"}' | sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/'); curl -s ${base_url}/api/journal -H "authorization: Bearer $TOKEN"

Ctrl-C stops everything; the data stays. "npm run reset" starts over.
`;
}
