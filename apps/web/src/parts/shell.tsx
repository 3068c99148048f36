import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { path, scrolled } from "../router.ts";
import { Icon, type IconName, Logo } from "./icons.tsx";
import { words } from "../words/app.ts";

interface Place {
  name: string;
  icon: IconName;
  /** The bar that shows the place; without it both do. */
  on?: "phone" | "desktop";
  /** The name of the group that begins with the place, where the bar is long. */
  head?: string;
}

/** The frame around the screens of a page: the bar with its places, and the shown place. */
export function Shell({ title, places, isBare, current, mark, foot, children }: {
  /** The title of the window. */
  title: string;
  /** The places by the first part of their address. */
  places: Record<string, Place>;
  /** Whether the shown place has the page for itself, without the bar. */
  isBare?: boolean;
  /** Whether the place is shown. */
  current(key: string): boolean;
  /** A mark at a place in the bar, such as a number. */
  mark?(key: string): ComponentChildren;
  /** The content below the places, where there is room. */
  foot: ComponentChildren;
  children: ComponentChildren;
}) {
  const main = useRef<HTMLElement>(null);
  const isFirst = useRef(true);
  // Before the effects of the new screen: a field that takes the focus keeps it.
  useLayoutEffect(() => {
    // A new screen begins at its top, also for a reader of the screen.
    if (isFirst.current) return void (isFirst.current = false);
    const { to } = scrolled;
    scrollTo(0, to);
    main.current?.focus({ preventScroll: true });
    if (!to) return;
    // Loading content makes the screen as long as it was: scroll there, unless the user scrolls
    // before.
    const watch = new ResizeObserver(() => scrollY < to && scrollTo(0, to));
    const end = new AbortController();
    const stop = () => (watch.disconnect(), end.abort());
    watch.observe(main.current!);
    for (const event of ["wheel", "pointerdown", "keydown"]) addEventListener(event, stop, end);
    setTimeout(stop, 5000);
    return stop;
  }, [path.value.join("/")]);
  useEffect(() => void (document.title = title), [title]);
  return (
    <div class="shell">
      <a
        class="skip"
        href="#main"
        onClick={(event) => (event.preventDefault(), main.current?.focus())}
      >
        {words.skip}
      </a>
      <nav class="bar" aria-label={words.main} hidden={isBare}>
        <Logo />
        <ul>
          {Object.entries(places).map(([key, { name, icon, on = "", head }]) => (
            <li key={key} class={on} data-head={head}>
              <a href={`#/${key}`} aria-current={current(key) ? "page" : undefined}>
                <Icon name={icon} size={22} />
                <span>{name}</span>
                {mark?.(key)}
              </a>
            </li>
          ))}
        </ul>
        {foot}
      </nav>
      <main id="main" ref={main} tabIndex={-1}>{children}</main>
    </div>
  );
}
