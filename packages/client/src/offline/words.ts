/**
 * Joins two edits of one text by words. The library compares; the rules are ours: two insertions at
 * one place stay both, a deletion yields to a change of the same words, and only two different changes
 * of the same words are left to the user. Loaded at the first collision.
 */
import { diffIndices } from "node-diff3";
import { BEFORE, breaks, keysOf, type Kind, type Token, tokensOf, wordsOf } from "./tokens.ts";
import { isBroken } from "./unbroken.ts";

const wider = (one: string, other: string) => breaks(other) > breaks(one) ? other : one;

/** 0: the stored text; 1: the device's. */
type Side = 0 | 1;
/** A side has replaced the base from `start` to `end` by its own from `from` to `to`. */
interface Hunk {
  side: Side;
  start: number;
  end: number;
  from: number;
  to: number;
}

/** The starts of the lines, and the end of the text. */
const linesOf = (tokens: Token[]) =>
  tokens.flatMap(({ gap, word }, n) => gap.includes("\n") || !word ? [n] : []);

/** The differences: first of whole lines, which is fast, then of the words in these lines. */
function compared(base: Token[], own: Token[], o: string[], x: string[], side: Side): Hunk[] {
  const [inBase, inOwn] = [linesOf(base), linesOf(own)];
  const lines = (starts: number[], keys: string[]) =>
    starts.map((start, n) => keys.slice(start, starts[n + 1]).join(" "));
  return diffIndices(lines(inBase, o), lines(inOwn, x)).flatMap(
    ({ buffer1: [one, n], buffer2: [other, m] }) => {
      const [start, from] = [inBase[one]!, inOwn[other]!];
      const words = diffIndices(o.slice(start, inBase[one + n]), x.slice(from, inOwn[other + m]));
      return words.flatMap(({ buffer1: [at, n], buffer2: [there, m] }): Hunk[] => {
        // Equal numbers of lines in lists, tables or code are changed one by one.
        const isByLine = n === m && n > 1 &&
          [base.slice(start + at), own.slice(from + there)]
            .every((tokens) => tokens.slice(0, n).every(({ kind }) => kind));
        return Array.from({ length: isByLine ? n : 1 }, (_, line) => ({
          side,
          start: start + at + line,
          end: start + at + (isByLine ? line + 1 : n),
          from: from + there + line,
          to: from + there + (isByLine ? line + 1 : m),
        }));
      });
    },
  );
}

/** The changes of a side. A change that fits in several places begins a paragraph or sentence. */
function hunksOf(base: Token[], own: Token[], side: Side): Hunk[] {
  const [o, x] = [keysOf(base), keysOf(own)];
  const hunks = compared(base, own, o, x, side);
  const settled: Hunk[] = [];
  for (const [n, hunk] of hunks.entries()) {
    const { start, end, from, to } = hunk;
    const before = settled.at(-1);
    settled.push(hunk);
    if (start < end && from < to) continue;
    const [keys, tokens, first, last] = from < to ? [x, own, from, to] : [o, base, start, end];
    const room = start - (before?.end ?? 0);
    const behind = (hunks[n + 1]?.start ?? o.length - 1) - end;
    let low = 0, high = 0;
    while (-low < room && keys[first + low - 1] === keys[last + low - 1]) low--;
    while (high < behind && keys[first + high] === keys[last + high]) high++;
    const worth = (by: number) =>
      2 * breaks(tokens[first + by]!.gap) +
      Number(/[.!?…]$/.test(tokens[first + by - 1]?.word ?? "."));
    let best = low;
    for (let by = low; by <= high; by++) if (worth(by) > worth(best)) best = by;
    // Changes that touch become one.
    if (before && -low === room) {
      settled.splice(-2, 2, { ...before, end: end + low, to: to + low });
    } else {
      Object.assign(hunk, {
        start: start + best,
        end: end + best,
        from: from + best,
        to: to + best,
      });
    }
  }
  return settled;
}

/** Changes of the same words, or at the same place. */
interface Group {
  start: number;
  end: number;
  hunks: Hunk[];
}

function grouped(hunks: Hunk[]): Group[] {
  const length = ({ start, end }: Hunk) => Math.min(end - start, 1);
  const groups: Group[] = [];
  for (
    const hunk of hunks.sort((a, b) =>
      a.start - b.start || length(a) - length(b) || a.side - b.side
    )
  ) {
    const last = groups.at(-1);
    const isInserted = (each: { start: number; end: number }) => each.start === each.end;
    const meets = last && (hunk.start < last.end ||
      isInserted(last) && isInserted(hunk) && last.start === hunk.start);
    if (meets) {
      last.hunks.push(hunk);
      last.end = Math.max(last.end, hunk.end);
    } else groups.push({ start: hunk.start, end: hunk.end, hunks: [hunk] });
  }
  return groups;
}

