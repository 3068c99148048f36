/** The SQL of docs/runbook.md. */
import { readFileSync } from "node:fs";

/** The statements below each heading. */
export const statements: Record<string, string[]> = Object.fromEntries(
  readFileSync("docs/runbook.md", "utf8").split(/^## /m).slice(1).map((section) => [
    section.split("\n", 1)[0]!,
    // A step of a list indents its statement.
    [...section.matchAll(/^( *)```sql\n(.*?);?\n\1```$/gms)].map(([, , statement]) => statement!),
  ]),
);
