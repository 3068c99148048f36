/**
 * Breakdown of a gas between two parallel plates: Paschen's law with Townsend's coefficients.
 *
 * M. A. Lieberman, A. J. Lichtenberg: Principles of Plasma Discharges and Materials Processing, 2nd
 * edition, Wiley 2005, section 14.3; Yu. P. Raizer: Gas Discharge Physics, Springer 1991, section 7.2.
 */
import { defineCalculator } from "./calculator.ts";

/** A in 1/(cm Torr) and B in V/(cm Torr) of the ionization coefficient p A exp(-B p / E). */
interface Townsend {
  gas: string;
  A: number;
  B: number;
}

/** Lieberman and Lichtenberg, table 14.1, p. 546; air: Raizer, table 4.1. */
export const GASES: readonly Townsend[] = [
  { gas: "air", A: 15, B: 365 },
  { gas: "nitrogen", A: 11.8, B: 325 },
  { gas: "hydrogen", A: 4.8, B: 136 },
  { gas: "helium", A: 2.8, B: 77 },
  { gas: "neon", A: 4.4, B: 111 },
  { gas: "argon", A: 11.5, B: 176 },
];

const TORR = 101_325 / 760;
const PER_CM_TORR = 100 / TORR;

export const plasma = defineCalculator({
  id: "plasma",
  title: "Gas breakdown (Paschen's law)",
  inputs: {
    gas: ["Gas", GASES.map(({ gas }) => gas), { default: 0, steps: GASES.length }],
    pressure: ["Pressure", "Pa", { in: [1, 2e5], default: 101_325, steps: 80 }],
    gap: ["Distance of the plates", "m", { in: [1e-5, 0.1], default: 1e-3, steps: 80 }],
    secondary_emission: ["Electrons that the cathode emits for each ion", "1", {
      in: [1e-4, 0.5],
      default: 0.01,
    }],
  },
  outputs: {
    breakdown_voltage: [
      "Breakdown voltage",
      "V",
      "B * pressure * gap / ln(A * pressure * gap / ln(1 + 1 / secondary_emission)), A and B of the gas",
    ],
    breakdown_field: ["Field at breakdown", "V/m", "breakdown_voltage / gap"],
    reduced_field: [
      "Field at breakdown over pressure",
      "V/(m Pa)",
      "breakdown_voltage / (pressure * gap)",
    ],
    pressure_gap: ["Pressure times gap", "Pa m", "pressure * gap"],
    minimum_pressure_gap: [
      "Pressure times gap of the least breakdown voltage",
      "Pa m",
      "e / A * ln(1 + 1 / secondary_emission)",
    ],
    minimum_voltage: [
      "Least breakdown voltage of the gas and cathode",
      "V",
      "B * minimum_pressure_gap",
    ],
  },
  objective: ["minimize", "breakdown_voltage"],
  evaluate({ gas, pressure, gap, secondary_emission }) {
    const townsend = GASES[gas]!;
    const [A, B] = [townsend.A * PER_CM_TORR, townsend.B * PER_CM_TORR];
    const pressureGap = pressure * gap;
    const needed = Math.log1p(1 / secondary_emission);
    const logarithm = Math.log(A * pressureGap / needed);
    // Left of the curve no voltage makes enough ions.
    if (logarithm <= 0) return null;
    const voltage = B * pressureGap / logarithm;
    return {
      breakdown_voltage: voltage,
      breakdown_field: voltage / gap,
      reduced_field: voltage / pressureGap,
      pressure_gap: pressureGap,
      minimum_pressure_gap: Math.E / A * needed,
      minimum_voltage: B * Math.E / A * needed,
    };
  },
});
