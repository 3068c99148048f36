import "./parts.css";
import type { ComponentChildren } from "preact";
import { useEffect, useId, useState } from "preact/hooks";
import { Icon } from "./icons.tsx";
import { here, zoneName } from "../words.ts";
import { Button, Select } from "./controls.tsx";
import { words } from "../words/parts.ts";

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

/** Milliseconds without a key that count as a pause. */
const PAUSE = 300;

/** A field to search with. `onText` is called with the sought words when the typing pauses. */
export function SearchField({ label, placeholder = label, value, onText, maxLength }: {
  label: string;
  placeholder?: string;
  /** The sought words, such as from the address. */
  value: string;
  onText(value: string): void;
  maxLength?: number;
}) {
  const [words, setWords] = useState(value);
  useEffect(() => {
    if (words.trim() === value) return;
    const timer = setTimeout(() => onText(words.trim()), PAUSE);
    return () => clearTimeout(timer);
  }, [words]);
  // An address from elsewhere, such as the bar, has other words or no words.
  useEffect(() => setWords((now) => now.trim() === value ? now : value), [value]);
  return (
    <div class="search">
      <Icon name="search" />
      <input
        type="search"
        aria-label={label}
        placeholder={placeholder}
        maxLength={maxLength}
        value={words}
        onInput={(event) => setWords(event.currentTarget.value)}
      />
    </div>
  );
}

const zones = Intl.supportedValuesOf("timeZone");
/** Chooses a time zone, and offers the device's. */
export function TimeZone(props: { value: string; onText(value: string): void; error?: string }) {
  const { value, onText } = props;
  const offered = zones.includes(value) ? zones : [value, ...zones];
  return (
    <Select
      {...props}
      label={words.timeZone}
      hint={value !== here && (
        <Button look="quiet" onClick={() => onText(here)}>
          {words.useZone({ zone: zoneName(here) })}
        </Button>
      )}
    >
      {offered.map((zone) => <option key={zone} value={zone}>{zone.replaceAll("_", " ")}</option>)}
    </Select>
  );
}