/** The number of words that two lists share in one order. */
const shared = (one: string[], other: string[]) =>
  one.length - diffIndices(one, other).reduce((sum, { buffer1: [, n] }) => sum + n, 0);
/** The number of places in which a list has a part. */
const times = (all: string[], part: string[]) =>
  ` ${all.join(" ")} `.split(` ${part.join(" ")} `).length - 1;
const holds = (all: string[], part: string[]) => times(all, part) > 0;

/** The words alone: somebody may have changed the form of a line. */
const said = (keys: string[]) => wordsOf(keys.join(" "));

/** Whether words that a side has deleted come again elsewhere: a line, or four in a row. */
const isMoved = (gone: string[], come: string[]) =>
  gone.some((word, n) => {
    const isLine = word.startsWith("\n");
    const part = gone.slice(n, isLine ? n + 1 : n + 4);
    const isEnough = isLine || part.length > 3 || !n && part.join(" ").length > 8;
    return isEnough && said(part).length > 0 && holds(said(come), said(part));
  });

/** A joined text. */
export interface Joined {
  /** The text, with the stored words where both have changed the same. */
  text: string;
  /** The text with the device's words in these places. */
  mine: string;
  /** Whether the two differ: the user has to choose. */
  asks: boolean;
}

/**
 * Joins the stored text with the device's text; both began from `base`. `mayBeStored`: the stored text
 * may contain the device's edit, whose answer was lost.
 */
