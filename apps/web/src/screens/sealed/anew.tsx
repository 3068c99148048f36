/** Starting anew with other keys, because every way in is lost or somebody else may have the keys. */
import { useState } from "preact/hooks";
import type { ComponentChildren } from "preact";
import { Button } from "../../parts/controls.tsx";
import { confirm } from "../../parts/dialog.tsx";
import { later } from "../../parts/later.tsx";
import { words } from "../../words/sealed.ts";

const SetUp = later(async () => (await import("./set-up.tsx")).SetUp);

/** Gives `children` the button; shows the set-up in their place once the user agrees to the loss. */
export function Anew({ name, loss, children }: {
  /** The name of the button. */
  name: string;
  loss: string;
  children(button: ComponentChildren): ComponentChildren;
}) {
  const [isBegun, setBegun] = useState(false);
  const begin = async () => setBegun(await confirm(words.askAnew, loss, words.beginAnew));
  if (isBegun) return <SetUp anew />;
  return <>{children(<Button look="quiet" onClick={begin}>{name}</Button>)}</>;
}
