/**
 * Two-element (L-section) network that matches a load to a resistive source.
 *
 * D. M. Pozar: Microwave Engineering, 4th edition, Wiley 2012: section 5.1, equations 5.3 to 5.6
 * (both sections and both solutions), and section 2.3, equations 2.35 to 2.41 (reflection).
 * C. Bowick: RF Circuit Design, 2nd edition, Newnes 2008, chapter 4 (Q).
 */
import { defineCalculator } from "./calculator.ts";

export const impedance = defineCalculator({
  id: "impedance",
  title: "L-section impedance matching",
  inputs: {
    source_resistance: ["Source resistance", "ohm", { in: [1, 1000], default: 50, steps: 25 }],
    load_resistance: ["Load resistance", "ohm", { in: [0.5, 5000], default: 200, steps: 40 }],
    load_reactance: ["Load reactance", "ohm", { in: [-2000, 2000], default: 0, steps: 41 }],
    // The Q factor does not depend on these inputs, so a sweep leaves them alone unless told
    // otherwise.
    frequency: ["Frequency", "Hz", { in: [1e4, 1e10], default: 1e8 }],
    solution: ["Solution", ["low-pass (positive root)", "high-pass (negative root)"], {
      default: 0,
    }],
  },
  outputs: {
    q_factor: [
      "Q factor of the network",
      "1",
      "sqrt(larger / smaller - 1); load_resistance below source_resistance: of source_resistance and load_resistance; otherwise: of the load's parallel resistance (load_resistance^2 + load_reactance^2) / load_resistance and source_resistance",
    ],
    series_reactance: [
      "Series reactance",
      "ohm",
      "load_resistance below source_resistance: root * q_factor * load_resistance - load_reactance, next to the load; otherwise: root * q_factor * source_resistance, next to the source; root is 1 or -1",
    ],
    shunt_susceptance: [
      "Shunt susceptance",
      "S",
      "load_resistance below source_resistance: root * q_factor / source_resistance, across the source; otherwise: root * q_factor / parallel resistance of the load - susceptance of the load, across the load",
    ],
    series_inductance: [
      "Series inductor",
      "H",
      "series_reactance / (2 pi frequency) when positive, otherwise 0: not there",
    ],
    series_capacitance: [
      "Series capacitor",
      "F",
      "-1 / (2 pi frequency * series_reactance) when negative, otherwise 0: not there",
    ],
    shunt_inductance: [
      "Shunt inductor",
      "H",
      "-1 / (2 pi frequency * shunt_susceptance) when negative, otherwise 0: not there",
    ],
    shunt_capacitance: [
      "Shunt capacitor",
      "F",
      "shunt_susceptance / (2 pi frequency) when positive, otherwise 0: not there",
    ],
    reflection_coefficient: [
      "Reflection coefficient without the network",
      "1",
      "|load - source_resistance| / |load + source_resistance|",
    ],
    standing_wave_ratio: [
      "Standing wave ratio without the network",
      "1",
      "(1 + reflection_coefficient) / (1 - reflection_coefficient)",
    ],
    mismatch_loss: [
      "Mismatch loss without the network",
      "dB",
      "-10 log10(1 - reflection_coefficient^2)",
    ],
  },
  objective: ["maximize", "q_factor"],
  evaluate(
    { source_resistance: rs, load_resistance: rl, load_reactance: xl, frequency, solution },
  ) {
    const root = solution === 0 ? 1 : -1;
    const omega = 2 * Math.PI * frequency;
    const { q, x, b } = rl < rs ? shuntAtSource(rs, rl, xl, root) : shuntAtLoad(rs, rl, xl, root);
    const reflection = Math.hypot(rl - rs, xl) / Math.hypot(rl + rs, xl);
    return {
      q_factor: q,
      series_reactance: x,
      shunt_susceptance: b,
      series_inductance: x > 0 ? x / omega : 0,
      series_capacitance: x < 0 ? -1 / (omega * x) : 0,
      shunt_inductance: b < 0 ? -1 / (omega * b) : 0,
      shunt_capacitance: b > 0 ? b / omega : 0,
      reflection_coefficient: reflection,
      standing_wave_ratio: (1 + reflection) / (1 - reflection),
      mismatch_loss: -10 * Math.log10(1 - reflection ** 2),
    };
  },
});

/** Figure 5.2b of Pozar, equations 5.6. */
function shuntAtSource(rs: number, rl: number, xl: number, root: number) {
  const q = Math.sqrt(rs / rl - 1);
  return { q, x: root * q * rl - xl, b: root * q / rs };
}

/** Figure 5.2a of Pozar; equations 5.3, written with the load as conductance and susceptance. */
function shuntAtLoad(rs: number, rl: number, xl: number, root: number) {
  const squared = rl ** 2 + xl ** 2;
  const parallel = squared / rl;
  // Rounding can put the parallel resistance of a matched load just below the source's.
  const q = Math.sqrt(Math.max(0, parallel / rs - 1));
  return { q, x: root * q * rs, b: root * q / parallel + xl / squared };
}
