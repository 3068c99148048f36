/** The lines of a text in the page, and the places of its letters there. */

const BLOCKS = "DIV, P, LI, BLOCKQUOTE, PRE, H1, H2, H3, H4, H5, H6";

export const linesOf = (paper: HTMLElement) => [...paper.children] as HTMLElement[];

/** Every child is a line, and a line has no other block in it. */
export function isSound({ childNodes }: HTMLElement): boolean {
  return childNodes.length > 0 &&
    [...childNodes].every((each) =>
      each instanceof HTMLElement && each.classList.contains("line") &&
      !each.querySelector(BLOCKS) && (!each.textContent || !each.querySelector("br"))
    );
}

/** The text of the lines; of a page in which the browser has made blocks of its own, also of those. */
export function textIn(paper: HTMLElement): string {
  if (isSound(paper)) return linesOf(paper).map((line) => line.textContent).join("\n");
  const lines: string[] = [];
  let isOpen = false;
  const add = (text: string) => {
    lines.push(isOpen ? lines.pop() + text : text);
    isOpen = true;
  };
  const visit = (node: Node) => {
    if (node instanceof Text) return add(node.data);
    if (!(node instanceof HTMLElement)) return;
    if (node.tagName === "BR") {
      if (!isOpen) lines.push("");
      isOpen = false;
      return;
    }
    const isBlock = node !== paper && node.matches(BLOCKS);
    if (isBlock) isOpen = false;
    const before = lines.length;
    node.childNodes.forEach(visit);
    if (isBlock && lines.length === before) lines.push("");
    if (isBlock) isOpen = false;
  };
  visit(paper);
  return lines.join("\n");
}

export function lineAt(paper: HTMLElement, node: Node, offset: number): HTMLElement | undefined {
  const lines = linesOf(paper);
  if (node === paper) return lines[Math.min(offset, lines.length - 1)];
  return lines.find((line) => line.contains(node));
}

/** The place in the text of a place in the page. */
export function offsetOf(paper: HTMLElement, node: Node, offset: number): number {
  const lines = linesOf(paper);
  const at = node === paper ? offset : lines.findIndex((line) => line.contains(node));
  const before = lines.slice(0, Math.max(0, at))
    .reduce((sum, line) => sum + line.textContent.length + 1, 0);
  // Behind the last line there is no further sign.
  if (node === paper) return at < lines.length ? before : Math.max(0, before - 1);
  if (at < 0) return 0;
  const range = document.createRange();
  range.selectNodeContents(lines[at]!);
  range.setEnd(node, offset);
  return before + range.toString().length;
}

/** The place in the page of a place in the text. */
export function placeAt(paper: HTMLElement, offset: number): [Node, number] {
  let left = offset;
  const lines = linesOf(paper);
  for (const line of lines) {
    const { length } = line.textContent;
    if (left > length) {
      left -= length + 1;
      continue;
    }
    const walker = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const text = walker.currentNode as Text;
      if (left <= text.length) return [text, left];
      left -= text.length;
    }
    return [line, 0];
  }
  const last = lines.at(-1)!;
  return [last, last.childNodes.length];
}
