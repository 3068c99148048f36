import type { Auth } from "./auth.ts";

/** The security requirements of a route, by the names of the security schemes below. */
export function securityOf(auth: Auth): Record<string, string[]>[] {
  const job: Record<string, string[]>[] = [{ cronSecret: [] }, { cronBearer: [] }];
  if (auth === "none") return [];
  // From OpenAPI 3.1 on, the list may name roles that the caller needs.
  if (auth === "user" || auth === "account_holder") return [{ accessToken: [] }];
  if (auth === "super_admin") return [{ accessToken: ["super_admin"] }];
  if (auth.kind === "cron") return auth.optional ? [{}, ...job] : job;
  if (auth.kind === "super_admin-or-cron") return [{ accessToken: ["super_admin"] }, ...job];
  return [{ [schemeOf(auth.header)]: [] }];
}

/** `stripe-signature` is the scheme `stripeSignature`. */
const schemeOf = (header: string) =>
  header.toLowerCase().replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

/** The security schemes of the service; `openapi.ts` adds those of webhooks. */
export const securitySchemes = {
  accessToken: {
    type: "http",
    scheme: "bearer",
    bearerFormat: "JWT",
    description: "The access token of a signed-in user, issued by the identity provider.",
  },
  cronSecret: {
    type: "apiKey",
    in: "header",
    name: "x-cron-secret",
    description: "The secret of a scheduled job.",
  },
  cronBearer: {
    type: "http",
    scheme: "bearer",
    description: "The secret of a scheduled job, as a bearer token.",
  },
} as const;
