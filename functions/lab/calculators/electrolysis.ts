/**
 * Cell that splits liquid water into hydrogen and oxygen of the same pressure.
 *
 * Thermodynamics: R. O'Hayre, S.-W. Cha, W. Colella, F. B. Prinz: Fuel Cell Fundamentals, 3rd
 * edition, Wiley 2016, chapter 2. Kinetics: A. J. Bard, L. R. Faulkner: Electrochemical Methods, 2nd
 * edition, Wiley 2001, section 3.4.
 */
import { defineCalculator } from "./calculator.ts";
import { FARADAY, GAS_CONSTANT } from "./constants.ts";

/**
 * Enthalpy (J/mol) and entropy (J/(mol K)) of H2O(l) -> H2 + 1/2 O2 at 298.15 K, taken as constant:
 * J. D. Cox, D. D. Wagman, V. A. Medvedev: CODATA Key Values for Thermodynamics, Hemisphere 1989.
 */
const ENTHALPY = 285_830;
const ENTROPY = 130.68 + 205.152 / 2 - 69.95;

const STANDARD_PRESSURE = 1e5;

/** Molar mass of H2 (kg/mol). */
const HYDROGEN = 2.01588e-3;

/** Transfer coefficient of both electrodes; it gives the Butler-Volmer equation a closed inverse. */
const TRANSFER_COEFFICIENT = 0.5;

const THERMONEUTRAL_VOLTAGE = ENTHALPY / (2 * FARADAY);

export const electrolysis = defineCalculator({
  id: "electrolysis",
  title: "Water electrolysis cell",
  inputs: {
    // The exchange currents belong to a temperature, so a sweep does not change it alone.
    temperature: ["Temperature", "K", { in: [283.15, 363.15], default: 353.15 }],
    pressure: ["Pressure of both gases", "Pa", { in: [1e5, 5e6], default: 1e5 }],
    current_density: ["Current density", "A/m^2", { in: [50, 40_000], default: 10_000, steps: 50 }],
    // It scales power and hydrogen alike.
    area: ["Area of an electrode", "m^2", { in: [1e-4, 10], default: 0.01 }],
    anode_exchange_current: ["Exchange current density of the anode", "A/m^2", {
      in: [1e-3, 100],
      default: 10,
      steps: 10,
    }],
    cathode_exchange_current: ["Exchange current density of the cathode", "A/m^2", {
      in: [0.1, 1e4],
      default: 1000,
      steps: 8,
    }],
    area_resistance: ["Resistance of the cell times its area", "ohm m^2", {
      in: [1e-6, 1e-4],
      default: 1.5e-5,
      steps: 10,
    }],
    crossover: ["Current density lost to crossover and leakage", "A/m^2", {
      in: [0, 200],
      default: 20,
    }],
  },
  outputs: {
    reversible_voltage: [
      "Reversible voltage",
      "V",
      "(enthalpy - temperature * entropy) / (2 F) + 1.5 R temperature / (2 F) * ln(pressure / 1 bar)",
    ],
    anode_overpotential: [
      "Overpotential of the anode",
      "V",
      "R temperature / (0.5 F) * arsinh(current_density / (2 anode_exchange_current)), the Butler-Volmer equation",
    ],
    cathode_overpotential: [
      "Overpotential of the cathode",
      "V",
      "R temperature / (0.5 F) * arsinh(current_density / (2 cathode_exchange_current)), the Butler-Volmer equation",
    ],
    ohmic_loss: ["Ohmic loss", "V", "current_density * area_resistance"],
    cell_voltage: [
      "Cell voltage",
      "V",
      "reversible_voltage + anode_overpotential + cathode_overpotential + ohmic_loss",
    ],
    faraday_efficiency: ["Faraday efficiency", "1", "1 - crossover / current_density"],
    energy_efficiency: [
      "Energy efficiency (higher heating value)",
      "1",
      "faraday_efficiency * thermoneutral voltage / cell_voltage; a cell below the thermoneutral voltage, enthalpy / (2 F), takes the difference as heat, which counts as energy",
    ],
    power: ["Power", "W", "cell_voltage * current_density * area"],
    hydrogen_rate: [
      "Hydrogen",
      "kg/s",
      "faraday_efficiency * current_density * area * molar mass of hydrogen / (2 F)",
    ],
    specific_energy: [
      "Electrical energy for a kilogram of hydrogen",
      "J/kg",
      "power / hydrogen_rate",
    ],
  },
  objective: ["maximize", "energy_efficiency"],
  evaluate(inputs) {
    const { temperature, current_density: density, crossover } = inputs;
    // All of the current is lost, and no hydrogen made.
    if (crossover >= density) return null;
    const reversible = (ENTHALPY - temperature * ENTROPY) / (2 * FARADAY) +
      1.5 * GAS_CONSTANT * temperature / (2 * FARADAY) *
        Math.log(inputs.pressure / STANDARD_PRESSURE);
    const slope = GAS_CONSTANT * temperature / (TRANSFER_COEFFICIENT * FARADAY);
    const anode = slope * Math.asinh(density / (2 * inputs.anode_exchange_current));
    const cathode = slope * Math.asinh(density / (2 * inputs.cathode_exchange_current));
    const ohmic = density * inputs.area_resistance;
    const voltage = reversible + anode + cathode + ohmic;
    const faraday = 1 - crossover / density;
    const current = density * inputs.area;
    const power = voltage * current;
    const hydrogen = faraday * current * HYDROGEN / (2 * FARADAY);
    return {
      reversible_voltage: reversible,
      anode_overpotential: anode,
      cathode_overpotential: cathode,
      ohmic_loss: ohmic,
      cell_voltage: voltage,
      faraday_efficiency: faraday,
      energy_efficiency: faraday * THERMONEUTRAL_VOLTAGE /
        Math.max(voltage, THERMONEUTRAL_VOLTAGE),
      power,
      hydrogen_rate: hydrogen,
      specific_energy: power / hydrogen,
    };
  },
});
