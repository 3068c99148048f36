import type { ComponentChildren } from "preact";
import type { Errors } from "../act.ts";

/** What was refused and is not said at one of the fields that are `shown`. */
export function Refusal(
  { errors, shown = [], children }: {
    errors: Errors;
    shown?: string[];
    /** What to do about it. */
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
