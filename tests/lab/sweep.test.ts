/** The grid search compared with sorting all combinations. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type Calculator,
  defineCalculator,
  evaluate,
  InvalidRequest,
} from "../../functions/lab/calculators/calculator.ts";
import { coil } from "../../functions/lab/calculators/coil.ts";
import { calculators } from "../../functions/lab/calculators/index.ts";
import { plasma } from "../../functions/lab/calculators/plasma.ts";
import { resonance } from "../../functions/lab/calculators/resonance.ts";
import { type Range, sweep } from "../../functions/lab/calculators/sweep.ts";
import { RUNS } from "./support.ts";

/**
 * Three inputs whose output repeats, so that many combinations are equal; one in seven is invalid.
 */
const toy = (direction: "maximize" | "minimize") =>
  defineCalculator({
    id: "coil",
    title: "Toy",
    inputs: {
      a: ["A", "m", { in: [0, 100], default: 0, steps: 5 }],
      b: ["B", "m", { in: [0, 100], default: 7 }],
      c: ["C", ["x", "y", "z"], { default: 0, steps: 3 }],
    },
    outputs: { rest: ["Rest", "m", "(a + b + c) mod 5"] },
    objective: [direction, "rest"],
    evaluate: ({ a, b, c }) => (a + 2 * b + c) % 7 === 3 ? null : { rest: (a + b + c) % 5 },
  });

/** All combinations in the order of the inputs, sorted by their objective; equal ones keep their order. */
function bruteForce(calculator: Calculator, ranges: Record<string, Range>) {
  let combinations: Record<string, number>[] = [{}];
  for (const input of calculator.inputs) {
    const { min, max, steps } = ranges[input.name] ??
      (input.steps === 1 ? { min: input.default, max: input.default, steps: 1 } : input);
    const values = Array.from(
      { length: steps },
      (_, i) => i === steps - 1 ? max : min + (max - min) * i / (steps - 1),
    );
    combinations = combinations.flatMap((each) =>
      values.map((value) => ({ ...each, [input.name]: value }))
    );
  }
  const { name, direction } = calculator.objective;
  const sign = direction === "maximize" ? -1 : 1;
  const valid = combinations.flatMap((inputs) => {
    const outputs = calculator.evaluate(inputs);
    return outputs ? [{ inputs, value: outputs[name]! }] : [];
  });
  return {
    total: combinations.length,
    valid: valid.toSorted((a, b) => sign * (a.value - b.value)),
  };
}

function expectExact(calculator: Calculator, top_n: number, ranges: Record<string, Range> = {}) {
  const { total, valid } = bruteForce(calculator, ranges);
  const found = sweep(calculator, { top_n, ranges });
  expect(found.evaluated).toBe(valid.length);
  expect(found.skipped).toBe(total - valid.length);
  expect(found.results.map(({ inputs, objective_value }) => ({ inputs, value: objective_value })))
    .toEqual(valid.slice(0, top_n));
  expect(found.results.map(({ rank }) => rank)).toEqual(found.results.map((_, i) => i + 1));
}

const problems = (calculator: Calculator, top_n: number, ranges?: Record<string, Range>) => {
  try {
    sweep(calculator, { top_n, ranges });
  } catch (error) {
    if (error instanceof InvalidRequest) return error.problems;
    throw error;
  }
  return [];
};

const paths = (...request: Parameters<typeof problems>) =>
  problems(...request).map(({ path }) => path);

