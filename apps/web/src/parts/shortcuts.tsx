/** The meaning of keys while the user does not type. */
import "./shortcuts.css";
import { useEffect, useState } from "preact/hooks";
import { go, isFollowed, path } from "../router.ts";
import { readDraft } from "../drafts.ts";
import { SEALED } from "../sealed.ts";
import { profile } from "../service.ts";
import { Dialog } from "./dialog.tsx";
import { isBeginning, later } from "./later.tsx";
import { words } from "../words/parts.ts";

const Palette = later(async () => (await import("./palette.tsx")).Palette, true);

const places: Record<string, string> = {
  n: "/journal/new",
  t: "/today",
  j: "/journal",
  p: "/people",
};

/** Whether the search is asked for and does not have the focus yet. */
let isSeeking = false;

/** Whether the key belongs to a field, to a dialog, or to a screen that is not there yet. */
const isTaken = (target: EventTarget | null) =>
  !isFollowed() || isBeginning() || isSeeking ||
  document.querySelector("dialog[open]") !== null ||
  target instanceof HTMLElement &&
    target.closest("input, textarea, select, [contenteditable], audio, video") !== null;

/** The search of the journal is there when its screen is, which may still have to be loaded. */
function search(): void {
  const address = "/journal";
  go(address);
  isSeeking = true;
  requestAnimationFrame(function focus() {
    const field = document.querySelector<HTMLInputElement>(".list .search input");
    const isThere = field && `/${path.value.join("/")}` === address;
    if (isThere) field.focus();
    // Until somebody goes elsewhere.
    isSeeking = !isThere && location.hash === `#${address}`;
    if (isSeeking) requestAnimationFrame(focus);
  });
}

/** Opens this device again when it has keys: what waits in sealed notebooks is sent, too. */
function resumeSealed(): void {
  // A part that does not load now loads with the first sealed notebook that is shown.
  if (readDraft(SEALED)) {
    import("../screens/sealed/device.ts").then(({ start }) => start()).catch(console.error);
  }
}

/** Moves the focus to the next or former row of a list. */
function move(by: 1 | -1): boolean {
  const rows = [...document.querySelectorAll<HTMLElement>("main a.row")]
    .filter((row) => row.checkVisibility());
  const at = rows.indexOf(document.activeElement as HTMLElement);
  if (at < 0) return false;
  rows[at + by]?.focus();
  return true;
}

export function Shortcuts() {
  const [isShown, setShown] = useState(false);
  const [isFinding, setFinding] = useState(false);
  // Here, because this loads with every screen and after the first one.
  useEffect(resumeSealed, []);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const isFind = event.key.toLowerCase() === "k" && (event.ctrlKey || event.metaKey) &&
        !event.altKey && !event.shiftKey;
      if (isFind && !event.defaultPrevented) {
        // In the browser this key leads to the field of addresses.
        event.preventDefault();
        if (!document.querySelector("dialog[open]")) setFinding(true);
        return;
      }
      if (profile.value?.preferences.keys === false) return;
      const { key, target, altKey, ctrlKey, metaKey } = event;
      if (altKey || ctrlKey || metaKey || event.defaultPrevented || isTaken(target)) return;
      if (key === "ArrowDown" || key === "ArrowUp") {
        if (move(key === "ArrowDown" ? 1 : -1)) event.preventDefault();
        return;
      }
      if (key === "?") setShown(true);
      else if (key === "/") search();
      else if (Object.hasOwn(places, key)) go(places[key]!);
      else return;
      event.preventDefault();
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, []);
  if (isFinding) return <Palette onClose={() => setFinding(false)} />;
  if (!isShown) return null;
  return (
    <Dialog title={words.keysTitle} onClose={() => setShown(false)}>
      <dl class="keys">
        {Object.entries(words.keys).map(([key, does]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
