/** Moves through the days of a table with the role `grid`; each cell names its day (`data-on`). */
import { useRef } from "preact/hooks";

/**
 * One day takes the focus of Tab, and keys move it to another day. `move` returns the day to which
 * a key leads, or undefined; `onPick` is called after a click, Enter or the space bar.
 */
export function useDayGrid(
  move: (date: string, key: string) => string | undefined,
  onPick: (date: string) => void,
) {
  const ref = useRef<HTMLTableElement>(null);
  const dateOn = (target: EventTarget | null) =>
    (target as HTMLElement).closest<HTMLElement>("[data-on]")?.dataset.on;
  function focus(date: string) {
    const cell = ref.current?.querySelector<HTMLElement>(`[data-on="${date}"]`);
    if (!cell) return;
    ref.current!.querySelector("[tabindex='0']")?.setAttribute("tabindex", "-1");
    cell.setAttribute("tabindex", "0");
    cell.focus();
  }
  return {
    focus,
    table: {
      ref,
      role: "grid" as const,
      onClick(event: MouseEvent) {
        const date = dateOn(event.target);
        if (!date) return;
        focus(date);
        onPick(date);
      },
      onKeyDown(event: KeyboardEvent) {
        const date = dateOn(event.target);
        if (!date || event.altKey || event.ctrlKey || event.metaKey) return;
        const isPick = event.key === "Enter" || event.key === " ";
        const to = isPick ? undefined : move(date, event.key);
        if (!isPick && !to) return;
        event.preventDefault();
        if (to) focus(to);
        else onPick(date);
      },
    },
  };
}