describe("sweep", () => {
  it.each(calculators.map((calculator) => [calculator.id, calculator] as const))(
    "finds the best 100 of the default ranges of %s",
    (_, calculator) => expectExact(calculator, 100),
  );

  it("is exact for any ranges and any number of results, ties and invalid combinations included", () => {
    const range = fc.tuple(
      fc.integer({ min: 0, max: 50 }),
      fc.integer({ min: 1, max: 50 }),
      fc.integer({ min: 2, max: 9 }),
    ).map(([min, width, steps]) => ({ min, max: min + width, steps }));
    fc.assert(
      fc.property(
        fc.constantFrom(toy("maximize"), toy("minimize")),
        fc.integer({ min: 1, max: 100 }),
        range,
        range,
        (calculator, topN, a, b) => expectExact(calculator, topN, { a, b }),
      ),
      RUNS,
    );
  });

  it("ranks equal combinations by the order of the inputs", () => {
    const { results } = sweep(toy("maximize"), {
      top_n: 3,
      ranges: {
        a: { min: 0, max: 10, steps: 3 },
        b: { min: 0, max: 10, steps: 3 },
        c: { min: 0, max: 0, steps: 1 },
      },
    });
    expect(results.map(({ inputs, objective_value }) => [inputs.a, inputs.b, objective_value]))
      .toEqual([[0, 0, 0], [0, 10, 0], [5, 0, 0]]);
  });

  it("returns the outputs of an evaluation and the objective", () => {
    const { calculator, objective, results } = sweep(resonance, { top_n: 1 });
    expect({ calculator, objective }).toEqual({
      calculator: "resonance",
      objective: { name: "q_factor", direction: "maximize", unit: "1" },
    });
    expect(results).toEqual([{ rank: 1, ...evaluate(resonance, results[0]!.inputs) }]);
    expect(results[0]!.objective_value).toBeCloseTo(Math.sqrt(1 / 1e-11) / 0.1, 3);
  });

  it("keeps the default of an input without a range", () => {
    for (const { inputs } of sweep(coil, { top_n: 100 }).results) {
      expect(inputs).toMatchObject({ wire_diameter: 5e-4, frequency: 1e5 });
    }
  });

  it("returns all valid combinations when there are fewer than requested", () => {
    const ranges = { gap: { min: 1e-5, max: 1e-5, steps: 1 }, gas: { min: 0, max: 0, steps: 1 } };
    const pressure = { min: 1, max: 1e5, steps: 3 };
    const { evaluated, skipped, results } = sweep(plasma, {
      top_n: 10,
      ranges: { ...ranges, pressure },
    });
    expect({ evaluated, skipped, results: results.length }).toEqual({
      evaluated: 2,
      skipped: 1,
      results: 2,
    });
    const none = sweep(plasma, {
      top_n: 10,
      ranges: { ...ranges, pressure: { min: 1, max: 1, steps: 1 } },
    });
    expect(none).toMatchObject({ evaluated: 0, skipped: 1, results: [] });
  });

  it("accepts 50,000 combinations and refuses one more", () => {
    const ranges = (steps: number) => ({
      topology: { min: 0, max: 0, steps: 1 },
      resistance: { min: 1, max: 2, steps },
      inductance: { min: 1e-3, max: 1e-3, steps: 1 },
      capacitance: { min: 1e-9, max: 1e-9, steps: 1 },
    });
    expect(sweep(resonance, { top_n: 1, ranges: ranges(50_000) }).evaluated).toBe(50_000);
    expect(problems(resonance, 1, ranges(50_001))).toEqual([
      { path: "ranges", message: "expected at most 50000 combinations, these are 50001" },
    ]);
    expect(paths(resonance, 1, ranges(1e300))).toEqual(["ranges"]);
  });

  it.each([0, 101, 1.5, NaN])("refuses %d results", (topN) => {
    expect(problems(resonance, topN)).toEqual([
      { path: "top_n", message: "expected an integer from 1 to 100" },
    ]);
  });

  it.each<[string, Range, string]>([
    ["a minimum below the input's", { min: 0, max: 10, steps: 2 }, "min"],
    ["a maximum above the input's", { min: 1, max: 1e9, steps: 2 }, "max"],
    ["no number", { min: NaN, max: 10, steps: 2 }, "min"],
    ["a maximum below the minimum", { min: 10, max: 1, steps: 2 }, "max"],
    ["no step", { min: 1, max: 10, steps: 0 }, "steps"],
    ["half a step", { min: 1, max: 10, steps: 2.5 }, "steps"],
    ["endless steps", { min: 1, max: 10, steps: Infinity }, "steps"],
    ["one step for two values", { min: 1, max: 10, steps: 1 }, "steps"],
    ["two steps for one value", { min: 1, max: 1, steps: 2 }, "steps"],
  ])("refuses a range with %s", (_, range, part) => {
    expect(paths(resonance, 1, { resistance: range })).toEqual([`ranges.resistance.${part}`]);
  });

  it("refuses a range between the options of a choice", () => {
    expect(paths(resonance, 1, { topology: { min: 0, max: 1, steps: 3 } })).toEqual([
      "ranges.topology.steps",
    ]);
    expect(paths(resonance, 1, { topology: { min: 0.5, max: 1, steps: 2 } })).toEqual([
      "ranges.topology.min",
    ]);
  });

  it("refuses unknown inputs and names all problems", () => {
    const range = { min: 1, max: 1e9, steps: 2 };
    expect(paths(resonance, 0, { volume: range, resistance: range })).toEqual([
      "ranges.volume",
      "top_n",
      "ranges.resistance.max",
    ]);
  });
});
