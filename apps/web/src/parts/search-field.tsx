import { useEffect, useState } from "preact/hooks";
import { Icon } from "./icons.tsx";

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
