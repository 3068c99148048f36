/** The facts about the service that the app has to know. */
export interface Service {
  /** The project's address. */
  url: string;
  /** Its publishable key. */
  key: string;
  /** The addresses of its terms and of its privacy policy, which the sign-up names. */
  terms?: string;
  privacy?: string;
}

/** The pages that `TERMS_URL` and `PRIVACY_URL` name. */
export function pagesOf(env: Record<string, string | undefined>) {
  const page = (name: string) => {
    const address = env[name];
    if (address && !/^https?:\/\//.test(address)) {
      throw new Error(`${name} must be an address that begins with https://`);
    }
    return address || undefined;
  };
  return { terms: page("TERMS_URL"), privacy: page("PRIVACY_URL") };
}

/** The file `config.js` beside the app. A build runs against another project when it is replaced. */
export const configOf = (service: Service): string =>
  `globalThis.journalService = ${JSON.stringify(service)};\n`;

/** @throws {Error} that says what is missing */
export function serviceOf(
  env: Record<string, string | undefined>,
  local: { api_url: string; publishable_key: string } | null,
): Service {
  const url = env.SUPABASE_URL ?? local?.api_url;
  const key = env.SUPABASE_PUBLISHABLE_KEY ?? local?.publishable_key;
  if (url && key) return { url, key, ...pagesOf(env) };
  throw new Error("Set SUPABASE_URL and SUPABASE_PUBLISHABLE_KEY, or run npm start first");
}

/** The headers of a path in a file `_headers`, for servers that do not read it. */
export const headersOf = (file: string, path: string): Record<string, string> =>
  Object.fromEntries(
    file.split(/^(?=\S)/m).filter((rule) => ["/*", path].includes(rule.split("\n")[0]!.trim()))
      .flatMap((rule) => [...rule.matchAll(/^ +(.+?): (.+)$/gm)])
      .map(([, name, value]) => [name, value]),
  );
