/** The descriptions of the calculators, `evaluate` with its validation, and the grid search. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type Calculator,
  defineCalculator,
  evaluate,
} from "../../functions/lab/calculators/calculator.ts";
import { coil } from "../../functions/lab/calculators/coil.ts";
import { electrolysis } from "../../functions/lab/calculators/electrolysis.ts";
import { calculatorById, calculators } from "../../functions/lab/calculators/index.ts";
import { plasma } from "../../functions/lab/calculators/plasma.ts";
import { pulsedDc } from "../../functions/lab/calculators/pulsed-dc.ts";
import { resonance } from "../../functions/lab/calculators/resonance.ts";
import { type Range, sweep } from "../../functions/lab/calculators/sweep.ts";
import { HttpError } from "../../shared/base/errors.ts";
import { RUNS } from "./support.ts";

describe.each(calculators.map((calculator) => [calculator.id, calculator] as const))(
  "%s",
  (id, calculator) => {
    it("is found by its id", () => expect(calculatorById(id)).toBe(calculator));

    it("describes inputs whose defaults are valid, and an objective that is an output", () => {
      for (const { min, max, default: value, steps } of calculator.inputs) {
        expect(min).toBeLessThan(max);
        expect(value).toBeGreaterThanOrEqual(min);
        expect(value).toBeLessThanOrEqual(max);
        expect(Number.isInteger(steps) && steps >= 1).toBe(true);
      }
      const { name, unit } = calculator.objective;
      expect(calculator.outputs).toContainEqual(expect.objectContaining({ name, unit }));
      const { outputs, objective_value } = evaluate(calculator);
      expect(outputs.find((output) => output.name === name)!.value).toBe(objective_value);
    });
  },
);

/** The problem of each field that a refusal names. */
function problemsOf(calculate: () => unknown) {
  try {
    calculate();
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    return error.fields!.map(({ path, message }) => ({ path, message }));
  }
  return [];
}

describe("evaluate", () => {
  const problems = (inputs: Record<string, number>, calculator = resonance) => {
    return problemsOf(() => evaluate(calculator, inputs));
  };

  it("returns the inputs, with defaults for missing ones", () => {
    expect(evaluate(resonance, { resistance: 20 }).inputs).toEqual({
      topology: 0,
      resistance: 20,
      inductance: 1e-3,
      capacitance: 1e-7,
    });
  });

  it.each([0.01, 1e9, NaN, Infinity])("refuses %d for a resistance", (resistance) => {
    expect(problems({ resistance })).toEqual([
      { path: "inputs.resistance", message: "expected 0.1 to 100000 ohm" },
    ]);
  });

  it.each([-1, 0.5, 2])("refuses %d for a choice of two", (topology) => {
    expect(problems({ topology })).toEqual([
      { path: "inputs.topology", message: "expected one of 0 (series), 1 (parallel)" },
    ]);
  });

  it("refuses unknown inputs and names all problems", () => {
    expect(problems({ volume: 1, resistance: 0 }).map(({ path }) => path)).toEqual([
      "inputs.volume",
      "inputs.resistance",
    ]);
    expect(() => evaluate(resonance, { toString: 1 } as unknown as Record<string, number>)).toThrow(
      /^inputs\.toString: unknown input, expected one of topology, resistance/,
    );
  });

  it.each([
    ["a coil whose turns overlap", coil, { turns: 500, wire_diameter: 1e-3 }],
    ["a coil above its self-resonance", coil, { frequency: 1e8 }],
    ["a cell that loses all its current", electrolysis, { current_density: 50, crossover: 50 }],
    ["a pulse longer than its period", pulsedDc, { on_time: 0.05, frequency: 20 }],
    ["a gap too small for an avalanche", plasma, { pressure: 1, gap: 1e-5 }],
  ])("refuses %s", (_, calculator, inputs) => {
    expect(problems(inputs, calculator)).toEqual([
      { path: "inputs", message: expect.stringContaining("do not hold") },
    ]);
  });
});

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

/** All combinations in the order of the inputs, sorted by objective; equal ones keep their order. */
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
  return problemsOf(() => sweep(calculator, { top_n, ranges }));
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

  it.each<[string, Range, string]>([
    ["a minimum below the input's", { min: 0, max: 10, steps: 2 }, "min"],
    ["a maximum above the input's", { min: 1, max: 1e9, steps: 2 }, "max"],
    ["no number", { min: NaN, max: 10, steps: 2 }, "min"],
    ["a maximum below the minimum", { min: 10, max: 1, steps: 2 }, "max"],
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
    expect(paths(resonance, 1, { volume: range, resistance: range })).toEqual([
      "ranges.volume",
      "ranges.resistance.max",
    ]);
  });
});
