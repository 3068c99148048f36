/** The calculators against published worked examples, tables and constants. */
import { describe, expect, it } from "vitest";
import type { Calculator } from "../../functions/lab/calculators/calculator.ts";
import {
  coil,
  nagaokaCoefficient,
  selfCapacitance,
  skinDepth,
  skinEffectRatio,
} from "../../functions/lab/calculators/coil.ts";
import { electrolysis } from "../../functions/lab/calculators/electrolysis.ts";
import { impedance } from "../../functions/lab/calculators/impedance.ts";
import { GASES, plasma } from "../../functions/lab/calculators/plasma.ts";
import { pulsedDc } from "../../functions/lab/calculators/pulsed-dc.ts";
import { resonance } from "../../functions/lab/calculators/resonance.ts";
import { expectNear, outputsOf } from "./support.ts";

type Values = Record<string, number>;

/** An example: its source, the inputs, and the published outputs within a relative tolerance. */
type Example = [source: string, inputs: Values, published: Values, tolerance?: number];

const TURN = 2 * Math.PI;
const INCH = 0.0254;
const room = { temperature: 298.15, pressure: 1e5, crossover: 0 };
const pozar = { source_resistance: 100, load_resistance: 200, load_reactance: -100 };
/** A negligible value: the examples ignore the resistance. */
const ideal = { coil_resistance: 1e-3, switch_resistance: 0, diode_drop: 0 };
const rashid = { supply_voltage: 220, coil_resistance: 4, switch_resistance: 0, inductance: 5e-3 };
const sayre = { q_factor: 1.96, series_reactance: 23.5, shunt_susceptance: 1 / 29.6 };

