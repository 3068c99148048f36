/** The program of docs/live.md, run as a reader would. */
import { expect, test } from "vitest";
import { newProject, programsOf, run } from "./programs.ts";
import { patience } from "../../packages/local-supabase/helpers.ts";

test("the program of docs/live.md hears of a goal and fetches it", async () => {
  const program = (await programsOf("docs/live.md")).join("\n");
  const folder = await newProject(["@supabase/supabase-js"]);
  const { code, stdout, stderr } = await run(folder, program);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(stdout.trim()).toBe("Swim has arrived\ntrue");
}, patience(120_000));
