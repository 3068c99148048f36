/**
 * Air-core coil of one layer of round copper wire. Its turns are taken as a current sheet, its wire
 * as alone in space: the loss that close turns cause in each other (proximity effect) is not there.
 */
import { defineCalculator } from "./calculator.ts";
import { MU_0 } from "./constants.ts";

/**
 * Resistivity of annealed copper at 20 °C (ohm m): International Annealed Copper Standard, IEC 60028
 * (1925).
 */
const COPPER = 1 / 58e6;

export const coil = defineCalculator({
  id: "coil",
  title: "Single-layer air-core coil",
  inputs: {
    diameter: ["Diameter of the coil, between wire centres", "m", {
      in: [0.01, 0.2],
      default: 0.05,
      steps: 20,
    }],
    length: ["Length of the coil", "m", { in: [0.02, 0.5], default: 0.1, steps: 25 }],
    turns: ["Turns", "1", { in: [5, 500], default: 50, steps: 50 }],
    // The self-resonant frequency does not depend on these inputs, so a sweep leaves them alone.
    wire_diameter: ["Diameter of the wire", "m", { in: [5e-5, 5e-3], default: 5e-4 }],
    frequency: ["Working frequency", "Hz", { in: [50, 1e8], default: 1e5 }],
  },
  outputs: {
    inductance: [
      "Inductance",
      "H",
      "mu0 * turns^2 * pi (diameter / 2)^2 / length * Nagaoka coefficient of diameter / length",
    ],
    self_capacitance: [
      "Self-capacitance",
      "F",
      "Medhurst, in pF with cm: 0.1126 length + 0.08 diameter + 0.27 sqrt(diameter^3 / length)",
    ],
    self_resonant_frequency: [
      "Self-resonant frequency",
      "Hz",
      "1 / (2 pi sqrt(inductance * self_capacitance))",
    ],
    wire_length: ["Length of the wire", "m", "sqrt((turns * pi * diameter)^2 + length^2)"],
    skin_depth: ["Skin depth", "m", "sqrt(resistivity of copper / (pi * frequency * mu0))"],
    dc_resistance: [
      "Resistance to direct current",
      "ohm",
      "resistivity of copper * wire_length / (pi (wire_diameter / 2)^2)",
    ],
    ac_resistance: [
      "Resistance at the working frequency",
      "ohm",
      "dc_resistance * Re((z / 2) J0(z) / J1(z)), z = (1 - j) (wire_diameter / 2) / skin_depth",
    ],
    q_factor: [
      "Q factor at the working frequency",
      "1",
      "2 pi frequency * inductance / ac_resistance",
    ],
  },
  objective: ["maximize", "self_resonant_frequency"],
  evaluate({ diameter, length, turns, wire_diameter, frequency }) {
    // Turns would lie on top of each other.
    if (turns * wire_diameter > length) return null;
    const area = Math.PI * diameter ** 2 / 4;
    const inductance = MU_0 * turns ** 2 * area / length * nagaokaCoefficient(diameter / length);
    const capacitance = selfCapacitance(diameter, length);
    const selfResonant = 1 / (2 * Math.PI * Math.sqrt(inductance * capacitance));
    // Beyond it the coil is a capacitor.
    if (frequency >= selfResonant) return null;
    const wireLength = Math.hypot(turns * Math.PI * diameter, length);
    const depth = skinDepth(frequency);
    const dc = COPPER * wireLength / (Math.PI * wire_diameter ** 2 / 4);
    const ac = dc * skinEffectRatio(wire_diameter / 2 / depth);
    return {
      inductance,
      self_capacitance: capacitance,
      self_resonant_frequency: selfResonant,
      wire_length: wireLength,
      skin_depth: depth,
      dc_resistance: dc,
      ac_resistance: ac,
      q_factor: 2 * Math.PI * frequency * inductance / ac,
    };
  },
});

/**
 * How much less inductance a coil of this ratio of diameter to length has than the same piece of an
 * endless one: H. Nagaoka, The Inductance Coefficients of Solenoids, Journal of the College of
 * Science, Imperial University of Tokyo, vol. 27, 1909; here in Lorenz' closed form, as in
 * E. Jahnke, F. Emde: Tables of Functions, 4th edition, Dover 1945, p. 86.
 */
export function nagaokaCoefficient(ratio: number): number {
  const sine = ratio / Math.hypot(1, ratio);
  const { K, E } = ellipticIntegrals(sine);
  return 4 / (3 * Math.PI * ratio) * ((K + (ratio ** 2 - 1) * E) / sine - ratio ** 2);
}

/**
 * Complete elliptic integrals of the first and second kind of modulus k, by the arithmetic-geometric
 * mean: M. Abramowitz, I. A. Stegun: Handbook of Mathematical Functions, NBS 1964, 17.6.
 */
function ellipticIntegrals(k: number): { K: number; E: number } {
  let [a, b, sum, power] = [1, Math.sqrt(1 - k ** 2), k ** 2, 1];
  // It converges quadratically: six rounds are exact for every k that a coil has.
  for (let round = 0; round < 6; round++) {
    const c = (a - b) / 2;
    [a, b] = [(a + b) / 2, Math.sqrt(a * b)];
    power *= 2;
    sum += power * c ** 2;
  }
  const K = Math.PI / (2 * a);
  return { K, E: K * (1 - sum / 2) };
}

/**
 * Self-capacitance (F) of a coil with one end grounded: R. G. Medhurst, H.F. Resistance and
 * Self-Capacitance of Single-Layer Solenoids, Wireless Engineer, vol. 24, 1947, pp. 35 and 80. This
 * closed form lies within 8 % of his table, which goes from a length of 0.1 to one of 50 diameters,
 * all that this calculator takes.
 */
export function selfCapacitance(diameter: number, length: number): number {
  const [d, l] = [100 * diameter, 100 * length];
  return 1e-12 * (0.1126 * l + 0.08 * d + 0.27 * Math.sqrt(d ** 3 / l));
}

/**
 * Skin depth of copper (m).
 * D. M. Pozar: Microwave Engineering, 4th edition, Wiley 2012, section 1.4.
 */
export const skinDepth = (frequency: number): number =>
  Math.sqrt(COPPER / (Math.PI * frequency * MU_0));

/**
 * Resistance of a round wire over its resistance to direct current; `x` is radius over skin depth:
 * S. Ramo, J. R. Whinnery, T. Van Duzer: Fields and Waves in Communication Electronics, 3rd edition,
 * Wiley 1994, chapter 4 (impedance of round wires).
 */
export function skinEffectRatio(x: number): number {
  // The asymptotic series of J0 / J1, exact to six digits from here on.
  if (x > 12) return x / 2 + 1 / 4 + 3 / (32 * x);
  // The continued fraction of J1(z) / J0(z), Abramowitz and Stegun 9.1.73, from its end: each step
  // is t = 1 + j s / (n (n + 1)) / t, with s = x^2 / 2, since z^2 is imaginary.
  let [re, im] = [1, 0];
  for (let n = 40; n > 0; n--) {
    const factor = x ** 2 / 2 / (n * (n + 1)) / (re ** 2 + im ** 2);
    [re, im] = [1 + factor * im, factor * re];
  }
  return re;
}
