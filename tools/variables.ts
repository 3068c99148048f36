/**
 * `npm run variables`: writes `.env.example` and `docs/variables.md` from the list by which the
 * functions check their environment.
 */
import { join } from "node:path";
import { projectRoot as root } from "../packages/local-supabase/helpers.ts";
import type { Variable } from "../shared/base/variable.ts";
import { variables } from "../shared/base/variables.ts";
import { formatted } from "./format.ts";

const example = ({ name, purpose, unset, example }: Variable) =>
  `# ${purpose}\n# unset: ${unset}\n# ${name}=${
    example.includes(" ") ? `"${example}"` : example
  }\n`;

const row = ({ name, purpose, unset, page }: Variable) =>
  `| \`${name}\` | ${purpose} | ${unset} | [${page}](${page}.md) |`;

const exampleFile =
  `# The environment of the functions: .env locally, .env.production for npm run deploy.
# Made by \`npm run variables\` from shared/base/variables.ts.

${variables.map(example).join("\n")}`;

const page = `# Variables

You configure the functions. Locally they read these variables from the shell and \`.env\`;
\`npm run deploy\` reads \`.env.production\`. The platform itself sets the variables that begin with
\`SUPABASE_\`. The log and \`GET /api/admin/health\` name a value of the wrong form.

Made by \`npm run variables\` from \`shared/base/variables.ts\`.

| variable | purpose | when unset | more |
| --- | --- | --- | --- |
${variables.map(row).join("\n")}
`;

/** The generated files as they stand in the project, formatted, by path. */
export const variableFiles = async (): Promise<Record<string, string>> => ({
  ".env.example": exampleFile,
  "docs/variables.md": await formatted(page, "md"),
});

if (import.meta.main) {
  for (const [path, text] of Object.entries(await variableFiles())) {
    await Deno.writeTextFile(join(root, path), text);
  }
}
