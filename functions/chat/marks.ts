/** Marks: the numbers in square brackets with which an answer names the entries that it stands on. */

/** An answer names so many entries at most; a constraint of the table allows no more. */
const MAX_SOURCES = 20;

/** Marks, several in one pair of brackets too, with the space before them. */
const MARKS = /(?<![ \t])[ \t]*\[\s*\d{1,3}(?:\s*[,;]\s*\d{1,3})*\s*\]/g;
/** The beginning of marks at the end of a piece. */
const BEGUN = /(?<![ \t])[ \t]*\[[\d\s,;]{0,120}$/;

/** For the model: how it marks its sentences. */
export const ABOUT_MARKS =
  "Each entry in the document and in the answers of the functions has a number, its `mark`. End " +
  "every sentence that stands on an entry with the mark of this entry in square brackets, such as " +
  "[3]. A sentence that stands on two entries ends with both marks, such as [3][7]. Write no other numbers in square " +
  "brackets, and no mark after a sentence that no entry says.";

/** A text without its marks, which hold for one answer alone. */
export const withoutMarks = (text: string): string => text.replace(MARKS, "");

/**
 * The marks of one answer. The model knows an entry by the number under which it got it; the reader
 * finds the cited entries numbered from 1 on. A mark of no entry is left out.
 */
export function marksOf() {
  const given: string[] = [];
  const cited: string[] = [];
  let held = "";

  function shownMark(number: number): string {
    const id = given[number - 1];
    if (id === undefined) return "";
    if (!cited.includes(id) && cited.length < MAX_SOURCES) cited.push(id);
    const place = cited.indexOf(id) + 1;
    return place ? `[${place}]` : "";
  }

  return {
    /** The number of an entry for the model. */
    numberOf: (id: string): number => given.includes(id) ? given.indexOf(id) + 1 : given.push(id),
    /** A piece as it is shown. Marks that it begins and does not end are held for the next one. */
    shown(piece: string): string {
      const text = held + piece;
      held = BEGUN.exec(text)?.[0] ?? "";
      return text.slice(0, text.length - held.length).replace(MARKS, (marks) => {
        const shown = [...new Set(marks.match(/\d+/g)!.map(Number).map(shownMark))].join("");
        return shown && marks.slice(0, marks.indexOf("[")) + shown;
      });
    },
    /** The rest that is still held when the text ends. */
    rest: (): string => held,
    /** The ids of the cited entries, in the order of their marks. */
    citedIds: (): string[] => cited,
  };
}

export type Marks = ReturnType<typeof marksOf>;
