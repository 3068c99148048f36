/** The description of a variable of the environment, and schemas of its values. */
import { z } from "zod";

/** A variable that the operator sets in the environment of the functions. */
export interface Variable {
  name: string;
  /** Its purpose, for docs/variables.md. */
  purpose: string;
  /** The effect while it is unset. */
  unset: string;
  /** Shows the form of a value. */
  example: string;
  /** Makes the schema of its values, for a variable that is not just any text. */
  value?: () => z.ZodType<unknown, string>;
  /** The page of docs/ that explains it. */
  page: string;
}

// Functions, because most variables are unset, and every cold start would wait for their schemas.
export const url = () => z.url({ protocol: /^https?$/ });
export const count = () => z.coerce.number<string>().int().min(0);
export const each = (item: z.ZodType<unknown, string>) =>
  z.string().refine((list) => list.split(",").every((one) => item.safeParse(one.trim()).success));
export const secret = () => z.string().min(16);
export const tokenKey = () => z.string().regex(/^([\w-]+:)?[A-Za-z0-9+/]{43}=$/);

export const job = (name: string, purpose: string, unset = "the jobs answer 503"): Variable => ({
  name,
  purpose: `secret of scheduled jobs: ${purpose}`,
  unset,
  example: "<output of: openssl rand -hex 32>",
  value: secret,
  page: "operating",
});

/** A variable that has a value for tests and staging alone. */
export const address = (
  name: string,
  purpose: string,
  fallback: string,
  page: string,
): Variable => ({
  name,
  purpose,
  unset: `\`${fallback}\``,
  example: fallback,
  value: url,
  page,
});
