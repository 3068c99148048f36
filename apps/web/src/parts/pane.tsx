import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { Icon } from "./icons.tsx";
import { words } from "../words/me.ts";

/** A section, with the way back to the list that a phone shows in its place. */
export const Pane = (
  { title, back = { name: words.me, to: "/me" }, isBelow = false, aside, children }: {
    title: string;
    back?: { name: string; to: string };
    /** Whether it belongs to another section, so that a desktop needs the way back too. */
    isBelow?: boolean;
    aside?: ComponentChildren;
    children: ComponentChildren;
  },
) => (
  <div class="article me-pane">
    <a class={`button quiet ${isBelow ? "up" : "back"}`} href={`#${back.to}`}>
      <Icon name="back" />
      <span>{back.name}</span>
    </a>
    <header class="page-head">
      <h1>{title}</h1>
      {aside}
    </header>
    {children}
  </div>
);

/** The parts of a screen that have addresses of their own. */
export function Tabs(
  { label, tabs, current }: {
    label: string;
    /** Names by address. */
    tabs: Record<string, string>;
    current: string;
  },
) {
  const bar = useRef<HTMLElement>(null);
  // A bar that is wider than the screen shows the open part, and that there are others beside it.
  useLayoutEffect(() => {
    const tab = bar.current!.querySelector("[aria-current]");
    if (!tab) return;
    const middle = (of: Element) => {
      const { left, width } = of.getBoundingClientRect();
      return left + width / 2;
    };
    bar.current!.scrollLeft += middle(tab) - middle(bar.current!);
  }, [current]);
  return (
    <nav class="scopes" aria-label={label} ref={bar}>
      {Object.entries(tabs).map(([address, name]) => (
        <a
          key={address}
          href={`#${address}`}
          aria-current={address === current ? "page" : undefined}
        >
          {name}
        </a>
      ))}
    </nav>
  );
}
