import "./parts.css";
import { useState } from "preact/hooks";
import { Button } from "./controls.tsx";
import { confirm, Dialog } from "./dialog.tsx";
import type { IconName } from "./icons.tsx";

export interface Act {
  name: string;
  icon?: IconName;
  /** The question about the consequences, before an act that cannot be undone. */
  asks?: { title: string; text: string };
  run(): unknown;
}

/** Acts; false or null stand for acts that are not possible now. */
export type Acts = (Act | false | null)[];

/** Further acts on something, behind a button. */
export function Menu({ label, acts }: { label: string; acts: Acts }) {
  const [isOpen, setOpen] = useState(false);
  const possible = acts.filter((act) => !!act);
  if (!possible.length) return null;
  async function choose({ name, asks, run }: Act) {
    setOpen(false);
    if (!asks || await confirm(asks.title, asks.text, name)) await run();
  }
  return (
    <>
      <Button
        look="quiet"
        icon="dots"
        aria-label={label}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      />
      {isOpen && (
        <Dialog title={label} onClose={() => setOpen(false)}>
          <ul class="menu">
            {possible.map((act) => (
              <li key={act.name}>
                <Button
                  look={act.asks ? "danger" : "plain"}
                  icon={act.icon}
                  onClick={() => choose(act)}
                >
                  {act.name}
                </Button>
              </li>
            ))}
          </ul>
        </Dialog>
      )}
    </>
  );
}
