/**
 * Coil that a direct voltage charges for a time, and that then discharges through a diode into a
 * store of constant voltage (a large capacitor or a battery), until its current is zero.
 *
 * C. K. Alexander, M. N. O. Sadiku: Fundamentals of Electric Circuits, 5th edition, McGraw-Hill 2013,
 * section 7.6 (step response of an RL circuit: both halves of the pulse are one), section 6.4
 * (energy of an inductor). M. H. Rashid: Power Electronics, 4th edition, Pearson 2014, chapter 2
 * (recovery of trapped energy with a diode).
 */
import { defineCalculator } from "./calculator.ts";

export const pulsedDc = defineCalculator({
  id: "pulsed_dc",
  title: "Pulsed direct current with energy recovery",
  inputs: {
    supply_voltage: ["Supply voltage", "V", { in: [1, 1000], default: 24, steps: 8 }],
    inductance: ["Inductance of the coil", "H", { in: [1e-5, 1], default: 0.01, steps: 10 }],
    coil_resistance: ["Resistance of the coil", "ohm", { in: [1e-3, 100], default: 1, steps: 10 }],
    switch_resistance: ["Resistance of the closed switch", "ohm", { in: [0, 10], default: 0.05 }],
    on_time: ["Time that the switch is closed", "s", {
      in: [1e-6, 0.05],
      default: 1e-3,
      steps: 10,
    }],
    recovery_voltage: ["Voltage of the store", "V", { in: [1, 2000], default: 48, steps: 5 }],
    diode_drop: ["Forward voltage of the diode", "V", { in: [0, 5], default: 0.7 }],
    frequency: ["Pulses a second", "Hz", { in: [0.1, 1e5], default: 10 }],
  },
  outputs: {
    peak_current: [
      "Peak current",
      "A",
      "supply_voltage / (coil_resistance + switch_resistance) * (1 - exp(-on_time / time constant)), time constant = inductance / (coil_resistance + switch_resistance)",
    ],
    energy_per_pulse: [
      "Energy of a pulse, from the supply",
      "J",
      "supply_voltage^2 / (coil_resistance + switch_resistance) * (on_time - time constant * (1 - exp(-on_time / time constant)))",
    ],
    stored_energy: ["Energy in the coil at the peak", "J", "inductance * peak_current^2 / 2"],
    fall_time: [
      "Time of the discharge",
      "s",
      "inductance / coil_resistance * ln(1 + peak_current * coil_resistance / (recovery_voltage + diode_drop))",
    ],
    recovered_energy: [
      "Recovered energy of a pulse",
      "J",
      "recovery_voltage * (inductance * peak_current - (recovery_voltage + diode_drop) * fall_time) / coil_resistance",
    ],
    recovery_efficiency: ["Recovery efficiency", "1", "recovered_energy / energy_per_pulse"],
    supply_power: ["Mean power from the supply", "W", "energy_per_pulse * frequency"],
  },
  objective: ["maximize", "recovery_efficiency"],
  evaluate(inputs) {
    const { supply_voltage, inductance, coil_resistance, on_time, recovery_voltage } = inputs;
    const resistance = coil_resistance + inputs.switch_resistance;
    const y = on_time * resistance / inductance;
    const peak = -supply_voltage / resistance * Math.expm1(-y);
    const energy = supply_voltage ** 2 * on_time ** 2 / inductance * chargeShape(y);
    const sink = recovery_voltage + inputs.diode_drop;
    const x = peak * coil_resistance / sink;
    const fall = inductance / coil_resistance * Math.log1p(x);
    // The next pulse would begin before the current has ended.
    if (on_time + fall > 1 / inputs.frequency) return null;
    const recovered = recovery_voltage / sink * inductance * peak ** 2 * dischargeShape(x);
    return {
      peak_current: peak,
      energy_per_pulse: energy,
      stored_energy: inductance * peak ** 2 / 2,
      fall_time: fall,
      recovered_energy: recovered,
      recovery_efficiency: recovered / energy,
      supply_power: energy * inputs.frequency,
    };
  },
});

/**
 * (y - 1 + exp(-y)) / y^2: half the ratio of the energy from the supply to the energy that a coil
 * without resistance stores. The series keeps the digits that the difference loses.
 */
function chargeShape(y: number): number {
  if (y > 5e-3) return (y + Math.expm1(-y)) / y ** 2;
  return 1 / 2 - y * (1 / 6 - y * (1 / 24 - y * (1 / 120 - y / 720)));
}

/**
 * (x - ln(1 + x)) / x^2: half the ratio of the energy that the coil gives to the store and the
 * diode to the energy that it holds.
 */
function dischargeShape(x: number): number {
  if (x > 5e-3) return (x - Math.log1p(x)) / x ** 2;
  return 1 / 2 - x * (1 / 3 - x * (1 / 4 - x * (1 / 5 - x * (1 / 6 - x / 7))));
}
