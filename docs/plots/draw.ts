/** `npm run plots`: draws the plots of docs/calculators.md from what the calculators answer. */
import type { Calculator } from "../../functions/lab/calculators/calculator.ts";
import { coil } from "../../functions/lab/calculators/coil.ts";
import { electrolysis } from "../../functions/lab/calculators/electrolysis.ts";
import { impedance } from "../../functions/lab/calculators/impedance.ts";
import { GASES, plasma } from "../../functions/lab/calculators/plasma.ts";
import { pulsedDc } from "../../functions/lab/calculators/pulsed-dc.ts";
import { resonance } from "../../functions/lab/calculators/resonance.ts";
import { type Axis, type Chart, drawChart, type Line } from "./chart.ts";

const POINTS = 240;

interface Plot {
  calculator: Calculator;
  chart: Omit<Chart, "lines">;
  /** The input along the x axis and the output along the y axis. */
  from: string;
  to: string;
  /** The input that each line sets; every other input has its default. */
  lines: Record<string, Record<string, number>>;
  /** Where the x axis shows another quantity than the input itself. */
  unscale?: (x: number) => number;
}

/** The value at a share of the axis. */
const at = ({ domain: [from, to], log }: Axis, share: number) =>
  log ? from * (to / from) ** share : from + (to - from) * share;

function line(plot: Plot, label: string, settings: Record<string, number>): Line {
  const { calculator, chart, from, to, unscale = (x) => x } = plot;
  const defaults = Object.fromEntries(calculator.inputs.map((each) => [each.name, each.default]));
  return {
    label,
    points: Array.from({ length: POINTS + 1 }, (_, i) => {
      const x = at(chart.x, i / POINTS);
      const outputs = calculator.evaluate({ ...defaults, ...settings, [from]: unscale(x) });
      return outputs && [x, outputs[to]!];
    }),
  };
}

const plots: Plot[] = [
  {
    calculator: resonance,
    chart: {
      title: "Q factor of a series and a parallel circuit (1 mH, 100 nF)",
      x: { label: "Resistance (ohm)", domain: [1, 1e5], log: true },
      y: { label: "Q factor", domain: [1e-3, 1e3], log: true, format: "~g" },
      legend: "Topology",
    },
    from: "resistance",
    to: "q_factor",
    lines: { series: { topology: 0 }, parallel: { topology: 1 } },
  },
  {
    calculator: coil,
    chart: {
      title: "Self-resonant frequency of a coil 10 cm long",
      x: { label: "Turns", domain: [5, 200], format: "d" },
      y: { label: "Self-resonant frequency (Hz)", domain: [1e6, 1e9], log: true },
      legend: "Diameter",
    },
    from: "turns",
    to: "self_resonant_frequency",
    lines: { "2 cm": { diameter: 0.02 }, "5 cm": { diameter: 0.05 }, "10 cm": { diameter: 0.1 } },
  },
  {
    calculator: impedance,
    chart: {
      title: "Q factor of an L-section from 50 ohm",
      x: { label: "Load resistance (ohm)", domain: [1, 5000], log: true },
      y: { label: "Q factor", domain: [0, 12], format: "~g" },
      legend: "Load reactance",
    },
    from: "load_resistance",
    to: "q_factor",
    lines: {
      "0 ohm": { load_reactance: 0 },
      "200 ohm": { load_reactance: 200 },
      "500 ohm": { load_reactance: 500 },
    },
  },
  {
    calculator: electrolysis,
    chart: {
      title: "Energy efficiency of a water electrolysis cell, by its anode",
      x: { label: "Current density (A/m²)", domain: [50, 40_000], log: true },
      y: { label: "Energy efficiency", domain: [0.4, 1], format: ".0%" },
      legend: "Exchange current",
    },
    from: "current_density",
    to: "energy_efficiency",
    lines: {
      "1 A/m²": { anode_exchange_current: 1 },
      "10 A/m²": { anode_exchange_current: 10 },
      "100 A/m²": { anode_exchange_current: 100 },
    },
  },
  {
    calculator: pulsedDc,
    chart: {
      title: "Recovery efficiency of a pulse (24 V, 10 mH, store of 48 V)",
      x: { label: "On time (s)", domain: [1e-5, 0.05], log: true },
      y: { label: "Recovery efficiency", domain: [0, 1], format: ".0%" },
      legend: "Coil resistance",
    },
    from: "on_time",
    to: "recovery_efficiency",
    lines: {
      "0.1 ohm": { coil_resistance: 0.1 },
      "1 ohm": { coil_resistance: 1 },
      "5 ohm": { coil_resistance: 5 },
    },
  },
  {
    calculator: plasma,
    chart: {
      title: "Breakdown voltage (1 cm gap, 0.01 secondary electrons an ion)",
      x: { label: "Pressure times gap (Pa m)", domain: [0.3, 1000], log: true, format: "~g" },
      y: { label: "Breakdown voltage (V)", domain: [100, 1e5], log: true },
      legend: "Gas",
    },
    from: "pressure",
    to: "breakdown_voltage",
    lines: Object.fromEntries(GASES.map(({ gas }, number) => [gas, { gas: number, gap: 0.01 }])),
    unscale: (pressureGap) => pressureGap / 0.01,
  },
];

for (const plot of plots) {
  const lines = Object.entries(plot.lines).map(([label, settings]) => line(plot, label, settings));
  const file = new URL(`${plot.calculator.id}.svg`, import.meta.url);
  await Deno.writeTextFile(file, drawChart({ ...plot.chart, lines }));
}
