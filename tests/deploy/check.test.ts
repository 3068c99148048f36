import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { scratchFolder } from "../../packages/local-supabase/helpers.ts";
import { generatedFaults } from "../../tools/generated.ts";
import { outputOf } from "../support/command.ts";

const check = (...names: string[]) =>
  outputOf(Deno.execPath(), {
    args: ["run", "-A", "tools/check.ts", ...names],
    env: { NO_COLOR: "1" },
  });

it("npm run check runs the checks that are named", async () => {
  expect(await check("lock file", "released migrations")).toMatchObject({
    code: 0,
    out: "ok      released migrations\nok      lock file\n2 passed, 0 failed\n",
  });
});

it("npm run check lists the names of the checks when it does not know a name", async () => {
  const { code, out, errors } = await check("lock");
  expect([code, out]).toEqual([2, ""]);
  expect(errors).toContain('There is no check "lock". The checks:\ntypes\n');
});

it("files that commands make are marked for reviews, and no others", async () => {
  const root = await scratchFolder("generated");
  const files = {
    ".gitattributes": `# all
a.ts linguist-generated=true
**/made/** linguist-generated=true -diff
lock.json linguist-generated=true\n`,
    "a.ts": "// Made by `npm run types` from b.\n",
    "b/made/by-hand.ts": "",
    "b/other.ts": "// Made by `npm run build` from a.\n",
    "deno.json": '{ "exclude": ["b/*.mjs", "**/a.ts", "**/lock.json"] }',
    ".vscode/settings.json": '{ "search.exclude": { "**/a.ts": true, "**/made/**": true } }',
    "b/lock.json": "{}",
    "c.md": "# C\n\nMade by `npm run types`.\n",
    "d.ts": "const text = `Made by \\`npm run types\\``;\n",
  };
  for (const [path, text] of Object.entries(files)) {
    await Deno.mkdir(join(root, dirname(path)), { recursive: true });
    await Deno.writeTextFile(join(root, path), text);
  }
  expect(generatedFaults(root)).toEqual([
    'b/made/by-hand.ts is in .gitattributes, but has no line "Made by `npm run ...`"',
    "b/other.ts is made by a command: add it to .gitattributes",
    "c.md is made by a command: add it to .gitattributes",
    "deno.json: exclude lacks **/made/**, which .gitattributes marks",
    ".vscode/settings.json: search.exclude lacks **/lock.json, which .gitattributes marks",
  ]);
  await Deno.remove(root, { recursive: true });
});
