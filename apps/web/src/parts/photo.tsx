/** A photo. If it does not load, a drawing with words stands in its place. */
import "./parts.css";
import { useState } from "preact/hooks";
import { Icon } from "./icons.tsx";

export function PhotoImage({ src, alt, isLazy, class: look }: {
  src: string | null | undefined;
  /** Empty where the surroundings describe the photo. */
  alt: string;
  isLazy?: boolean;
  class?: string;
}) {
  const [lost, setLost] = useState<string>();
  if (src && src !== lost) {
    return (
      <img
        class={look}
        src={src}
        alt={alt}
        loading={isLazy ? "lazy" : "eager"}
        onError={() => setLost(src)}
      />
    );
  }
  return (
    <span class="lost" {...(alt ? { role: "img", "aria-label": alt } : { "aria-hidden": true })}>
      <Icon name="picture" size={alt ? 40 : 20} />
      {alt}
    </span>
  );
}
