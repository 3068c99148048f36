import "../../styles/tones.css";
import { number } from "../../words.ts";
import { words } from "../../words/insights.ts";

/** The meaning of the mouths of days, and the number of each. */
export const Legend = (
  { counts }: { counts?: Record<"positive" | "neutral" | "negative", number> },
) => (
  <ul class="legend" aria-label={words.legend}>
    {(["positive", "neutral", "negative"] as const).map((tone) => (
      <li key={tone}>
        <span class={`mouth ${tone}`} />
        {words.tones[tone]}
        {counts && <span class="hint">{number(counts[tone])}</span>}
      </li>
    ))}
    <li>
      <span class="mouth written" />
      {words.noTone}
    </li>
  </ul>
);
