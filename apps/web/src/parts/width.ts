import { useEffect, useRef, useState } from "preact/hooks";

/**
 * The width of an element on the screen, for drawings whose letters keep their size. A drawing of
 * that width does not keep the element from getting narrower with the screen.
 */
export function useWidth() {
  const ref = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => setWidth(entry!.contentRect.width));
    ref.current!.style.contain = "inline-size";
    observer.observe(ref.current!);
    return () => observer.disconnect();
  }, []);
  return { ref, width };
}
