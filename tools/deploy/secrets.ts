import { createHash } from "node:crypto";
import { variables } from "../../shared/base/variables.ts";
import type { Cli } from "./cli.ts";
import { isShared } from "./shared-secrets.ts";

/**
 * `changed` has the secrets that the project lacks or has with another value; `left` names the
 * variables that it still has though the file does not. The platform tells digests alone, and a
 * deployment makes the secrets that the vault shares itself.
 */
export async function compareSecrets(
  cli: Cli,
  secrets: Record<string, string>,
): Promise<{ changed: Record<string, string>; left: string[] }> {
  const stored: { name: string; value: string }[] = JSON.parse(
    await cli("secrets", "list", "--output", "json"),
  );
  const digests = new Map(stored.map(({ name, value }) => [name, value]));
  const digestOf = (value: string) => createHash("sha256").update(value).digest("hex");
  return {
    changed: Object.fromEntries(
      Object.entries(secrets).filter(([name, value]) => digests.get(name) !== digestOf(value)),
    ),
    left: variables.map(({ name }) => name)
      .filter((name) => digests.has(name) && !secrets[name] && !isShared(name)),
  };
}
