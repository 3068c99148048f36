import { useLayoutEffect, useRef } from "preact/hooks";

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
