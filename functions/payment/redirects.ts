import { z } from "@hono/zod-openapi";
import { allowedOrigins, env } from "../../shared/base/env.ts";

/** The allowed targets of redirects: the origins of `SITE_URL` and of `ALLOWED_ORIGINS`. */
function redirectOrigins(): string[] {
  const named = allowedOrigins();
  const site = URL.parse(env("SITE_URL") ?? "")?.origin;
  return [...(site ? [site] : []), ...(named === "*" ? [] : named)];
}

/**
 * The target of a redirect: an address at the origin of `SITE_URL` or of `ALLOWED_ORIGINS` (`*`
 * allows no origin), so that the service redirects nobody to a foreign site. The output is the
 * address as browsers normalize it.
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
  description: "An address of the web application, or of another allowed origin.",
  example: "https://app.example.com/premium",
});
