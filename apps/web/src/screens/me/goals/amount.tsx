/** The amount of a goal today: taken up or down by a tap, or written. */
import "./amount.css";
import { useRef, useState } from "preact/hooks";
import { today } from "../../../days.ts";
import { rejoice } from "../../../joy.ts";
import { Button } from "../../../parts/controls.tsx";
import { fromTyped, typed } from "../../../plural.ts";
import { offline } from "../../../service.ts";
import { syncNow } from "../../../session.ts";
import { words } from "../../../words/goals.ts";
import {
  amountOf,
  amountSays,
  checkInsOn,
  type Goal,
  type Measure,
  rounded,
  statusBy,
  stepOf,
} from "./rhythm.ts";

const MOST = 1_000_000;

export function Amount({ goal, measure }: { goal: Goal; measure: Measure }) {
  const stored = amountOf(checkInsOn(goal, today()));
  const { amount, set } = useAmount(goal, stored);
  const [text, setText] = useState<string>();
  const field = useRef<HTMLInputElement>(null);
  const step = stepOf(measure);
  const reach = (wanted: number, place: Element) => {
    const to = rounded(Math.min(MOST, Math.max(0, wanted)));
    const { target, direction } = measure;
    if (direction === "at_least" && to >= target && (amount ?? 0) < target) rejoice(place);
    set(to);
  };
  const keep = () => {
    const wanted = fromTyped(text ?? "");
    setText(undefined);
    if (Number.isFinite(wanted) && wanted !== amount) {
      reach(wanted, field.current!);
    }
  };
  const status = amount === null ? "" : statusBy(measure, amount);
  return (
    <div
      class={`amount-today ${status}`}
      role="group"
      aria-label={words.todayOf({ goal: goal.title })}
    >
      <Button
        icon="minus"
        aria-label={words.less({ step, unit: measure.unit })}
        disabled={!amount}
        onClick={({ currentTarget }) => reach((amount ?? 0) - step, currentTarget)}
      />
      <input
        ref={field}
        inputMode="decimal"
        aria-label={words.amountIn({ unit: measure.unit })}
        value={text ?? typed(amount ?? 0)}
        onInput={(event) => setText(event.currentTarget.value)}
        onBlur={keep}
        onKeyDown={(event) => event.key === "Enter" && event.currentTarget.blur()}
      />
      <Button
        icon="plus"
        aria-label={words.more({ step, unit: measure.unit })}
        onClick={({ currentTarget }) => reach((amount ?? 0) + step, currentTarget)}
      />
      <span class="amount-says" role="status">{amountSays(measure, amount ?? 0)}</span>
      {measure.direction === "at_most" && amount === null && (
        <Button
          look="quiet"
          onClick={({ currentTarget }) => reach(0, currentTarget)}
        >
          {words.noneToday}
        </Button>
      )}
    </div>
  );
}

/** The amount as the last tap wants it: taps are faster than the device writes. */
function useAmount(goal: Goal, stored: number | null) {
  const [wanted, setWanted] = useState<number>();
  const writes = useRef<Promise<void>>(Promise.resolve());
  const set = (to: number) => {
    setWanted(to);
    const mine = writes.current.then(() => write(goal, to)).finally(() => {
      if (writes.current !== mine) return;
      setWanted(undefined);
      syncNow();
    });
    writes.current = mine;
  };
  return { amount: wanted ?? stored, set };
}

/** Makes the amounts of today add up to `to`: by the newest check-ins, or by a new one. */
async function write(goal: Goal, to: number): Promise<void> {
  const these = checkInsOn(goal, today()).filter(({ amount }) =>
    amount !== null && amount !== undefined
  );
  let left = rounded(to - (amountOf(these) ?? 0));
  if (!these.length) {
    await offline.create("goal_check_ins", { goal_id: goal.id, amount: to });
    return;
  }
  for (const { id, amount } of these) {
    const next = rounded(Math.min(MOST, Math.max(0, amount! + left)));
    if (next !== amount) await offline.update("goal_check_ins", id, { amount: next });
    left = rounded(left - (next - amount!));
    if (!left) return;
  }
}
