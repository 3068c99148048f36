import type { ComponentChildren } from "preact";
import { useEffect, useId, useRef } from "preact/hooks";
import { signal } from "@preact/signals";
import { Button } from "./controls.tsx";

/** A dialog of the browser: it keeps the focus, and Escape closes it. */
export function Dialog(
  { title, onClose, children }: { title: string; onClose(): void; children: ComponentChildren },
) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    dialog.current!.showModal();
    return () => dialog.current?.close();
  }, []);
  return (
    <dialog ref={dialog} aria-labelledby={id} onClose={onClose}>
      <header>
        <h2 id={id}>{title}</h2>
        <Button look="quiet" icon="close" aria-label="Close" onClick={onClose} />
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
  no = "Cancel",
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

const toast = signal("");
let timer: ReturnType<typeof setTimeout>;

/** Says for a moment what has happened. */
export function say(text: string): void {
  toast.value = text;
  clearTimeout(timer);
  timer = setTimeout(() => toast.value = "", 4000);
}

export const Toast = () => (
  <div class="toast" role="status">{toast.value && <p>{toast.value}</p>}</div>
);
