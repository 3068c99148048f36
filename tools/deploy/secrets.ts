import { createHash } from "node:crypto";
import type { Cli } from "./cli.ts";

/** The secrets that the project lacks or has with another value. The platform tells digests alone. */
export async function changedSecrets(
  cli: Cli,
  secrets: Record<string, string>,
): Promise<Record<string, string>> {
  const stored: { name: string; value: string }[] = JSON.parse(
    await cli("secrets", "list", "--output", "json"),
  );
  const digests = new Map(stored.map(({ name, value }) => [name, value]));
  const digestOf = (value: string) => createHash("sha256").update(value).digest("hex");
  return Object.fromEntries(
    Object.entries(secrets).filter(([name, value]) => digests.get(name) !== digestOf(value)),
  );
}