export function joinTexts(
  base: string,
  theirs: string,
  mine: string,
  mayBeStored = false,
): Joined {
  const o = tokensOf(base);
  const own = [tokensOf(theirs), tokensOf(mine)] as const;
  const hunks = own.map((tokens, side) => hunksOf(o, tokens, side as Side));
  const come = own.map((tokens, side) =>
    hunks[side]!.flatMap(({ from, to }) => keysOf(tokens.slice(from, to)))
  );
  const groups = grouped(hunks.flat());
  const inserted = hunks[1]!.filter(({ from, to }) => from < to)
    .map(({ from, to }) => keysOf(own[1].slice(from, to)));
  const [inBase, inTheirs] = [base, theirs].map(wordsOf);
  const isStored = (keys: string[]) => {
    const words = said(keys);
    return words.length > 0 && times(inTheirs!, words) > times(inBase!, words);
  };
  if (mayBeStored && inserted.length && inserted.every(isStored)) {
    return { text: theirs, mine: theirs, asks: false };
  }
  // The edit may have arrived, and another device may have changed its words since.
  const isPartOf = (word: string) => !inBase!.includes(word) && inTheirs!.includes(word);
  if (mayBeStored && inserted.some((keys) => said(keys).some(isPartOf))) {
    return { text: theirs, mine, asks: true };
  }

  /** Whether a side has changed nothing else near: these are all of its words. */
  const isAlone = ([hunk]: Hunk[]) =>
    hunks[hunk!.side]!.every((each) => each === hunk || Math.abs(each.start - hunk!.start) > 3);

  /** Whether the other side has added the same words next to a change of its own. */
  const isBeside = (place: number, { length }: string[], side: Side, words: string) =>
    hunks[side]!.some(({ start, end, from, to }) => {
      const added = keysOf(own[side].slice(from, to));
      return start === place && added.slice(0, length).join(" ") === words ||
        end === place && added.slice(-length).join(" ") === words;
    });

  /** The sides whose words follow each other; null when the user has to choose. */
  function decided({ start, end, hunks }: Group, parts: Token[][]): Side[] | null {
    const bySide = ([0, 1] as const).map((side) => hunks.filter((each) => each.side === side));
    const changed = ([0, 1] as const).filter((side) => bySide[side]!.length);
    const [a, b] = parts.map(keysOf) as [string[], string[]];
    if (changed.length < 2) {
      const [side] = changed as [Side];
      const words = [a, b][side]!;
      const isTwice = start === end && isBeside(start, words, 1 - side as Side, words.join(" "));
      return isTwice ? [1 - side as Side] : changed;
    }
    if (a.join(" ") === b.join(" ")) return [0];
    if (start === end) {
      // One of them had arrived before its answer was lost, and the other went on from there.
      if (holds(a, b) && isAlone(bySide[1]!)) return [0];
      if (holds(b, a) && isAlone(bySide[0]!)) return [1];
      const same = shared(a, b);
      if (same > 2 && 2 * same >= Math.min(a.length, b.length)) return null;
      const near = ([0, 1] as const).map((side) => breaks(parts[side]![0]!.gap));
      const far = ([0, 1] as const).map((side) => breaks(own[side]![bySide[side]![0]!.to]!.gap));
      return (near[0]! - near[1]! || far[1]! - far[0]!) > 0 ? [1, 0] : [0, 1];
    }
    const yields = ([0, 1] as const).filter((side) =>
      bySide[side]!.every(({ from, to }) => from === to)
    );
    if (yields.length === 2) return [];
    const [side] = yields;
    if (side === undefined) return null;
    const gone = bySide[side]!.flatMap(({ start, end }) => keysOf(o.slice(start, end)));
    // Their places cannot be joined: the user chooses between the whole texts.
    isApart ||= isMoved(gone, come[side]!);
    return [1 - side as Side];
  }

  let [asks, isApart] = [false, false];
  function written(prefers: Side): string {
    let text = "";
    let at = 0;
    let last: Kind;
    /** The distance of the words of each side from the words of the base. */
    const ahead = [0, 0];
    /** The white space that a change leaves for the next word, and the sides that end here. */
    let left: string | undefined;
    let ended: Side[] = [];
    function put({ gap, word, kind, follows }: Token) {
      const isPlaced = left === undefined && follows === last;
      gap = word ? left || gap : left ?? gap;
      left = undefined;
      // A line follows the line that it has followed before, or an empty line.
      if (word && kind !== last && !isPlaced && breaks(gap) < 3) gap = "\n\n";
      else if (kind && breaks(gap) < 2) gap = "\n";
      last = kind;
      text += gap + word;
    }
    function keep(until: number) {
      for (; at < until; at++) {
        const { gap } = o[at]!;
        const gaps = ([1, 0] as const).filter((side) => !ended.includes(side))
          .map((side) => own[side][at + ahead[side]!]!.gap);
        put({ ...o[at]!, gap: gaps.find((each) => each !== gap) ?? gap });
        ended = [];
      }
    }
    for (const group of groups) {
      const { start, end, hunks } = group;
      keep(start);
      const parts = ([0, 1] as const).map((side) => {
        const from = start + ahead[side]!;
        for (const each of hunks) {
          if (each.side === side) ahead[side] = each.to - each.end;
        }
        return own[side].slice(from, end + ahead[side]!);
      });
      let sides = decided(group, parts);
      if (!sides) [sides, asks] = [[prefers], true];
      const behind = o[end]!.gap;
      const after = ([0, 1] as const).map((side) => own[side][end + ahead[side]!]!.gap);
      for (const side of sides) {
        parts[side]!.forEach(put);
        if (after[side] !== behind) left ??= after[side];
      }
      if (!sides.length) {
        let gap = "";
        for (let n = start; n < end; n++) {
          gap = wider(o[n]!.gap, gap);
          if (hunks.some((each) => each.start <= n && n < each.end)) continue;
          put({ ...o[n]!, gap });
          gap = "";
        }
        const isEnd = end === o.length - 1;
        left = isEnd ? after[0]! : wider(wider(after[0]!, after[1]!), gap);
      }
      at = end;
      ended = [...ended, ...hunks.map(({ side }) => side)];
    }
    keep(o.length);
    return text.startsWith(BEFORE) ? text.slice(BEFORE.length) : text.replace(/^(\n|[^\S\n]+)/, "");
  }
  const text = written(0);
  const other = asks ? written(1) : text;
  const isWhole = !isApart && !isBroken([text, other], [base, theirs, mine]);
  return isWhole ? { text, mine: other, asks } : { text: theirs, mine, asks: true };
}

/** A text in pieces; new are the words that the other text does not have there. */
export function piecesOf(text: string, other: string): { text: string; isNew: boolean }[] {
  const tokens = tokensOf(text);
  const pieces: { text: string; isNew: boolean }[] = [];
  const hunks = hunksOf(tokensOf(other), tokens, 0);
  const add = (text: string, isNew: boolean) => {
    const last = pieces.at(-1);
    if (last?.isNew === isNew) last.text += text;
    else if (text) pieces.push({ text, isNew });
  };
  tokens.forEach(({ gap, word }, n) => {
    const isNew = hunks.some(({ from, to }) => from <= n && n < to);
    add(n ? gap : gap.slice(BEFORE.length), isNew && !!pieces.at(-1)?.isNew);
    add(word, isNew);
  });
  return pieces;
}
