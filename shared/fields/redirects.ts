import { z } from "@hono/zod-openapi";
import { allowedOrigins, env } from "../base/env.ts";

/** Where people may be sent: the origin of `SITE_URL` and those that `ALLOWED_ORIGINS` names. */
function redirectOrigins(): string[] {
  const named = allowedOrigins();
  const site = URL.parse(env("SITE_URL") ?? "")?.origin;
  return [...(site ? [site] : []), ...(named === "*" ? [] : named)];
}

/**
 * An address that somebody is sent to afterwards: at the origin of `SITE_URL`, or at one that
 * `ALLOWED_ORIGINS` names (`*` names none), so that the service sends nobody to a stranger's page.
 * The output is the address as browsers understand it.
 *
 * @example
 * ```ts
 * body: z.object({ successUrl: redirectUrl })
 * ```
 */
export const redirectUrl = z.string().transform((value, context) => {
  const url = URL.parse(value);
  const refuse = (message: string) => {
    context.addIssue({ code: "custom", message });
    return z.NEVER;
  };
  if (value.length > 2048) return refuse("expected at most 2048 characters");
  if (!url || !/^https?:$/.test(url.protocol)) return refuse("expected a URL");
  if (url.username || url.password || !redirectOrigins().includes(url.origin)) {
    return refuse("expected an address at one of the service's own origins");
  }
  return url.href;
}).openapi({
  type: "string",
  format: "uri",
  maxLength: 2048,
  description: "At the origin of the web application, or at another one that the service names.",
  example: "https://app.example.com/premium",
});