const examples: [Calculator, Example[]][] = [
  [resonance, [
    [
      "Alexander and Sadiku, Fundamentals of Electric Circuits, 5th ed., example 14.7",
      { topology: 0, resistance: 2, inductance: 1e-3, capacitance: 0.4e-6 },
      {
        resonant_frequency: 50e3 / TURN,
        lower_half_power: 49e3 / TURN,
        upper_half_power: 51e3 / TURN,
        bandwidth: 2e3 / TURN,
        q_factor: 25,
      },
    ],
    [
      "Alexander and Sadiku, 5th ed., example 14.8",
      { topology: 1, resistance: 8e3, inductance: 0.2e-3, capacitance: 8e-6 },
      {
        resonant_frequency: 25e3 / TURN,
        q_factor: 1600,
        bandwidth: 15.625 / TURN,
        lower_half_power: 24_992 / TURN,
        upper_half_power: 25_008 / TURN,
      },
      1e-5,
    ],
    [
      "Rashid, Microelectronic Circuits, appendix B, example B.16 (a low Q)",
      { topology: 0, resistance: 50, inductance: 4e-3, capacitance: 0.15e-6 },
      {
        resonant_frequency: 6497.5,
        damping_ratio: 0.1531,
        q_factor: 3.266,
        lower_half_power: 5578,
        upper_half_power: 7568,
        bandwidth: 1989.4,
      },
      1e-3,
    ],
  ]],
  [coil, [[
    "The ARRL Handbook, an air-core inductor: 48 turns, 3/4 inch, 32 turns an inch",
    { diameter: 0.75 * INCH, length: 48 / 32 * INCH, turns: 48 },
    { inductance: 17.6e-6 },
    0.01,
  ]]],
  [impedance, [
    [
      "Pozar, Microwave Engineering, 4th ed., example 5.1, solution 1",
      { ...pozar, frequency: 500e6, solution: 0 },
      { shunt_capacitance: 0.92e-12, series_inductance: 38.8e-9, q_factor: 1.22 },
      0.01,
    ],
    [
      "Pozar, 4th ed., example 5.1, solution 2",
      { ...pozar, frequency: 500e6, solution: 1 },
      {
        series_capacitance: 2.61e-12,
        shunt_inductance: 46.1e-9,
        shunt_capacitance: 0,
        series_inductance: 0,
      },
      0.01,
    ],
    [
      "Bowick, RF Circuit Design, 2nd ed., example 4-1",
      { source_resistance: 100, load_resistance: 1000, frequency: 100e6 },
      {
        q_factor: 3,
        series_reactance: 300,
        shunt_susceptance: 1 / 333,
        series_inductance: 477e-9,
        shunt_capacitance: 4.8e-12,
      },
      0.01,
    ],
    ...[[12, 58], [58, 12]].map(([source, load]): Example => [
      `Sayre, Complete Wireless Design, p. 128, from ${source} to ${load} ohm`,
      { source_resistance: source!, load_resistance: load!, frequency: 1.5e9 },
      { ...sayre, series_inductance: 2.5e-9, shunt_capacitance: 3.58e-12 },
      0.01,
    ]),
    [
      "Pozar, 4th ed., example 2.2 (reflection of 40 + j70 ohm on 100 ohm)",
      { source_resistance: 100, load_resistance: 40, load_reactance: 70 },
      { reflection_coefficient: 0.59, standing_wave_ratio: 3.87 },
      0.01,
    ],
  ]],
  [electrolysis, [
    ["the standard reversible voltage of water", room, { reversible_voltage: 1.229 }, 5e-4],
    [
      "Larminie and Dicks, Fuel Cell Systems Explained, 2nd ed., table 2.1: 228.2 kJ/mol at 80 °C",
      { ...room, temperature: 353.15 },
      { reversible_voltage: 228.2e3 / (2 * 96_485) },
      5e-4,
    ],
    // Hydrogen has 2.016 g/mol; the cell has 10 square centimetres.
    [
      "Burdge, Chemistry, worked example 19.8: 1.26 A for 7.44 h",
      { ...room, area: 0.001, current_density: 1260 },
      { hydrogen_rate: 0.175 * 2.016e-3 / (7.44 * 3600) },
    ],
    [
      "OpenStax, Chemistry, chapter 17, exercise 51: 2.345 A for 45 min",
      { ...room, area: 0.001, current_density: 2345 },
      { hydrogen_rate: 0.0328 * 2.016e-3 / (45 * 60) },
    ],
  ]],
  [pulsedDc, [
    [
      "Alexander and Sadiku, 5th ed., section 7.9.4 (automobile ignition): 3 A, 27 mJ",
      { ...rashid, supply_voltage: 12, inductance: 6e-3, on_time: 0.05 },
      { peak_current: 3, stored_energy: 27e-3 },
      1e-6,
    ],
    [
      "Rashid, Power Electronics, 4th ed., example 2.5: 55 A and 7.563 J in the end",
      { ...rashid, on_time: 0.05 },
      { peak_current: 55, stored_energy: 7.563 },
      1e-4,
    ],
    [
      "Rashid, Power Electronics, 4th ed., example 2.5: 30.285 A after 1 ms",
      { ...rashid, on_time: 1e-3 },
      { peak_current: 30.285 },
      1e-4,
    ],
    [
      "Rashid, Power Electronics, 4th ed., example 2.8: 100 A, 1.1 J",
      { ...ideal, supply_voltage: 220, inductance: 220e-6, on_time: 100e-6 },
      { peak_current: 100, energy_per_pulse: 1.1 },
      1e-3,
    ],
    [
      // The feedback winding has ten times the turns, so the coil sees a tenth of the supply.
      "Rashid, Power Electronics, 4th ed., example 2.9: 44 A, 500 us, 0.242 J returned",
      {
        ...ideal,
        supply_voltage: 220,
        inductance: 250e-6,
        on_time: 50e-6,
        recovery_voltage: 22,
      },
      { peak_current: 44, fall_time: 500e-6, recovered_energy: 0.242, recovery_efficiency: 1 },
      2e-3,
    ],
  ]],
];

describe.each(examples.map(([calculator, own]) => [calculator.id, calculator, own] as const))(
  "%s agrees with",
  (_, calculator, own) => {
    it.each(own)("%s", (_source, inputs, published, tolerance) => {
      const outputs = outputsOf(calculator, inputs);
      for (const [name, value] of Object.entries(published)) {
        expectNear(outputs[name], value, tolerance);
      }
    });
  },
);

