import type { ComponentChildren } from "preact";
import { useId, useLayoutEffect, useRef } from "preact/hooks";
import { signal } from "@preact/signals";
import { Button } from "./controls.tsx";
import { Icon } from "./icons.tsx";
import { words } from "../words/app.ts";
import { words as common } from "../words/common.ts";

/** A dialog of the browser: it keeps the focus, and Escape closes it. */
export function Dialog(
  { title, onClose, children }: { title: string; onClose(): void; children: ComponentChildren },
) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useLayoutEffect(() => {
    const shown = dialog.current!;
    const before = document.activeElement;
    shown.showModal();
    return () => {
      shown.close();
      // The browser does it where Escape closes a dialog, and not where it leaves the page.
      if (before instanceof HTMLElement && before.isConnected) {
        before.focus({ preventScroll: true });
      }
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      aria-labelledby={id}
      // Escape is handled before the browser closes the dialog, because the browser reports the end
      // a moment later, and the next key may open the dialog again. A field for files sends the
      // same event when nobody chooses a file.
      onCancel={({ target, currentTarget }) => target === currentTarget && onClose()}
      // The event also comes from a dialog that has left the page, while another one may be open.
      onClose={({ currentTarget }) => currentTarget.isConnected && onClose()}
      // A click beside it: all of its inside lies in its children.
      onMouseDown={(event) => {
        const { left, right, top, bottom } = dialog.current!.getBoundingClientRect();
        const { clientX: x, clientY: y, target } = event;
        if (target === dialog.current && (x < left || x > right || y < top || y > bottom)) {
          onClose();
        }
      }}
    >
      <header>
        <h2 id={id}>{title}</h2>
        <Button look="quiet" icon="close" aria-label={common.close} onClick={onClose} />
      </header>
      {children}
    </dialog>
  );
}

interface Question {
  title: string;
  text: string;
  yes: string;
  look: "danger" | "main";
  no: string;
  answer(isYes: boolean): void;
}

const question = signal<Question | null>(null);

/** Asks before something that cannot be taken back. */
export const confirm = (
  title: string,
  text: string,
  yes: string,
  look: Question["look"] = "danger",
  no = common.cancel,
): Promise<boolean> =>
  new Promise((resolve) => {
    question.value = {
      title,
      text,
      yes,
      look,
      no,
      answer(isYes) {
        question.value = null;
        resolve(isYes);
      },
    };
  });

export function Questions() {
  const asked = question.value;
  if (!asked) return null;
  return (
    <Dialog title={asked.title} onClose={() => asked.answer(false)}>
      <p>{asked.text}</p>
      <div class="actions">
        <Button onClick={() => asked.answer(false)}>{asked.no}</Button>
        <Button look={asked.look} onClick={() => asked.answer(true)}>{asked.yes}</Button>
      </div>
    </Dialog>
  );
}

interface Said {
  text: string;
  /** A button to undo the act, or to go on. */
  act?: { name: string; run(): void };
}

const toast = signal<Said | null>(null);
let timer: ReturnType<typeof setTimeout>;

/** How long something can be undone, in milliseconds. */
export const UNDO = 10_000;

/** Shows a message for a moment; with a button to undo an act, for ten seconds. */
export function say(text: string, act?: Said["act"]): void {
  toast.value = { text, act };
  clearTimeout(timer);
  timer = setTimeout(() => toast.value = null, act ? UNDO : 4000);
}

export function Toast() {
  const said = toast.value;
  const close = () => void (toast.value = null);
  return (
    <div class="toast" role="status">
      {said && (
        <p>
          <span>{said.text}</span>
          {said.act && (
            <button type="button" onClick={() => (close(), said.act!.run())}>
              {said.act.name}
            </button>
          )}
          <button type="button" aria-label={words.dismiss} onClick={close}>
            <Icon name="close" size={16} />
          </button>
        </p>
      )}
    </div>
  );
}
