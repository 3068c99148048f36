import { percent } from "../words.ts";

/** The progress of something, from 0 to 1. */
export const Progress = ({ value, label }: { value: number; label: string }) => (
  <div class="progress">
    <span aria-hidden="true">
      {label}
      <strong>{percent(value)}</strong>
    </span>
    <progress value={value} max={1} aria-label={label} />
  </div>
);
