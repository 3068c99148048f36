/** Puts a write of the user into the outbox, with the values from which it began. */
import type { Copies, Update } from "./copies.ts";
import { baseOf } from "./fields.ts";
import type { Thing } from "./kinds.ts";
import { isSame, pathOf, type Write } from "./writes.ts";

/**
 * Makes the update that puts a write into the outbox. `get` returns the object that the user sees.
 */
export function waiting(
  kept: Copies,
  get: () => Thing | undefined,
  write: Partial<Write> & Pick<Write, "kind" | "id" | "method">,
): () => Update {
  const { kind, id, method, body } = write;
  const version = () => kept.copy(kind, id)?.version ?? 0;
  const seen: Thing = get() ?? { id };
  const path = write.path ?? pathOf(kind, method, seen);
  // A fetch may have brought a later version below an edit that waits, which the user has not seen.
  const hidden = kept.outbox.filter((each) => each.id === id && each.guarded);
  const before = method === "DELETE"
    ? Math.min(version(), ...hidden.map(({ saw }) => saw))
    : version();
  // All that the user sees: another device may delete the object, whose copy then goes.
  const base = method === "PUT" ? { ...seen, ...baseOf(kind, body ?? {}, seen) } : undefined;
  return () => {
    // A later version may be the text of another device, which the user has not seen.
    const saw = body && isSame(body, seen, get()) ? version() : before;
    const key = kept.newKey();
    return [`outbox/${key}`, { saw, guarded: false, base, ...write, key, path }];
  };
}
