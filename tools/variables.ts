/**
 * `npm run variables`: writes `.env.example` and `docs/variables.md` from the list that the functions
 * check their environment with.
 */
import { join, resolve } from "node:path";
import { type Variable, variables } from "../shared/base/variables.ts";

const root = resolve(import.meta.dirname!, "..");

const example = ({ name, purpose, unset, example }: Variable) =>
  `# ${purpose}\n# unset: ${unset}\n# ${name}=${
    example.includes(" ") ? `"${example}"` : example
  }\n`;

const row = ({ name, purpose, unset, page }: Variable) =>
  `| \`${name}\` | ${purpose} | ${unset} | [${page}](${page}.md) |`;

/** The generated files: their paths in the project, and their texts before formatting. */
export const generated: Record<string, string> = {
  ".env.example":
    `# The environment of the functions: .env locally, .env.production for npm run deploy.
# Made by \`npm run variables\` from shared/base/variables.ts.

${variables.map(example).join("\n")}`,
  "docs/variables.md": `# Variables

The environment of the functions. Locally it comes from the shell and \`.env\`; \`npm run deploy\` reads
\`.env.production\`. The platform itself sets the variables that begin with \`SUPABASE_\`. A value of the
wrong form is named in the log and in \`GET /api/admin/health\`. This page is made by
\`npm run variables\`.

| variable | purpose | when unset | more |
| --- | --- | --- | --- |
${variables.map(row).join("\n")}
`,
};

/** The text of a generated file as it stands in the project, formatted. */
export async function format(path: string, text: string): Promise<string> {
  if (!path.endsWith(".md")) return text;
  const child = new Deno.Command(Deno.execPath(), {
    args: ["fmt", `--config=${join(root, "deno.json")}`, "--ext=md", "-"],
    stdin: "piped",
    stdout: "piped",
  }).spawn();
  const [{ stdout }] = await Promise.all([
    child.output(),
    new Blob([text]).stream().pipeTo(child.stdin),
  ]);
  return new TextDecoder().decode(stdout);
}

if (import.meta.main) {
  for (const [path, text] of Object.entries(generated)) {
    await Deno.writeTextFile(join(root, path), await format(path, text));
  }
}
