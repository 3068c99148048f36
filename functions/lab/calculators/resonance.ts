/**
 * Resonance of a resistor, an inductor and a capacitor in series or in parallel.
 *
 * C. K. Alexander, M. N. O. Sadiku: Fundamentals of Electric Circuits, 5th edition, McGraw-Hill
 * 2013, sections 14.5 (series resonance) and 14.6 (parallel resonance).
 */
import { defineCalculator } from "./calculator.ts";

export const resonance = defineCalculator({
  id: "resonance",
  title: "RLC resonance",
  inputs: {
    topology: ["Topology", ["series", "parallel"], { default: 0, steps: 2 }],
    resistance: ["Resistance", "ohm", { in: [0.1, 1e5], default: 10, steps: 25 }],
    inductance: ["Inductance", "H", { in: [1e-6, 1], default: 1e-3, steps: 25 }],
    capacitance: ["Capacitance", "F", { in: [1e-11, 1e-4], default: 1e-7, steps: 25 }],
  },
  outputs: {
    resonant_frequency: ["Resonant frequency", "Hz", "1 / (2 pi sqrt(inductance * capacitance))"],
    characteristic_impedance: ["Characteristic impedance", "ohm", "sqrt(inductance / capacitance)"],
    q_factor: [
      "Q factor",
      "1",
      "series: characteristic_impedance / resistance; parallel: resistance / characteristic_impedance",
    ],
    damping_ratio: ["Damping ratio", "1", "1 / (2 q_factor)"],
    bandwidth: ["Half-power bandwidth", "Hz", "resonant_frequency / q_factor"],
    lower_half_power: [
      "Lower half-power frequency",
      "Hz",
      "resonant_frequency * (sqrt(1 + damping_ratio^2) - damping_ratio)",
    ],
    upper_half_power: [
      "Upper half-power frequency",
      "Hz",
      "resonant_frequency * (sqrt(1 + damping_ratio^2) + damping_ratio)",
    ],
  },
  objective: ["maximize", "q_factor"],
  evaluate({ topology, resistance, inductance, capacitance }) {
    const frequency = 1 / (2 * Math.PI * Math.sqrt(inductance * capacitance));
    const characteristic = Math.sqrt(inductance / capacitance);
    const q = topology === 0 ? characteristic / resistance : resistance / characteristic;
    const damping = 1 / (2 * q);
    // The lower one is resonance^2 / upper: their difference would lose its digits at a low Q.
    const upper = frequency * (Math.hypot(1, damping) + damping);
    return {
      resonant_frequency: frequency,
      characteristic_impedance: characteristic,
      q_factor: q,
      damping_ratio: damping,
      bandwidth: frequency / q,
      lower_half_power: frequency ** 2 / upper,
      upper_half_power: upper,
    };
  },
});
