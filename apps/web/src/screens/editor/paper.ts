/**
 * Text that is formatted while it is written: Markdown in, Markdown out. Each line of the text is an
 * element whose text is the line. The browser types within a line, also with its keyboards for other
 * scripts; what concerns several lines changes the text, and the changed lines are drawn anew. A
 * line is formatted when the cursor leaves it.
 */
import { drawn, isFence } from "./lines.ts";
import { isSound, lineAt, linesOf, offsetOf, placeAt, textIn } from "./places.ts";

interface State {
  text: string;
  start: number;
  end: number;
}

/** Typing without a pause (ms) is undone at once. */
const PAUSE = 1000;
/** How many changes can be undone. */
const MOST = 200;

const NOT_MARKDOWN =
  /^(?:format|insert(?:Ordered|Unordered|Horizontal|From(?:Paste|Drop|Yank))|deleteBy(?:Cut|Drag))/;

export class Paper {
  /** The text as it is in the page. */
  private text = "";
  private last: State = { text: "", start: 0, end: 0 };
  private readonly undone: State[] = [];
  private readonly done: State[] = [];
  private changedAt = 0;
  private isComposing = false;
  private isPressed = false;
  private active: HTMLElement | undefined;
  private readonly ended = new AbortController();

  constructor(
    readonly element: HTMLElement,
    private readonly told: {
      onText(text: string): void;
      /** Enter. Answers whether it has changed the text. */
      onEnter(): boolean;
      onFormat(name: "bold" | "italic"): void;
      /** The address and the name of a photo; undefined for an unknown one. */
      photoAt(id: string): { src: string; name: string } | undefined;
    },
  ) {
    const options = { signal: this.ended.signal };
    const on = <K extends keyof HTMLElementEventMap>(
      name: K,
      act: (event: HTMLElementEventMap[K]) => void,
    ) => element.addEventListener(name, act, options);
    on("beforeinput", (event) => this.before(event));
    on("input", () => this.typed());
    on("compositionstart", () => void (this.isComposing = true));
    on("compositionend", () => {
      this.isComposing = false;
      this.typed();
    });
    on("keydown", (event) => this.pressed(event));
    on("copy", (event) => this.copy(event));
    on("cut", (event) => this.copy(event) && this.replace(""));
    on("paste", (event) => {
      const text = event.clipboardData?.getData("text/plain");
      if (!text) return;
      event.preventDefault();
      this.replace(text.replace(/\r\n?/g, "\n"));
    });
    on("blur", () => this.activate(undefined));
    on("pointerdown", () => void (this.isPressed = true));
    for (const name of ["pointerup", "pointercancel"]) {
      document.addEventListener(name, () => {
        this.isPressed = false;
        this.follow();
      }, options);
    }
    document.addEventListener("selectionchange", () => this.follow(), options);
    this.draw("");
  }

  end(): void {
    this.ended.abort();
  }

  get value(): string {
    return this.text;
  }

  get selectionStart(): number {
    return this.selected()[0];
  }

  get selectionEnd(): number {
    return this.selected()[1];
  }

  focus(): void {
    if (document.activeElement === this.element) return;
    this.element.focus();
    this.select(this.last.start, this.last.end);
  }

  setSelectionRange(start: number, end: number): void {
    this.last = { ...this.last, start, end };
    if (document.activeElement === this.element) this.select(start, end);
  }

  /** Writes a text in place of the selected one, with the cursor behind it, or where it is told. */
  replace(text: string, select?: [start: number, end: number]): void {
    const [start, end] = this.selected();
    const at = start + text.length;
    this.write(this.text.slice(0, start) + text + this.text.slice(end), select ?? [at, at]);
  }

  /** Another text, as a template or a person who begins anew writes it. */
  write(text: string, [start, end]: [number, number] = [text.length, text.length]): void {
    this.remember();
    this.draw(text);
    this.last = { text, start, end };
    if (document.activeElement === this.element) {
      this.select(start, end);
      this.follow();
      this.active?.scrollIntoView({ block: "nearest" });
    }
    this.told.onText(text);
  }

