/** The objects that have changed since a version of their list. */
import type { Kind } from "./kinds.ts";

/** A change of an object as live messages name it; `position` is their `after`. */
export interface Change {
  type: string | null;
  id: string | null;
  position: string;
}

/** So many changed objects of a kind are known one by one. */
const FEW = 100;

export class Touched {
  /** The objects of each kind that have changed behind the number `after`. */
  private readonly kinds = new Map<
    Kind,
    { after: number; ids: [change: number, id: string][] }
  >();

  constructor(private readonly opened: number) {}

  add(kind: Kind, id: string, change: number): void {
    let touched = this.kinds.get(kind);
    if (!touched || touched.ids.length === FEW) {
      this.kinds.set(kind, touched = { after: touched ? change : this.opened, ids: [] });
    }
    touched.ids.push([change, id]);
  }

  /** The ids of the objects that have changed behind a version; null when they were too many. */
  since(kind: Kind, version: number): Set<string> | null {
    const { after, ids } = this.kinds.get(kind) ?? { after: this.opened, ids: [] };
    if (version < after) return null;
    return new Set(ids.filter(([at]) => at > version).map(([, id]) => id));
  }
}
