/** The names that clients show for entries. */
import { expect, it } from "vitest";
import { titleOf } from "../src/titles.ts";

it.each([
  [{ title: "First frost", content: "Ran" }, "First frost"],
  [{ title: "", content: "\n## Along the *river*\nand back" }, "Along the *river*"],
  [{ title: " ", content: "- \\#1 of many" }, "#1 of many"],
  [{ title: "", content: "…\n" }, ""],
  [{ title: "", content: null }, ""],
  [{ title: "" }, ""],
])("%j is called %j", (entry, title) => expect(titleOf(entry)).toBe(title));
