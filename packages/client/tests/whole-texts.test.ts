/** Two edits of one text that cannot be joined by words: the user chooses between the whole texts. */
import { expect, it } from "vitest";
import { joinTexts } from "../src/offline/words.ts";

it.for<[what: string, base: string, theirs: string, mine: string]>([
  [
    "one moves a sentence that the other changes",
    "We saw the old red barn. Then it rained for hours on the tin roof.",
    "Then it rained for hours on the tin roof. We saw the old red barn.",
    "We saw the old blue barn. Then it rained for hours on the tin roof.",
  ],
  [
    "one moves the words of a line that the other changes",
    "- black tea\n\nIt rained.",
    "It rained. We bought black tea.",
    "- very black tea\n\nIt rained.",
  ],
  [
    "both write before a line, and one joins the lines behind it",
    "- milk\n- tea\n- rice\nthen - bread\n\nIt rained.",
    "- milk\nfresh - tea\n- rice\nthen - bread\n\nIt rained.",
    "- milk\ngreen - tea\n- beans - bread\n\nIt rained.",
  ],
])("no word stands twice where %s", ([, base, theirs, mine]) => {
  expect(joinTexts(base, theirs, mine)).toEqual({ text: theirs, mine, asks: true });
});
