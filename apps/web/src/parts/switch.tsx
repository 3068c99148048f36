import "./switch.css";
import type { ComponentChildren } from "preact";
import { useId, useState } from "preact/hooks";

/** A switch that takes effect at once. */
export function Switch(
  { label, hint, isOn, onSwitch, disabled }: {
    label: string;
    hint?: ComponentChildren;
    isOn: boolean;
    /** The work of the switch; until it has ended, the switch stays as the user has set it. */
    onSwitch(isOn: boolean): unknown;
    disabled?: boolean;
  },
) {
  const id = useId();
  const [wanted, setWanted] = useState<boolean | null>(null);
  async function change(isWanted: boolean) {
    setWanted(isWanted);
    await onSwitch(isWanted);
    setWanted(null);
  }
  return (
    <div class="switch">
      <label for={id}>{label}</label>
      <input
        id={id}
        type="checkbox"
        role="switch"
        checked={wanted ?? isOn}
        disabled={disabled}
        aria-describedby={hint ? `${id}-hint` : undefined}
        onChange={(event) => change(event.currentTarget.checked)}
      />
      {hint && <p class="hint" id={`${id}-hint`}>{hint}</p>}
    </div>
  );
}
