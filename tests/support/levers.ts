/**
 * The levers of a test file are the parts of the local platform that it uses besides the addresses,
 * keys and database that every Supabase stack has. They are derived from its imports.
 * `npm test -- --against` leaves files with levers out.
 */
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";

const root = resolve(import.meta.dirname!, "../..");

/** A lever, and how a module below `tests/` shows that it uses it. */
const levers: Record<string, (path: string, text: string) => boolean> = {
  "a platform that it starts, stops or configures": (path) =>
    /^packages\/local-supabase\/(?!helpers\.ts)/.test(path) || path.endsWith("/own-platform.ts"),
  "stand-ins of the providers": (path) =>
    path.startsWith("packages/stand-ins/") || path === "tests/support/configured.ts",
  "variables of the functions": (path, text) =>
    path.startsWith("tests/") && /\bprocess\.env\b(?!\.(STATUS_FILE|AGAINST)\b)/.test(text),
  "keys of the platform": (path, text) =>
    !sessions.includes(path) &&
    /import \{[^}]*\bkeys\b[^}]*\} from "[^"]*\/platform\.ts"/.test(text),
  "the mailbox or the demo accounts": (path, text) =>
    path.startsWith("tests/") && /\bplatform\.(mail_url|accounts)\b/.test(text),
  "the superuser of the database": (path, text) =>
    path.startsWith("tests/") && /supabase_admin|superuser/i.test(text),
};

/** These ask the auth service where they have no keys. */
const sessions = ["tests/support/accounts.ts"];

const texts = new Map<string, string>();
function textOf(path: string): string {
  const known = texts.get(path);
  if (known !== undefined) return known;
  const file = join(root, path);
  const text = existsSync(file) ? readFileSync(file, "utf8") : "";
  texts.set(path, text);
  return text;
}

/** A module of the project, and the modules that it imports, directly or through others. */
function modulesOf(path: string, found = new Set<string>()): Set<string> {
  if (found.has(path)) return found;
  found.add(path);
  // The imports of the packages' entry modules are not levers of the test.
  if (/^packages\/(?!client\/tests\/)/.test(path)) return found;
  for (const [, to] of textOf(path).matchAll(/(?:from|import)\s*\(?\s*"(\.[^"]+)"/g)) {
    modulesOf(relative(root, resolve(root, dirname(path), to!)), found);
  }
  return found;
}

/** The levers of a test file, whose path is relative to the project. */
export const leversOf = (file: string): string[] =>
  Object.keys(levers).filter((name) =>
    [...modulesOf(file)].some((path) => levers[name]!(path, textOf(path)))
  );
