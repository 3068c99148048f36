/** Properties of the calculators for all inputs. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Calculator } from "../../functions/lab/calculators/calculator.ts";
import { coil } from "../../functions/lab/calculators/coil.ts";
import { electrolysis } from "../../functions/lab/calculators/electrolysis.ts";
import { impedance } from "../../functions/lab/calculators/impedance.ts";
import { calculators } from "../../functions/lab/calculators/index.ts";
import { plasma } from "../../functions/lab/calculators/plasma.ts";
import { pulsedDc } from "../../functions/lab/calculators/pulsed-dc.ts";
import { resonance } from "../../functions/lab/calculators/resonance.ts";
import { anyInputs, expectNear, RUNS } from "./support.ts";

type Values = Record<string, number>;

/** Runs `check` on combinations that the formulas accept, and fails if there are none. */
function forAll(calculator: Calculator, check: (outputs: Values, inputs: Values) => void): void {
  let held = 0;
  fc.assert(
    fc.property(anyInputs(calculator), (inputs) => {
      const outputs = calculator.evaluate(inputs);
      if (!outputs) return;
      held++;
      check(outputs, inputs);
    }),
    RUNS,
  );
  expect(held).toBeGreaterThan(RUNS.numRuns / 10);
}

/** Runs `check` on two combinations that differ in one input, the smaller value first. */
function forAllPairs(
  calculator: Calculator,
  name: string,
  check: (smaller: Values, larger: Values) => void,
): void {
  const inputs = anyInputs(calculator);
  let held = 0;
  fc.assert(
    fc.property(inputs, inputs, (a, b) => {
      const [low, high] = [a[name]!, b[name]!].sort((x, y) => x - y);
      const smaller = calculator.evaluate({ ...a, [name]: low! });
      const larger = calculator.evaluate({ ...a, [name]: high! });
      if (!smaller || !larger) return;
      held++;
      check(smaller, larger);
    }),
    RUNS,
  );
  expect(held).toBeGreaterThan(RUNS.numRuns / 10);
}

/** Greater than or equal, except for rounding. */
const expectAtLeast = (value: number | undefined, limit: number | undefined) =>
  expect(value! - limit!).toBeGreaterThanOrEqual(-1e-9 * Math.abs(limit!));

