/** The programs in README.md run as they stand there, in a folder that holds nothing but supabase-js. */
import { expect, test } from "vitest";
import { newProject, programsOf, run } from "./programs.ts";

const programs = await programsOf("README.md");

test("README.md has a first program", () => {
  expect(programs).not.toEqual([]);
});

test.each(programs)("program %# of README.md type-checks, runs and ends", async (program) => {
  const { code, stdout, stderr } = await run(
    await newProject(["@supabase/supabase-js"]),
    program,
  );
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  // Entries of the demo account, which the program prints.
  expect(stdout).toMatch(/title: "/);
});
