import { useEffect, useRef, useState } from "preact/hooks";

/**
 * The width of what the ref names, as the screen has it: letters keep their size. What is drawn in
 * that width does not hold it when the screen becomes narrower.
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
