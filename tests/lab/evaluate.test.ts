/** The descriptions of the calculators, and the validation of `evaluate`. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { evaluate, InvalidRequest } from "../../functions/lab/calculators/calculator.ts";
import { coil } from "../../functions/lab/calculators/coil.ts";
import { electrolysis } from "../../functions/lab/calculators/electrolysis.ts";
import { calculatorById, calculators } from "../../functions/lab/calculators/index.ts";
import { plasma } from "../../functions/lab/calculators/plasma.ts";
import { pulsedDc } from "../../functions/lab/calculators/pulsed-dc.ts";
import { resonance } from "../../functions/lab/calculators/resonance.ts";
import { outputsOf } from "./support.ts";

/** Removes the spaces that align tables. */
const page = readFileSync(new URL("../../docs/calculators.md", import.meta.url), "utf8")
  .replace(/ +/g, " ");

describe.each(calculators.map((calculator) => [calculator.id, calculator] as const))(
  "%s",
  (id, calculator) => {
    it("is found by its id", () => expect(calculatorById(id)).toBe(calculator));

    it("has its inputs and outputs in docs/calculators.md", () => {
      const { inputs, outputs } = calculator;
      const rows = [
        ...inputs.map(({ name, unit, options, min, max, default: value, steps }) => {
          const range = options?.map((option, i) => `${i} ${option}`).join(", ") ??
            `${min} to ${max}`;
          return `| \`${name}\` | ${unit} | ${range} | ${value} | ${steps} | `;
        }),
        ...outputs.map(({ name, unit, label }) => `| \`${name}\` | ${unit} | ${label} |`),
      ];
      expect(rows.filter((row) => !page.includes(row))).toEqual([]);
    });

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

describe("evaluate", () => {
  const problems = (inputs: Record<string, number>, calculator = resonance) => {
    try {
      evaluate(calculator, inputs);
    } catch (error) {
      if (error instanceof InvalidRequest) return error.problems;
      throw error;
    }
    return [];
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

  it("returns the outputs of the defaults without inputs", () => {
    for (const calculator of calculators) {
      const defaults = Object.fromEntries(
        calculator.inputs.map((input) => [input.name, input.default]),
      );
      expect(outputsOf(calculator)).toEqual(calculator.evaluate(defaults));
    }
  });
});
