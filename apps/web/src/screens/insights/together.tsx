/** The circumstances that go together with good days, in whole sentences. */
import type { components } from "@journal/client";
import { goals } from "../../service.ts";
import { number } from "../../words.ts";
import { words } from "../../words/insights.ts";

type Pair = components["schemas"]["InsightsTogether"];

const inPercent = (share: number) => number(Math.round(share * 100));

/** Undefined for a goal that is not there any more. */
function sentenceOf({ with: { kind, value }, positive_share: share, otherwise }: Pair) {
  const percents = { share: inPercent(share), otherwise: inPercent(otherwise) };
  if (kind === "tag") return words.withTag({ value: String(value), ...percents });
  if (kind === "sleep") return words.withSleep({ value: number(Number(value)), ...percents });
  if (kind === "weekday") {
    return words.withWeekday({ weekday: words.weekdays[Number(value) - 1]!, ...percents });
  }
  const goal = goals.value.find(({ id }) => id === value);
  return goal && words.withGoal({ value: goal.title, ...percents });
}

/** A smaller difference is hardly more than chance, and is not told. */
const LEAST = 0.05;

export function Together({ pairs }: { pairs: Pair[] }) {
  const told = pairs.flatMap((pair) => {
    const isTold = Math.abs(pair.positive_share - pair.otherwise) >= LEAST;
    const sentence = isTold && sentenceOf(pair);
    return sentence ? [{ sentence, pair }] : [];
  });
  if (!told.length) return <p class="hint">{words.togetherFew}</p>;
  return (
    <>
      <ul class="together">
        {told.map(({ sentence, pair: { positive_share, otherwise } }) => (
          <li key={sentence}>
            <p>{sentence}</p>
            <svg width="100%" height="16" aria-hidden="true">
              <rect class="with" width={`${positive_share * 100}%`} height="7" rx="3.5" />
              <rect class="without" y="9" width={`${otherwise * 100}%`} height="7" rx="3.5" />
            </svg>
          </li>
        ))}
      </ul>
      <p class="hint">{words.togetherHint}</p>
    </>
  );
}
