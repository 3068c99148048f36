/** The names that clients show for entries. */
import { expect, it } from "vitest";
import { openingOf, titleOf } from "../src/titles.ts";

it.each([
  [{ title: "First frost", content: "Ran" }, "First frost"],
  [{ title: "", content: "\n## Along the *river*\nand back" }, "Along the *river*"],
  [{ title: " ", content: "- \\#1 of many" }, "#1 of many"],
  [{ title: "", content: "**Cold** and bright" }, "**Cold** and bright"],
  [{ title: "", content: "- [x] tent\n- [ ] stove" }, "tent"],
  [{ title: "", content: "3. third" }, "third"],
  [{ title: "", content: "> Why?\n\nBecause." }, "Why?"],
  [{ title: "", content: "![](attachment:1f)\n\n# Ice #\nThin" }, "Ice"],
  [{ title: "", content: "![ice](attachment:1f) on the lake" }, "on the lake"],
  [{ title: "", content: "```ts\nlet a" }, "let a"],
  [{ title: "", content: "#tag first" }, "#tag first"],
  [{ title: "", content: "1.5 kg" }, "1.5 kg"],
  [{ title: "", content: "Ran\r\nfar" }, "Ran"],
  [{ title: "", content: "…\n" }, ""],
  [{ title: "", content: null }, ""],
  [{ title: "" }, ""],
])("%j is called %j", (entry, title) => expect(titleOf(entry)).toBe(title));

it.each([
  ["Ice", "# Ice\nThin", true, "Thin"],
  ["Ran", "# Ice\n\nThin", false, "# Ice\n\nThin"],
  ["", "# Ice\n\nThin", true, "\nThin"],
  ["", "\r\n## Ice\r\nThin", true, "Thin"],
  ["", "Ice\n===\nThin", true, "Thin"],
  ["", "Ice\nThin", false, "Thin"],
  ["", "- Ice\n- Thin", false, "- Thin"],
  ["", "***\n# Ice\nThin", false, "Thin"],
  ["", "# Ice", true, ""],
  ["", "…", false, "…"],
])(
  "of the title %j and the text %j, heading: %j, %j is left",
  (title, content, isHeading, rest) => {
    expect(openingOf({ title, content })).toMatchObject({ isHeading, rest });
  },
);
