/** Above the entries of a sealed notebook: whether they are open here. */
import "./sealed.css";
import { Button } from "../../parts/controls.tsx";
import { readOnly } from "../../sealed.ts";
import { words } from "../../words/sealed.ts";
import { lockNow, useSealedState } from "./acts.ts";

export function SealedBar({ id }: { id: string }) {
  const state = useSealedState();
  if (state === "opening") return null;
  return (
    <p class="sealed-bar">
      <span>
        {state !== "open"
          ? words.isShut
          : readOnly.value.includes(id)
          ? words.isReadOnly
          : words.isSealed}
      </span>
      {state === "open"
        ? (
          <>
            <a class="button quiet" href={`#/journal/notebooks/${id}`}>{words.members}</a>
            <Button
              look="quiet"
              icon="lock"
              aria-label={words.lockNow}
              onClick={lockNow}
            />
          </>
        )
        : <a class="button plain" href="#/me/sealed">{words.unlock}</a>}
    </p>
  );
}
