/** Texts that are cut. */
import { expect, it } from "vitest";
import { cut } from "../../shared/base/text.ts";

it.each<[string, number, string, string]>([
  ["abc", 3, "…", "abc"],
  ["abcd", 3, "…", "ab…"],
  ["😀😀😀", 2, "…", "😀…"],
  ["abc", 1, "…", "a"],
  ["abc", 0, "…", ""],
  ["abc", 2, "", "ab"],
])("%s in %i characters, marked with %j, is %j", (text, length, mark, expected) => {
  expect(cut(text, length, mark)).toBe(expected);
});
