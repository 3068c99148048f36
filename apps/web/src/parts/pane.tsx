import type { ComponentChildren } from "preact";
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
