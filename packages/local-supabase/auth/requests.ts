/** Reads requests: their body, their e-mail addresses, the device they come from. */
import { isIP } from "node:net";
import type { Context } from "hono";
import { z } from "zod";
import { badRequest } from "./errors.ts";

/** Field types of bodies. As hosted, null and a missing field are the same. */
export const text = z.string().nullish().transform((value) => value ?? "");
export const flag = z.boolean().nullish().transform((value) => value ?? false);
/** Postgres stores no U+0000 in JSON. */
export const record = z.record(z.string(), z.json()).nullish().transform((value) => value ?? null)
  .refine((value) => !/(?<!\\)(\\\\)*\\u0000/.test(JSON.stringify(value)), "unexpected U+0000");

/** The fields of a request that begins a PKCE flow. */
export const challengeFields = { code_challenge: text, code_challenge_method: text };

/** Reads a JSON body; anything else, or fields of another type, is 400 `bad_json`. */
export async function readBody<T>(c: Context, schema: z.ZodType<T>): Promise<T> {
  const parsed = schema.safeParse(await c.req.json().catch(() => undefined));
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const where = issue?.path.length ? `${issue.path.join(".")}: ` : "";
  const message = `Could not parse request body as JSON: ${where}${issue?.message}`;
  throw badRequest("bad_json", message);
}

/** The address pattern of HTML's e-mail field (WHATWG HTML, 4.10.5.1.5), which hosted uses. */
const EMAIL =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/;

/** The address in lower case; 400 `validation_failed` for another text. */
export function checkEmail(address: string): string {
  if (!address) throw badRequest("validation_failed", "An email address is required");
  const email = address.toLowerCase();
  if (email.length > 255) throw badRequest("validation_failed", "An email address is too long");
  if (!EMAIL.test(email)) {
    throw badRequest("validation_failed", "Unable to validate email address: invalid format");
  }
  return email;
}

/** The device that uses a session, as far as the request names it. */
export interface Device {
  userAgent: string | null;
  ip: string | null;
}

/** Reads it; the address is the first that a gateway has noted. */
export function deviceOf(c: Context): Device {
  const forwarded = c.req.header("x-forwarded-for")?.split(",").map((ip) => ip.trim()) ?? [];
  return {
    userAgent: c.req.header("user-agent") ?? null,
    ip: forwarded.find((ip) => isIP(ip) > 0) ?? null,
  };
}

const uuid = z.guid();

export const isUuid = (value: unknown): value is string => uuid.safeParse(value).success;

/** Hosted's refusal of a phone number where no provider for phones is set up. */
export const phoneDisabled = (message: string) => badRequest("phone_provider_disabled", message);
