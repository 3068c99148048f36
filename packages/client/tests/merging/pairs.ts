/** Random texts of Markdown, and two edits of each that collide. */
const common =
  "the a we I and but of in at to was were had it that so then with for my our when river walk rain house tea garden friends morning evening slowly quiet old blue small long went saw heard made came stayed felt talked"
    .split(" ");

/** Draws a random number below `n`. */
type Draw = (n: number) => number;

/** Draws from a seed: the generator "mulberry32". */
function drawing(seed: number): Draw {
  return (n) => {
    seed = (seed + 0x6d2b79f5) | 0;
    let t = Math.imul(seed ^ seed >>> 15, 1 | seed);
    t = (t + Math.imul(t ^ t >>> 7, 61 | t)) ^ t;
    return ((t ^ t >>> 14) >>> 0) % n;
  };
}

/** A word that stands nowhere else, so that it can be counted. */
type Mark = () => string;

interface Block {
  kind: "words" | "list" | "table" | "code";
  /** Sentences of words, or lines. */
  parts: string[];
}

function sentence(draw: Draw, mark: Mark): string {
  const words = Array.from({ length: 4 + draw(9) }, () => common[draw(common.length)]!);
  words.splice(draw(words.length + 1), 0, mark());
  const text = words.join(" ");
  return `${text[0]!.toUpperCase()}${text.slice(1)}.`;
}

const lineOf: Record<Exclude<Block["kind"], "words">, (draw: Draw, mark: Mark) => string> = {
  list: (draw, mark) => `- [${draw(2) ? "x" : " "}] ${common[draw(common.length)]} ${mark()}`,
  table: (draw, mark) => `| ${common[draw(common.length)]} | ${mark()} |`,
  code: (_, mark) => `  const ${mark()} = "${mark()}";`,
};

function block(draw: Draw, mark: Mark): Block {
  const kind = (["words", "words", "words", "words", "list", "table", "code"] as const)[draw(7)]!;
  const length = 2 + draw(4);
  const make = kind === "words" ? sentence : lineOf[kind];
  return { kind, parts: Array.from({ length }, () => make(draw, mark)) };
}

const textOf = (blocks: Block[]) =>
  blocks.filter(({ parts }) => parts.length).map(({ kind, parts }) =>
    kind === "words"
      ? parts.join(" ")
      : kind === "code"
      ? `\`\`\`js\n${parts.join("\n")}\n\`\`\``
      : kind === "table"
      ? `| what | how |\n| --- | --- |\n${parts.join("\n")}`
      : parts.join("\n")
  ).join("\n\n");

/** One edit, as people make them: mostly words and sentences, at times a whole paragraph. */
function edit(blocks: Block[], draw: Draw, mark: Mark): void {
  const place = draw(blocks.length);
  const { kind, parts } = blocks[place]!;
  const at = draw(parts.length + 1);
  const make = kind === "words" ? sentence : lineOf[kind];
  const act = draw(10);
  if (act === 0) blocks.splice(place + draw(2), 0, block(draw, mark));
  else if (act < 4 || !parts[at]) parts.splice(at, 0, make(draw, mark));
  else if (act === 4) parts.splice(at, 1);
  else if (kind !== "words") parts[at] = make(draw, mark);
  else {
    const words = parts[at]!.split(" ");
    const word = draw(words.length);
    if (act === 5) words.splice(word, 1 + draw(2));
    else if (act < 8) words.splice(word, 1 + draw(3), ...Array.from({ length: 1 + draw(2) }, mark));
    else words.splice(word, 0, mark());
    if (words.length) parts[at] = words.join(" ");
    else parts.splice(at, 1);
  }
}

export interface Pair {
  base: string;
  theirs: string;
  mine: string;
}

/** A text of up to so many paragraphs with up to so many edits a side, at least one each. */
export function pairOf(seed: number, paragraphs: number, edits: number): Pair {
  const draw = drawing(seed);
  let marks = 0;
  const mark: Mark = () => `w${marks++}q`;
  const blocks = Array.from({ length: 1 + draw(paragraphs) }, () => block(draw, mark));
  const base = textOf(blocks);
  const edited = () => {
    const own = structuredClone(blocks);
    let text = base;
    const count = 1 + draw(edits);
    for (let n = 0; n < count || text === base; n++) {
      edit(own, draw, mark);
      text = textOf(own);
    }
    return text;
  };
  return { base, theirs: edited(), mine: edited() };
}
