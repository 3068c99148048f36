import { join } from "node:path";
import { expect, it } from "vitest";
import { scratchFolder } from "../../packages/local-supabase/helpers.ts";
import { voiceFindings } from "../../tools/voice.ts";

// A file of text, because the check reads the strings of this file.
const samples = await Deno.readTextFile(new URL("voice-samples.txt", import.meta.url));
const [riddles, ordinary] = samples.replace("riddles\n", "").split("ordinary\n")
  .map((part) => part.trim().split("\n")) as [string[], string[]];

/** The findings in these files, without the sentence of each. */
async function findingsIn(files: Record<string, string>): Promise<string[]> {
  const root = await scratchFolder("voice");
  for (const [path, text] of Object.entries({ ".gitattributes": "", ...files })) {
    await Deno.writeTextFile(join(root, path), text);
  }
  const found = await voiceFindings(root);
  await Deno.remove(root, { recursive: true });
  return found;
}

it("the check of the voice names each riddle, and no ordinary sentence", async () => {
  const files = [...riddles, ...ordinary].map((text) => [`${text}.ts`, `/** ${text} */\n`]);
  const found = await findingsIn(Object.fromEntries(files));
  const named = new Set(found.map((each) => each.slice(0, each.indexOf(".ts:"))));
  expect(riddles.filter((text) => !named.has(text))).toEqual([]);
  expect(ordinary.filter((text) => named.has(text))).toEqual([]);
});

it("the check of the voice reads a sentence that goes on in the next line", async () => {
  const [riddle = ""] = riddles;
  const wrapped = riddle.replace(" one that ", " one\n-- that ");
  const found = await findingsIn({ "a.sql": `select 1;\n-- A comment.\n\n-- ${wrapped}\n` });
  expect(found).toEqual([expect.stringMatching(/^a\.sql:4: one that: write the noun/)]);
});
