import "./parts.css";
import { useEffect, useId, useRef } from "preact/hooks";
import { Button } from "./controls.tsx";
import { say } from "./dialog.tsx";
import { words } from "../words/parts.ts";

/** Copies an address, where the browser lets us. */
export const copy = (text: string): Promise<void> =>
  navigator.clipboard.writeText(text).then(
    () => say(words.copied),
    () => say(words.copyByKeyboard),
  );

/** A link or another secret that is shown once: the service keeps only a hash to recognize it. */
export function NewLink({ address, label = words.theLink, title, hint }: {
  address: string;
  label?: string;
  /** The title that the device suggests for sending. Without it, the device offers no sending. */
  title?: string;
  hint: string;
}) {
  const field = useRef<HTMLInputElement>(null);
  const id = useId();
  useEffect(() => field.current?.focus(), [address]);
  return (
    <div class="new-link">
      <label class="hidden" for={id}>{label}</label>
      <input
        id={id}
        ref={field}
        readOnly
        value={address}
        onFocus={(event) => event.currentTarget.select()}
      />
      <Button look="main" onClick={() => (field.current!.select(), copy(address))}>
        {words.copy}
      </Button>
      {title !== undefined && "share" in navigator && (
        <Button
          icon="share"
          aria-label={words.share}
          onClick={() => navigator.share({ title, url: address }).catch(() => {})}
        />
      )}
      <p class="hint">{hint}</p>
    </div>
  );
}
