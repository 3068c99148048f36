/** The CPU cost of the largest allowed grid search of the lab. */
import process from "node:process";
import { calculators } from "../functions/lab/calculators/index.ts";
import {
  MAX_COMBINATIONS,
  MAX_RESULTS,
  type Range,
  sweep,
} from "../functions/lab/calculators/sweep.ts";
import type { Row } from "./measure.ts";

/** Seconds of CPU: the limit of a request is two. */
const BAR = 0.5;

/**
 * Two ranges for each calculator for which nearly all combinations are valid and take the slowest
 * path.
 */
const RANGES: Record<string, Record<string, Range>> = {
  resonance: {
    resistance: { min: 1, max: 1000, steps: 250 },
    capacitance: { min: 1e-10, max: 1e-6, steps: 200 },
  },
  coil: {
    turns: { min: 5, max: 200, steps: 250 },
    frequency: { min: 1e4, max: 1e6, steps: 200 },
  },
  impedance: {
    load_resistance: { min: 1, max: 5000, steps: 250 },
    load_reactance: { min: -1000, max: 1000, steps: 200 },
  },
  electrolysis: {
    current_density: { min: 100, max: 40_000, steps: 250 },
    area_resistance: { min: 1e-6, max: 1e-4, steps: 200 },
  },
  pulsed_dc: {
    coil_resistance: { min: 0.1, max: 10, steps: 250 },
    on_time: { min: 1e-4, max: 0.02, steps: 200 },
  },
  plasma: {
    pressure: { min: 100, max: 1e5, steps: 250 },
    gap: { min: 1e-3, max: 0.1, steps: 200 },
  },
};

/** Runs without a warm-up, so that compilation is included. */
export function benchSweep(): Row[] {
  return calculators.map((calculator) => {
    const { id } = calculator;
    const fixed = calculator.inputs.map((input): [string, Range] => [
      input.name,
      { min: input.default, max: input.default, steps: 1 },
    ]);
    const ranges = { ...Object.fromEntries(fixed), ...RANGES[id] };
    const before = process.cpuUsage();
    const { evaluated, skipped } = sweep(calculator, { top_n: MAX_RESULTS, ranges });
    const { user, system } = process.cpuUsage(before);
    if (evaluated + skipped !== MAX_COMBINATIONS) throw new Error(`${id}: ${evaluated + skipped}`);
    const seconds = (user + system) / 1e6;
    return {
      what: `sweep of ${MAX_COMBINATIONS} combinations, ${id}`,
      measured: `${(1000 * seconds).toFixed(0)} ms CPU, ${skipped} invalid`,
      bar: `< ${1000 * BAR} ms`,
      ok: seconds < BAR,
    };
  });
}