describe("properties", () => {
  it.each(calculators.map((calculator) => [calculator.id, calculator] as const))(
    "%s: gives exactly the declared outputs, all finite, for every valid combination",
    (_, calculator) => {
      const names = calculator.outputs.map(({ name }) => name).sort();
      forAll(calculator, (outputs) => {
        expect(Object.keys(outputs).sort()).toEqual(names);
        expect(Object.values(outputs).every(Number.isFinite)).toBe(true);
      });
    },
  );

  it("resonance: the half-power frequencies lie around the resonance and a bandwidth apart", () => {
    forAll(resonance, (outputs) => {
      const { lower_half_power: lower, upper_half_power: upper } = outputs;
      expectNear(Math.sqrt(lower! * upper!), outputs.resonant_frequency!, 1e-9);
      expectNear(upper! - lower!, outputs.bandwidth!, 1e-6);
    });
  });

  it("coil: inductance and self-capacitance grow with the size, and inductance with the turns squared", () => {
    forAll(coil, (outputs, inputs) => {
      const larger = coil.evaluate({
        ...inputs,
        frequency: 50,
        diameter: 2 * inputs.diameter!,
        length: 2 * inputs.length!,
      })!;
      expectNear(larger.inductance, 2 * outputs.inductance!, 1e-9);
      expectNear(larger.self_capacitance, 2 * outputs.self_capacitance!, 1e-9);
      const half = coil.evaluate({ ...inputs, frequency: 50, turns: inputs.turns! / 2 })!;
      expectNear(half.inductance, outputs.inductance! / 4, 1e-9);
    });
  });

  it("coil: the resistance grows with the frequency and is never below the DC resistance", () => {
    forAllPairs(coil, "frequency", (smaller, larger) => {
      expectAtLeast(smaller.ac_resistance, smaller.dc_resistance);
      expectAtLeast(larger.ac_resistance, smaller.ac_resistance! * (1 - 1e-6));
    });
  });

  it("impedance: the input impedance of network and load equals the source's resistance", () => {
    forAll(impedance, (outputs, { source_resistance, load_resistance, load_reactance }) => {
      const { series_reactance: x, shunt_susceptance: b } = outputs;
      const inverse = ([re, im]: number[]) => {
        const squared = re! ** 2 + im! ** 2;
        return [re! / squared, -im! / squared];
      };
      const atSource = load_resistance! < source_resistance!;
      const series = atSource ? x! : 0;
      const [g, s] = inverse([load_resistance!, load_reactance! + series]);
      const [re, im] = inverse([g!, s! + b!]);
      expectNear(re, source_resistance!, 1e-6);
      expect(Math.abs(im! + (atSource ? 0 : x!))).toBeLessThan(1e-6 * source_resistance!);
    });
  });

  it("electrolysis: no efficiency is above 1, and hydrogen contains at most the energy supplied", () => {
    forAll(electrolysis, (outputs) => {
      expect(outputs.faraday_efficiency).toBeGreaterThan(0);
      expect(outputs.faraday_efficiency).toBeLessThanOrEqual(1);
      expect(outputs.energy_efficiency).toBeGreaterThan(0);
      expectAtLeast(outputs.faraday_efficiency, outputs.energy_efficiency);
      expectAtLeast(outputs.cell_voltage, outputs.reversible_voltage);
    });
  });

  it("electrolysis: the voltage grows with the current", () => {
    forAllPairs(
      electrolysis,
      "current_density",
      (smaller, larger) => expectAtLeast(larger.cell_voltage, smaller.cell_voltage),
    );
  });

  it("pulsed_dc: the energies decrease from the supply to the coil to the store", () => {
    forAll(pulsedDc, (outputs) => {
      expectAtLeast(outputs.energy_per_pulse, outputs.stored_energy);
      expectAtLeast(outputs.stored_energy, outputs.recovered_energy);
      expect(outputs.recovered_energy).toBeGreaterThan(0);
      expect(outputs.recovery_efficiency).toBeLessThanOrEqual(1);
    });
  });

  it("pulsed_dc: the energy that is not recovered equals the losses in resistance and diode", () => {
    forAll(pulsedDc, (outputs, inputs) => {
      const { supply_voltage, coil_resistance, switch_resistance, on_time } = inputs;
      const resistance = coil_resistance! + switch_resistance!;
      const sink = inputs.recovery_voltage! + inputs.diode_drop!;
      const charge = (t: number) =>
        supply_voltage! / resistance * -Math.expm1(-t * resistance / inputs.inductance!);
      const fall = (t: number) => {
        const decay = Math.exp(-t * coil_resistance! / inputs.inductance!);
        return outputs.peak_current! * decay - sink / coil_resistance! * (1 - decay);
      };
      const heat = resistance * integral((t) => charge(t) ** 2, on_time!) +
        coil_resistance! * integral((t) => fall(t) ** 2, outputs.fall_time!);
      const diode = inputs.diode_drop! * integral(fall, outputs.fall_time!);
      expectNear(outputs.recovered_energy! + heat + diode, outputs.energy_per_pulse!, 2e-3);
    });
  });

  it("plasma: the voltage depends only on pressure times gap and is never below the minimum", () => {
    forAll(plasma, (outputs, inputs) => {
      const other = plasma.evaluate({
        ...inputs,
        pressure: 4 * inputs.pressure!,
        gap: inputs.gap! / 4,
      });
      expectNear(other!.breakdown_voltage, outputs.breakdown_voltage!, 1e-6);
      expectAtLeast(outputs.breakdown_voltage, outputs.minimum_voltage);
    });
  });
});

/**
 * Integrates from 0 to `end` by Simpson's rule, with finer steps near 0, where currents change
 * most.
 */
function integral(f: (t: number) => number, end: number): number {
  const steps = 400;
  const t = (u: number) => end * u ** 4;
  const g = (u: number) => f(t(u)) * 4 * end * u ** 3;
  let sum = g(0) + g(1);
  for (let i = 1; i < steps; i++) sum += (i % 2 ? 4 : 2) * g(i / steps);
  return sum / (3 * steps);
}
