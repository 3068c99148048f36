import { Words } from "../parts";
import { useSealed } from "../sealed";
import { words } from "../words";

/** The name of a sealed notebook, and how many people read it by its log. */
export function Place({ id, also }: { id: string | null; also?: string | false }) {
  const { name = words.sealed.notebook, readers } = useSealed().shelf.get(id ?? "") ?? {};
  return (
    <Words look="hint">
      {[name, readers && words.sealed.readBy({ count: readers }), also].filter(Boolean).join(" · ")}
    </Words>
  );
}
