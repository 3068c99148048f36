/** Grid search: the combinations of a calculator's inputs that serve its objective best. */
import { z } from "@hono/zod-openapi";
import {
  type Calculator,
  calculatorId,
  describe,
  Evaluation,
  type Input,
  Objective,
  type Problem,
  problemOf,
  refusal,
  unknownInputs,
} from "./calculator.ts";

export const MAX_COMBINATIONS = 50_000;
export const MAX_RESULTS = 100;

/** `steps` values at equal distances, from `min` to `max`. */
export const Range = z.object({ min: z.number(), max: z.number(), steps: z.int().min(1) });
export type Range = z.infer<typeof Range>;

export const Sweep = z.object({
  calculator: calculatorId,
  objective: Objective,
  evaluated: z.int(),
  skipped: z.int(),
  results: z.array(z.object({ rank: z.int() }).extend(Evaluation.shape)),
});

/** A combination by its number: the last input varies fastest. */
interface Candidate {
  index: number;
  value: number;
}

/**
 * Evaluates every combination and answers the best ones. Equal ones are ordered by their inputs,
 * smaller values first. Refuses a request with all its problems.
 */
export function sweep(
  calculator: Calculator,
  { top_n, ranges = {} }: { top_n: number; ranges?: Record<string, Range> },
): z.infer<typeof Sweep> {
  const axes = axesOf(calculator, ranges);
  const total = axes.reduce((product, axis) => product * axis.length, 1);
  const names = calculator.inputs.map(({ name }) => name);

  // Every combination goes through the same record: fifty thousand new ones would cost more than
  // the formulas.
  const inputs = Object.fromEntries(names.map((name) => [name, 0]));
  const combination = (index: number) => {
    for (let i = names.length - 1; i >= 0; i--) {
      const axis = axes[i]!;
      inputs[names[i]!] = axis[index % axis.length]!;
      index = Math.floor(index / axis.length);
    }
    return inputs;
  };

  const { name, direction } = calculator.objective;
  const sign = direction === "maximize" ? 1 : -1;
  const candidates: Candidate[] = [];
  let skipped = 0;
  for (let index = 0; index < total; index++) {
    const outputs = calculator.evaluate(combination(index));
    if (!outputs) {
      skipped++;
      continue;
    }
    candidates.push({ index, value: outputs[name]! });
  }

  const best = candidates.sort((a, b) => sign * (b.value - a.value) || a.index - b.index)
    .slice(0, top_n);
  return {
    calculator: calculator.id,
    objective: calculator.objective,
    evaluated: total - skipped,
    skipped,
    results: best.map(({ index }, i) => ({
      rank: i + 1,
      ...describe(calculator, { ...combination(index) })!,
    })),
  };
}

/** The values of every input, in the order of the inputs. */
function axesOf(calculator: Calculator, ranges: Record<string, Range>) {
  const problems = unknownInputs(calculator, ranges, "ranges");
  const all = calculator.inputs.map((input) => {
    if (!Object.hasOwn(ranges, input.name)) return ownRange(input);
    const range = ranges[input.name]!;
    problems.push(...problemsOf(input, range));
    return range;
  });
  const total = all.reduce((product, { steps }) => product * steps, 1);
  if (!problems.length && total > MAX_COMBINATIONS) {
    problems.push({
      path: "ranges",
      message: `expected at most ${MAX_COMBINATIONS} combinations, these are ${total}`,
    });
  }
  if (problems.length) throw refusal(problems);
  return all.map(values);
}

const ownRange = ({ min, max, default: value, steps }: Input): Range =>
  steps === 1 ? { min: value, max: value, steps } : { min, max, steps };

function problemsOf(input: Input, range: Range): Problem[] {
  const { min, max, steps } = range;
  const problem = (part: string, message: string) => [
    { path: `ranges.${input.name}.${part}`, message },
  ];
  const found = (["min", "max"] as const).flatMap((part) => {
    const message = problemOf(input, range[part]);
    return message ? problem(part, message) : [];
  });
  if (found.length) return found;
  if (min > max) return problem("max", "expected at least min");
  if ((min === max) !== (steps === 1)) {
    return problem("steps", "expected 1 where min equals max, and at least 2 elsewhere");
  }
  if (input.options && steps > 1 && (max - min) % (steps - 1) !== 0) {
    return problem("steps", "expected steps that meet whole numbers only");
  }
  return [];
}

function values({ min, max, steps }: Range): number[] {
  return Array.from(
    { length: steps },
    // The last one is `max` itself, whatever rounding makes of it.
    (_, i) => i === steps - 1 ? max : min + (max - min) * i / (steps - 1),
  );
}