  /** Shows a text that is there already: nothing of it is new to the writer. */
  show(text: string): void {
    if (text === this.text) return;
    if (this.text) this.remember();
    this.draw(text);
    this.last = { text, start: text.length, end: text.length };
    if (document.activeElement === this.element) this.select(text.length, text.length);
  }

  /** Draws the photos anew: their addresses have come. */
  refreshPhotos(): void {
    for (const line of linesOf(this.element)) if (line.matches(".photo")) this.drawLine(line);
  }

  undo(from = this.done, to = this.undone): void {
    const state = from.pop();
    if (!state) return;
    to.push(this.now());
    this.draw(state.text);
    this.last = state;
    this.changedAt = 0;
    this.select(state.start, state.end);
    this.follow();
    this.told.onText(state.text);
  }

  private now(): State {
    const [start, end] = this.selected();
    return { text: this.text, start, end };
  }

  /** Keeps the state before a change. */
  private remember(): void {
    this.done.push({ ...this.last, text: this.text });
    if (this.done.length > MOST) this.done.shift();
    this.undone.length = 0;
    this.changedAt = 0;
  }

  private pressed(event: KeyboardEvent): void {
    const { key, ctrlKey, metaKey, shiftKey, altKey } = event;
    if (!(ctrlKey || metaKey) || altKey) return;
    const letter = key.toLowerCase();
    if (letter === "z" && !shiftKey) this.undo();
    else if (letter === "y" || letter === "z") this.undo(this.undone, this.done);
    else if (letter === "b") this.told.onFormat("bold");
    else if (letter === "i") this.told.onFormat("italic");
    else return;
    event.preventDefault();
  }

  private copy(event: ClipboardEvent): boolean {
    const [start, end] = this.selected();
    if (start === end) return false;
    event.clipboardData?.setData("text/plain", this.text.slice(start, end));
    event.preventDefault();
    return true;
  }

  /** Takes over what is more than typing within a line. */
  private before(event: InputEvent): void {
    const { inputType: type, data } = event;
    if (type === "historyUndo") this.undo();
    else if (type === "historyRedo") this.undo(this.undone, this.done);
    else if (type === "insertParagraph" || type === "insertLineBreak") {
      if (type === "insertLineBreak" || !this.told.onEnter()) this.replace("\n");
    } else if (NOT_MARKDOWN.test(type)) {
      // The events of the clipboard have done it, or Markdown does not know the format.
    } else {
      const change = this.isComposing ? undefined : this.beyondTyping(type, data ?? "");
      if (!change) return;
      const [start, end, text] = change;
      const at = start + text.length;
      this.write(this.text.slice(0, start) + text + this.text.slice(end), [at, at]);
      // The letters that follow are undone with it.
      if (text) this.changedAt = Date.now();
    }
    event.preventDefault();
  }

  /**
   * A change that is more than typing or deleting within a line: what is selected is replaced, or a
   * line joined with its neighbour, whose signs at that place may be out of sight.
   */
  private beyondTyping(
    type: string,
    text: string,
  ): [start: number, end: number, text: string] | undefined {
    const [start, end] = this.selected();
    if (type === "insertReplacementText") return undefined;
    if (start !== end) return [start, end, text];
    if (text.includes("\n")) return [start, end, text];
    if (type.endsWith("Backward") && this.text[start - 1] === "\n") return [start - 1, start, ""];
    if (type.endsWith("Forward") && this.text[start] === "\n") return [start, start + 1, ""];
    return undefined;
  }

  /** The browser has written into a line. */
  private typed(): void {
    const isWhole = isSound(this.element);
    const text = textIn(this.element);
    if (text === this.text && isWhole) return;
    const isRested = Date.now() - this.changedAt > PAUSE ||
      /\s$/.test(this.text.slice(0, this.last.start));
    if (isRested) this.remember();
    this.changedAt = Date.now();
    if (isWhole) {
      this.text = text;
      this.adjust();
    } else {
      // The cursor stands before what has stayed at the end.
      let same = 0;
      const most = Math.min(text.length, this.text.length);
      while (same < most && text.at(-1 - same) === this.text.at(-1 - same)) same++;
      this.draw(text);
      this.select(text.length - same, text.length - same);
    }
    this.last = this.now();
    this.element.toggleAttribute("data-empty", !text);
    this.told.onText(text);
  }

