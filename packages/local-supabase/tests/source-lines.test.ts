/** The log of the functions names lines of the sources. */
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, expect, it } from "vitest";
import { scratchFolder } from "../base/scratch.ts";
import { withSourceLines } from "../functions/source-lines.ts";

const folder = await scratchFolder("source-lines");
afterAll(() => Deno.remove(folder, { recursive: true }));

const bundle = join(folder, "dist/notes/index.js");
await Deno.mkdir(join(folder, "dist/notes"), { recursive: true });
const url = pathToFileURL(bundle).href;

/** The first character of the bundle comes from line 3 of the source. */
const map = { version: 3, sources: ["../../../notes.ts"], names: [], mappings: "AAEA" };
const write = (mappings: string) =>
  Deno.writeTextFile(`${bundle}.map`, JSON.stringify({ ...map, mappings }));

it("names the source of a place in a bundle that has a map, once it is built again too", async () => {
  const line = `at add (${url}:1:1)\\n at ${url}?retry=1:1:5`;
  await write("AAEA");
  expect(withSourceLines(line)).toMatch(/at add \(\S*notes\.ts:3:1\)\\n at \S*notes\.ts:3:1$/);
  await new Promise((resolve) => setTimeout(resolve, 20));
  await write("AAIA");
  expect(withSourceLines(line)).toContain("notes.ts:5:1");
});

it("leaves places in modules without a map", () => {
  const other = `at ${pathToFileURL(join(folder, "other.js")).href}:1:1, http://127.0.0.1/a.js:1:1`;
  expect(withSourceLines(other)).toBe(other);
});
