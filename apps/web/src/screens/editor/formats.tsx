/** Formats Markdown with buttons and the Enter key; the text stays as it is typed. */
import type { RefObject, TargetedKeyboardEvent } from "preact";
import {
  insertHeader,
  insertLink,
  toggleBold,
  toggleBulletList,
  toggleItalic,
  toggleNumberedList,
  toggleQuote,
  toggleTaskList,
} from "markdown-actions";
import { words } from "../../words/editor.ts";

type Format = keyof typeof words.formats;

const formats: [name: Format, sign: string, apply: (textArea: HTMLTextAreaElement) => void][] = [
  ["heading", "H", (textArea) => insertHeader(textArea, 2, true)],
  ["bold", "B", toggleBold],
  ["italic", "I", toggleItalic],
  ["list", "•", toggleBulletList],
  ["numbers", "①", toggleNumberedList],
  ["checklist", "☑", toggleTaskList],
  ["quote", "❝", toggleQuote],
  ["link", "↗", (textArea) => insertLink(textArea)],
];

export const Formats = ({ textArea }: { textArea: RefObject<HTMLTextAreaElement | null> }) => (
  <div role="toolbar" aria-label={words.format}>
    {formats.map(([name, sign, apply]) => (
      <button
        key={name}
        type="button"
        class={`button quiet icon-only format-${name}`}
        aria-label={words.formats[name]}
        title={words.formats[name]}
        // The text keeps the focus, and a phone its keyboard.
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => {
          textArea.current!.focus();
          apply(textArea.current!);
        }}
      >
        <span aria-hidden="true">{sign}</span>
      </button>
    ))}
  </div>
);

/** A line of a list: its indent, its sign, its box. */
const ITEM = /^(\s*)([-*+]|(\d+)[.)])( \[[ xX]\])? /;

/** Enter goes on with a list, and ends it on an empty item. */
export function continueList(event: TargetedKeyboardEvent<HTMLTextAreaElement>): void {
  if (event.key !== "Enter" || event.shiftKey || event.ctrlKey || event.metaKey) return;
  if (event.isComposing) return;
  const { value, selectionStart: at, selectionEnd } = event.currentTarget;
  const start = value.lastIndexOf("\n", at - 1) + 1;
  const line = value.slice(start, at);
  const item = ITEM.exec(line);
  if (!item || at !== selectionEnd) return;
  event.preventDefault();
  const [all, indent, sign, number, box] = item;
  const next = number ? sign!.replace(number, String(Number(number) + 1)) : sign;
  if (all === line) event.currentTarget.setSelectionRange(start, at);
  // Obsolete, and the only way that the browser can undo.
  document.execCommand(
    "insertText",
    false,
    all === line ? "\n" : `\n${indent}${next}${box ? " [ ]" : ""} `,
  );
}
