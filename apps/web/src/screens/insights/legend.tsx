import "../../styles/tones.css";
import { number } from "../../words.ts";
import { words } from "../../words/insights.ts";

/** What the mouths of days mean, and how many there are. */
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
