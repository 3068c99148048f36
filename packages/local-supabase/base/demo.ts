/** Reads `supabase/demo.json`: accounts, links and providers that a project shows at the start. */
import { join } from "node:path";
import { z } from "zod";

const account = z.object({ email: z.string(), password: z.string(), role: z.string() });

const request = z.object({
  /** The address of one of the accounts; `service` sends the secret key. */
  as: z.string(),
  /** Path below the Supabase URL; `{today}` and `{yesterday}` are dates (UTC). */
  path: z.string().startsWith("/"),
  /** A folder below `supabase/`: a request for each of its files, whose name is `{name}` in the form. */
  each: z.string().optional(),
  /** The names among them whose requests come first. */
  first: z.array(z.string()).default([]),
  /** Fields of a form; `@name` is a file below `supabase/`. */
  form: z.record(z.string(), z.string()).optional(),
});

const provider = z.object({
  name: z.string(),
  /** The part of the project that uses it. */
  serves: z.string(),
  /** The variables that configure it; without them the part does not work. */
  needs: z.array(z.string()).default([]),
});

const file = z.object({
  /** Accounts that the seed makes. */
  accounts: z.array(account).default([]),
  /** Further addresses to show: a name, and a path below the Supabase URL. */
  links: z.record(z.string(), z.string().startsWith("/")).default({}),
  /** Path of an OpenAPI document, which `/docs` shows as a reference. */
  reference: z.string().startsWith("/").optional(),
  /** Path of a GET request that the first of the accounts may send. */
  first_request: z.string().startsWith("/").optional(),
  /** Markdown files, and folders of them, below the project, which `/guides` shows. */
  guides: z.array(z.string().regex(/^[^./]/)).default([]),
  /** The web app on the platform: where it listens, and the command that starts it. */
  app: z.object({ url: z.url(), start: z.string().optional() }).optional(),
  /** The outside providers that the functions call. */
  providers: z.array(provider).default([]),
  /** Module below the project that starts stand-ins of them (see `platform/providers.ts`). */
  stand_ins: z.string().optional(),
  /** Variables of the functions that the vault has too: keys of 32 bytes, made where they are unset. */
  keys: z.array(z.string()).default([]),
  /** POST requests that `npm start` sends to a new database, for files, which SQL cannot seed. */
  requests: z.array(request).default([]),
});

export type DemoAccount = z.infer<typeof account>;
export type ProviderSettings = z.infer<typeof provider>;
export type Demo = z.infer<typeof file>;

/** Reads the file of the project in `root`. It may be missing. */
export async function readDemo(root: string): Promise<Demo> {
  const text = await Deno.readTextFile(join(root, "supabase", "demo.json")).catch((error) => {
    if (error instanceof Deno.errors.NotFound) return "{}";
    throw error;
  });
  const { data, error } = file.safeParse(JSON.parse(text));
  if (error) throw new Error(`supabase/demo.json: ${z.prettifyError(error)}`);
  return data;
}
