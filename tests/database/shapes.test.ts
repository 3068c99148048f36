/** The shapes that the code declares for jsonb are compared with the answers of the database. */
import { beforeEach, expect, it } from "vitest";
import { z } from "zod";
import { must, shaped } from "../../shared/database/results.ts";
import { it as withPeople } from "../support/it.ts";

const Streaks = z.object({ streaks: z.object({ journal: z.object({ current: z.int() }) }) });
const answer = (data: unknown) =>
  ({ data, error: null, count: null, status: 200, statusText: "OK", success: true }) as never;

beforeEach(() => Deno.env.set("SUPABASE_URL", "http://127.0.0.1:54321"));

withPeople("a wrong claim about an answer is an error that names the field", async ({ ana }) => {
  const result = await ana.client.rpc("my_streaks");
  expect(must(shaped(Streaks, result as never)).streaks.journal.current).toBe(0);
  const Wrong = z.object({ streaks: z.object({ journal: z.object({ days: z.int() }) }) });
  expect(() => shaped(Wrong, result as never)).toThrow(
    expect.objectContaining({
      status: 500,
      cause: expect.objectContaining({ message: expect.stringContaining("streaks.journal.days") }),
    }),
  );
});

it("a hosted project does not compare", () => {
  Deno.env.set("SUPABASE_URL", "https://project.supabase.co");
  expect(must(shaped(Streaks, answer({})))).toEqual({});
});

it("no code claims the types of an answer without its shape", async () => {
  const found: string[] = [];
  for (const folder of ["functions", "shared"]) {
    for await (const path of files(folder)) {
      if (path === "shared/generated/types.ts") continue;
      if (/\.overrideTypes<|\.returns</.test(await Deno.readTextFile(path))) found.push(path);
    }
  }
  expect(found).toEqual([]);
});

async function* files(folder: string): AsyncGenerator<string> {
  for await (const { name, isDirectory } of Deno.readDir(folder)) {
    if (isDirectory) yield* files(`${folder}/${name}`);
    else if (name.endsWith(".ts")) yield `${folder}/${name}`;
  }
}
