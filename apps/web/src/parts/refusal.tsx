import type { ComponentChildren } from "preact";
import type { Errors } from "../act.ts";

/** The refusals that none of the fields in `shown` shows. */
export function Refusal(
  { errors, shown = [], children }: {
    errors: Errors;
    shown?: string[];
    /** A way to mend the cause. */
    children?: ComponentChildren;
  },
) {
  const others = Object.entries(errors).filter(([path]) => !shown.includes(path));
  return (
    <div aria-live="polite">
      {others.map(([path, message]) => (
        <p class="error" key={path}>{path ? `${path}: ${message}` : message} {children}</p>
      ))}
    </div>
  );
}
