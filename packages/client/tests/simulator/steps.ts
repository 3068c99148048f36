/** The steps of a history, as plain values, so that a history can be printed and played again. */
import fc from "fast-check";
import type { Fate } from "./window.ts";

type Writable = "journal_entries" | "notebooks" | "goals";

/** `on` counts the windows, `n` the objects, `at` the words of a text, all round and round. */
export type Step =
  & { on: number; /** Days by which the device's clock is wrong. */ days?: number }
  & (
    | { do: "write"; notebook: number }
    | { do: "edit" | "edit form"; n: number; how: number; at: number; endsAfter?: number }
    | { do: "open form"; n: number }
    | { do: "edit twice"; and: number; n: number; how: number; at: number }
    | { do: "title" | "tag" | "mood" | "file"; n: number; at: number }
    | { do: "make"; kind: "notebooks" | "goals" }
    | { do: "check in"; n: number }
    | { do: "rename"; kind: "notebooks" | "goals"; n: number; guarded: boolean }
    | { do: "remove"; kind: Writable; n: number; guarded: boolean }
    | { do: "sync"; fates: Fate[]; and?: number; endsAfter?: number; answer?: Decision }
    | { do: "away"; isAway: boolean }
    | { do: "end" }
    | { do: "back up" | "restore" }
  );

export type Decision = "mine" | "theirs" | "both";

/** Of a few objects, which many windows write. */
const few = fc.nat({ max: 4 });
const at = fc.nat({ max: 40 });
const guarded = fc.boolean();
const fate = fc.constantFrom<Fate>(
  ...["arrives", "arrives", "answer lost", "lost", "twice", "fails"] as const,
);
const endsAfter = fc.option(fc.nat({ max: 12 }), { nil: undefined, freq: 4 });
const made = fc.constantFrom("notebooks" as const, "goals" as const);

/** Arbitrary steps of so many windows. */
export function stepsOf(windows: number): fc.Arbitrary<Step> {
  const on = fc.nat({ max: windows - 1 });
  const days = fc.option(fc.constantFrom(-2, 1, 400), { nil: undefined, freq: 8 });
  const one = (weight: number, fields: Record<string, fc.Arbitrary<unknown>>) => ({
    weight,
    arbitrary: fc.record({ on, days, ...fields }) as fc.Arbitrary<Step>,
  });
  const act = (...names: string[]) => fc.constantFrom(...names);
  const decision = fc.option(fc.constantFrom("mine", "theirs", "both"), {
    nil: undefined,
    freq: 2,
  });
  return fc.oneof(
    one(3, { do: act("write"), notebook: few }),
    one(14, {
      do: act("edit", "edit", "edit form"),
      n: few,
      how: fc.nat({ max: 6 }),
      at,
      endsAfter,
    }),
    one(2, { do: act("open form"), n: few }),
    one(2, { do: act("edit twice"), and: on, n: few, how: fc.nat({ max: 6 }), at }),
    one(5, { do: act("title", "tag", "mood", "file"), n: few, at }),
    one(2, { do: act("make"), kind: made }),
    one(1, { do: act("check in"), n: few }),
    one(3, { do: act("rename"), kind: made, n: few, guarded }),
    one(2, {
      do: act("remove"),
      kind: fc.constantFrom("journal_entries", "notebooks", "goals"),
      n: few,
      guarded,
    }),
    one(12, {
      do: act("sync"),
      fates: fc.array(fate, { maxLength: 6 }),
      and: fc.option(on, { nil: undefined, freq: 2 }),
      endsAfter,
      answer: decision,
    }),
    one(1, { do: act("away"), isAway: fc.boolean() }),
    one(1, { do: act("end") }),
    {
      weight: 1,
      arbitrary: fc.record({ on, do: act("back up", "restore") }) as fc.Arbitrary<Step>,
    },
  );
}