  /** Draws the lines that differ from those in the page. */
  private draw(text: string): void {
    const next = text.split("\n");
    const there = isSound(this.element) ? linesOf(this.element) : [];
    if (!there.length) this.element.replaceChildren();
    let [from, same] = [0, 0];
    const most = Math.min(next.length, there.length);
    while (from < most && there[from]!.textContent === next[from]) from++;
    while (
      same < most - from &&
      there[there.length - 1 - same]!.textContent === next[next.length - 1 - same]
    ) same++;
    const before = there[there.length - same] ?? null;
    for (const line of there.slice(from, there.length - same)) line.remove();
    for (const line of next.slice(from, next.length - same)) {
      const made = document.createElement("div");
      made.className = "line";
      made.textContent = line;
      made.dataset.stale = "";
      this.element.insertBefore(made, before);
    }
    this.text = text;
    this.element.toggleAttribute("data-empty", !text);
    this.adjust();
    for (const line of linesOf(this.element)) if ("stale" in line.dataset) this.drawLine(line);
  }

  /** Tells each line whether it is code, and the line of the cursor its look. */
  private adjust(): void {
    let isCode = false;
    for (const line of linesOf(this.element)) {
      const text = line.textContent;
      const [was, opens] = ["code" in line.dataset, isFence(text)];
      line.toggleAttribute("data-code", isCode && !opens);
      if (was !== (isCode && !opens)) line.dataset.stale = "";
      if (opens) isCode = !isCode;
    }
    const { active } = this;
    if (!active?.isConnected) return;
    active.dataset.stale = "";
    const { look } = drawn(active.textContent, "code" in active.dataset);
    active.className = `${look} active`;
  }

  private drawLine(line: HTMLElement): void {
    delete line.dataset.stale;
    const { look, nodes, photo } = drawn(line.textContent, "code" in line.dataset);
    line.className = line === this.active ? `${look} active` : look;
    line.replaceChildren(nodes);
    const known = photo && this.told.photoAt(photo);
    if (!known) return;
    const image = document.createElement("img");
    const { src, name: alt } = known;
    Object.assign(image, { src, alt, contentEditable: "false", draggable: false });
    image.onerror = () => image.remove();
    line.append(image);
  }

  /** The cursor has moved: the line that it has left is formatted. */
  private follow(): void {
    if (this.isComposing || this.isPressed || document.activeElement !== this.element) return;
    const { focusNode, anchorNode } = getSelection()!;
    if (!this.element.contains(focusNode) || !this.element.contains(anchorNode)) return;
    this.last = this.now();
    this.activate(lineAt(this.element, focusNode!, getSelection()!.focusOffset));
  }

  private activate(line: HTMLElement | undefined): void {
    const left = this.active;
    if (left === line) return;
    this.active = line;
    left?.classList.remove("active");
    line?.classList.add("active");
    const stale = linesOf(this.element).filter((each) => each !== line && "stale" in each.dataset);
    if (!stale.length) return;
    const [start, end] = this.selected();
    for (const each of stale) this.drawLine(each);
    // A selection over several lines may begin in one of them.
    if (line && start !== end) this.select(start, end);
  }

  /** The selected part of the text; without the focus, the part that was selected last. */
  private selected(): [start: number, end: number] {
    const selection = getSelection()!;
    const { anchorNode, focusNode } = selection;
    const isHere = document.activeElement === this.element &&
      this.element.contains(anchorNode) && this.element.contains(focusNode);
    if (!isHere) return [this.last.start, this.last.end];
    const [one, other] = [
      offsetOf(this.element, anchorNode!, selection.anchorOffset),
      offsetOf(this.element, focusNode!, selection.focusOffset),
    ];
    return [Math.min(one, other), Math.max(one, other)];
  }

  private select(start: number, end: number): void {
    getSelection()!.setBaseAndExtent(
      ...placeAt(this.element, start),
      ...placeAt(this.element, end),
    );
  }
}