describe("coil agrees with", () => {
  it.each([[0.5, 0.818136], [1, 0.688423], [2, 0.525510], [5, 0.319825]])(
    "Nagaoka's table (Rosa and Grover, Bulletin of the Bureau of Standards 8, 1912) for diameter / length %d",
    (ratio, published) => expectNear(nagaokaCoefficient(ratio), published, 2e-6),
  );

  it.each([[0.1, 0.96], [0.5, 0.5], [1, 0.46], [2, 0.5], [5, 0.81], [10, 1.32], [50, 5.8]])(
    "Medhurst's table (Wireless Engineer 24, 1947) for length / diameter %d: %d pF per cm",
    (ratio, published) => expectNear(selfCapacitance(0.01, 0.01 * ratio) * 1e12, published, 0.08),
  );

  it.each([[60, 8.5e-3], [1e6, 66e-6], [10e9, 0.66e-6]])(
    "the skin depth of copper in handbooks (10 GHz: Pozar, 4th ed., example 1.2) at %d Hz",
    (frequency, published) => expectNear(skinDepth(frequency), published, 0.01),
  );

  it.each([[0.5, 1.0003], [1, 1.005], [2, 1.078], [3, 1.318], [5, 2.043], [20, 7.328], [
    100,
    35.61,
  ]])(
    "the table of skin effect in NBS Circular 74 (1924) for x = radius sqrt(2) / depth = %d",
    (x, published) => expectNear(skinEffectRatio(x / Math.SQRT2), published, 5e-4),
  );

  it.each([[18, 1.024e-3, 6.385], [24, 0.5106e-3, 25.67]])(
    "the copper wire tables (NBS Circular 31) for AWG %d",
    (_, wire_diameter, ohmsPer1000Feet) => {
      const { dc_resistance, wire_length } = outputsOf(coil, { wire_diameter });
      expectNear(dc_resistance! / wire_length! * 304.8, ohmsPer1000Feet);
    },
  );
});

describe("electrolysis agrees with", () => {
  it("the thermoneutral voltage of water, 1.481 V", () => {
    const { energy_efficiency, cell_voltage, faraday_efficiency } = outputsOf(electrolysis, room);
    expectNear(energy_efficiency! * cell_voltage! / faraday_efficiency!, 1.481, 5e-4);
  });

  it("the higher heating value of hydrogen, 39.4 kWh/kg", () => {
    const { specific_energy, energy_efficiency } = outputsOf(electrolysis);
    expectNear(specific_energy! * energy_efficiency! / 3.6e6, 39.4);
  });

  it("Bard and Faulkner, Electrochemical Methods, 2nd ed., section 3.4: 118 mV a decade at 25 °C", () => {
    const at = (current_density: number) =>
      outputsOf(electrolysis, { ...room, current_density, anode_exchange_current: 0.001 });
    expectNear(at(10_000).anode_overpotential! - at(1000).anode_overpotential!, 0.118, 0.005);
  });
});

describe("plasma agrees with", () => {
  const TORR_CM = 133.322 * 0.01;
  const gasNumber = (gas: string) => GASES.findIndex((each) => each.gas === gas);
  const breakdown = (torrCm: number, gas = "air", secondary_emission = 0.01) =>
    outputsOf(plasma, {
      gas: gasNumber(gas),
      secondary_emission,
      gap: 0.01,
      pressure: torrCm * TORR_CM / 0.01,
    });

  it.each([1, 10, 100, 1000])(
    "Bazelyan and Raizer, Spark Discharge, p. 32 (air, C = 1.18) at %d Torr cm",
    (pd) => expectNear(breakdown(pd).breakdown_voltage, 365 * pd / (1.18 + Math.log(pd)), 2e-3),
  );

  it("Raizer, Gas Discharge Physics, section 7.2: air has its minimum of 300 V at 0.83 Torr cm", () => {
    const air = breakdown(10);
    expectNear(air.minimum_voltage, 300, 0.02);
    expectNear(air.minimum_pressure_gap, 0.83 * TORR_CM, 0.01);
  });

  it.each([["air", 327], ["nitrogen", 251], ["hydrogen", 273], ["argon", 137], ["helium", 156]])(
    "the measured minimum of %s in Naidu and Kamaraju, %d V, with an ordinary cathode",
    (gas, volts) => {
      expect(breakdown(100, gas, 0.2).minimum_voltage).toBeLessThan(volts);
      expect(breakdown(100, gas, 0.005).minimum_voltage).toBeGreaterThan(volts);
    },
  );

  it("Lieberman and Lichtenberg, 2nd ed., table 14.1: the minimum of argon lies at E / p = 176 V/(cm Torr)", () => {
    const pressure = 1000;
    const at = outputsOf(plasma, { gas: gasNumber("argon"), pressure }).minimum_pressure_gap!;
    const least = outputsOf(plasma, { gas: gasNumber("argon"), pressure, gap: at / pressure });
    expectNear(least.reduced_field! * TORR_CM, 176, 1e-4);
    expectNear(least.breakdown_voltage, least.minimum_voltage!, 1e-9);
  });
});
